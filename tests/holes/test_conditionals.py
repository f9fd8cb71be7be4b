"""Rows with holes under one Gaussian, against the formulas as books have them, a row at a time."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

from cecib.holes.conditionals import Gaussian, filled, hole_scatter, log_densities


def by_hand(mean, covariance, row):
    """The filled row, the covariance of its holes, and the logarithm of the density of the rest."""
    m = np.isnan(row)
    slope = covariance[np.ix_(m, ~m)] @ np.linalg.inv(covariance[np.ix_(~m, ~m)])
    whole, left = row.copy(), np.zeros_like(covariance)
    whole[m] = mean[m] + slope @ (row[~m] - mean[~m])
    left[np.ix_(m, m)] = covariance[np.ix_(m, m)] - slope @ covariance[np.ix_(~m, m)]
    density = multivariate_normal(mean[~m], covariance[np.ix_(~m, ~m)]).logpdf(row[~m]) if (~m).any() else 0.0
    return whole, left, density


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6))
def test_as_in_the_books(seed, d):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(d, d)) + np.eye(d)
    mean, covariance = rng.normal(size=d), root @ root.T + 0.1 * np.eye(d)
    X = rng.normal(size=(12, d))
    X[rng.random(X.shape) < 0.4] = np.nan
    weights, unit = rng.uniform(0.5, 2.0, 12), rng.uniform(0.5, 2.0, d)
    gaussian = Gaussian.of(mean, covariance, unit)
    found = filled(gaussian, X, np.isnan(X))
    hand = [by_hand(mean, covariance, row) for row in X]
    np.testing.assert_allclose(found.rows, [one[0] for one in hand], rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(log_densities(gaussian, found), [one[2] for one in hand], rtol=1e-5, atol=1e-6)
    spread = sum(w * one[1] for w, one in zip(weights, hand, strict=True))
    np.testing.assert_allclose(hole_scatter(gaussian, np.isnan(X), weights), spread, rtol=1e-5, atol=1e-7)


def test_independent_columns_are_the_diagonal_case():
    rng = np.random.default_rng(0)
    X, mean, variances = rng.normal(size=(20, 4)), rng.normal(size=4), rng.uniform(0.5, 2.0, 4)
    X[rng.random(X.shape) < 0.4] = np.nan
    thin, full = (Gaussian.of(mean, one, np.ones(4)) for one in (variances, np.diag(variances)))
    one, other = filled(thin, X, np.isnan(X)), filled(full, X, np.isnan(X))
    np.testing.assert_allclose(one.rows, other.rows)
    np.testing.assert_allclose(log_densities(thin, one), log_densities(full, other))
    spread = hole_scatter(full, np.isnan(X), np.ones(20))
    np.testing.assert_allclose(np.diag(hole_scatter(thin, np.isnan(X), np.ones(20))), spread, atol=1e-12)


@pytest.mark.parametrize("hole", [0, 1])
def test_the_hole_of_a_copy_follows_from_the_other_column(hole):
    gaussian = Gaussian.of(np.zeros(2), np.ones((2, 2)), np.ones(2))
    row = np.array([[3.0, 3.0]])
    row[0, hole] = np.nan
    found = filled(gaussian, row, np.isnan(row))
    np.testing.assert_allclose(found.rows, [[3.0, 3.0]], atol=1e-6)
    assert found.n_open.tolist() == [0]
