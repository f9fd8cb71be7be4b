"""Groups that are no Gaussians, beside others, are not cut into pieces."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.pieces import whole_groups
from cecib.search.heaps import heap_within


def flat_groups(number, size, d, seed):
    """Boxes in a row, six sides apart."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(number), size)
    X = rng.uniform(size=(number * size, d))
    X[:, 0] += 6.0 * truth
    return X, truth


@pytest.mark.parametrize(("number", "size", "d"), [(2, 2000, 2), (3, 300, 2), (2, 10_000, 1)])
def test_flat_groups(number, size, d):
    X, truth = flat_groups(number, size, d, seed=0)
    assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) == 1


def test_labels_divide_a_flat_group():
    """What they say is not joined again."""
    X, truth = flat_groups(2, 500, 2, seed=1)
    y = np.where(truth == 0, 2, X[:, 1] > 0.5)
    assert CECIB(random_state=0, n_init=2).fit(X, y).n_clusters_ >= 3


@pytest.mark.parametrize(("beta", "n_labels", "whole"), [(0.05, 0, 1), (0.05, 24, 2), (0.0, 24, 1)])
def test_few_labels_keep_what_they_tell_apart(beta, n_labels, whole):
    """Even if they weigh so little that one hump would be shorter; but not if they do not count at all."""
    X, _ = flat_groups(1, 600, 2, seed=2)
    halves = (X[:, 0] > 0.5).astype(int)
    y = np.where(np.arange(600) < n_labels, halves, -1)
    model = CECIB(2, beta=beta, init=halves, subspace=None).fit(X, y)
    joined = whole_groups(model.clusters_, model.labels_, model.clusters_.scaling.rows(X), None)
    assert joined.max() + 1 == whole


def test_many_small_groups_apart_are_no_flat_one():
    """Evenly spread, 20 standard deviations apart: a box would describe them, but they do not touch."""
    truth = np.repeat(np.arange(100), 10)
    X = 20.0 * truth[:, None] + np.random.default_rng([100, 10, 1, 0]).normal(size=(1000, 1))
    with pytest.warns(ConvergenceWarning, match="the most it may"):
        assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) == 1


def test_so_many_as_are_asked_for():
    X, _ = flat_groups(2, 500, 2, seed=1)
    assert CECIB(5, random_state=0, n_init=2).fit(X).n_clusters_ == 5


@pytest.mark.parametrize("is_beside", [False, True])
@pytest.mark.parametrize(("d", "box", "size"), [(2, 500, 60), (2, 1_600, 60), (3, 500, 60), (3, 1_600, 60)])
def test_a_dense_heap_in_a_flat_group(d, box, size, is_beside):
    """The box stays whole around it, alone and beside another group; a few rows of the box lie within the heap."""
    rng = np.random.default_rng([d, box, size, 0])
    truth = np.repeat([0, 1, 2], [box, size, 300 if is_beside else 0])
    X = rng.normal(8.0, 0.3, size=(len(truth), d))
    X[truth == 0] = rng.uniform(size=(box, d))
    X[truth == 1] = rng.normal(0.5, 0.01, size=(size, d))
    found = CECIB(random_state=0, n_init=2).fit(X).labels_
    assert found.max() == 1 + is_beside
    assert (found == found[box]).sum() <= size + 20
    assert (found[truth == 1] == found[box]).all()


def test_no_heap_in_one_group():
    """Neither where rows are repeated, nor in a Gaussian, whose middle is dense."""
    rng = np.random.default_rng(0)
    box = rng.uniform(size=(400, 2))
    for rows in (box, np.repeat(box, 3, axis=0), np.vstack([box, np.repeat(box[:1], 80, axis=0)]), np.zeros((90, 2))):
        assert heap_within(rows) is None
    for d in (2, 3, 10):
        assert heap_within(rng.normal(size=(600, d))) is None
        assert heap_within(rng.standard_t(2, size=(600, d))) is None
