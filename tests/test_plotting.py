"""Pictures, rendered with Agg: what is in them, and where."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse

from cecib import CECIB
from cecib.families import Fixed
from cecib.reading.plotting import plot_clusters, save_figure
from cecib.reading.scenes import scene_of

mpl.use("Agg")


def groups(d=3, n=40):
    random = np.random.default_rng(0)
    X = np.vstack([random.normal(centre, 1, (n, d)) for centre in (0, 12, 24)])
    y = np.full(3 * n, None, dtype=object)
    y[0 : n // 2 : 4], y[n : n + n // 2 : 4] = "cat", "dog"
    return X, y


@pytest.fixture
def fitted():
    X, y = groups()
    return CECIB(random_state=0).fit(X, y), X, y


def texts(axes):
    return sorted(text.get_text() for text in axes.texts)


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_each_cluster_has_an_ellipse_and_a_name(fitted):
    model, X, y = fitted
    axes = plot_clusters(model, X, y, labels=model.labels_)
    outlines = [patch for patch in axes.patches if isinstance(patch, Ellipse) and not patch.get_fill()]
    assert len(outlines) == 3
    assert [patch.get_linestyle() for patch in outlines].count("solid") + [
        patch.get_linestyle() for patch in outlines
    ].count("-") == 2
    assert {name.split(": ")[1] for name in texts(axes)} == {"cat", "dog", "new"}
    assert legend(axes) == ["labelled cat", "labelled dog", "new: no label reaches it"]


def test_ellipses_hold_95_percent():
    """Points of one Gaussian in two columns: they are drawn as they are, and the ellipse holds what it says."""
    X = np.random.default_rng(1).multivariate_normal([3, -2], [[4, 1.5], [1.5, 1]], 4000)
    model = CECIB(n_clusters=1, random_state=0).fit(X)
    axes = plot_clusters(model, X)
    np.testing.assert_array_equal(axes.collections[0].get_offsets(), X)
    inside = axes.patches[0].get_patch_transform().inverted().transform(X)
    assert ((inside**2).sum(axis=1) <= 1).mean() == pytest.approx(0.95, abs=0.012)


def test_wrong_labels_are_crossed_out(fitted):
    """One of ten labels of a clear cluster names the other category, whatever β."""
    _, X, y = fitted
    y[0:20:2], y[4] = "cat", "dog"
    model = CECIB(random_state=0).fit(X, y)
    assert "label looks wrong (1)" in legend(plot_clusters(model, X, y, labels=model.labels_))


def test_draws_into_given_axes_and_leaves_the_data_alone(fitted):
    model, X, y = fitted
    before, labels_before = X.copy(), y.copy()
    axes = Figure().add_subplot()
    assert plot_clusters(model, pd.DataFrame(X).to_numpy(), y, ax=axes) is axes
    np.testing.assert_array_equal(X, before)
    np.testing.assert_array_equal(y, labels_before)


@pytest.mark.parametrize("d", [1, 2, 7])
def test_any_number_of_features(tmp_path, d):
    X, y = groups(d)
    model = CECIB(random_state=0).fit(X, y)
    save_figure(plot_clusters(model, X, y), tmp_path / "picture", "png")
    assert (tmp_path / "picture").stat().st_size > 10_000


def test_more_points_and_categories_than_can_be_told_apart(tmp_path):
    X = np.random.default_rng(0).normal(size=(50_000, 2))
    y = np.arange(50_000) % 40
    model = CECIB(n_clusters=2, n_init=1, max_iter=500, random_state=0, beta=0.0).fit(X, y)
    axes = plot_clusters(model, X, y)
    save_figure(axes, tmp_path / "picture", "svg")
    assert (tmp_path / "picture").stat().st_size < 5_000_000
    assert "labels of 40 categories" in legend(axes)


def test_extreme_units_are_drawn(tmp_path):
    X, y = groups(3)
    model = CECIB(random_state=0).fit(X * [1e150, 1e-150, 7.0], y)
    save_figure(plot_clusters(model, X * [1e150, 1e-150, 7.0], y), tmp_path / "picture", "png")


def test_the_figure_is_one_of_pyplot(fitted):
    """So that notebooks and galleries show it."""
    model, X, y = fitted
    axes = plot_clusters(model, X, y)
    assert axes.get_figure() is pyplot.gcf()


def test_many_columns_are_drawn_where_clusters_lie_apart():
    """Two groups in one of forty columns, the others wide and related: in principal components they are one blob."""
    rng = np.random.default_rng(0)
    truth = np.arange(400) % 2
    X = pd.DataFrame(rng.normal(size=(400, 5)) @ rng.normal(size=(5, 40)) + rng.normal(size=(400, 40)))
    X.columns = [f"gene{j}" for j in range(40)]
    X["gene7"] = 12.0 * truth + rng.normal(size=400)
    model = CECIB(n_clusters=2, init=truth, random_state=0).fit(X, np.where(np.arange(400) < 200, truth, -1))
    axes = plot_clusters(model, X)
    places = axes.collections[0].get_offsets()[:, 0]
    heaps = [places[truth == c] for c in (0, 1)]
    assert abs(heaps[0].mean() - heaps[1].mean()) > 6 * max(heap.std() for heap in heaps)
    assert "gene7" in axes.get_xlabel()
    assert len(axes.get_xticks()) == 0  # numbers along such an axis mean nothing


def test_columns_are_drawn_in_their_units_and_by_their_names():
    X, y = groups(2)
    frame = pd.DataFrame(X, columns=["wing $mm$", "mass"])
    axes = plot_clusters(CECIB(random_state=0).fit(frame, y), frame, y)
    assert (axes.get_xlabel(), axes.get_ylabel()) == (r"wing \$mm\$", "mass")
    line = plot_clusters(CECIB(random_state=0).fit(frame[["mass"]]), frame[["mass"]])
    np.testing.assert_array_equal(line.collections[0].get_offsets()[:, 0], frame["mass"])
    assert (line.get_xlabel(), line.get_ylabel()) == ("mass", "cluster")


def test_known_gaussians_are_drawn_as_they_are_known():
    """A family may know the covariance, whatever the points look like."""
    X, _ = groups(3)
    model = CECIB(family=Fixed(np.diag([4.0, 1.0, 1.0])), random_state=0).fit(X)
    scene = scene_of(model, X, model.labels_, None, 2.0)
    np.testing.assert_allclose(scene.covariances, np.broadcast_to(scene.covariances[0], scene.covariances.shape))


def test_coordinates_of_the_user(fitted):
    """Names of clusters stand among their rows, also of one that has none there."""
    model, X, y = fitted
    xy = pd.DataFrame({"umap1": X[:, 0], "umap2": -X[:, 1]})
    axes = plot_clusters(model, X, y, xy=xy)
    np.testing.assert_array_equal(axes.collections[0].get_offsets(), xy)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("umap1", "umap2")
    assert len(axes.patches) == 0
    assert len(axes.texts) == 3
    assert len(plot_clusters(model, X[:1], xy=xy[:1]).texts) == 1


@pytest.mark.parametrize(
    ("xy", "words"), [(np.zeros((120, 3)), "two numbers for each"), ([[0, np.nan]] * 120, "row 0")]
)
def test_bad_coordinates_are_refused(fitted, xy, words):
    model, X, y = fitted
    with pytest.raises(ValueError, match=words):
        plot_clusters(model, X, y, xy=xy)
