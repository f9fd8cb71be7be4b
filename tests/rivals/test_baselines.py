"""Lloyd's and Hartigan's k-means and EM, with the iterations that they count."""

import numpy as np
import pytest
from sklearn.mixture import GaussianMixture
from tests.rivals.uci import load

from cecib.rivals import EMGaussianMixture, HartiganKMeans, LloydKMeans
from cecib.rivals.hartigan_kmeans import MovingPartition


def sum_of_squares(X, labels):
    return sum(((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() for k in np.unique(labels))


def hartigan_point_by_point(X, centres):
    """The textbook loop, for comparison."""
    X, centres = X - X.mean(axis=0), centres - X.mean(axis=0)
    k = len(centres)
    labels = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    means = np.array([X[labels == j].mean(axis=0) for j in range(k)])
    sizes = np.bincount(labels, minlength=k).astype(float)
    n_passes = 0
    while True:
        n_passes += 1
        n_moves = 0
        for i, x in enumerate(X):
            a = labels[i]
            if sizes[a] == 1:
                continue
            distances = ((x - means) ** 2).sum(axis=1)
            entry = sizes / (sizes + 1) * distances
            entry[a] = np.inf
            b = entry.argmin()
            if entry[b] < sizes[a] / (sizes[a] - 1) * distances[a] * (1 - 1e-12):
                means[a] -= (x - means[a]) / (sizes[a] - 1)
                means[b] += (x - means[b]) / (sizes[b] + 1)
                sizes[a] -= 1
                sizes[b] += 1
                labels[i] = b
                n_moves += 1
        if n_moves == 0:
            return labels, n_passes


@pytest.mark.parametrize("name", ["iris", "glass"])
def test_blocks_make_the_moves_of_the_loop(name):
    """Evaluating points in blocks is only faster: labels and passes are those of a loop over points."""
    X, _ = load(name)
    for seed in range(5):
        start = X[np.random.default_rng(seed).permutation(len(X))[:5]]
        labels, n_passes = hartigan_point_by_point(X, start)
        model = HartiganKMeans(5, init=start).fit(X)
        assert (model.labels_ == labels).all()
        assert model.n_iter_ == n_passes


@pytest.mark.parametrize("algorithm", ["hartigan", "hartigan-wong"])
def test_no_single_move_lowers_the_sum_of_squares(algorithm):
    """The promise of Hartigan's method, by trying every move."""
    X = np.random.default_rng(0).normal(size=(40, 2))
    for seed in range(5):
        labels = HartiganKMeans(4, algorithm=algorithm, n_init=1, random_state=seed).fit_predict(X)
        best = sum_of_squares(X, labels)
        for i in range(len(X)):
            for k in range(4):
                moved = labels.copy()
                moved[i] = k
                if len(np.unique(moved)) == 4:
                    assert sum_of_squares(X, moved) >= best - 1e-9


def test_hartigan_leaves_a_fixed_point_of_lloyd():
    """The textbook example in which the two methods differ, with its sums of squares."""
    X = np.array([[0.0], [3.0], [5.5]])
    start = [[1.5], [5.5]]
    lloyd, hartigan = LloydKMeans(2, init=start).fit(X), HartiganKMeans(2, init=start).fit(X)
    assert lloyd.labels_.tolist() == [0, 0, 1]
    assert lloyd.objective_trace_[-1] == pytest.approx(4.5)
    assert hartigan.labels_.tolist() == [0, 1, 1]
    assert hartigan.objective_trace_[-1] == pytest.approx(3.125)


def test_means_follow_the_moves():
    """Means updated move by move are those of the members."""
    X = np.random.default_rng(0).normal(size=(300, 3))
    partition = MovingPartition(X, np.random.default_rng(1).integers(0, 4, 300).astype(np.int32), np.zeros((4, 3)))
    assert partition.sweep() > 50
    followed = partition.centres.copy()
    partition.refresh()
    np.testing.assert_allclose(followed, partition.centres, atol=1e-10)


@pytest.mark.parametrize("model", [LloydKMeans(4), HartiganKMeans(4), HartiganKMeans(4, algorithm="hartigan-wong")])
def test_sum_of_squares_never_rises_and_no_cluster_empties(model):
    """Each iteration lowers the sum of squares, which is that of `labels_`, and all clusters live."""
    X, _ = load("glass")
    for seed in range(5):
        model.set_params(random_state=seed, n_init=1).fit(X)
        assert np.diff(model.objective_trace_).max(initial=0.0) <= 1e-9
        assert model.objective_trace_[-1] == pytest.approx(sum_of_squares(X, model.labels_))
        assert set(model.labels_) == set(range(4))


@pytest.mark.parametrize(
    ("name", "lloyd", "passes", "hartigan_wong"),
    [("iris", 6.8, 4.3, 2.15), ("wine", 7.4, 4.2, 2.12), ("glass", 10.6, 7.9, 3.58)],
)
def test_iteration_counts(name, lloyd, passes, hartigan_wong):
    """Mean counts over random starts; the paper's table says 7, 8.6, 9.7 for Lloyd and 2.3, 2.3, 3.3."""
    X, classes = load(name)
    k = len(np.unique(classes))
    models = (LloydKMeans(k), HartiganKMeans(k), HartiganKMeans(k, algorithm="hartigan-wong"))
    for model, expected in zip(models, (lloyd, passes, hartigan_wong), strict=True):
        model.set_params(n_init=1)
        counts = [model.set_params(random_state=seed).fit(X).n_iter_ for seed in range(60)]
        assert np.mean(counts) == pytest.approx(expected, rel=0.2)


def test_em_is_scikit_learns():
    """Same model as GaussianMixture on scaled columns, from the same start, when EM has converged."""
    X, _ = load("iris")
    ours = EMGaussianMixture(3, tol=1e-12, max_iter=2000, random_state=0).fit(X)
    theirs = GaussianMixture(3, tol=1e-12, max_iter=2000, reg_covar=1e-6, random_state=0, n_init=5).fit(X)
    assert ours.objective_trace_[-1] == pytest.approx(150 * theirs.score(X), rel=1e-2)
    assert np.diff(ours.objective_trace_).min() > -1e-3
    assert len(ours.objective_trace_) == ours.n_iter_


def test_em_stops_by_relative_change():
    """EM stops at the first change below `tol`, relative to the likelihood, and not before."""
    X, _ = load("iris")
    trace = EMGaussianMixture(3, tol=1e-4, random_state=0).fit(X).objective_trace_
    changes = np.abs(np.diff(trace)) / np.abs(trace[1:])
    assert changes[-1] < 1e-4
    assert (changes[:-1] >= 1e-4).all()
