"""A fit that is stopped keeps the best so far, if it is asked to and there is something to keep."""

import signal
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from cecib import CECIB
from cecib.search import Keeper, keeping
from cecib.search.keeping import Abandoned
from cecib.search.quiet import quietly


@pytest.fixture
def X():  # noqa: N802
    return np.random.default_rng(0).normal(size=(600, 2)) + 7 * (np.arange(600) % 4)[:, None]


class Interrupting:
    """A callback that does something when a certain start makes its first pass."""

    def __init__(self, restart, act):
        self.restart, self.act, self.starts = restart, act, set()

    def __call__(self, progress):
        is_new = progress.restart not in self.starts
        self.starts.add(progress.restart)
        if is_new and len(self.starts) == self.restart:
            self.act()


def interrupt():
    signal.raise_signal(signal.SIGINT)


def check_whole(model, X, y=None):
    """What every fit holds, this one holds."""
    assert model.labels_.shape == (len(X),)
    assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_, rel=1e-9)
    assert np.array_equal(np.bincount(model.labels_) / len(X), model.weights_)
    assert not model.converged_
    assert "stopped on request" in str(model.findings(X, y).warnings)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_the_first_ctrl_c_keeps_the_best_start(X, n_jobs, tmp_path):
    with keeping() as keeper:
        model = CECIB(4, n_init=500, random_state=0, n_jobs=n_jobs, callback=Interrupting(6, keeper.stop))
        with pytest.warns(ConvergenceWarning, match="stopped on request"):
            model.fit(X)
    check_whole(model, X)
    assert len(model.callback.starts) < 500
    model.save(tmp_path / "kept.cecib")
    assert "stopped on request" in str(CECIB.load(tmp_path / "kept.cecib").findings(X).warnings)


def test_ctrl_c_is_that_of_a_process():
    """The signal comes after some starts have ended; another one, later, is as ever."""
    script = """
import os, signal, sys, threading, warnings, numpy as np
from cecib import CECIB
from cecib.search import Keeper, keeping
from cecib.search.keeping import Abandoned
from cecib.search.quiet import quietly
warnings.simplefilter("ignore")
X = np.random.default_rng(0).normal(size=(2_000, 2))
seen = set()
def report(progress):
    seen.add(progress.restart)
    if len(seen) == 8:
        seen.add(-1)
        os.kill(os.getpid(), signal.SIGINT)
with keeping():
    model = CECIB(8, n_init=5_000, random_state=0, callback=report).fit(X)
    print(model.converged_, len(seen) < 5_000, flush=True)
    try:
        os.kill(os.getpid(), signal.SIGINT)
        threading.Event().wait(5)
    except KeyboardInterrupt:
        print("as ever")
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert result.stdout == "False True\nas ever\n", result.stderr


def test_with_nothing_to_keep_an_interruption_is_as_ever(X):
    """The estimator is as it was."""

    def act():
        raise KeyboardInterrupt

    model = CECIB(4, n_init=3, random_state=0, n_jobs=1, callback=Interrupting(1, act))
    with keeping(), pytest.raises(KeyboardInterrupt):
        model.fit(X)
    with pytest.raises(NotFittedError):
        model.predict(X)


def test_outside_of_a_fit_ctrl_c_is_as_ever(X):
    with keeping():
        CECIB(4, n_init=2, random_state=0).fit(X)
        with pytest.raises(KeyboardInterrupt):
            interrupt()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_second_ctrl_c_interrupts(X):
    with keeping() as keeper:
        keeper.offer()
        interrupt()
        assert keeper.must_stop
        with pytest.raises(KeyboardInterrupt):
            interrupt()


def test_a_stop_before_there_is_something_waits_for_it(X):
    """Such as a time that is up: then the first start is enough."""
    starts = Interrupting(0, None)
    with keeping() as keeper:
        keeper.stop()
        with pytest.warns(ConvergenceWarning, match="stopped on request"):
            model = CECIB(4, n_init=500, random_state=0, n_jobs=1, callback=starts).fit(X)
    check_whole(model, X)
    assert len(starts.starts) < 500


def test_a_search_on_a_sample_gives_all_rows_their_cluster():
    """The number of clusters is found on a sample; a start of it is no partition of all rows yet."""
    random = np.random.default_rng(0)
    truth = random.integers(5, size=30_000)
    X = random.uniform(-20, 20, (5, 3))[truth] + random.normal(size=(30_000, 3))
    y = np.where(random.uniform(size=30_000) < 0.05, truth // 2, -1)
    with keeping() as keeper:
        keeper.stop()
        with pytest.warns(ConvergenceWarning, match="stopped on request"):
            model = CECIB(random_state=0).fit(X, y)
    check_whole(model, X, y)
    usual = CECIB(random_state=0).fit(X, y)
    assert model.cost_ == pytest.approx(usual.cost_, abs=0.5)


def test_threads_keep_for_themselves(X):
    """Another thread may stop a fit that it does not make, and hears nothing of Ctrl-C itself."""
    found = []

    def work():
        with warnings.catch_warnings(action="ignore"), keeping() as keeper:
            keeper.stop()
            found.append(CECIB(4, n_init=500, random_state=0, n_jobs=1).fit(X).converged_)

    with warnings.catch_warnings(action="ignore"):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert found == [False]
    assert CECIB(4, n_init=3, random_state=0).fit(X).converged_


@pytest.mark.parametrize("labelled", [False, True])
def test_a_fit_that_is_abandoned_ends_soon_and_leaves_the_model_as_it_was(labelled):
    """From another thread, at any time: while labels are hidden in turn, too, when there is nothing to keep."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30_000, 10)) + 3 * rng.normal(size=(20, 10))[rng.integers(20, size=30_000)]
    y = np.where(np.arange(30_000) < 600, np.arange(30_000) % 3, -1) if labelled else None
    model, keeper = CECIB(random_state=0), Keeper()
    timer = threading.Timer(0.2, keeper.abandon)
    timer.start()
    with pytest.raises(Abandoned), keeping(keeper):
        model.fit(X, y)
    timer.join()
    with pytest.raises(NotFittedError):
        model.predict(X)
    model.fit(X[:300])  # another one is not concerned


def test_fits_of_a_thread_may_be_quiet(X):
    with quietly(), warnings.catch_warnings(action="error"):
        CECIB(max_clusters=2, random_state=0).fit(X)
    with pytest.warns(ConvergenceWarning):
        CECIB(max_clusters=2, random_state=0).fit(X)
