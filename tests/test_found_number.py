"""The number of clusters, found: right where it is known, and stable under units, outliers, rounding and repetition."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from checks import assert_never_rises, best_single_move
from shared_data import shared_data, shared_set


def mixture(k, d, n, draw=np.random.Generator.standard_normal, seed=0, distance=5.0):
    """Clusters of one shape, each with its own random map, no two means nearer than `distance`."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.arange(n) % k)
    means = []
    while len(means) < k:
        mean = 1.3 * distance * rng.normal(size=d)
        if all(np.linalg.norm(mean - other) > distance for other in means):
            means.append(mean)
    maps = 0.7 * np.eye(d) + rng.normal(size=(k, d, d)) / np.sqrt(d)
    z = draw(rng, size=(n, d))
    return np.array(means)[truth] + np.einsum("nij,nj->ni", maps[truth], z), truth


def student(rng, size):
    return rng.standard_t(5, size=size)


def box(rng, size):
    return rng.uniform(-1.7, 1.7, size=size)


@pytest.mark.parametrize("draw", [np.random.Generator.standard_normal, student, box])
@pytest.mark.parametrize(("k", "d", "n"), [(1, 3, 200), (2, 2, 150), (5, 4, 500), (3, 12, 240), (12, 5, 1_200)])
def test_known_numbers(k, d, n, draw):
    """Without a single label; also where clusters have heavier or lighter tails than a Gaussian."""
    X, truth = mixture(k, d, n, draw)
    model = CECIB(random_state=0).fit(X)
    assert model.n_clusters_ == k
    assert adjusted_rand_score(truth, model.labels_) > 0.97


def test_a_set_larger_than_the_sample():
    X, truth = mixture(7, 4, 12_001)
    order = np.argsort(truth, kind="stable")
    model = CECIB(random_state=0, n_init=2).fit(X[order])
    assert model.n_clusters_ == 7
    assert adjusted_rand_score(truth[order], model.labels_) > 0.97


def some(truth, seed):
    """A fifth of the labels."""
    return np.where(np.random.default_rng(seed).uniform(size=len(truth)) < 0.2, truth, -1)


@pytest.mark.parametrize("seed", range(3))
def test_units_do_not_matter_by_default(seed):
    X, truth = mixture(4, 5, 300, seed=seed, distance=3.0)
    units = 10.0 ** np.random.default_rng(seed).uniform(-3, 3, size=5)
    y = some(truth, seed)
    plain, scaled = (CECIB(random_state=0).fit(points, y) for points in (X, X * units))
    assert adjusted_rand_score(plain.labels_, scaled.labels_) == 1
    assert scaled.cost_ == pytest.approx(plain.cost_ + np.log(units).sum())


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("name", ["iris", "wine", "glass", "vertebral", "user_modeling"])
def test_units_of_real_data_do_not_matter(name, labelled):
    data = shared_set(name)
    X, truth = data.X, data.target
    units = 10.0 ** np.random.default_rng(0).uniform(-3, 3, size=X.shape[1])
    y = some(truth, 0) if labelled else None
    plain, scaled = (CECIB(random_state=0).fit(points, y).labels_ for points in (X, X * units))
    assert adjusted_rand_score(plain, scaled) == 1


@pytest.mark.parametrize("name", ["glass", "vertebral"])
@pytest.mark.parametrize("change", [lambda X: X, lambda X: X.repeat(3, axis=0), np.round])
def test_discrete_and_collinear_data(name, change):
    """Finite, with several clusters, and warnings are errors here; repeated rows count as evidence of finer ones."""
    model = CECIB(random_state=0).fit(change(shared_set(name).X))
    assert np.isfinite(model.cost_)
    assert 2 <= model.n_clusters_ <= 16


@pytest.mark.parametrize(
    "change", [lambda X: X.repeat(4, axis=0), np.round, lambda X: np.hstack([X, X[:, :1] + X[:, 1:2]])]
)
def test_repeated_rounded_and_dependent(change):
    """Repeated rows count as evidence, so that a finer division of them is not wrong."""
    X, truth = mixture(4, 3, 240, distance=7.0)
    changed = change(X)
    model = CECIB(random_state=0).fit(changed)
    assert np.isfinite(model.cost_)
    assert adjusted_rand_score(truth.repeat(len(changed) // len(X)), model.labels_) > 0.85


def test_a_few_outliers_do_not_collapse_the_answer():
    """Three far rows, and a column that only they vary in, as in Ecoli."""
    X, truth = mixture(4, 4, 320)
    almost_constant = np.full((320, 1), 0.48)
    almost_constant[:3] = 1.0
    with_column = np.hstack([X, almost_constant])
    with_column[3:6] += 60.0
    model = CECIB(random_state=0).fit(with_column)
    assert 4 <= model.n_clusters_ <= 5
    assert adjusted_rand_score(truth[6:], model.labels_[6:]) > 0.95


def test_ecoli_standardised_keeps_its_clusters():
    table = pd.read_csv(shared_data("ecoli.csv"))
    table = table[table["class"].isin(table["class"].value_counts().index[:5])]
    X = table.drop(columns=["class", "f4"]).to_numpy(float)
    assert CECIB(random_state=0).fit((X - X.mean(axis=0)) / X.std(axis=0)).n_clusters_ >= 3


@pytest.mark.parametrize("seed", range(4))
def test_the_end_is_optimal_for_moves_and_merges(seed):
    """By brute force; only clusters at the least size may hold points that would rather leave."""
    X, truth = mixture(3, 2, 90, seed=seed, distance=2.5)
    y = some(truth, seed)
    model = CECIB(random_state=seed, min_cluster_size=6).fit(X, y)
    assert_never_rises(model.cost_trace_)

    def cost(labels):
        return model.cost(X, labels, y)

    slack = 1e-9 * abs(model.cost_)
    assert best_single_move(X, model.labels_, cost, min_size=6) >= model.cost_ - slack
    for a in range(model.n_clusters_):
        for b in range(a):
            assert cost(np.where(model.labels_ == a, b, model.labels_)) >= model.cost_ - slack


def test_the_prior_does_not_depend_on_chance():
    X, truth = mixture(4, 3, 200, distance=2.5)
    partition = truth % 2
    costs = {CECIB(random_state=seed).fit(X).cost(X, partition) for seed in range(3)}
    assert len(costs) == 1


@pytest.mark.parametrize("criterion", ["evidence", "entropy"])
@pytest.mark.parametrize("most", [1, 2, 5])
@pytest.mark.filterwarnings("ignore:The search came to")
def test_there_are_never_more_clusters_than_allowed(most, criterion):
    rng = np.random.default_rng(0)
    X = rng.normal(scale=20, size=(12, 2))[np.arange(360) % 12] + rng.normal(size=(360, 2))
    model = CECIB(max_clusters=most, criterion=criterion, n_init=2, random_state=0).fit(X, np.arange(360) % 3)
    assert model.n_clusters_ <= most
