"""`cecib paper` hands its arguments over."""

from pathlib import Path

from cecib import experiments
from cecib.cli.paper import EXPERIMENTS
from cecib.experiments import Report
from cecib.experiments.machinery import shelf


def test_arguments_reach_the_experiments(cecib, monkeypatch):
    """Every option arrives, those not given keep their defaults, and the report is named."""
    calls = []

    def run(**given):
        calls.append(given)
        return Report(Path("report/index.html"), (), 7, 0, {"ecoli": "no folder"})

    monkeypatch.setattr(experiments, "run_paper", run)
    assert cecib("paper", "uci", "image", "--draws", 3, "--jobs", 2, "--out", "report", "--quick").status == 0
    result = cecib("paper")
    assert result.status == 0
    assert "7 fits, 0 failed; report: report/index.html" in result.out
    assert "left out: ecoli" in result.out
    first, second = calls
    assert first == {
        "experiments": ["uci", "image"], "draws": 3, "jobs": 2, "out": "report", "quick": True, "progress": False,
        "download": False,
    }  # fmt: skip
    assert second == {
        "experiments": None,
        "draws": 10,
        "jobs": None,
        "quick": False,
        "progress": False,
        "download": False,
    }


def test_help_names_all_experiments():
    """The help lists the experiments without importing them; it must list them all."""
    assert sorted(EXPERIMENTS) == sorted(experiments.EXPERIMENTS)


def test_unknown_experiment_is_one_sentence(cecib, monkeypatch):
    """A misspelled experiment is bad input: status 2 and one line."""

    def refuse(**_):
        raise ValueError("experiments must be among ['uci'], got 'uic'.")

    monkeypatch.setattr(experiments, "run_paper", refuse)
    result = cecib("paper", "uic")
    assert (result.status, result.err) == (2, "cecib: experiments must be among ['uci'], got 'uic'.\n")


def test_no_server_is_asked_unless_told_to(cecib, monkeypatch, tmp_path):
    """With neither a folder nor a cache, data sets are left out; with --download they are asked for."""
    asked = []

    def read(self, address):
        asked.append(address)
        raise OSError("no network here")

    monkeypatch.setattr("cecib.datasets.sources.web.Web.read", read)
    monkeypatch.setenv("CECIB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CECIB_DATA", str(tmp_path))
    monkeypatch.setattr("cecib.experiments.run.standard_methods", dict)
    shelf.dataset.cache_clear()
    result = cecib("paper", "chemistry", "--quick")
    assert (result.status, asked) == (0, [])
    assert "left out: chem" in result.out
    assert "--download" in result.out
    result = cecib("paper", "chemistry", "--quick", "--download")
    assert result.status == 0
    assert asked
    assert "--download" not in result.out
