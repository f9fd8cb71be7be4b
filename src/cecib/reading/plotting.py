"""A picture of the clusters: ellipses, points, and the expert's labels. Readable in grey too."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.cost import Floats
from cecib.extras import require
from cecib.label_columns import read_labels
from cecib.reading.findings import ClusterFinding
from cecib.reading.levels import path_text
from cecib.reading.scenes import Scene, scene_of
from cecib.side_information import SideInformation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cecib.estimator import CECIB

# Wong's palette for the colour-blind, in an order in which neighbours also differ in lightness.
_COLOURS = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#56B4E9",
    "#CC79A7",
    "#7F6A00",
    "#5B4B8A",
    "#8C8C8C",
    "#9C3848",
)
_MARKERS = "o^sDvPX<>pd*"
_INK, _PAPER, _ALARM = "#222222", "#FFFFFF", "#C00000"
# 95 % of a two-dimensional Gaussian, √χ²
_RADIUS = 2.4477
_MOST_POINTS, _MOST_LABELS = 20_000, 2_000
_DASHES = (0, (4, 2.5))
_DOTS_PER_INCH = 160
_MOST_WITHIN = 7  # rows of a legend that stands among the points


def plot_clusters(
    model: CECIB,
    X: ArrayLike,
    y: ArrayLike | None = None,
    ax: Axes | None = None,
    *,
    labels: ArrayLike | None = None,
    shapes: bool = False,
    xy: ArrayLike | None = None,
) -> Axes:
    """Draw the clusters of a fitted model where they lie apart.

    One column or two are drawn as they are, in their units; more in the plane in which the clusters are told apart
    best, whose axes are named by the features that go with them. Dots are points, in the colour of their cluster;
    ellipses hold 95 % of each cluster's Gaussian and are dashed for clusters that no label reaches; large markers are
    labelled points, one shape per category, with a red cross through labels that look wrong (`CECIB.findings`).

    Parameters
    ----------
    model : CECIB
        A fitted model.
    X : array-like of shape (n, d)
        The points. Of many, an even sample is drawn.
    y : array-like of shape (n,), optional
        Their labels, as given to `fit`.
    ax : Axes, optional
        Where to draw; a new figure of pyplot by default.
    labels : array-like of shape (n,), optional
        The cluster of each point; by default what the model predicts. For the points of the fit give `model.labels_`.
    shapes : bool, default=False
        Give clusters that are parts of one shape (`CECIB.shapes`) the same colour.
    xy : array-like of shape (n, 2), optional
        Where to draw the points, such as their UMAP or two columns; ellipses are left out then.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.reading.plotting import plot_clusters
    >>> X = np.random.default_rng(0).normal(size=(60, 3)) + 9 * (np.arange(60) % 2)[:, None] * [0, 1, 0]
    >>> model = CECIB(random_state=0).fit(X)
    >>> plot_clusters(model, X).get_xlabel()
    'more feature 1'
    >>> len(plot_clusters(model, X, xy=X[:, :2]).patches)  # no ellipses
    0
    """
    require("plot", "matplotlib")
    clusters = np.asarray(model.predict(X) if labels is None else labels)
    scene = scene_of(model, X, clusters, xy, _RADIUS)
    side = _by_name(read_labels(y, len(clusters)))
    found = model.findings(X, y)
    axes = _new_axes() if ax is None else ax
    colours = model.shapes() if shapes else np.arange(model.n_clusters_)
    _draw_points(axes, scene.rows, colours[clusters])
    for finding in found.clusters:
        colour = _colour(int(colours[finding.cluster]))
        _draw_cluster(axes, scene, finding, colour, has_labels=len(found.categories) > 0)
    _draw_labels(axes, scene.rows, colours[clusters], side)
    crossed = scene.rows[_sample(found.suspects, _MOST_LABELS)]
    size = 3 * _marker_size(len(crossed))
    axes.scatter(crossed[:, 0], crossed[:, 1], s=size, c=_ALARM, marker="x", linewidths=size**0.5 / 6, zorder=7)
    _finish(axes, scene)
    has_dashes = len(found.new_clusters) > 0 and scene.covariances is not None
    _draw_legend(axes, side.categories, len(found.suspects), has_dashes)
    return axes


def plot_beta_path(model: CECIB, ax: Axes | None = None) -> Axes:
    """Draw how β was chosen: the probability of hidden labels, with its standard error, against β.

    Parameters
    ----------
    model : CECIB
        A model fitted with ``beta="auto"`` and enough labels.
    ax : Axes, optional
        Where to draw; a new figure by default.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.plotting import plot_beta_path
    >>> X = np.random.default_rng(0).normal(size=(100, 2)) + 9 * (np.arange(100) % 2)[:, None]
    >>> model = CECIB(random_state=0).fit(X, np.where(np.arange(100) < 40, np.arange(100) % 2, -1))
    >>> plot_beta_path(model).get_xlabel()
    'β'
    """
    require("plot", "matplotlib")
    path = model.beta_path_
    if path is None:
        raise ValueError("There is no path: beta was given, or the labels are too few to choose it.")
    axes = _new_axes() if ax is None else ax
    steps = np.arange(len(path.beta))
    axes.errorbar(steps, path.score, path.standard_error, color=_INK, marker="o", capsize=3, linewidth=1.4)
    axes.axvline(int(np.flatnonzero(path.beta == model.beta_)[0]), color=_ALARM, linestyle=_DASHES, linewidth=1.4)
    names = [f"{beta:g}\n{number:.1f} clusters" for beta, number in zip(path.beta, path.n_clusters, strict=True)]
    axes.set_xticks(steps, names)
    axes.set_xlabel("β")
    axes.set_ylabel("mean ln p(hidden label)")
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def save_figure(axes: Axes, path: str | os.PathLike[str], format_: str) -> None:
    """Write the figure of the axes as "png", "svg" or "pdf", the same bytes for the same picture."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = axes.get_figure(root=True)
    if not isinstance(figure, Figure):
        raise ValueError("axes must belong to a figure.")
    dates: dict[str, dict[str, str | None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    settings: Any = {"svg.hashsalt": "cecib", "svg.fonttype": "none", "pdf.fonttype": 42}
    with rc_context(settings), warnings.catch_warnings():
        # a category in a script that the font lacks is drawn as boxes
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure.savefig(path, format=format_, dpi=_DOTS_PER_INCH, metadata=dates.get(format_))


def _new_axes(width: float = 8.0, height: float = 5.6) -> Axes:
    """Make a figure of pyplot, which notebooks show by themselves."""
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(width, height), layout="constrained", facecolor=_PAPER)[1]


def _sample(rows: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """At most so many rows, evenly spread."""
    return rows if len(rows) <= most else rows[np.linspace(0, len(rows) - 1, most).astype(np.intp)]


def _marker_size(n: int) -> float:
    """Area of the marker of a labelled point: the more there are, the smaller."""
    return float(np.clip(46 * (200 / max(n, 1)) ** 0.5, 7, 46))


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _draw_points(axes: Axes, places: Floats, numbers: NDArray[Any]) -> None:
    chosen = _sample(np.arange(len(places)), _MOST_POINTS)
    shown, colours = places[chosen], [_colour(int(number)) for number in numbers[chosen]]
    size = float(np.clip(9000 / len(shown), 2, 16))
    axes.scatter(
        shown[:, 0], shown[:, 1], s=size, c=colours, alpha=0.5, linewidths=0, rasterized=len(shown) > 5000, zorder=2
    )


def _draw_cluster(axes: Axes, scene: Scene, finding: ClusterFinding, colour: str, has_labels: bool) -> None:
    from matplotlib.patches import Ellipse

    mean, name = scene.means[finding.cluster], _name(finding, has_labels)
    if not np.isfinite(mean).all():
        return
    if scene.covariances is None:
        _write_name(axes, mean, name, colour)
        return
    covariance = scene.covariances[finding.cluster]
    values, vectors = np.linalg.eigh(covariance)
    width, height = 2 * _RADIUS * np.sqrt(np.maximum(values, 0.0))
    angle = float(np.degrees(np.arctan2(vectors[1, 0], vectors[0, 0])))
    shape = {"width": float(width), "height": float(height), "angle": angle}
    axes.add_patch(Ellipse(tuple(mean), **shape, facecolor=colour, alpha=0.10, linewidth=0, zorder=1))
    style = _DASHES if finding.is_new and has_labels else "-"
    axes.add_patch(
        Ellipse(tuple(mean), **shape, fill=False, edgecolor=colour, linewidth=1.8, linestyle=style, zorder=3)
    )
    top = mean + np.array([0.0, _RADIUS * np.sqrt(max(covariance[1, 1], 0.0))])
    _write_name(axes, top, name, colour)


def _name(finding: ClusterFinding, has_labels: bool) -> str:
    if not has_labels:
        return str(finding.cluster)
    if finding.is_new:
        return f"{finding.cluster}: new"
    return f"{finding.cluster}: {_short(finding.name)}"


def _write_name(axes: Axes, place: Floats, name: str, colour: str) -> None:
    box = {"boxstyle": "round,pad=0.3", "facecolor": _PAPER, "edgecolor": colour, "linewidth": 1.2, "alpha": 0.92}
    axes.annotate(
        _plain(name), tuple(place), (0, 5), textcoords="offset points", annotation_clip=False, ha="center", va="bottom",
        fontsize=9.5, color=_INK, bbox=box, zorder=6,
    )  # fmt: skip


def _draw_labels(axes: Axes, places: Floats, numbers: NDArray[Any], side: SideInformation) -> None:
    shown = _sample(np.flatnonzero(side.is_labelled), _MOST_LABELS)
    size = _marker_size(len(shown))
    for category in range(side.n_categories):
        chosen = shown[side.index[shown] == category]
        colours = [_colour(int(number)) for number in numbers[chosen]]
        axes.scatter(
            places[chosen, 0], places[chosen, 1], s=size, c=colours, marker=_MARKERS[category % len(_MARKERS)],
            edgecolors=_INK, linewidths=size**0.5 / 7, zorder=4,
        )  # fmt: skip


def _by_name(side: SideInformation) -> SideInformation:
    """Name the paths of several levels by what is known of them."""
    if side.levels is None:
        return side
    names = np.array([path_text(path) for path in side.categories], dtype=object)
    return SideInformation(side.index, names)


def _finish(axes: Axes, scene: Scene) -> None:
    x_name, y_name = (_plain(_short(name, 48)) for name in scene.names)
    axes.set_xlabel(x_name)
    axes.set_ylabel(y_name)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors="#666666", labelsize=8.5)
    if not scene.has_units:
        axes.set_xticks([])
    if scene.is_line:
        axes.set_yticks(range(len(scene.means)))
    elif not scene.has_units:
        axes.set_yticks([])
    axes.margins(0.06)
    axes.autoscale_view()


def _draw_legend(axes: Axes, categories: NDArray[Any], n_suspect: int, has_new: bool) -> None:
    from matplotlib.lines import Line2D

    rows = [
        Line2D([], [], linestyle="", marker=marker, markersize=7, color="#CFCFCF", markeredgecolor=_INK,
               label=_plain(f"labelled {_short(category)}"))
        for marker, category in zip(_MARKERS, categories, strict=False)
    ]  # fmt: skip
    if len(categories) > len(_MARKERS):
        rows = [Line2D([], [], linestyle="", label=f"labels of {len(categories)} categories")]
    if n_suspect:
        name = f"label looks wrong ({n_suspect})"
        rows.append(Line2D([], [], linestyle="", marker="x", markersize=9, markeredgewidth=2, color=_ALARM, label=name))
    if has_new:
        rows.append(Line2D([], [], color=_INK, linewidth=1.5, linestyle=_DASHES, label="new: no label reaches it"))
    if rows:
        place: dict[str, Any] = {"loc": "best"}
        if len(rows) > _MOST_WITHIN:  # they would hide clusters
            place = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)}
        axes.legend(handles=rows, frameon=False, fontsize=9, **place)


def _short(category: Any, longest: int = 24) -> str:
    text = str(category)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _plain(text: str) -> str:
    """Keep Matplotlib from reading dollars as mathematics."""
    return text.replace("$", r"\$")
