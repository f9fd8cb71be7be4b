"""Heaps in a column or in an oblique direction: seen where they are, and only there."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.search.dither import dithered
from cecib.search.gaps import has_wide_gaps, widest_gap
from cecib.search.pursuit import oblique_groups
from cecib.search.widths import divided_at_valleys, inner_shares

ONE_HEAP = {
    "normal": lambda rng, n: rng.normal(size=n),
    "uniform": lambda rng, n: rng.random(n),
    "exponential": lambda rng, n: rng.exponential(size=n),
    "lognormal": lambda rng, n: np.exp(1.5 * rng.normal(size=n)),
    "heavy tails": lambda rng, n: rng.standard_t(2, size=n),
    "Cauchy": lambda rng, n: rng.standard_cauchy(n),
    "counts": lambda rng, n: rng.poisson(3, n).astype(float),
    "bits": lambda rng, n: rng.integers(2, size=n).astype(float),
    "zeros and others": lambda rng, n: np.where(rng.random(n) < 0.5, 0.0, rng.exponential(size=n)),
    "constant": lambda rng, n: np.full(n, 3.0),
}


@pytest.mark.parametrize("n", [10, 40, 300, 3_000])
@pytest.mark.parametrize("name", ONE_HEAP)
def test_one_heap_is_one(name, n):
    """Skew, heavy tails and ties are no valleys; of 50 columns at most one looks otherwise."""
    rng = np.random.default_rng(n)
    X = np.column_stack([ONE_HEAP[name](rng, n) for _ in range(50)])
    assert (inner_shares(X) < 1.0).sum() <= 1


@pytest.mark.parametrize("heaps", [2, 3, 5])
@pytest.mark.parametrize("n", [60, 500, 5_000])
def test_heaps_are_told_apart(heaps, n):
    """Far apart, of equal size; units and the place of the origin do not matter."""
    truth = np.arange(n) % heaps
    values = np.random.default_rng(0).normal(size=n) + 20.0 * truth
    labels, depth = divided_at_valleys(values)
    np.testing.assert_array_equal(labels, truth)
    assert depth > 3
    share = inner_shares(values[:, None])[0]
    assert share == pytest.approx(1.0 / values.std(), rel=0.25)
    np.testing.assert_allclose(inner_shares(1e-9 * (values[:, None] + 1e3)), [share], rtol=1e-4)


@pytest.mark.parametrize("heaps", [2, 3, 5])
def test_few_values_are_told_apart_by_gaps(heaps):
    """Ten values each have no density to speak of."""
    truth = np.repeat(np.arange(heaps), 10)
    for seed in range(20):
        values = np.random.default_rng(seed).normal(size=10 * heaps) + 20.0 * truth
        np.testing.assert_array_equal(divided_at_valleys(values)[0], truth)


@pytest.mark.parametrize("name", ["normal", "uniform", "exponential", "lognormal", "heavy tails", "Cauchy"])
def test_gaps_of_one_heap_are_chance(name):
    """In at most one of a hundred sets, also with skew and heavy tails; also if all rows are asked at once."""
    rng = np.random.default_rng(0)
    for n in (8, 20, 60):
        X = np.sort([ONE_HEAP[name](rng, n) for _ in range(400)])
        found = has_wide_gaps(X)
        assert found.sum() <= 4
        np.testing.assert_array_equal(found, [widest_gap(row) is not None for row in X])


def test_how_often_a_value_occurs_does_not_count():
    """Repeated rows say what rows say."""
    X = np.random.default_rng(0).normal(size=(200, 3)) + 20.0 * (np.arange(200) % 2)[:, None] * [1, 0, 0]
    np.testing.assert_array_equal(inner_shares(X), inner_shares(np.repeat(X, 5, axis=0)))


def test_no_rows_to_speak_of():
    assert inner_shares(np.zeros((1, 2))).tolist() == [1.0, 1.0]
    assert oblique_groups(np.random.default_rng(0).normal(size=(4, 6))) is None
    assert oblique_groups(np.ones((50, 2))) is None


def beside_noise(groups, size, noise, seed, gap=20.0):
    """Groups that lie apart in one column, beside columns of noise."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(groups), size)
    X = rng.normal(size=(groups * size, noise + 1))
    X[:, 0] += gap * truth
    return X, truth


@pytest.mark.parametrize(("groups", "size", "noise"), [(2, 30, 9), (3, 30, 4), (3, 100, 9), (2, 50, 49), (2, 400, 19)])
def test_groups_in_one_column_of_many_are_found(groups, size, noise):
    X, truth = beside_noise(groups, size, noise, seed=1)
    assert adjusted_rand_score(truth, CECIB(random_state=0).fit(X).labels_) == 1.0


@pytest.mark.parametrize(("groups", "size", "noise"), [(2, 60, 4), (2, 200, 9), (3, 200, 9)])
def test_groups_in_an_oblique_direction_are_found(groups, size, noise):
    """Twelve deviations apart in a direction in which all else is thirty times as wide."""
    X, truth = beside_noise(groups, size, noise, seed=2, gap=12.0)
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(noise + 1, noise + 1)))[0]
    X = (X * np.r_[1.0, np.full(noise, 30.0)]) @ turn
    assert adjusted_rand_score(truth, CECIB(random_state=0).fit(X).labels_) == 1.0


@pytest.mark.parametrize(("n", "d"), [(40, 10), (100, 30), (400, 30), (2_000, 18)])
@pytest.mark.parametrize("seed", range(3))
def test_one_group_stays_one(n, d, seed):
    """With few rows for many columns there is always a direction that looks divided: it is not believed."""
    assert CECIB(random_state=0).fit(np.random.default_rng(seed).normal(size=(n, d))).n_clusters_ == 1


@pytest.mark.parametrize(("groups", "size", "noise"), [(2, 500, 19), (3, 100, 9), (2, 100, 4)])
def test_groups_in_one_rounded_column_of_many_are_found(groups, size, noise):
    """Ties are no heaps, and hide none."""
    X, truth = beside_noise(groups, size, noise, seed=1)
    assert adjusted_rand_score(truth, CECIB(random_state=0).fit(np.round(X)).labels_) == 1.0


def test_dithering_treats_equal_rows_alike():
    X = np.random.default_rng(0).integers(0, 5, size=(60, 3)).astype(float)
    grain = np.eye(3) * np.sqrt(1 / 8)
    found = dithered(np.vstack([X, X]), grain)
    np.testing.assert_array_equal(found[:60], found[60:])
    assert np.abs(found[:60] - X).max() <= 0.5
