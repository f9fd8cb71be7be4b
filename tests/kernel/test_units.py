"""Units in the engine: groups move as a whole, pairs that should be apart cost; against the plain NumPy cost."""

from functools import partial

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cecib import _core
from cecib.bonds import Bonds, read_bonds
from cecib.criteria import CRITERIA
from cecib.families import Eigenvalues, Fixed, FixedMean, FixedSpherical
from checks import (
    assert_never_rises,
    assert_same_summaries,
    assert_same_terms,
    assert_whole,
    best_unit_move,
    engine_terms,
    make_problem,
    units_of,
)

LENIENT = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FAMILIES = {
    "full": "full",
    "diag": "diag",
    "spherical": "spherical",
    "auto": "auto",
    "fixed": Fixed([[1.0, 0.2], [0.2, 1.0]]),
    "fixed-spherical": FixedSpherical(1.5),
    "fixed-mean": FixedMean([0.0, 1.0]),
    "eigenvalues": Eigenvalues([0.5, 2.0]),
}
KINDS = [
    (name, criterion)
    for name, family in FAMILIES.items()
    for criterion in sorted(CRITERIA)
    if criterion in getattr(family, "criteria", (criterion,))
]


def made_bonds(rng, n, n_groups, largest, n_pairs, weight=1.7):
    """Groups of different sizes, also of one row, and pairs between rows of different groups."""
    groups = np.full(n, -1)
    rows = rng.permutation(n)
    for number in range(n_groups):
        size = int(rng.integers(1, largest + 1))
        groups[rows[:size]], rows = number, rows[size:]
    pairs = rng.integers(n, size=(n_pairs, 2))
    is_open = (pairs[:, 0] != pairs[:, 1]) & ((groups[pairs[:, 0]] != groups[pairs[:, 1]]) | (groups[pairs[:, 0]] < 0))
    return read_bonds(groups, pairs[is_open], weight, n) or Bonds(
        np.full(n, -1, dtype=np.int32), np.empty((0, 2), dtype=np.int32), weight
    )


@st.composite
def situations(draw):
    """Points with start labels, categories, weights, β, a criterion and bonds."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    d, k = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    n = k * (2 * d + 6) + draw(st.integers(0, 30))
    far = draw(st.sampled_from([0, 10, 1e3]))
    X = rng.normal(size=(n, d)) @ (rng.normal(size=(d, d)) + 2 * np.eye(d)) + far * rng.normal(size=d)
    labels = rng.permutation(np.arange(n) % k).astype(np.int32)
    y = rng.integers(-1, draw(st.integers(0, 4)), size=n)
    weights = rng.choice([0.5, 1.0, 2.0, 3.7], size=n) if draw(st.booleans()) else None
    beta = draw(st.sampled_from([0.0, 1.0, 3.0]))
    bonds = made_bonds(rng, n, draw(st.integers(0, 5)), 5, draw(st.integers(0, 20)))
    return X, y, labels, weights, beta, draw(st.sampled_from(sorted(CRITERIA))), bonds, rng


def walk(problem, oracle, partition, bonds, rng, least, steps=8):
    """Move units by chance, and compare the announced change and the running cost with the oracle after each."""
    n = len(partition.labels)
    for _ in range(steps):
        before, labels = oracle(partition.labels), partition.labels
        i, c = int(rng.integers(n)), int(rng.integers(partition.n_clusters))
        rows = next(rows for rows in units_of(bonds) if i in rows)
        if c == labels[i] or (labels == labels[i]).sum() - len(rows) <= least:
            continue
        change = partition.change(i, c)
        partition.move(i, c)
        assert (partition.labels[rows] == c).all()
        after = oracle(partition.labels)
        assert_same_terms(engine_terms(problem, partition), after, rtol=1e-8)
        np.testing.assert_allclose(
            change / problem.total_weight, after.total - before.total, atol=1e-8 * max(1, abs(after.total))
        )


@given(situations())
@LENIENT
def test_every_move_of_a_unit_changes_the_cost_as_the_oracle_says(situation):
    """Whole groups, rows that should be apart, and loose rows: each change is exact, and the running cost too."""
    X, y, labels, weights, beta, criterion, bonds, rng = situation
    problem, oracle = make_problem(X, y, beta=beta, criterion=criterion, sample_weight=weights, bonds=bonds)
    partition = problem.partition(labels)
    assert_whole(bonds, partition.labels)
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels))
    walk(problem, oracle, partition, bonds, rng, X.shape[1] + 2)
    partition.refresh()
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels))


@pytest.mark.parametrize(
    ("family", "criterion", "is_coarse"),
    [(*kind, False) for kind in KINDS] + [(*kind, True) for kind in KINDS if kind[1] == "evidence"],
)
def test_every_family_takes_units(family, criterion, is_coarse):
    """All families under both criteria, with fine and, where they count, with coarse columns."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 2)) @ [[2.0, 0.5], [0.0, 1.0]]
    grain = np.array([[0.35, 0.0], [0.0, 0.35]]) if is_coarse else None
    bonds = made_bonds(rng, 60, 6, 5, 15)
    problem, oracle = make_problem(
        X.round() if is_coarse else X, rng.integers(-1, 2, 60),
        criterion=criterion, family=FAMILIES[family], bonds=bonds, grain=grain,
    )  # fmt: skip
    partition = problem.partition((np.arange(60) % 3).astype(np.int32))
    walk(problem, oracle, partition, bonds, rng, 5, steps=30)


