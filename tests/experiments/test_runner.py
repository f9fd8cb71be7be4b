"""The runner and its parts: worker processes, progress, failures."""

import io

import numpy as np
import pytest

from cecib.experiments.machinery.cache import ResultCache
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.method import Outcome
from cecib.experiments.machinery.progress import Bar, Progress
from cecib.experiments.machinery.runner import run_jobs
from cecib.experiments.machinery.trial import Situation, run_trial
from cecib.experiments.protocol.methods import NAMES, standard_methods


def test_workers_give_what_one_process_gives(tmp_path):
    """The number of processes changes no result and no order."""

    def execute(job):
        return {**job.as_record(), "seconds": 0.0, "error": None, "value": job.seed % 1000}

    listed = [Job("e", "d", Variant("v", "m"), draw) for draw in range(12)]
    one = run_jobs(listed, execute, ResultCache(tmp_path / "one"), n_jobs=1)
    two = run_jobs(listed, execute, ResultCache(tmp_path / "two"), n_jobs=2)
    assert one == two


def test_progress_counts_what_the_cache_has(tmp_path):
    """Results at hand count as done, and the time left is that of the others."""

    def execute(job):
        return {**job.as_record(), "seconds": 2.0, "error": None}

    cache = ResultCache(tmp_path / "r")
    listed = [Job("e", "d", Variant("v", "m"), draw) for draw in range(4)]
    run_jobs(listed[:2], execute, cache, n_jobs=1)
    seen = []
    run_jobs(listed, execute, cache, n_jobs=1, listener=seen.append)
    assert [(state.done, state.total) for state in seen] == [(2, 4), (3, 4), (4, 4)]
    assert seen[1].seconds_left == pytest.approx(2.0)


def test_bar_without_a_terminal_writes_whole_lines():
    """In a log file there are no control characters."""
    stream = io.StringIO()
    Bar(stream)(Progress(4, 4, 0.0))
    assert stream.getvalue() == "4/4 fits, 100%, 0 min 00 s left\n"


def test_a_failing_method_is_recorded_not_raised():
    """One failing fit does not stop the others."""

    def fail(X, y, n_classes, seed):
        raise ValueError("needs labels of every class")

    situation = Situation(np.zeros((4, 1)), np.full(4, -1), np.zeros(4), 1)
    record = run_trial(Job("e", "d", Variant("v", "m"), 0), lambda: situation, fail)
    assert record["error"] == "ValueError: needs labels of every class"


def test_warnings_of_a_method_are_recorded():
    """What a method warns of stands in its record."""

    def warn(X, y, n_classes, seed):
        import warnings

        warnings.warn("did not converge", RuntimeWarning, stacklevel=1)
        return Outcome(np.zeros(len(X)))

    situation = Situation(np.zeros((4, 1)), np.full(4, -1), np.zeros(4), 1)
    record = run_trial(Job("e", "d", Variant("v", "m"), 0), lambda: situation, warn)
    assert record["warnings"] == ["RuntimeWarning: did not converge"]


def test_standard_methods_have_the_names_of_the_paper():
    """The registry and the list of names, which is there without importing the rivals, agree."""
    assert tuple(standard_methods()) == NAMES


@pytest.mark.parametrize("name", sorted(standard_methods()))
def test_every_method_at_hand_fits(name):
    """Every method takes the arguments that the experiments give, and finds two groups that are far apart."""
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(30, 2)), rng.normal(size=(30, 2)) + 9])
    y = np.full(60, -1)
    y[[0, 1, 2, 30, 31, 32]] = [0, 0, 0, 1, 1, 1]
    outcome = standard_methods()[name](X, y, 2, 0)
    assert len(outcome.labels) == 60
    assert set(outcome.labels[:30]).isdisjoint(outcome.labels[30:])
