"""Every family, under both criteria, with labels and weights: the engine against the plain NumPy cost."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from cecib import _core
from cecib.criteria import CRITERIA
from cecib.families import Fixed, FixedSpherical
from cecib.input_errors import InputError
from checks import (
    assert_never_rises,
    assert_same_summaries,
    assert_same_terms,
    best_single_move,
    engine_terms,
    make_problem,
)
from gaussian_families import KINDS, PAIRS, make_family

CASES = [(*pair, False) for pair in PAIRS]
CASES += [(kind, "evidence", True) for kind in ("full", "diag", "spherical", "auto", "fixed-mean")]
TRIED = 10  # rows whose moves are tried by brute force
LENIENT = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def situations(draw):
    """Points in mixed units, start labels, categories, weights and β."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    d, k = draw(st.integers(1, 5)), draw(st.integers(2, 4))
    n = k * (d + 4) + draw(st.integers(0, 12))
    stretch = rng.normal(size=(d, d)) + 2 * np.eye(d)  # in single precision a flatter one is no longer of full rank
    X = rng.normal(size=(n, d)) @ stretch + rng.normal(size=d) * draw(st.sampled_from([0, 10, 1e3]))
    X *= 10.0 ** rng.integers(-2, 3, size=d)
    if draw(st.booleans()):
        X = X.astype(np.float32)
    labels = rng.permutation(np.arange(n) % k).astype(np.int32)
    y = rng.integers(-1, draw(st.integers(0, 4)), size=n)
    weights = rng.choice([0.5, 1.0, 2.0, 3.7], size=n) if draw(st.booleans()) else None
    return X, y, labels, weights, draw(st.sampled_from([0.0, 0.269, 1.0])), rng


def coarse(X, rng):
    """Cells of some of the columns, and of one direction that is none: as in a space."""
    rows = np.diag(np.std(np.asarray(X, dtype=float), axis=0) * rng.choice([0.0, 0.1, 1.0], size=X.shape[1]))
    return np.vstack([rows, rows.sum(axis=0) * rng.normal(size=X.shape[1])])


def make_random_moves(partition, X, rng, check, count=6):
    """Moves that leave no cluster too small to be coded, with `check(change)` after each."""
    for _ in range(count):
        i, c = int(rng.integers(len(X))), int(rng.integers(partition.n_clusters))
        own = partition.labels[i]
        if c != own and (partition.labels == own).sum() > X.shape[1] + 2:
            change = partition.change(i, c)
            partition.move(i, c)
            check(change)


@pytest.mark.parametrize(("kind", "criterion", "is_coarse"), CASES)
@given(situations())
@LENIENT
def test_every_move_changes_the_cost_as_the_oracle_says(kind, criterion, is_coarse, situation):
    X, y, labels, weights, beta, rng = situation
    family = make_family(kind, X, rng)
    grain = coarse(X, rng) if is_coarse else None
    problem, oracle = make_problem(
        X, y, beta=beta, criterion=criterion, sample_weight=weights, family=family, grain=grain
    )
    partition = problem.partition(labels)
    known = [oracle(partition.labels)]
    assert_same_terms(engine_terms(problem, partition), known[0], rtol=1e-8)

    def check(change):
        known.append(oracle(partition.labels))
        size = max(1, abs(known[-1].total))
        assert_same_terms(engine_terms(problem, partition), known[-1], rtol=1e-8)
        difference = known[-1].total - known[-2].total
        np.testing.assert_allclose(change / problem.total_weight, difference, atol=1e-8 * size)

    make_random_moves(partition, X, rng, check)
    partition.refresh()
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels), rtol=1e-8)


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
@given(situations())
@LENIENT
def test_there_and_back_is_the_identity(kind, criterion, situation):
    """Of the summaries and of the state of the codes."""
    X, y, labels, weights, beta, rng = situation
    try:
        problem, _ = make_problem(
            X, y, beta=beta, criterion=criterion, sample_weight=weights, family=make_family(kind, X, rng)
        )
    except InputError:  # float32 at such an offset: columns that follow from each other but for rounding
        reject()
    partition = problem.partition(labels)
    before, states, cost = partition.summaries(), partition.states(), partition.cost()
    i = int(rng.integers(len(X)))
    own = int(partition.labels[i])
    if (partition.labels == own).sum() <= X.shape[1] + 2:
        return
    partition.move(i, (own + 1) % partition.n_clusters)
    partition.move(i, own)
    assert_same_summaries(before, partition.summaries(), 1e-6)
    np.testing.assert_allclose(states, partition.states(), rtol=1e-6, atol=1e-6 * max(1, np.abs(states).max()))
    np.testing.assert_allclose(partition.cost(), cost, rtol=1e-8, atol=1e-8 * max(map(abs, cost)))


