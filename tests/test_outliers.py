"""Rows that no cluster explains: the far ones, and none of a plain Gaussian."""

import numpy as np
import pytest
from scipy.stats import kstest

from cecib import CECIB
from cecib.reading.outliers import outlying, tails_of
from cecib.tails import tail_probabilities

CRITERIA = ("evidence", "entropy")


@pytest.fixture(scope="module")
def two_groups():
    rng = np.random.default_rng(0)
    return np.vstack([rng.normal(size=(200, 2)), rng.normal(30, 3, size=(200, 2))])


@pytest.fixture(scope="module", params=CRITERIA)
def model(request, two_groups):
    return CECIB(init=np.repeat([0, 1], 200), criterion=request.param).fit(two_groups)


def test_a_gaussian_has_none(model, two_groups):
    """Chance would call one row an outlier in one data set of twenty; tails are as frequent as they say."""
    assert outlying(tails_of(model, two_groups, two_groups), 400).tolist() == []
    assert kstest(tail_probabilities(model.clusters_, two_groups), "uniform").pvalue > 0.01


def test_the_farthest_come_first(model, two_groups):
    """By the distance in the cluster's own measure: ten units are far from the narrow group, not from the wide one."""
    rows = np.vstack([two_groups, [[0.0, 8.0], [0.0, -12.0], [30.0, 40.0 - 2.0]]])
    assert outlying(tails_of(model, rows, rows), 402).tolist() == [401, 400]


def test_columns_that_are_not_used_do_not_matter():
    """A constant column, and units."""
    X = np.random.default_rng(1).normal(size=(100, 2))
    plain = CECIB(init=np.zeros(100), beta=0.0).fit(X)
    wide = np.column_stack([1000.0 * X[:, 0], np.full(100, 7.0), X[:, 1]])
    other = CECIB(init=np.zeros(100), beta=0.0).fit(wide)
    np.testing.assert_allclose(
        tail_probabilities(other.clusters_, wide), tail_probabilities(plain.clusters_, X), rtol=1e-6
    )
