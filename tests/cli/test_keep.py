"""--keep-best and --checkpoint: what is left of an interruption, and how to go on."""

import signal

import numpy as np
import pandas as pd
import pytest

from cecib.search.keeping import Keeper
from cecib.whole import checkpoint as checkpoints
from cecib.whole import fitting


def interrupting(offer):
    """Press Ctrl-C as soon as there is something to keep."""

    def own(keeper):
        if not keeper.has_something:
            offer(keeper)
            signal.raise_signal(signal.SIGINT)

    return own


@pytest.fixture
def ctrl_c(monkeypatch):
    """Comes when the first start has ended, in the main thread."""
    monkeypatch.setattr(Keeper, "offer", interrupting(Keeper.offer))


@pytest.fixture
def large(monkeypatch, tmp_path):
    """A folder of two files, whose sample is small."""
    monkeypatch.setattr(fitting, "_LEAST_ROWS", 2_000)
    monkeypatch.setattr(fitting, "_NUMBERS", 2_000)
    monkeypatch.setattr(checkpoints, "_SECONDS", 0.0)
    monkeypatch.setattr(checkpoints, "_SHARE", 1e9)
    random = np.random.default_rng(0)
    (tmp_path / "birds").mkdir()
    for name in "ab":
        X = random.normal(size=(4_000, 2)) + random.choice([0, 3, 9], size=(4_000, 1))
        pd.DataFrame(X, columns=["wing", "mass"]).to_csv(tmp_path / "birds" / f"{name}.csv", index=False)
    return "birds"


OUTPUTS = ("--model", "m.cecib", "--out", "o.csv")


@pytest.mark.parametrize("option", ["--keep-best", "--keep"])
@pytest.mark.usefixtures("ctrl_c")
def test_keep_writes_the_best_so_far(cecib, birds_csv, option):
    """Also by its former name, where no word follows that says which columns to keep."""
    result = cecib("cluster", birds_csv, "--clusters", "3", "--restarts", "3000", "--jobs", "1", option, *OUTPUTS)
    assert result.status == 0
    assert "warning: The search was stopped on request, before it came to rest, and the best so far" in result.out
    assert len(pd.read_csv("o.csv")) == 120
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_keep_nothing_is_written(cecib, birds_csv, monkeypatch, tmp_path):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("cecib.search.restarts.wait", interrupted)
    result = cecib("cluster", birds_csv, *OUTPUTS)
    assert (result.status, result.err) == (130, "cecib: interrupted, nothing was written.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["birds.csv"]


def test_keep_of_a_folder(cecib, large, ctrl_c):
    """The first start in the sample has ended: all rows pass by once."""
    result = cecib("cluster", large, "--keep-best", "--jobs", "1", *OUTPUTS)
    assert result.status == 0, result.err
    assert "stopped on request" in result.out
    assert len(pd.read_csv("o.csv")) == 8_000


def test_a_checkpoint_goes_on(cecib, large, monkeypatch, tmp_path):
    """Interrupted after the first pass; then the same command writes what it would have written."""
    assert cecib("cluster", large, *OUTPUTS).status == 0
    expected = [(tmp_path / name).read_bytes() for name in ("m.cecib", "o.csv")]
    for name in ("m.cecib", "o.csv"):
        (tmp_path / name).unlink()
    write = checkpoints.Checkpoint.write

    def interrupted(self, course, backend):
        write(self, course, backend)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(checkpoints.Checkpoint, "write", interrupted)
        result = cecib("cluster", large, "--checkpoint", "c", *OUTPUTS)
    assert (result.status, result.err) == (130, "cecib: interrupted; the same command goes on from c.\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["birds", "c"]
    result = cecib("cluster", large, "--checkpoint", "c", "--seed", "1", *OUTPUTS)
    assert (result.status, result.err) == (
        2,
        "cecib: c is the checkpoint of a fit with another --seed: give the same, or remove the file to begin anew.\n",
    )
    monkeypatch.setattr("cecib.estimator.CECIB._search", None)  # nothing is searched for again
    assert cecib("cluster", large, "--checkpoint", "c", *OUTPUTS).status == 0
    assert [(tmp_path / name).read_bytes() for name in ("m.cecib", "o.csv")] == expected
    assert not (tmp_path / "c").exists()


def test_a_checkpoint_stays_until_all_is_written(cecib, large, monkeypatch, tmp_path):
    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("cecib.cli.large._write_rows", full)
        assert cecib("cluster", large, "--checkpoint", "c", *OUTPUTS).status == 2
    assert (tmp_path / "c").exists()
    assert cecib("cluster", large, "--checkpoint", "c", *OUTPUTS).status == 0
    assert not (tmp_path / "c").exists()


def test_no_checkpoint_of_rows_in_memory(cecib, birds_csv, tmp_path):
    result = cecib("cluster", birds_csv, "--checkpoint", "c")
    assert result.status == 0
    assert "no checkpoint: rows that are read into memory" in result.out
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("no/c", "--checkpoint names a file in "),
        (
            "notes.txt",
            "--checkpoint names notes.txt, which is no checkpoint of a fit, or a damaged one: choose another",
        ),
        ("birds", "--checkpoint must name a file, got the folder birds"),
        ("o.csv", "--checkpoint names o.csv, which is also --out and would be replaced"),
    ],
)
def test_a_checkpoint_that_cannot_be(cecib, large, tmp_path, path, said):
    (tmp_path / "notes.txt").write_text("dear diary")
    result = cecib("cluster", large, "--checkpoint", path, "--out", "o.csv")
    assert result.status == 2
    assert result.err.startswith(f"cecib: {said}")
    assert result.err.count("\n") == 1
    assert (tmp_path / "notes.txt").read_text() == "dear diary"
