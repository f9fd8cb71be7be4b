import numpy as np
import pytest
from tests.rivals.uci import draw_labels, load

from cecib.rivals import SemiSupervisedFuzzyCMeans
from cecib.rivals.distances import squared_distances
from cecib.rivals.fuzzy_cmeans import FuzzyObjective, plain_memberships
from cecib.side_information import read_side_information

X = np.array([0.0, 1, 4, 5])[:, None]
SIDE = read_side_information([0, -1, -1, 1], 4)
V = np.array([[0.5], [4.5]])


def test_memberships_by_hand():
    """Plain and supervised memberships of four points, worked out by hand."""
    distances = squared_distances(X, V)
    expected = [[0.987805, 0.012195], [0.98, 0.02], [0.02, 0.98], [0.012195, 0.987805]]
    np.testing.assert_allclose(plain_memberships(distances), expected, atol=1e-6)
    u = FuzzyObjective(X, SIDE, 2, 2.0, "b").memberships(distances)
    expected = [[0.995935, 0.004065], [0.98, 0.02], [0.02, 0.98], [0.004065, 0.995935]]
    np.testing.assert_allclose(u, expected, atol=1e-6)


@pytest.mark.parametrize(
    ("form", "prototypes", "value"),
    [
        ("b", (0.492761, 4.507239), 0.987967),
        ("fcm", (0.492693, 4.507307), 0.987967),
        ("a", (0.744959, 4.255041), 1.967967),
    ],
)
def test_prototypes_and_objective_by_hand(form, prototypes, value):
    """One update of each form of the objective, worked out by hand."""
    objective = FuzzyObjective(X, SIDE, 2, 2.0, form)
    distances = squared_distances(X, V)
    u = objective.memberships(distances)
    assert objective.value(u, distances) == pytest.approx(value, abs=1e-6)
    np.testing.assert_allclose(objective.prototypes(u, V).ravel(), prototypes, atol=1e-6)


@pytest.mark.parametrize("form", ["b", "a"])
@pytest.mark.parametrize("name", ["iris", "wine", "glass"])
def test_objective_never_rises(form, name):
    """The two forms whose prototypes minimise their objective never raise it."""
    points, classes = load(name)
    k = len(np.unique(classes))
    for seed in range(4):
        model = SemiSupervisedFuzzyCMeans(k, prototype_weights=form, n_init=1, random_state=seed)
        trace = model.fit(points, draw_labels(classes, 0.2, seed)).objective_trace_
        assert np.diff(trace).max(initial=0.0) <= 1e-9 * trace[0]


@pytest.mark.parametrize("share", [0.1, 0.2, 0.3])
def test_labelled_points_keep_their_category(share):
    """With α = n/n_labelled a label always wins, by at least α/(1 + α)."""
    points, classes = load("iris")
    y = draw_labels(classes, share, 1)
    model = SemiSupervisedFuzzyCMeans(3, random_state=0).fit(points, y)
    alpha = len(y) / (y >= 0).sum()
    assert (model.labels_[y >= 0] == y[y >= 0]).all()
    np.testing.assert_allclose(model.memberships_.sum(axis=1), 1.0)
    own = model.memberships_[np.flatnonzero(y >= 0), y[y >= 0]]
    assert own.min() >= alpha / (1 + alpha)


def test_without_labels_it_is_fuzzy_cmeans():
    """Textbook updates from the same start."""
    points, _ = load("iris")
    prototypes = points[[10, 70, 130]]
    model = SemiSupervisedFuzzyCMeans(3, init=prototypes, max_iter=20, tol=0).fit(points)
    for _ in range(21):
        distances = ((points[:, None] - prototypes) ** 2).sum(axis=2)
        with np.errstate(divide="ignore"):
            inverse = np.minimum(1 / distances, 1e200)
        u = inverse / inverse.sum(axis=1, keepdims=True)
        previous, prototypes = prototypes, (u**2).T @ points / (u**2).sum(axis=0)[:, None]
    np.testing.assert_allclose(model.cluster_centers_, previous, rtol=1e-8)
    np.testing.assert_allclose(model.memberships_, u, atol=1e-8)


def test_a_point_on_prototypes_is_shared_by_them():
    """Distance zero is no division by zero."""
    shares = plain_memberships(np.array([[0.0, 0.0, 1.0], [1.0, 1.0, 2.0]]))
    np.testing.assert_allclose(shares, [[0.5, 0.5, 0.0], [0.4, 0.4, 0.2]])


def test_refuses_more_categories_than_clusters():
    """Category j is cluster j, so there must be enough clusters."""
    with pytest.raises(ValueError, match="n_clusters must be at least the number of categories, 3, got 2"):
        SemiSupervisedFuzzyCMeans(2).fit(X, [0, 1, 2, -1])
