"""Pictures, rendered with Agg."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse

from cecib import CECIB
from cecib.reading.plotting import plot_clusters, save_figure
from cecib.reading.projection import principal_plane

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
    """Points of one Gaussian in two dimensions: the plane is the whole space, and the ellipse holds what it says."""
    X = np.random.default_rng(1).multivariate_normal([3, -2], [[4, 1.5], [1.5, 1]], 4000)
    model = CECIB(n_clusters=1, random_state=0).fit(X)
    axes = plot_clusters(model, X)
    places = principal_plane(X).points(X)
    inside = axes.patches[0].get_patch_transform().inverted().transform(places)
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


def test_plane_does_not_depend_on_units_and_survives_extremes():
    X, _ = groups(3)
    plain = principal_plane(X).points(X)
    scaled = X * [1e150, 1e-150, 7.0]
    np.testing.assert_allclose(principal_plane(scaled).points(scaled), plain, rtol=1e-7, atol=1e-9)
