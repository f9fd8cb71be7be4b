"""Many starts: the best wins, whoever ran it."""

from threading import Thread
from time import sleep

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib.search.progress import Progress
from cecib.search.restarts import best_of_starts
from cecib.search.starts import fixed
from cecib.search.threads import share_threads
from checks import make_problem


def random_problem(seed, max_clusters=None):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 2)) + 3 * rng.integers(0, 3, size=(60, 1))
    problem, oracle = make_problem(X, criterion="entropy", min_weight=5.0, max_clusters=max_clusters)
    starts = [rng.integers(0, k, size=60).astype(np.int32) for k in (1, 2, 3, 4, 3)]
    return problem, oracle, starts


def search(problem, starts, n_jobs=1, report=None):
    return best_of_starts(problem, [fixed(labels) for labels in starts], [0] * len(starts), n_jobs, report)


@given(st.integers(0, 2**32 - 1), st.sampled_from([None, 6]))
@settings(max_examples=15, deadline=None)
def test_the_best_start_wins_on_any_number_of_threads(seed, max_clusters):
    """Its cost is the least of all starts, each searched by itself, and is that of its labels."""
    problem, oracle, starts = random_problem(seed, max_clusters)
    alone = [search(problem, [labels]) for labels in starts]
    for n_jobs in (1, 3):
        best = search(problem, starts, n_jobs)
        assert best.cost == min(one.cost for one in alone)
        first = next(one for one in alone if one.cost == best.cost)
        np.testing.assert_array_equal(best.partition.labels, first.partition.labels)
    assert best.cost == pytest.approx(oracle(best.partition.labels).total)
    assert best.trace[-1] == pytest.approx(best.cost)


def test_the_first_among_equals_wins():
    """Also if a later one of the same cost is done sooner: the answer must not hinge on speed."""
    group = np.arange(60) % 2
    problem, _ = make_problem(np.random.default_rng(0).normal(size=(60, 2)) + 20 * group[:, None], min_weight=5.0)
    own, swapped = group.astype(np.int32), 1 - group.astype(np.int32)

    def slow(random, threads):
        sleep(0.3)
        return own

    first, second = search(problem, [own]), search(problem, [swapped])
    assert first.cost == second.cost
    assert (first.partition.labels != second.partition.labels).all()
    found = best_of_starts(problem, [slow, fixed(swapped)], [0, 0], 2)
    np.testing.assert_array_equal(found.partition.labels, first.partition.labels)


def test_starts_draw_from_their_own_seeds():
    """Start i sees a source of chance made from seed i, and from nothing else."""
    problem, _, starts = random_problem(0)
    drawn = {}

    def start(number):
        def draw(random, threads):
            drawn[number] = random.uniform()
            return starts[number]

        return draw

    best_of_starts(problem, [start(i) for i in range(3)], [5, 6, 5], 2)
    assert drawn == {i: np.random.RandomState(seed).uniform() for i, seed in enumerate([5, 6, 5])}


def test_each_pass_is_reported():
    """With the number of the start, and the cost after the pass in the units of the data."""
    problem, oracle, starts = random_problem(1)
    seen: list[Progress] = []
    best = search(problem, starts, 1, seen.append)
    assert {report.restart for report in seen} == set(range(5))
    assert {report.n_init for report in seen} == {5}
    for number in range(5):
        own = [report for report in seen if report.restart == number]
        assert [report.pass_ for report in own] == list(range(1, len(own) + 1))
        assert own[-1].moves == 0
    assert min(report.cost for report in seen) == pytest.approx(best.cost)
    assert best.cost == pytest.approx(oracle(best.partition.labels).total)


def test_an_error_in_a_start_ends_the_search():
    """It reaches the caller as it is."""
    problem, _, starts = random_problem(0)

    def fail(random, threads):
        raise ZeroDivisionError("no start")

    with pytest.raises(ZeroDivisionError, match="no start"):
        best_of_starts(problem, [fixed(starts[0]), fail], [0, 0], 2)


@pytest.mark.parametrize("n_granted", [0, 1])
def test_threads_that_cannot_be_started(monkeypatch, n_granted):
    """Those that run do the work, or else the one that asks: the answer is the same."""
    problem, _, starts = random_problem(0)
    expected = search(problem, starts)
    start, refused, granted = Thread.start, [], []

    def start_few(thread):
        if len(granted) == n_granted:
            refused.append(thread)
            raise RuntimeError("can't start new thread")
        granted.append(thread)
        start(thread)

    monkeypatch.setattr("cecib.search.threads.cores", lambda: 4)
    monkeypatch.setattr(Thread, "start", start_few)
    found = search(problem, starts, n_jobs=4)
    assert refused
    assert (found.cost, found.n_iter) == (expected.cost, expected.n_iter)


@pytest.mark.parametrize(
    ("is_small", "n_starts", "available", "expected"),
    [(True, 10, 4, (4, 1)), (True, 2, 4, (2, 1)), (False, 10, 4, (1, 4)), (True, 1, 1, (1, 1))],
)
def test_threads_are_shared(is_small, n_starts, available, expected):
    """Small data side by side, large data in turn with all threads inside."""
    assert share_threads(is_small, n_starts, available) == expected
