"""What docs/errata.md says of the paper, computed."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from cecib.cost import consistency, cost_terms

X = np.random.default_rng(0).normal(size=(40, 2)) + np.repeat([[0.0, 0.0], [3.0, 0.0]], 20, axis=0)
LABELS = np.repeat([0, 1], 20)
CATEGORIES = np.where(np.arange(40) % 4 == 0, np.arange(40) // 4 % 2 * LABELS, -1)  # the second cluster is mixed


def test_labels_count_where_an_unlabelled_point_goes():
    """By β (h_Y − h_{Y_x}) / n, the entropies of the two clusters."""
    moved = LABELS.copy()
    moved[1] = 1
    assert CATEGORIES[1] == -1
    h = [consistency(CATEGORIES[c == LABELS], np.ones(20)) / 20 for c in (0, 1)]
    change = cost_terms(X, moved, CATEGORIES).consistency - cost_terms(X, LABELS, CATEGORIES).consistency
    assert change == pytest.approx((h[1] - h[0]) / 40)
    assert abs(change) > 1e-3


def test_the_norm_in_the_cross_entropy_is_squared():
    mean, covariance = np.array([1.0, -2.0]), np.array([[2.0, 0.5], [0.5, 1.0]])
    off, inverse = X.mean(axis=0) - mean, np.linalg.inv(covariance)
    rest = np.log(2 * np.pi) + 0.5 * np.trace(inverse @ np.cov(X.T, bias=True)) + 0.5 * np.linalg.slogdet(covariance)[1]
    measured = -multivariate_normal(mean, covariance).logpdf(X).mean()
    assert measured == pytest.approx(rest + 0.5 * off @ inverse @ off)
    assert measured != pytest.approx(rest + 0.5 * np.sqrt(off @ inverse @ off))


def test_the_threshold_is_cut_off_not_rounded():
    value = 1 + np.log(np.sqrt(1 - 2 / np.pi)) / np.log(2)
    assert (int(1000 * value), round(1000 * value)) == (269, 270)
