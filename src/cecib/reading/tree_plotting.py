"""A picture of the tree of clusters: a dendrogram that lies on its side, so that leaves have names one can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cecib.cost import Floats
from cecib.extras import require
from cecib.reading.plotting import _DASHES, _INK, _colour, _new_axes, _plain, _short
from cecib.reading.tree import Tree
from cecib.reading.tree_words import Leaf

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cecib.estimator import CECIB

_WIDTH, _LEAF_HEIGHT, _LEAST_HEIGHT, _MOST_HEIGHT = 8.0, 0.24, 2.4, 60.0  # inches
_ACROSS, _CUT = "#8C8C8C", "#C00000"


def plot_tree(model: CECIB, ax: Axes | None = None, *, n: int | None = None) -> Axes:
    """Draw the tree of the clusters of a fitted model (`CECIB.tree`).

    Leaves are clusters, named by number, category and number of points, in the colours of `plot_clusters`. A merge
    is drawn where it stands in nats: what it and all merges before it add to the cost, on a scale of square roots, so
    that small ones are seen too. Merges within a category are solid, those across categories dashed and grey.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    ax : Axes, optional
        Where to draw; a new figure of pyplot by default, as high as the leaves need.
    n : int, optional
        Mark where the tree is cut into n clusters.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.plotting import plot_tree
    >>> X = np.random.default_rng(0).normal(size=(60, 3)) + 9 * (np.arange(60) % 2)[:, None]
    >>> axes = plot_tree(CECIB(random_state=0).fit(X))
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['0 (30)', '1 (30)']
    """
    require("plot", "matplotlib")
    tree = model.tree()
    leaves = tree.growth.leaves
    axes = _tall_axes(len(leaves)) if ax is None else ax
    order = _order(tree)
    _draw_merges(axes, tree, order)
    _name_leaves(axes, [leaves[c] for c in order])
    top = float(tree[-1, 2]) if len(tree) else 1.0
    axes.set_xscale("function", functions=(_root, np.square))
    axes.set_xlim(0.0, 1.05 * top)
    axes.set_xticks(_ticks(top))
    axes.set_xlabel("nats that merges add to the cost", fontsize=9)
    axes.tick_params(axis="x", colors="#666666", labelsize=8.5)
    axes.spines[["top", "right", "left"]].set_visible(False)
    if n is not None:
        _mark_cut(axes, tree, n)
    if len(tree) and not tree.within.all():
        _draw_legend(axes)
    return axes


def _tall_axes(n_leaves: int) -> Axes:
    return _new_axes(_WIDTH, float(np.clip(_LEAF_HEIGHT * n_leaves + 1.0, _LEAST_HEIGHT, _MOST_HEIGHT)))


def _root(nats: Floats) -> Floats:
    return np.sqrt(np.maximum(nats, 0.0))


def _ticks(top: float) -> list[float]:
    """Round numbers that lie about evenly on a scale of square roots."""
    ticks = [0.0]
    for share in (0.05, 0.2, 0.45, 0.8):
        digit = 10.0 ** np.floor(np.log10(share * top))
        tick = float(round(share * top / digit) * digit)
        if tick > ticks[-1]:
            ticks.append(tick)
    return ticks


def _order(tree: Tree) -> list[int]:
    """Leaves from the bottom of the picture to the top: no lines cross, and low numbers come first where they can."""
    k = len(tree.growth.leaves)
    below: list[list[int]] = [[c] for c in range(k)]
    for merge in tree.growth.merges:
        below.append([c for side in sorted((below[merge.first], below[merge.second]), key=min) for c in side])
    return below[-1]


def _draw_merges(axes: Axes, tree: Tree, order: list[int]) -> None:
    k = len(order)
    places = dict(zip(order, [(0.0, float(row)) for row in range(k)], strict=True))
    for i, merge in enumerate(tree.growth.merges):
        height = float(tree[i, 2])
        look: dict[str, Any] = {"color": _INK} if merge.is_within else {"color": _ACROSS, "linestyle": _DASHES}
        rows = [places[side][1] for side in (merge.first, merge.second)]
        for side in (merge.first, merge.second):
            own: dict[str, Any] = {"linewidth": 1.3, **look}
            if side < k:
                own = {"linewidth": 2.6, "color": _colour(side)}
            axes.plot([places[side][0], height], [places[side][1]] * 2, solid_capstyle="butt", **own)
        axes.plot([height, height], rows, linewidth=1.3, **look)
        places[k + i] = height, sum(rows) / 2


def _name_leaves(axes: Axes, leaves: list[Leaf]) -> None:
    has_labels = any(leaf.category is not None for leaf in leaves)
    names = [_plain(_name(leaf, has_labels)) for leaf in leaves]
    axes.set_yticks(range(len(leaves)), names)
    axes.scatter([0.0] * len(leaves), range(len(leaves)), s=34, c=[_colour(leaf.cluster) for leaf in leaves],
                 clip_on=False, zorder=4)  # fmt: skip
    axes.tick_params(axis="y", length=0, pad=7, labelsize=9, colors=_INK)
    axes.set_ylim(len(leaves) - 0.4, -0.6)


def _name(leaf: Leaf, has_labels: bool) -> str:
    category = _short("new" if leaf.category is None else leaf.category)
    return f"{leaf.cluster}: {category} ({leaf.weight:g})" if has_labels else f"{leaf.cluster} ({leaf.weight:g})"


def _mark_cut(axes: Axes, tree: Tree, n: int) -> None:
    tree.groups(n)  # refuses a bad number
    heights = [0.0, *tree[:, 2].tolist(), 1.05 * float(tree[-1, 2])] if len(tree) else [0.0, 0.0]
    merges = len(tree) + 1 - n
    between = (0.5 * (heights[merges] ** 0.5 + heights[merges + 1] ** 0.5)) ** 2
    axes.axvline(between, color=_CUT, linewidth=1.2, linestyle=_DASHES)
    axes.annotate(f"{n}", (between, 1.0), (3, -2), xycoords=("data", "axes fraction"),
                  textcoords="offset points", color=_CUT, fontsize=9, va="top")  # fmt: skip


def _draw_legend(axes: Axes) -> None:
    from matplotlib.lines import Line2D

    rows = [
        Line2D([], [], color=_INK, linewidth=1.3, label="within a category"),
        Line2D([], [], color=_ACROSS, linewidth=1.3, linestyle=_DASHES, label="across categories"),
    ]
    axes.legend(handles=rows, frameon=False, fontsize=8.5, loc="best")
