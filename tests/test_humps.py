"""What a group saves if its columns may have humps of their own shape."""

import numpy as np
import pytest

from cecib import CECIB
from cecib.criteria.humps import humps_save
from cecib.search.dither import CELL_VARIANCE


def test_flat_columns_save_what_a_uniform_law_saves():
    """½ ln(2πe/12) nats per point and column, less the price of its ends; a Gaussian saves nothing."""
    rng = np.random.default_rng(0)
    expected = 5_000 * 0.5 * np.log(2 * np.pi * np.e / 12) - np.log(5_000)
    assert humps_save(rng.uniform(size=(5_000, 3))) == pytest.approx(3 * expected, rel=0.05)
    assert humps_save(rng.normal(size=(5_000, 3))) == 0


def test_parts_of_a_flat_group_are_flat():
    """So that dividing it saves nothing: what it saves as a whole, the parts save too."""
    X = np.sort(np.random.default_rng(1).uniform(size=(4_000, 1)), axis=0)
    parts = humps_save(X[:1_500]) + humps_save(X[1_500:])
    assert parts == pytest.approx(humps_save(X), abs=30)


def test_a_copy_of_a_column_saves_nothing():
    rng = np.random.default_rng(2)
    X = rng.uniform(size=(1_000, 1))
    assert humps_save(np.hstack([X, 2 * X])) == pytest.approx(humps_save(X))
    assert humps_save(np.hstack([X, 1 - X + 1e-6 * rng.uniform(size=(1_000, 1))])) == pytest.approx(humps_save(X))


def test_shares_of_coarse_values_may_rise_and_fall_once():
    """Counts of a skewed law are one hump; two values far apart are none, at whatever price."""
    cell = np.array([[CELL_VARIANCE]])
    counts = np.random.default_rng(3).poisson(1.0, size=(2_000, 1)).astype(float)
    assert humps_save(counts, None, cell) > 100
    ends = 10.0 * (np.arange(2_000) % 2)[:, None]
    assert humps_save(ends, None, cell) == 0.0


@pytest.mark.parametrize("d", [1, 2, 4, 5])
def test_a_gap_is_no_hump(d):
    """Ten rows each, 20 standard deviations apart and rounded, are two groups, whichever column they differ in."""
    for seed in range(5):
        X = np.random.default_rng(seed).normal(size=(20, d))
        X[:10, 0] += 20.0
        for rows in (X.round(), X.round()[:, ::-1]):
            assert CECIB(random_state=0).fit(rows).n_clusters_ == 2


def test_weights_count_rows():
    rng = np.random.default_rng(4)
    X, weights = rng.uniform(size=(300, 2)), rng.integers(0, 4, size=300)
    assert humps_save(X, weights.astype(float)) == pytest.approx(humps_save(np.repeat(X, weights, axis=0)))


@pytest.mark.parametrize("shape", [(1, 2), (3, 5), (20, 40)])
def test_few_rows_and_constant_columns(shape):
    """Finite, whatever depends on what."""
    X = np.random.default_rng(5).normal(size=shape)
    X[:, 0] = 7.0
    assert 0 <= humps_save(X) < 5
    assert humps_save(np.zeros(shape)) == 0