@pytest.mark.parametrize(("kind", "criterion", "is_coarse"), CASES)
@pytest.mark.parametrize("block", [None, 32])
@given(situations())
@settings(LENIENT, max_examples=6)
def test_descent_ends_in_a_local_optimum(kind, criterion, is_coarse, block, situation):
    """Points judged one by one, or in tiles: the end is the same kind of place, and tiles agree with trials."""
    X, y, labels, weights, beta, rng = situation
    family = make_family(kind, X, rng)
    grain = coarse(X, rng) if is_coarse else None
    problem, oracle = make_problem(
        X, y, beta=beta, criterion=criterion, sample_weight=weights, family=family, min_weight=1e-6, grain=grain
    )
    partition = problem.partition(labels)
    _, has_converged, trace = partition.descend(200, block, 2, _core.CancelFlag(), None)
    assert has_converged
    assert_never_rises(trace)
    terms = oracle(partition.labels)
    # with cells no root is kept: a cluster that only its prior keeps from being flat is known to fewer digits
    assert_same_terms(engine_terms(problem, partition), terms, rtol=1e-7 if is_coarse else 1e-8)
    found = np.unique(partition.labels, return_inverse=True)[1]
    least = 0 if CRITERIA[criterion].allows_flat else X.shape[1] + 2
    rows = rng.permutation(len(X))[:TRIED]
    best = best_single_move(X, found, lambda trial: oracle(trial).total, least, rows=rows)
    assert best >= terms.total - 1e-8 * max(1, abs(terms.total))


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("seed", range(20))
def test_no_label_is_left_when_all_weighted_labels_have_gone(criterion, seed):
    """3.7 + .1 − .1 − 3.7 is not 0 in floating point; the rest once counted as labels of its own."""
    rng = np.random.default_rng(seed)
    X, labels = rng.normal(size=(40, 2)), np.arange(40, dtype=np.int32) % 2
    y, weights = np.full(40, -1), rng.choice([0.1, 0.7, 3.7], size=40)
    y[:16] = rng.integers(0, 3, size=16)
    problem, oracle = make_problem(X, y, criterion=criterion, sample_weight=weights)
    partition = problem.partition(labels)
    for i in rng.permutation(np.flatnonzero((y >= 0) & (labels == 0))):
        change, before = partition.change(i, 1), oracle(partition.labels).total
        partition.move(i, 1)
        known = oracle(partition.labels)
        assert_same_terms(engine_terms(problem, partition), known, rtol=1e-8)
        np.testing.assert_allclose(change / problem.total_weight, known.total - before, atol=1e-8)


