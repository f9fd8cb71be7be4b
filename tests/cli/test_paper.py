"""`cecib paper` hands its arguments over."""

from cecib import experiments


def test_arguments_reach_the_experiments(cecib, monkeypatch):
    calls = []
    monkeypatch.setattr(experiments, "run_paper", lambda **given: calls.append(given))
    assert cecib("paper", "uci", "image", "--draws", 3, "--jobs", 2, "--out", "report", "--quick").status == 0
    assert cecib("paper").status == 0
    first, second = calls
    assert first == {
        "experiments": ["uci", "image"], "draws": 3, "jobs": 2, "out": "report", "quick": True, "progress": False
    }  # fmt: skip
    assert second == {"experiments": None, "draws": 10, "jobs": None, "quick": False, "progress": False}


def test_unknown_experiment_is_one_sentence(cecib, monkeypatch):
    def refuse(**_):
        raise ValueError("experiments must be among ['uci'], got 'uic'.")

    monkeypatch.setattr(experiments, "run_paper", refuse)
    result = cecib("paper", "uic")
    assert (result.status, result.err) == (2, "cecib: experiments must be among ['uci'], got 'uic'.\n")
