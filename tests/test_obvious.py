"""Groups that nobody would miss, many or few, small or large, are found exactly."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB


def far_blobs(k, size, d, seed=0):
    """Blobs on the points of a lattice, 20 standard deviations apart."""
    rng = np.random.default_rng(seed)
    side = 2
    while side**d < k:
        side += 1
    places = rng.choice(side**d, size=k, replace=False)
    centres = 20.0 * np.stack(np.unravel_index(places, (side,) * d), axis=1)
    truth = np.repeat(np.arange(k), size)
    return centres[truth] + rng.normal(size=(k * size, d)), truth


@pytest.mark.parametrize(
    ("k", "size", "d"),
    [
        (1, 50, 2),
        (1, 1000, 5),
        (3, 10, 1),
        (20, 10, 2),
        (30, 100, 2),
        (90, 30, 2),
        (70, 30, 5),
        (60, 20, 3),
        (5, 20, 10),
    ],
)
def test_far_blobs(k, size, d):
    """Their number too."""
    X, truth = far_blobs(k, size, d)
    assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) == 1


@pytest.mark.parametrize(("k", "d", "seed"), [(5, 2, 0), (5, 2, 1), (5, 2, 3), (5, 4, 2), (3, 10, 4)])
def test_few_counts(k, d, seed):
    """Ten rows each, 20 standard deviations apart in one column: there a cell is narrow beside all, not beside them."""
    truth = np.repeat(np.arange(k), 10)
    X = np.random.default_rng([k, 10, d, seed]).poisson(2.0, size=(10 * k, d)).astype(float)
    X[:, 0] += 28.0 * truth
    assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) == 1


def test_few_rows_of_whole_numbers_that_differ_in_a_column_each():
    """Heaps of coarse columns count too, when their widths are compared."""
    truth = np.repeat(np.arange(3), 12)
    X = np.rint(np.random.default_rng(0).normal(size=(36, 20)))
    X[np.arange(36), truth] += 20.0
    assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) == 1


def test_thirty_blobs_of_scikit_learn():
    """Of which the first look used to see a dozen."""
    X, truth = make_blobs(3000, centers=30, center_box=(-100, 100), random_state=0)
    assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) > 0.999


def test_three_groups_in_a_hundred_columns():
    """76 standard deviations apart along the diagonal."""
    truth = np.repeat(np.arange(3), 100)
    X = np.random.default_rng(0).normal(size=(300, 100)) + 7.6 * truth[:, None]
    assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) == 1


@pytest.mark.parametrize("d", [16, 20])
def test_eight_groups_in_three_of_many_columns(d):
    """Five standard deviations apart in each: a Gaussian for each group in all columns would cost too much."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 8, 900)
    X = rng.normal(size=(900, d))
    X[:, :3] += 5.0 * (truth[:, None] >> np.arange(3) & 1)
    assert adjusted_rand_score(truth, CECIB(random_state=0).fit(X).labels_) > 0.9


@pytest.mark.parametrize("shape", [(50, 50), (50, 500), (1000, 166)])
def test_one_gaussian_of_many_columns_is_one(shape):
    """Also with fewer rows than columns."""
    X = np.random.default_rng(0).normal(size=shape)
    assert CECIB(random_state=0, n_init=2).fit(X).n_clusters_ == 1


@pytest.mark.parametrize(("d", "distance"), [(1, 8.0), (2, 12.0), (3, 20.0), (5, 40.0)])
def test_five_far_rows_among_five_hundred_are_five(d, distance):
    """They are not filled up with others to the usual least size."""
    X = np.random.default_rng(1).normal(size=(500, d))
    X[:5, 0] += distance
    assert np.bincount(CECIB(random_state=0, n_init=2).fit(X).labels_).tolist() == [495, 5]


@pytest.mark.parametrize("shape", [(20, 1), (20, 2), (50, 1), (50, 2)])
def test_one_small_gaussian_is_one(shape):
    """A prior learned from two halves of a group expects halves: it must not vouch for itself."""
    for seed in range(12):
        X = np.random.default_rng([*shape, seed]).normal(size=shape)
        assert CECIB(random_state=0, n_init=2).fit(X).n_clusters_ == 1


@pytest.mark.parametrize("kind", [np.asarray, lambda X: X.astype(bool), sparse.csr_matrix, sparse.csc_array])
def test_families_of_bits(kind):
    """A thousand bits, dense, sparse or true and false."""
    rng = np.random.default_rng(0)
    truth = np.arange(300) % 4
    X = (rng.uniform(size=(300, 1000)) < rng.beta(0.1, 1.0, size=(4, 1000))[truth]).astype(float)
    model = CECIB(random_state=0, n_init=2).fit(kind(X))
    assert adjusted_rand_score(truth, model.labels_) == 1
    np.testing.assert_array_equal(model.predict(kind(X)), model.labels_)


def test_narrow_sparse_matrices_are_refused():
    """They may as well be given dense."""
    with pytest.raises(TypeError, match="dense"):
        CECIB().fit(sparse.csr_matrix(np.eye(9)))


def test_a_small_far_group_among_many_rows():
    """All rows finish the search, so that what the sample missed is found if it is clear."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 3))
    X[:60] += 40
    model = CECIB(random_state=0, n_init=2).fit(X)
    assert model.n_clusters_ == 2
    assert (model.labels_[:60] == 1).all()
    assert (model.labels_[60:] == 0).all()


def test_labels_do_not_hide_small_far_groups():
    """Groups below the usual least size that are found without labels are not lost with some."""
    X, truth = far_blobs(40, 12, 3)
    X = np.vstack([X, np.random.default_rng(1).normal(size=(800, 3)) - 60])
    truth = np.append(truth, np.full(800, 40))
    y = np.where(np.arange(len(X)) % 7 == 0, truth % 5, -1)
    for labels in (None, y):
        assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X, labels).labels_) > 0.999


def test_a_far_group_of_five_is_not_padded():
    """Five rows far away are a cluster of five, whatever the usual least size."""
    X = np.random.default_rng(0).normal(size=(500, 2))
    X[:5] += 40
    assert np.bincount(CECIB(random_state=0, n_init=2).fit(X).labels_).tolist() == [495, 5]
