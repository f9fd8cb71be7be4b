"""The compiled engine against the plain NumPy cost, move by move."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cecib import _core
from cecib.criteria import CRITERIA
from checks import (
    assert_never_rises,
    assert_same_summaries,
    assert_same_terms,
    best_single_move,
    engine_terms,
    make_problem,
)

LENIENT = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def situations(draw):
    """Points with start labels, categories, weights, β and a criterion."""
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    d = draw(st.integers(1, 5))
    k = draw(st.integers(1, 4))
    n = k * (d + 3) + draw(st.integers(0, 20))
    is_single = draw(st.booleans())
    far = draw(st.sampled_from([0, 10] if is_single else [0, 10, 1e4]))  # single precision has no digits to spare
    X = rng.normal(size=(n, d)) @ (rng.normal(size=(d, d)) + 2 * np.eye(d)) + far * rng.normal(size=d)
    X *= 10.0 ** rng.integers(-3, 4, size=d)
    if is_single:
        X = X.astype(np.float32)
    labels = rng.permutation(np.arange(n) % k).astype(np.int32)
    y = rng.integers(-1, draw(st.integers(0, 4)), size=n)
    weights = rng.choice([0.5, 1.0, 2.0, 3.7], size=n) if draw(st.booleans()) else None
    beta = draw(st.sampled_from([0.0, 0.269, 1.0, 3.0]))
    return X, y, labels, weights, beta, draw(st.sampled_from(sorted(CRITERIA))), rng


@given(situations())
@LENIENT
def test_every_move_changes_the_cost_as_the_oracle_says(situation):
    """The running cost and each announced change equal the recomputed ones after every single move."""
    X, y, labels, weights, beta, criterion, rng = situation
    problem, oracle = make_problem(X, y, beta=beta, criterion=criterion, sample_weight=weights)
    partition = problem.partition(labels)
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels))
    for _ in range(8):
        before = oracle(partition.labels)
        i, c = int(rng.integers(len(X))), int(rng.integers(partition.n_clusters))
        own = partition.labels[i]
        if c == own or (partition.labels == own).sum() <= X.shape[1] + 2:
            continue
        change = partition.change(i, c)
        partition.move(i, c)
        after = oracle(partition.labels)
        assert_same_terms(engine_terms(problem, partition), after, rtol=1e-8)
        np.testing.assert_allclose(
            change / problem.total_weight, after.total - before.total, atol=1e-8 * max(1, abs(after.total))
        )
    partition.refresh()
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels))


@given(situations())
@LENIENT
def test_there_and_back_is_the_identity(situation):
    """Adding a point and removing it again gives the same summaries, to rounding."""
    X, y, labels, weights, beta, criterion, rng = situation
    problem, _ = make_problem(X, y, beta=beta, criterion=criterion, sample_weight=weights)
    partition = problem.partition(labels)
    if partition.n_clusters < 2:
        return
    before = partition.summaries()
    i = int(rng.integers(len(X)))
    own = int(partition.labels[i])
    if (partition.labels == own).sum() <= X.shape[1] + 2:
        return
    partition.move(i, (own + 1) % partition.n_clusters)
    partition.move(i, own)
    assert_same_summaries(before, partition.summaries(), 1e-7)


@given(situations(), st.sampled_from([None, 32, 1024]))
@LENIENT
def test_descent_never_rises_and_ends_in_a_local_optimum(situation, block):
    """No move of any one point lowers the cost, whether points are judged one by one or in blocks."""
    X, y, labels, weights, beta, criterion, _ = situation
    least = 0.0 if CRITERIA[criterion].allows_flat else X.shape[1] + 2.0
    problem, oracle = make_problem(X, y, beta=beta, criterion=criterion, sample_weight=weights, min_weight=least)
    partition = problem.partition(labels)
    _, has_converged, trace = partition.descend(200, block, 2, _core.CancelFlag(), None)
    assert has_converged
    assert_never_rises(trace)
    terms = oracle(partition.labels)
    assert_same_terms(engine_terms(problem, partition), terms)
    found = np.unique(partition.labels, return_inverse=True)[1]
    best = best_single_move(X, found, lambda labels: oracle(labels).total, int(least))
    assert best >= terms.total - 1e-8 * max(1, abs(terms.total))


def test_unlabelled_points_carry_the_label_cost_of_their_cluster():
    """Section 3.4 of the paper says that these terms cancel; in its cost they do not, under "evidence" they do."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(40, 2))
    y = np.full(40, -1)
    y[:4] = [0, 1, 0, 1]
    labels = (np.arange(40) >= 20).astype(np.int32)
    for criterion, carried in (("entropy", -np.log(2)), ("evidence", 0.0)):
        mixed, _ = make_problem(X, y, beta=1.0, criterion=criterion)
        plain, _ = make_problem(X, y, beta=0.0, criterion=criterion)
        change = mixed.partition(labels).change(10, 1) - plain.partition(labels).change(10, 1)
        assert change == pytest.approx(carried, abs=1e-9)


@pytest.mark.parametrize("criterion", sorted(CRITERIA))
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_collinear_data_keep_the_cost_exact(criterion, scale):
    """One feature is nearly the sum of two others: the end of the fit still agrees with the oracle to 1e-9."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(300, 4)) + 6 * rng.integers(0, 3, size=(300, 1))
    X[:, 3] = X[:, 0] + X[:, 1] + 1e-5 * rng.normal(size=300)
    X *= scale
    problem, oracle = make_problem(X, criterion=criterion, min_weight=15.0)
    partition = problem.partition(rng.integers(0, 5, size=300).astype(np.int32))
    partition.descend(200, None, 1, _core.CancelFlag(), None)
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels), rtol=1e-9)


def test_a_cancelled_descent_stops():
    X = np.random.default_rng(0).normal(size=(500, 2))
    problem, _ = make_problem(X)
    cancel = _core.CancelFlag()
    cancel.set()
    passes, has_converged, _ = problem.partition((np.arange(500) % 5).astype(np.int32)).descend(
        200, None, 1, cancel, None
    )
    assert (passes, has_converged) == (0, False)
