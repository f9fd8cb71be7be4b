"""Clusters that flow into each other are one shape; Gaussians that lie apart are not."""

from functools import cache
from time import perf_counter

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.input_errors import InputError
from cecib.reading.ridges import ridge
from cecib.reading.shapes import measure_flatness


def circle(angle):
    return np.column_stack([np.cos(angle), np.sin(angle)])


def rings(n=1_000, seed=0):
    """Two circles, one in the other."""
    rng = np.random.default_rng(seed)
    truth = (np.arange(n) % 3 > 0).astype(int)
    return circle(rng.uniform(0, 2 * np.pi, n)) * (1 + truth)[:, None] + rng.normal(0, 0.1, (n, 2)), truth


def gaussians(distance, n=600, d=2, seed=0):
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % 2
    return rng.normal(size=(n, d)) + distance * np.eye(d)[0] * truth[:, None], truth


@cache
def fitted_rings():
    X, truth = rings()
    return CECIB(random_state=0).fit(X), X, truth


def test_rings_are_two_shapes():
    """Of many clusters, which stay as they are."""
    model, _, truth = fitted_rings()
    shapes = model.shapes()
    assert shapes.shape == (model.n_clusters_,)
    assert model.n_clusters_ > 6
    assert adjusted_rand_score(truth, shapes[model.labels_]) > 0.98


def test_shapes_are_numbered_by_size():
    model, _, _ = fitted_rings()
    sizes = np.bincount(model.shapes(), model.weights_)
    assert len(sizes) == 2
    assert sizes[0] > sizes[1]


@pytest.mark.parametrize("n", [500, 5_000])
def test_moons_are_two_shapes(n):
    rng = np.random.default_rng(1)
    truth, angle = np.arange(n) % 2, rng.uniform(0, np.pi, n)
    X = np.where(truth[:, None] == 0, circle(angle), [1.0, 0.5] - circle(angle)) + rng.normal(0, 0.07, (n, 2))
    model = CECIB(random_state=0).fit(X)
    assert adjusted_rand_score(truth, model.shapes()[model.labels_]) > 0.98


@pytest.mark.parametrize("distance", [4.0, 5.0, 8.0])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_gaussians_apart_stay_apart(distance, d):
    for seed in range(3):
        model = CECIB(random_state=0).fit(gaussians(distance, d=d, seed=seed)[0])
        assert sorted(model.shapes()) == list(range(model.n_clusters_))


def test_a_dense_group_in_a_sparse_one_is_another_shape():
    """Although there is no valley between them: one has far more rows in the same room."""
    rng = np.random.default_rng(0)
    X = np.vstack([rng.uniform(-5, 5, (300, 2)), rng.normal(1, 0.1, (300, 2))])
    model = CECIB(random_state=0).fit(X)
    shapes = model.shapes()[model.labels_]
    assert np.bincount(shapes[300:]).argmax() != np.bincount(shapes[:300]).argmax()


def test_one_cluster_is_one_shape():
    assert CECIB(random_state=0).fit(np.random.default_rng(0).normal(size=(100, 3))).shapes().tolist() == [0]


def test_labels_keep_shapes_apart():
    """Halves of a ring that labels call by two names are two shapes; the same labels on both leave it one."""
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, 2 * np.pi, 600)
    X, upper = circle(angle) + rng.normal(0, 0.1, (600, 2)), np.sin(angle) > 0
    known = rng.random(600) < 0.3
    halves = CECIB(random_state=0, beta=2.0).fit(X, np.where(known, upper, -1))
    assert adjusted_rand_score(upper, halves.shapes()[halves.labels_]) > 0.6
    for shape in range(halves.shapes().max() + 1):
        counts = halves.category_counts_[halves.shapes() == shape]
        assert len(set(counts.argmax(axis=1)[counts.any(axis=1)])) <= 1
    whole = CECIB(random_state=0, beta=2.0).fit(X, np.where(known, 0, -1))
    assert whole.n_clusters_ > 2
    assert set(whole.shapes()) == {0}


def test_clusters_of_one_category_that_lie_apart_are_two_shapes():
    X, _ = gaussians(9.0)
    assert sorted(CECIB(random_state=0).fit(X, np.zeros(len(X), dtype=int)).shapes()) == [0, 1]


@pytest.mark.parametrize(
    "options",
    [
        {"criterion": "entropy", "n_clusters": 16, "min_cluster_size": 0.02},
        {"family": "auto"},
        {"family": "diag"},
        {"family": "spherical"},
    ],
    ids=str,
)
def test_other_models(options):
    """A number for each cluster from 0 on, and fewer shapes than clusters."""
    X, _ = rings(600)
    model = CECIB(random_state=0, n_init=2, **options).fit(X)
    shapes = model.shapes()
    assert sorted(set(shapes)) == list(range(shapes.max() + 1))
    assert shapes.max() + 1 < model.n_clusters_


def test_a_space():
    """A ring beside a ball, in two of five directions."""
    rng = np.random.default_rng(0)
    ring = circle(rng.uniform(0, 2 * np.pi, 600)) + rng.normal(0, 0.1, (600, 2))
    X = np.hstack([np.vstack([ring, rng.normal(6, 0.3, (200, 2))]), rng.normal(size=(800, 3))])
    truth = np.repeat([0, 1], [600, 200])
    model = CECIB(subspace=2, random_state=0).fit(X, np.where(rng.random(800) < 0.2, truth, -1))
    shapes = model.shapes()[model.labels_]
    assert not set(shapes[truth == 0]) & set(shapes[truth == 1])


