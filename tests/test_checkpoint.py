"""A fit in blocks that was killed goes on from its checkpoint, and comes to the same result."""

import os
import signal
import subprocess
import sys
import warnings

import numpy as np
import pytest

from cecib import CECIB
from cecib.blocks import arrays
from cecib.search import keeping
from cecib.whole import checkpoint as checkpoints
from cecib.whole import fitting
from cecib.whole.checkpoint import Checkpoint


class Killed(BaseException):
    pass


@pytest.fixture(autouse=True)
def small_sample(monkeypatch):
    """A sample much smaller than the data, and a checkpoint after each step."""
    monkeypatch.setattr(fitting, "_LEAST_ROWS", 2_000)
    monkeypatch.setattr(fitting, "_NUMBERS", 2_000)
    monkeypatch.setattr(checkpoints, "_SECONDS", 0.0)
    monkeypatch.setattr(checkpoints, "_SHARE", 1e9)


def made(seed=0, n=12_000):
    random = np.random.default_rng(seed)
    truth = random.integers(6, size=n)
    X = random.uniform(-4, 4, (6, 3))[truth] + random.normal(size=(n, 3))
    X[::300] = 60 + random.normal(size=(n // 300, 3))  # a group that the sample hardly has
    y = np.where(random.uniform(size=n) < 0.05, truth // 2, -1)
    return [(X[i : i + 2_500], y[i : i + 2_500]) for i in range(0, n, 2_500)]


def assert_same(model, other):
    assert np.array_equal(model.labels_, other.labels_)
    assert model.labels_.dtype == other.labels_.dtype
    assert np.array_equal(model.cost_trace_, other.cost_trace_)
    assert (model.cost_, model.n_iter_, model.converged_) == (other.cost_, other.n_iter_, other.converged_)
    assert np.array_equal(model.means_, other.means_)
    assert np.array_equal(model.flatness_, other.flatness_)
    assert np.array_equal(model.category_counts_, other.category_counts_)
    assert np.array_equal(model._drawn.rows, other._drawn.rows)
    assert model.calibration_ == other.calibration_


def killed_after(number, path, placed=arrays, **parameters):
    """Begin a fit that ends in the pass after so many; before the first one if 0."""

    def end(progress):
        if progress.stage == "passes" and progress.pass_ > number:
            raise Killed

    with pytest.raises(Killed):
        CECIB(random_state=0, callback=end, **parameters).fit_blocks(placed(made()), checkpoint=path)


@pytest.mark.parametrize("parameters", [{}, {"subspace": 2}, {"criterion": "entropy", "n_clusters": 6}], ids=str)
def test_however_often_it_is_killed_the_result_is_the_same(tmp_path, parameters):
    """In each pass, and each time it goes on from where it was."""
    path, stages = tmp_path / "fit.checkpoint", []
    expected = CECIB(random_state=0, **parameters).fit_blocks(arrays(made()))
    for number in range(expected.n_iter_):
        killed_after(number, path, **parameters)
        assert path.exists()
    model = CECIB(random_state=0, callback=lambda progress: stages.append(progress.stage), **parameters)
    assert_same(model.fit_blocks(arrays(made()), checkpoint=path), expected)
    assert set(stages) == {"survey", "passes"}
    assert not path.exists()


def with_dask(pieces):
    da = pytest.importorskip("dask.array", reason="dask.array is not installed: pip install 'cecib[dask]'")
    from cecib.blocks.dask_collections import DaskBlocks

    X, y = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
    return DaskBlocks(da.from_array(X, chunks=(2_500, 3)), y)


@pytest.mark.parametrize("parameters", [{"subspace": 2}, {"family": "auto"}], ids=str)
def test_with_dask_too(tmp_path, parameters):
    """What rows were put into is found anew by workers that know nothing of it."""
    path = tmp_path / "fit.checkpoint"
    expected = CECIB(random_state=0, **parameters).fit_blocks(arrays(made()))
    for number in range(expected.n_iter_):
        killed_after(number, path, with_dask, **parameters)
    with np.load(path) as content:
        assert max(content[name].size for name in content.files if name.startswith("course_left")) < 500
    assert_same(CECIB(random_state=0, **parameters).fit_blocks(with_dask(made()), checkpoint=path), expected)
    assert not path.exists()


def test_a_fit_elsewhere_is_refused(tmp_path):
    path = tmp_path / "c"
    killed_after(1, path)
    with pytest.raises(ValueError, match="a fit without Dask, not with it: go on as before, or remove"):
        CECIB(random_state=0).fit_blocks(with_dask(made()), checkpoint=path)
    path.unlink()
    killed_after(1, path, with_dask)
    with pytest.raises(ValueError, match="a fit with Dask, not without: go on as before, or remove"):
        CECIB(random_state=0).fit_blocks(arrays(made()), checkpoint=path)


def test_a_fit_without_interruption_is_as_without_a_checkpoint(tmp_path):
    expected = CECIB(random_state=0).fit_blocks(arrays(made()))
    assert_same(CECIB(random_state=0).fit_blocks(arrays(made()), checkpoint=str(tmp_path / "c")), expected)
    assert not list(tmp_path.iterdir())


def test_a_fit_without_a_seed_goes_on_with_the_one_it_had(tmp_path):
    path = tmp_path / "c"

    def end(progress):
        if progress.stage == "passes" and progress.pass_ > 1:
            raise Killed

    with pytest.raises(Killed):
        CECIB(callback=end).fit_blocks(arrays(made()), checkpoint=path)
    content = path.read_bytes()
    found = []
    for _ in range(2):
        path.write_bytes(content)
        found.append(CECIB().fit_blocks(arrays(made()), checkpoint=path))
    assert_same(*found)


SCRIPT = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
import test_checkpoint as own
own.fitting._LEAST_ROWS = own.fitting._NUMBERS = 2_000
own.checkpoints._SECONDS, own.checkpoints._SHARE = 0.0, 1e9
def end(progress):
    if progress.stage == "passes" and progress.pass_ == 2:
        os.kill(os.getpid(), signal.SIGKILL)
own.CECIB(random_state=0, callback=end).fit_blocks(own.arrays(own.made()), checkpoint="fit.checkpoint")
"""


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_kill_9(tmp_path):
    folder = os.path.dirname(os.path.abspath(__file__))
    result = subprocess.run([sys.executable, "-c", SCRIPT, folder], cwd=tmp_path, capture_output=True, timeout=120)
    assert result.returncode == -signal.SIGKILL, result.stderr
    model = CECIB(random_state=0).fit_blocks(arrays(made()), checkpoint=tmp_path / "fit.checkpoint")
    assert_same(model, CECIB(random_state=0).fit_blocks(arrays(made())))


def test_a_fit_of_something_else_is_refused(tmp_path):
    path = tmp_path / "c"
    killed_after(1, path)
    content = path.read_bytes()
    with pytest.raises(ValueError, match="checkpoint of a fit of other data: give the same, or remove"):
        CECIB(random_state=0).fit_blocks(arrays(made(seed=1)), checkpoint=path)
    altered = made()
    altered[3][0][17, 1] += 1.0  # hardly a row of the sample
    with pytest.raises(ValueError, match="fit of other data"):
        CECIB(random_state=0).fit_blocks(arrays(altered), checkpoint=path)
    for parameters in ({"random_state": 1}, {"random_state": 0, "beta": 3.0}, {"random_state": 0, "family": "diag"}):
        with pytest.raises(ValueError, match=f"fit with another {[*parameters][-1]}: give the same, or remove"):
            CECIB(**parameters).fit_blocks(arrays(made()), checkpoint=path)
    assert path.read_bytes() == content
    CECIB(random_state=0, n_jobs=1, verbose=0).fit_blocks(arrays(made()), checkpoint=path)


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"PK\x03\x04 but no archive"])
def test_what_is_no_checkpoint_is_left_alone(tmp_path, content):
    path = tmp_path / "data.csv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="no checkpoint of a fit"):
        CECIB().fit_blocks(arrays(made()), checkpoint=path)
    assert path.read_bytes() == content


def test_a_model_file_is_no_checkpoint(tmp_path):
    CECIB(2, random_state=0).fit(made()[0][0]).save(tmp_path / "m.cecib")
    with pytest.raises(ValueError, match="no checkpoint of a fit"):
        Checkpoint(tmp_path / "m.cecib")


def test_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(OSError, match="which is not a folder: create it first"):
        CECIB().fit_blocks(arrays(made()), checkpoint=tmp_path / "no" / "c")


def test_damage_is_noticed(tmp_path):
    path = tmp_path / "c"
    killed_after(1, path)
    content = path.read_bytes()
    random = np.random.default_rng(0)
    for place in random.integers(len(content), size=30).tolist():
        path.write_bytes(content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :])
        try:
            CECIB(random_state=0).fit_blocks(arrays(made()), checkpoint=path)
        except ValueError as error:
            assert "damaged" in str(error) or "no checkpoint" in str(error)  # noqa: PT017
    path.write_bytes(content[:-100])
    with pytest.raises(ValueError, match="no checkpoint of a fit, or a damaged one"):
        Checkpoint(path)


def test_a_fit_that_is_kept_can_go_on(tmp_path):
    """Stopped after the first pass, it is whole; its checkpoint stays, and leads to the end."""
    path, pieces = tmp_path / "c", made()
    with keeping() as keeper, warnings.catch_warnings(action="ignore"):

        def enough(progress):
            if progress.stage == "passes" and progress.ends_pass:
                keeper.stop()

        model = CECIB(random_state=0, callback=enough).fit_blocks(arrays(pieces), checkpoint=path)
    X, y = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
    assert (model.n_iter_, model.converged_) == (1, False)
    assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_, rel=1e-9)
    assert (np.diff(model.cost_trace_) <= 1e-12).all()
    again = CECIB(random_state=0).fit_blocks(arrays(pieces), checkpoint=path)
    assert_same(again, CECIB(random_state=0).fit_blocks(arrays(pieces)))


def test_a_stop_in_the_sample_or_within_a_pass():
    """In the sample: all rows get their cluster in one pass. Within a pass: what the one before has left is kept."""
    pieces = made()
    X, y = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
    for stage, number, expected in (("search", 1, 1), ("passes", 3, 2)):
        with keeping() as keeper, warnings.catch_warnings(action="ignore"):

            def enough(progress, stage=stage, number=number, keeper=keeper):
                if progress.stage == stage and progress.pass_ >= number:
                    keeper.stop()

            model = CECIB(random_state=0, callback=enough).fit_blocks(arrays(pieces))
        assert (model.n_iter_, model.converged_) == (expected, False)
        assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_, rel=1e-9)
        assert np.array_equal(np.bincount(model.labels_) / len(X), model.weights_)


def test_progress_tells_how_far_a_pass_is(capsys):
    seen = []
    CECIB(random_state=0, verbose=1, callback=seen.append).fit_blocks(arrays(made()))
    survey = [p.rows_done for p in seen if p.stage == "survey"]
    assert survey == [2_500, 5_000, 7_500, 10_000, 12_000]
    first = [p.rows_done for p in seen if p.stage == "passes" and p.pass_ == 1]
    assert first == [2_500, 5_000, 7_500, 10_000, 12_000]
    assert {p.rows for p in seen if p.stage == "passes"} == {12_000}
    ends = [p for p in seen if p.stage == "passes" and p.ends_pass]
    assert [p.pass_ for p in ends] == list(range(1, len(ends) + 1))
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.startswith("all rows  pass")]) == len(ends)
    assert len(lines) == len([p for p in seen if p.ends_pass])