@pytest.mark.parametrize(("kind", "criterion", "is_coarse"), CASES)
def test_tiles_say_what_trials_say(kind, criterion, is_coarse):
    """Prediction judges tiles; adding an unlabelled point to the partition is judged one by one."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(70, 3)) * [1, 30, 0.1]
    grain = coarse(X, rng) if is_coarse else None
    problem, _ = make_problem(X, criterion=criterion, family=make_family(kind, X, rng), beta=0.0, grain=grain)
    labels = (np.arange(70) % 3).astype(np.int32)
    partition = problem.partition(labels)
    families = [problem.families[0]] * 3
    clusters = _core.Clusters(families, partition.summaries(), partition.states(), problem.label_code)
    tiles = clusters.changes_with(problem.points, 2)
    for i in range(70):
        changes = [partition.change(i, c) for c in range(3) if c != labels[i]]
        others = [tiles[i, c] for c in range(3) if c != labels[i]]
        np.testing.assert_allclose(np.diff(changes), np.diff(others), atol=1e-9 * max(1, np.abs(others).max()))


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
def test_merging_makes_the_summary_of_the_union(kind, criterion):
    rng = np.random.default_rng(4)
    X = rng.normal(size=(60, 3)) * [1, 30, 0.1]
    y = rng.integers(-1, 3, size=60)
    problem, oracle = make_problem(X, y, criterion=criterion, family=make_family(kind, X, rng))
    partition = problem.partition((np.arange(60) % 3).astype(np.int32))
    before = oracle(partition.labels).total
    change = partition.change_merging(0, 2)
    partition.merge(0, 2)
    after = oracle(partition.labels)
    assert_same_terms(engine_terms(problem, partition), after, rtol=1e-9)
    assert change / 60 == pytest.approx(after.total - before)


@pytest.mark.parametrize("criterion", sorted(CRITERIA))
@given(situations())
@LENIENT
def test_mixed_families(criterion, situation):
    """One family for each start cluster; moves and merges stay exact, and a merged cluster has the cheaper family."""
    X, y, labels, weights, beta, rng = situation
    kinds = [kind for kind in KINDS if (kind, criterion) in PAIRS]
    families = [make_family(kind, X, rng) for kind in rng.choice(kinds, size=labels.max() + 1)]
    problem, oracle = make_problem(X, y, beta=beta, criterion=criterion, sample_weight=weights, family=families)
    partition = problem.partition(labels)

    def check(_):
        now = [families[start] for start, _ in partition.families()]
        assert_same_terms(engine_terms(problem, partition), oracle(partition.labels, now), rtol=1e-8)

    check(None)
    make_random_moves(partition, X, rng, check)
    costs = []
    for start in {partition.families()[0][0], partition.families()[1][0]}:
        both = np.where(partition.labels == 1, 0, partition.labels)
        costs.append(oracle(both, [families[start]] + [families[s] for s, _ in partition.families()[1:]]).total)
    partition.merge(0, 1)
    check(None)
    assert sum(engine_terms(problem, partition)) == pytest.approx(min(costs), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("kind", ["diag", "spherical", "auto"])
def test_singular_clusters_are_not_made_under_entropy(kind):
    """Nine points share a feature (or are the same): no move leaves them alone in a cluster."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(30, 2))
    X[:9] = 0.25 if kind == "spherical" else np.column_stack([np.full(9, 0.25), X[:9, 1]])
    labels = np.r_[np.zeros(10), np.ones(20)].astype(np.int32)
    problem, _ = make_problem(X, criterion="entropy", family=kind)
    partition = problem.partition(labels)
    assert partition.n_clusters == 2
    assert partition.change(9, 1) == np.inf
    partition.descend(100, None, 1, _core.CancelFlag(), None)
    assert np.isfinite(partition.cost()).all()
    alone = problem.partition((np.arange(30) >= 9).astype(np.int32))
    assert alone.n_clusters == 1


def test_fixed_families_never_are_singular():
    X = np.repeat([[0.0, 0.0], [5.0, 1.0]], 4, axis=0)
    problem, oracle = make_problem(X, criterion="entropy", family=FixedSpherical(0.5))
    partition = problem.partition((np.arange(8) % 3).astype(np.int32))
    partition.descend(100, None, 1, _core.CancelFlag(), None)
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels))
    assert len(set(partition.labels[:4]) & set(partition.labels[4:])) == 0


