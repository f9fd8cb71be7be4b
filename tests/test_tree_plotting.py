"""The picture of a tree, rendered with Agg."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from cecib import CECIB
from cecib.plotting import plot_tree, save_figure
from cecib.reading.plotting import _colour

mpl.use("Agg")


def made(k=6, n=40, labels=True):
    rng = np.random.default_rng(0)
    classes = np.arange(k * n) % k
    X = 9 * rng.normal(size=(k, 3))[classes] + rng.normal(size=(k * n, 3))
    names = np.array([["oak", "elm", None][c % 3] for c in range(k)], dtype=object)
    y = np.where(rng.random(k * n) < 0.4, names[classes], None) if labels else None
    return CECIB(init=classes, random_state=0, beta=1).fit(X, y)


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def test_leaves_have_number_category_and_size():
    model = made()
    axes = plot_tree(model)
    sizes = np.bincount(model.labels_)
    categories = ["new" if one is None else one for one in model.cluster_categories_]
    expected = [f"{c}: {categories[c]} ({sizes[c]})" for c in range(model.n_clusters_)]
    assert sorted(names(axes)) == sorted(expected)
    assert axes.get_xlabel() == "nats that merges add to the cost"


def test_without_labels_leaves_have_no_category():
    model = made(labels=False)
    assert sorted(names(plot_tree(model))) == [f"{c} ({size})" for c, size in enumerate(np.bincount(model.labels_))]
    assert plot_tree(model).get_legend() is None


def test_lines_stand_at_the_heights_and_leaves_have_their_colours():
    model = made()
    tree, axes = model.tree(), plot_tree(model)
    upright = [line.get_xdata()[0] for line in axes.lines if line.get_xdata()[0] == line.get_xdata()[1]]
    np.testing.assert_allclose(upright, tree[:, 2])
    colours = {line.get_color() for line in axes.lines if line.get_linewidth() == 2.6}
    assert colours == {_colour(c) for c in range(model.n_clusters_)}


def test_merges_across_categories_are_dashed():
    model = made()
    axes = plot_tree(model)
    upright = [line for line in axes.lines if line.get_xdata()[0] == line.get_xdata()[1]]
    assert [line.get_linestyle() == "-" for line in upright] == model.tree().within.tolist()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["within a category", "across categories"]


def test_no_lines_cross():
    """The leaves below each merge stand next to each other."""
    model = made(12)
    order = [int(name.split(":")[0].split(" ")[0]) for name in names(plot_tree(model))]
    for n in range(1, model.n_clusters_ + 1):
        groups = model.tree().groups(n)[order]
        assert (np.diff(groups) != 0).sum() == n - 1


@pytest.mark.parametrize("n", [1, 3, 6])
def test_a_cut_is_marked_between_the_merges(n):
    model = made()
    tree, axes = model.tree(), plot_tree(model, n=n)
    place = axes.lines[-1].get_xdata()[0]
    assert (tree[:, 2] < place).sum() == model.n_clusters_ - n


def test_a_bad_cut_gets_a_sentence():
    with pytest.raises(ValueError, match="n must be"):
        plot_tree(made(), n=0)


@pytest.mark.parametrize("k", [1, 3, 60])
def test_any_size_is_drawn(k, tmp_path):
    model = made(k, n=30)
    figure = plot_tree(model).get_figure()
    assert figure.get_size_inches()[1] >= 0.2 * model.n_clusters_
    save_figure(plot_tree(model, n=1), tmp_path / "tree.png", "png")
    assert (tmp_path / "tree.png").stat().st_size > 1000


def test_it_draws_where_it_is_told():
    axes = Figure().add_subplot()
    assert plot_tree(made(), axes) is axes
