"""What holds for several rivals, each listed with the tests that it passes."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score
from tests.rivals.examples import CENTRES, blobs, started

from cecib.rivals import (
    ConstrainedGMM,
    ConstrainedSpectralClustering,
    DeterministicIB,
    EMGaussianMixture,
    HartiganKMeans,
    LloydKMeans,
    PartiallyLabeledGMM,
    PartitionKMeans,
    SemiSupervisedFuzzyCMeans,
    all_rivals,
)

NAMED_CLUSTERS = ("PartiallyLabeledGMM", "PartiallyLabeledGMM, free", "SemiSupervisedFuzzyCMeans")
ORDER_FREE = (
    *NAMED_CLUSTERS,
    "ConstrainedGMM",
    "ConstrainedGMM, cannot-link",
    "ConstrainedGMM, must-link",
    "PartitionKMeans",
    "ConstrainedSpectralClustering",
    "LloydKMeans",
    "EMGaussianMixture",
)


@pytest.mark.parametrize("name", ORDER_FREE)
def test_names_of_categories_do_not_matter(name):
    """Renaming permutes the clusters of the methods that tie cluster j to category j, start included."""
    X, y, _ = blobs()
    renamed = np.where(y < 0, -1, np.array([2, 0, 1])[y])
    plain = started(name).fit_predict(X, y)
    model = started(name)
    if name in NAMED_CLUSTERS:
        model.set_params(init=CENTRES[[1, 2, 0]])
    assert adjusted_rand_score(plain, model.fit_predict(X, renamed)) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ORDER_FREE)
def test_order_of_points_does_not_matter(name):
    """Methods that look at all points at once give the same partition of shuffled rows."""
    X, y, _ = blobs()
    order = np.random.default_rng(5).permutation(len(X))
    plain = started(name).fit_predict(X, y)
    shuffled = started(name).fit_predict(X[order], y[order])
    assert adjusted_rand_score(plain[order], shuffled) == pytest.approx(1.0)


@pytest.mark.parametrize("name", [name for name in ORDER_FREE if name != "ConstrainedSpectralClustering"])
def test_predict_does_not_depend_on_the_other_rows(name):
    """A point goes to the same cluster alone and in company."""
    X, y, _ = blobs()
    model = started(name).fit(X, y)
    one_by_one = np.concatenate([model.predict(row[None]) for row in X[:20]])
    assert (model.predict(X)[:20] == one_by_one).all()


@pytest.mark.parametrize("name", [*NAMED_CLUSTERS, "PartitionKMeans"])
def test_every_point_twice_gives_the_same_clusters(name):
    """Objectives that are sums over points do not care how often each is there."""
    X, y, _ = blobs()
    once = started(name).fit_predict(X, y)
    twice = started(name).fit_predict(np.repeat(X, 2, axis=0), np.repeat(y, 2))
    assert (twice[::2] == once).all()
    assert (twice[1::2] == once).all()


@pytest.mark.parametrize(
    "model",
    [
        PartiallyLabeledGMM(3, random_state=0),
        SemiSupervisedFuzzyCMeans(3, random_state=0),
        ConstrainedGMM(3, random_state=0),
        ConstrainedGMM(3, constraints="cannot-link", random_state=0),
        PartitionKMeans(3, init=blobs()[0][[0, 25, 50]]),
        DeterministicIB(3, beta=2, random_state=0),
    ],
)
def test_fully_labelled_data_give_back_the_labels(model):
    """Methods that trust the labels keep them when all points have one."""
    X, _, classes = blobs()
    assert adjusted_rand_score(classes, model.fit_predict(X, classes)) == pytest.approx(1.0)


@pytest.mark.parametrize("kind", [PartiallyLabeledGMM, ConstrainedGMM, EMGaussianMixture])
def test_mixtures_refuse_a_constant_column(kind):
    """A singular covariance is refused before EM starts, with the name of the column."""
    X, y, _ = blobs()
    with pytest.raises(ValueError, match="Column '2' is constant"):
        kind(3).fit(np.column_stack([X, np.full(len(X), 0.1)]), y)


@pytest.mark.parametrize(
    "kind",
    [
        PartitionKMeans,
        SemiSupervisedFuzzyCMeans,
        ConstrainedSpectralClustering,
        LloydKMeans,
        HartiganKMeans,
        DeterministicIB,
    ],
)
def test_others_take_a_constant_column_and_repeated_rows(kind):
    """Distances need no spread: groups of equal rows are told apart, and equal rows alone do no harm."""
    X = np.array([[0.0, 1.0], [5.0, 1.0]]).repeat(6, axis=0)
    y = [0, -1, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1]
    for n_clusters in (2, 3):
        model = kind(n_clusters, random_state=0).fit(X, y)
        assert np.isfinite(model.objective_trace_).all()
        assert model.labels_[0] != model.labels_[-1]
    all_equal = kind(2, random_state=0).fit(np.ones((6, 2)))
    assert np.isfinite(all_equal.objective_trace_).all()


def test_roster_fits_and_leaves_out_what_cannot_be_run():
    """`all_rivals` gives the paper's five, in its order, and drops mixmod when a category is missing."""
    X, y, classes = blobs()
    rivals = all_rivals(X, y, 3, random_state=0)
    assert list(rivals) == ["mixmod", "c-GMM", "k-means", "fc-means", "spec"]
    for rival in rivals.values():
        assert adjusted_rand_score(classes, rival.fit_predict(X, y)) > 0.6
    few = np.where(y == 2, -1, y)
    assert "mixmod" not in all_rivals(X, few, 3)
    assert "mixmod" in all_rivals(X, None, 3)
    assert all_rivals(X, few, 3, constraints="cannot-link")["c-GMM"].constraints == "cannot-link"