@pytest.mark.parametrize("unit", [1e-120, 1e120])
@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
def test_huge_and_tiny_units(kind, criterion, unit):
    """With everything in other units, families included, labels stay and the cost shifts by d ln(unit)."""
    X = np.random.default_rng(6).normal(size=(60, 3)) + 4 * (np.arange(60) % 2)[:, None]
    unit = 2.0 ** round(np.log2(unit))
    costs, labels = [], []
    for factor in (1.0, unit):
        family = make_family(kind, X * factor, np.random.default_rng(7))
        problem, _ = make_problem(X * factor, criterion=criterion, family=family)
        partition = problem.partition((np.arange(60) % 3).astype(np.int32))
        partition.descend(200, None, 1, _core.CancelFlag(), None)
        costs.append(sum(engine_terms(problem, partition)))
        labels.append(partition.labels)
    np.testing.assert_array_equal(*labels)
    assert costs[1] == pytest.approx(costs[0] + 3 * np.log(unit), rel=1e-9)


@given(situations())
@LENIENT
def test_a_small_fixed_covariance_is_k_means(situation):
    """Σ0 = rI, β = 0, r → 0: a move lowers the cost exactly if it lowers the within-cluster sum of squares."""
    X, _, labels, _, _, rng = situation
    X = np.asarray(X, dtype=float)
    problem, _ = make_problem(X, beta=0.0, criterion="entropy", family=FixedSpherical(1e-9 * X.var()))
    partition = problem.partition(labels)

    def squares(assigned):
        inside = (X[assigned == c] for c in np.unique(assigned))
        return sum(((points - points.mean(axis=0)) ** 2).sum() for points in inside)

    for i in rng.choice(len(X), size=5, replace=False):
        trial = labels.copy()
        trial[i] = (labels[i] + 1) % (labels.max() + 1)
        difference = squares(trial) - squares(labels)
        if abs(difference) > 1e-4 * squares(labels):
            assert np.sign(partition.change(int(i), int(trial[i]))) == np.sign(difference)


@pytest.mark.parametrize("criterion", sorted(CRITERIA))
def test_a_diagonal_matrix_is_the_same_as_its_dense_form(criterion):
    """The O(d) path of a diagonal Σ0 and the O(d²) path of a dense one."""
    rng = np.random.default_rng(8)
    X = rng.normal(size=(50, 3))
    labels = (np.arange(50) % 2).astype(np.int32)
    dense = np.diag([1.0, 2.0, 3.0])
    dense[0, 1] = dense[1, 0] = 1e-14
    first, second = (
        make_problem(X, criterion=criterion, family=Fixed(matrix))[0].partition(labels)
        for matrix in (np.diag([1.0, 2.0, 3.0]), dense)
    )
    np.testing.assert_allclose(first.cost(), second.cost(), rtol=1e-12)
    assert first.change(0, 1) == pytest.approx(second.change(0, 1), rel=1e-10)


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
def test_search_with_splits_and_merges(kind, criterion):
    """From one cluster upward: the cost stays exact, and in the end no merge lowers it."""
    rng = np.random.default_rng(9)
    truth = np.arange(150) % 3
    X = np.array([[0, 0, 0], [9, 0, 3], [0, 9, -3]])[truth] + rng.normal(size=(150, 3))
    y = np.where(rng.uniform(size=150) < 0.2, truth, -1)
    problem, oracle = make_problem(
        X, y, criterion=criterion, family=make_family(kind, X, rng), min_weight=8.0, max_clusters=10
    )
    partition = problem.partition(np.zeros(150, dtype=np.int32))
    _, has_converged, trace = partition.search(200, None, 1, 10, problem.metric, 0.0, _core.CancelFlag(), None)
    assert has_converged
    assert_never_rises(trace)
    assert_same_terms(engine_terms(problem, partition), oracle(partition.labels), rtol=1e-8)
    k = partition.n_clusters
    assert all(partition.change_merging(a, b) > -1e-8 for a in range(k) for b in range(a))
    if kind in ("full", "diag", "spherical", "auto"):
        assert k >= 3