@given(situations())
@LENIENT
def test_there_and_back_is_the_identity(situation):
    X, y, labels, weights, beta, criterion, bonds, _ = situation
    problem, _ = make_problem(X, y, beta=beta, criterion=criterion, sample_weight=weights, bonds=bonds)
    partition = problem.partition(labels)
    rows = units_of(bonds)[0]
    own = int(partition.labels[rows[0]])
    if partition.n_clusters < 2 or (partition.labels == own).sum() - len(rows) <= X.shape[1] + 2:
        return
    before = partition.summaries()
    partition.move(int(rows[0]), (own + 1) % partition.n_clusters)
    partition.move(int(rows[0]), own)
    assert_same_summaries(before, partition.summaries(), 1e-7)


@given(situations(), st.sampled_from([None, 32, 1024]))
@LENIENT
def test_descent_never_rises_and_ends_where_no_unit_wants_to_move(situation, block):
    """Brute force over all units: no legal move of a group or of a row lowers the cost, and no group is divided."""
    X, y, labels, weights, beta, criterion, bonds, _ = situation
    least = 0.0 if CRITERIA[criterion].allows_flat else X.shape[1] + 2.0
    problem, oracle = make_problem(
        X, y, beta=beta, criterion=criterion, sample_weight=weights, min_weight=least, bonds=bonds
    )
    partition = problem.partition(labels)
    _, has_converged, trace = partition.descend(200, block, 2, _core.CancelFlag(), None)
    assert has_converged
    assert_never_rises(trace)
    assert_whole(bonds, partition.labels)
    assert_optimal(partition, problem, oracle, bonds, weights, least)


@given(situations(), st.sampled_from([None, 32]))
@LENIENT
def test_search_keeps_groups_whole_through_merges_splits_and_dissolutions(situation, block):
    X, y, labels, weights, beta, _, bonds, _ = situation
    least = X.shape[1] + 2.0
    problem, oracle = make_problem(
        X, y, beta=beta, criterion="evidence", sample_weight=weights, min_weight=least, max_clusters=8, bonds=bonds
    )
    partition = problem.partition(labels)
    before = sum(partition.cost())
    _, has_converged, trace = partition.search(200, block, 1, 8, problem.metric, 0.0, _core.CancelFlag(), None)
    assert has_converged
    assert_never_rises(trace)
    assert sum(partition.cost()) <= before + 1e-6
    assert_whole(bonds, partition.labels)
    assert_optimal(partition, problem, oracle, bonds, weights, least)


