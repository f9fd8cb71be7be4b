"""The engine's code of labels at several levels against the cost in plain NumPy."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cecib import _core
from cecib.criteria import CRITERIA
from checks import assert_never_rises, assert_same_terms, best_single_move, engine_terms, make_problem

LENIENT = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def situations(draw):
    """Points with start labels, categories at two to four levels with gaps, weights, β and a criterion."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    d, k = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    n = k * (d + 3) + draw(st.integers(0, 25))
    X = rng.normal(size=(n, d)) * 3
    labels = rng.permutation(np.arange(n) % k).astype(np.int32)
    y = np.column_stack([rng.integers(-1, 2 + level, size=n) for level in range(draw(st.integers(2, 4)))])
    if draw(st.booleans()):  # a tree: each category below one parent
        y[:, 1:] = np.where(y[:, 1:] >= 0, 10 * y[:, :1] + y[:, 1:], -1)
    weights = rng.choice([0.5, 1.0, 2.0, 3.7], size=n) if draw(st.booleans()) else None
    beta = draw(st.sampled_from([0.0, 0.269, 1.0, 3.0]))
    return X, y, labels, weights, beta, draw(st.sampled_from(sorted(CRITERIA))), rng


@given(situations())
@LENIENT
def test_every_move_changes_the_cost_as_the_oracle_says(situation):
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


@given(situations(), st.sampled_from([None, 32, 1024]))
@LENIENT
def test_descent_never_rises_and_ends_in_a_local_optimum(situation, block):
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


@given(situations())
@LENIENT
def test_clusters_that_merge_cost_what_the_oracle_says(situation):
    X, y, labels, weights, beta, criterion, _ = situation
    problem, oracle = make_problem(X, y, beta=beta, criterion=criterion, sample_weight=weights)
    clusters = problem.clusters(problem.partition(labels))
    if labels.max() < 1:
        return
    merged = np.where(labels == 1, 0, labels)
    change = oracle(merged).total - oracle(labels).total
    np.testing.assert_allclose(clusters.change_merging(0, 1) / problem.total_weight, change, atol=1e-7)


@pytest.mark.parametrize("criterion", sorted(CRITERIA))
@pytest.mark.parametrize("is_weighted", [False, True])
def test_many_paths(criterion, is_weighted):
    """Of more than 256 categories changes are not kept for each cluster, and ranges of them are summed by blocks."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(700, 2))
    y = np.column_stack([np.arange(700) % 5, rng.permutation(700) // 2])
    weights = rng.choice([0.5, 1.0, 3.7], size=700) if is_weighted else None
    problem, oracle = make_problem(X, y, criterion=criterion, min_weight=10.0, sample_weight=weights)
    partition = problem.partition((np.arange(700) % 6).astype(np.int32))
    for i in rng.integers(700, size=5).tolist():
        before, c = oracle(partition.labels).total, int(partition.labels[i] + 1) % 6
        change = partition.change(i, c)
        partition.move(i, c)
        after = oracle(partition.labels).total
        np.testing.assert_allclose(change / problem.total_weight, after - before, atol=1e-8)
    partition.descend(3, 128, 2, _core.CancelFlag(), None)
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels), rtol=1e-8)


def test_codes_that_make_no_sense_are_refused():
    nothing = np.empty(0, dtype=np.int32)
    for steps in ([0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 3], [0, 0, 1, 2, 0, 2], [0, -1, 0, 1, 0, 2], [0, 2, 0, 1, 0, 2]):
        with pytest.raises(ValueError, match="steps"):
            _core.level_entropy_labels(1.0, 2, np.array(steps, dtype=np.int32), nothing)
    good = np.array([0, 0, 0, 1, 0, 2, 1, 0, 1, 2, 0, 2], dtype=np.int32)
    with pytest.raises(ValueError, match="group"):
        _core.level_entropy_labels(1.0, 2, good, np.array([0, 2], dtype=np.int32))
    with pytest.raises(ValueError, match="pseudo-count"):
        _core.level_dirichlet_labels(1.0, 2, good, nothing, np.ones(1), np.ones(2))
