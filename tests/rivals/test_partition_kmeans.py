import numpy as np
import pytest
from sklearn.cluster import KMeans
from tests.rivals.uci import draw_labels, load

from cecib.reading.evaluation import normalized_mutual_information
from cecib.rivals import PartitionKMeans
from cecib.rivals.partition_kmeans import PartitionObjective
from cecib.side_information import read_side_information

X = np.array([0.0, 1, 2, 3, 10, 11])[:, None]
Y = [0, -1, 1, -1, 1, -1]


@pytest.mark.parametrize(
    ("side_weight", "labels", "objective"),
    [(0, [0, 0, 0, 0, 1, 1], 5.5), (1, [0, 0, 0, 0, 1, 1], 6.5), (100, [0, 0, 1, 0, 1, 1], 53.333333)],
)
def test_by_hand(side_weight, labels, objective):
    """Labels and objective of six points for three weights, worked out by hand."""
    model = PartitionKMeans(2, side_weight=side_weight, init=[[0], [10]]).fit(X, Y)
    assert model.labels_.tolist() == labels
    assert model.objective_trace_[-1] == pytest.approx(objective, abs=1e-6)


def test_centres_and_shares_by_hand():
    """Means over all members, shares over the labelled ones."""
    pure = PartitionKMeans(2, side_weight=100, init=[[0], [10]]).fit(X, Y)
    np.testing.assert_allclose(pure.cluster_centers_.ravel(), [4 / 3, 23 / 3])
    np.testing.assert_allclose(pure.category_shares_, np.eye(2))
    mixed = PartitionKMeans(2, side_weight=1, init=[[0], [10]]).fit(X, Y)
    np.testing.assert_allclose(mixed.category_shares_[0], [0.5, 0.5])


def test_side_term_is_the_category_utility():
    """Both ways of writing the side term give 8/3."""
    y, z = np.array([0, 0, 1, 1, 1, 2]), np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    objective = PartitionObjective(np.zeros((6, 1)), read_side_information(y, 6), 1.0)
    centres, shares = objective.centroids(z, np.zeros((2, 1)), np.zeros((2, 3)))
    table = np.array([[((z == k) & (y == j)).sum() for j in range(3)] for k in range(2)]) / 6
    utility = (table**2 / table.sum(axis=1, keepdims=True)).sum()
    assert objective.value(z, centres, shares) == pytest.approx(8 / 3)
    assert 6 * (1 - utility) == pytest.approx(8 / 3)


@pytest.mark.parametrize("name", ["iris", "wine", "glass"])
@pytest.mark.parametrize("n_clusters", [2, 6])
def test_objective_never_rises(name, n_clusters):
    """Alternating minimisation is monotone, with fewer and with more clusters than classes."""
    points, classes = load(name)
    for seed in range(10):
        y = draw_labels(classes, 0.2, seed)
        trace = PartitionKMeans(n_clusters, n_init=1, random_state=seed).fit(points, y).objective_trace_
        assert np.diff(trace).max(initial=0.0) <= 1e-9 * trace[0]


@pytest.mark.parametrize("labels", ["none", "ignored"])
def test_without_labels_it_is_lloyd_from_the_same_start(labels):
    """Without side information it is k-means, iteration for iteration."""
    points, classes = load("iris")
    for seed in range(5):
        start = points[np.random.default_rng(seed).permutation(150)[:4]]
        y, weight = (None, None) if labels == "none" else (draw_labels(classes, 0.3, seed), 0.0)
        ours = PartitionKMeans(4, init=start, side_weight=weight).fit(points, y)
        theirs = KMeans(4, init=start, n_init=1, tol=0.0, algorithm="lloyd").fit(points)
        assert (ours.labels_ == theirs.labels_).all()
        assert ours.n_iter_ == theirs.n_iter_


@pytest.mark.parametrize(
    ("name", "expected"), [("iris", (0.758, 0.779, 0.787, 0.800)), ("wine", (0.429, 0.452, 0.486, 0.520))]
)
def test_agreement(name, expected):
    """Reference values over ten draws of another implementation."""
    points, classes = load(name)
    for share, value in zip((0.0, 0.1, 0.2, 0.3), expected, strict=True):
        scores = [
            normalized_mutual_information(
                classes,
                PartitionKMeans(3, random_state=seed).fit_predict(points, draw_labels(classes, share, seed)),
            )
            for seed in range(10)
        ]
        assert np.mean(scores) == pytest.approx(value, abs=0.03)


def test_default_weight_is_a_hundred_traces():
    """λ = 100·tr Σ with divisor n, the paper's choice."""
    points, classes = load("iris")
    model = PartitionKMeans(3, random_state=0).fit(points, classes)
    assert model.side_weight_ == pytest.approx(456.93 * 149 / 150, abs=0.1)


def test_takes_more_categories_than_clusters():
    """Six categories in two clusters are priced, not refused."""
    assert len(set(PartitionKMeans(2, random_state=0).fit_predict(X, [0, 1, 2, 3, 4, 5]))) == 2


def test_no_cluster_is_left_empty():
    """Start centres far from all points still get members."""
    start = [[0.0], [100.0], [200.0]]
    assert set(PartitionKMeans(3, init=start).fit_predict(X)) == {0, 1, 2}