def assert_optimal(partition, problem, oracle, bonds, weights, least):
    terms = oracle(partition.labels)
    assert_same_terms(engine_terms(problem, partition), terms)
    weight = np.ones(len(partition.labels)) if weights is None else weights
    best = best_unit_move(units_of(bonds), partition.labels, lambda own: oracle(own).total, weight, least)
    assert best >= terms.total - 1e-8 * max(1, abs(terms.total))


def test_merging_counts_the_pairs_between_the_two():
    rng = np.random.default_rng(0)
    bonds = made_bonds(rng, 60, 4, 5, 60)
    problem, oracle = make_problem(rng.normal(size=(60, 2)), criterion="evidence", bonds=bonds)
    partition = problem.partition((np.arange(60) % 3).astype(np.int32))
    before, change = oracle(partition.labels).total, partition.change_merging(0, 2)
    partition.merge(0, 2)
    assert change / 60 == pytest.approx(oracle(partition.labels).total - before)


def test_pairs_that_ask_for_it_divide_a_cluster():
    """One blob, whose halves are said to be apart: dear pairs divide it, cheap ones do not."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    order = np.argsort(X[:, 0])
    pairs = np.column_stack([order[:60], order[-60:]])
    numbers = []
    for weight in (0.01, 20.0):
        bonds = read_bonds(None, pairs, weight, 200)
        problem, _ = make_problem(X, criterion="evidence", max_clusters=8, min_weight=5.0, bonds=bonds)
        partition = problem.partition(np.zeros(200, dtype=np.int32))
        partition.search(200, None, 1, 8, problem.metric, 0.0, _core.CancelFlag(), None)
        numbers.append(partition.n_clusters)
        assert len(bonds.violated(partition.labels)) == (60 if partition.n_clusters == 1 else 0)
    assert numbers[0] == 1 < numbers[1]


@pytest.mark.parametrize("block", [None, 64, 8192])
def test_the_number_of_threads_changes_nothing(block):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(3000, 3)) + 4 * rng.integers(3, size=(3000, 1))
    bonds = made_bonds(rng, 3000, 400, 5, 300)
    problem, _ = make_problem(X, criterion="evidence", min_weight=5.0, bonds=bonds)
    labels = rng.integers(6, size=3000).astype(np.int32)
    found = []
    for threads in (1, 2, 3):
        partition = problem.partition(labels)
        partition.descend(200, block, threads, _core.CancelFlag(), None)
        found.append(partition.labels)
    assert (found[0] == found[1]).all()
    assert (found[0] == found[2]).all()


def test_a_start_that_divides_groups_is_made_whole_by_the_most_of_them():
    bonds = read_bonds([[0, 1, 2], [3, 4]], None, 1.0, 20)
    problem, _ = make_problem(np.arange(20.0)[:, None] ** 1.5, criterion="evidence", bonds=bonds)
    labels = np.array([0, 1, 1, 1, 0] + [0, 1, 1] * 5, dtype=np.int32)
    found = problem.partition(labels).labels
    assert found[:5].tolist() == [1, 1, 1, 0, 0]
    assert (found[5:] == labels[5:]).all()


def test_bonds_that_do_not_fit_are_refused():
    groups, pair = np.array([0, 0, -1], dtype=np.int32), partial(np.array, dtype=np.int32)
    for apart, sentence in (([[0, 1]], "group"), ([[2, 2]], "different"), ([[0, 3]], "different")):
        with pytest.raises(ValueError, match=sentence):
            _core.Bonds(groups, pair(apart), 1.0)
    with pytest.raises(ValueError, match="groups"):
        _core.Bonds(pair([0, 7]), np.empty((0, 2), dtype=np.int32), 1.0)
