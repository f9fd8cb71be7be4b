"""A few cases of the long test, `make soak`, always the same."""

import pytest

from soak.counts import Counts, run_case
from soak.memory import GROWTH, STATUS, growth


@pytest.mark.parametrize("first", range(20, 50, 10))
def test_random_cases(first):
    counts = Counts()
    failures = [failure for seed in range(first, first + 10) for failure in run_case(seed, counts)]
    assert not failures, "\n".join(failures)


def test_a_failure_is_told_with_its_seed(monkeypatch):
    def nothing_holds(fitted):
        raise AssertionError("it does not")

    monkeypatch.setattr("soak.counts.INVARIANTS", (nothing_holds,))
    counts = Counts()
    (failure,) = run_case(0, counts)
    assert failure.startswith("seed 0: nothing_holds: AssertionError: it does not")
    assert (counts.n_failed, counts.tried) == (1, 1)


@pytest.mark.slow
@pytest.mark.skipif(not STATUS.exists(), reason="needs /proc")
def test_memory_stays_flat():
    assert growth(2000) < GROWTH