def test_coarse_columns():
    """Rounded to a tenth of the radius."""
    X, truth = rings()
    model = CECIB(random_state=0).fit(X.round(1))
    assert adjusted_rand_score(truth, model.shapes()[model.labels_]) > 0.95


def test_a_weight_is_repeated_rows():
    """To what the fit has seen, and so to shapes; rows of weight 0 are not looked at."""
    model, X, _ = fitted_rings()
    weights = np.arange(len(X)) % 3
    alone = measure_flatness(model.clusters_, X, model.labels_, weights.astype(float))
    rows = np.repeat(np.arange(len(X)), weights)
    np.testing.assert_allclose(alone, measure_flatness(model.clusters_, X[rows], model.labels_[rows], None))


def test_units_change_no_shape():
    model, X, _ = fitted_rings()
    other = CECIB(random_state=0).fit(X * [1e-6, 1e6] + [5, -7e8])
    assert other.shapes().max() == model.shapes().max() == 1


def test_rows_may_be_given():
    """Those of the fit say what the fit says, but for rows that predict otherwise."""
    model, X, _ = fitted_rings()
    np.testing.assert_array_equal(model.shapes(X), model.shapes())
    with pytest.raises(ValueError, match="features"):
        model.shapes(X[:, :1])


def test_a_file_keeps_shapes(tmp_path):
    model, X, _ = fitted_rings()
    model.save(tmp_path / "rings.cecib")
    loaded = CECIB.load(tmp_path / "rings.cecib")
    np.testing.assert_array_equal(loaded.shapes(), model.shapes())
    loaded.flatness_ = None  # as in an older file
    with pytest.raises(InputError, match="give X"):
        loaded.shapes()
    np.testing.assert_array_equal(loaded.shapes(X), model.shapes())


def height_along(places, density):
    values = density(places)
    left, right = np.maximum.accumulate(values), np.maximum.accumulate(values[::-1])[::-1]
    return (values / np.minimum(left, right)).min()


@pytest.mark.parametrize("seed", range(20))
def test_a_ridge_on_a_line_is_the_line(seed):
    """Its height and its peaks against the densities of SciPy."""
    rng = np.random.default_rng(seed)
    (a, b), place, share = rng.uniform(0.2, 4.0, 2), rng.normal() * 4, rng.uniform(0.2, 0.8)
    found = ridge(np.zeros(1), np.array([[a]]), share, np.array([place]), np.array([[b]]), 1 - share)
    one, other = multivariate_normal(0.0, a), multivariate_normal(place, b)
    expected = height_along(np.linspace(0, place, 2_000), lambda x: share * one.pdf(x) + (1 - share) * other.pdf(x))
    assert found.height == pytest.approx(expected, abs=0.02)
    peaks = sorted((share * one.pdf(0.0), (1 - share) * other.pdf(place)))
    assert found.likeness == pytest.approx(peaks[0] / peaks[1])


def test_a_ridge_bends():
    """Between the arms of an L it is higher than the straight way, and as high as the way round the corner."""
    a, b = np.diag([1.0, 0.01]), np.diag([0.01, 1.0])
    first, second = np.array([1.8, 0.0]), np.array([0.0, 1.8])
    one, other = multivariate_normal(first, a), multivariate_normal(second, b)

    def density(x):
        return 0.5 * one.pdf(x) + 0.5 * other.pdf(x)

    straight = height_along(np.linspace(first, second, 500), density)
    corner = height_along(np.vstack([np.linspace(first, [0, 0], 500), np.linspace([0, 0], second, 500)]), density)
    found = ridge(first, a, 0.5, second, b, 0.5)
    assert straight < 0.1 * corner
    assert found.height == pytest.approx(corner, rel=0.05)


def test_a_ridge_is_the_same_from_both_ends():
    rng = np.random.default_rng(1)
    a, b = (np.cov(rng.normal(size=(3, 9))) for _ in range(2))
    there = ridge(np.zeros(3), a, 0.3, np.ones(3), b, 0.7)
    back = ridge(np.ones(3), b, 0.7, np.zeros(3), a, 0.3)
    assert there.height == pytest.approx(back.height, rel=0.02)
    assert there.likeness == pytest.approx(back.likeness)


def test_even_rows_and_gaussian_rows():
    """Kurtosis is near 1.8 along a ring, and above 2.5 in Gaussians that are cut off at the border between them."""
    model, _, _ = fitted_rings()
    neighbours = model.flatness_ != 3.0
    assert neighbours.sum() >= 2 * model.n_clusters_
    assert np.median(model.flatness_[neighbours]) == pytest.approx(1.95, abs=0.15)
    pair = CECIB(random_state=0).fit(gaussians(4.0, 4_000)[0])
    assert pair.flatness_[[0, 1], [1, 0]] == pytest.approx(2.65, abs=0.2)


def test_a_hundred_clusters_in_twenty_dimensions_take_a_second():
    rng = np.random.default_rng(0)
    labels = np.arange(10_000) % 100
    X = 2.2 * rng.normal(size=(100, 20))[labels] + rng.normal(size=(10_000, 20))
    model = CECIB(100, init=labels, subspace=None, beta=0.0, random_state=0, n_init=1).fit(X)
    assert model.n_clusters_ > 90
    begin = perf_counter()
    model.shapes()
    assert perf_counter() - begin < 1.0
