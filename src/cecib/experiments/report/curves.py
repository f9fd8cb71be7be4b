"""Figures of curves, one panel per data set, as the paper lays them out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from cecib.experiments.machinery.results import Curve
from cecib.experiments.report.appearance import style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

_WIDTH = 9.6
_WIDTH_OF_ONE = 6.4


def curve_grid(
    panels: Mapping[str, Mapping[str, Curve]],
    *,
    x_label: str,
    y_label: str = "NMI",
    is_percent: bool = True,
    marked: Mapping[str, float] | None = None,
    n_columns: int = 3,
) -> Figure:
    """Draw a panel of curves for each title, with bands of one standard error, equal axes, and one legend above all.

    Parameters
    ----------
    panels : mapping of title to mapping of label to Curve
        What to draw.
    x_label, y_label : str
        Names of the axes.
    is_percent : bool, default=True
        Whether x is a share, to be shown in per cent.
    marked : mapping of str to float, optional
        Places on the x axis to mark by a thin line and its name.
    n_columns : int, default=3
        Panels side by side.
    """
    from matplotlib.figure import Figure

    n_rows = max(1, math.ceil(len(panels) / n_columns))
    n_columns = max(1, min(n_columns, len(panels)))
    figure = Figure(figsize=(_WIDTH if n_columns > 1 else _WIDTH_OF_ONE, 2.5 * n_rows + 0.9), layout="constrained")
    axes = figure.subplots(n_rows, n_columns, squeeze=False, sharex=True, sharey=True)
    handles: dict[str, Line2D] = {}
    for place, (title, curves) in zip(axes.flat, panels.items(), strict=False):
        for label, line in _draw(place, curves, 100.0 if is_percent else 1.0).items():
            handles.setdefault(label, line)
        if is_percent:
            place.set_xticks(sorted({100 * x for curve in curves.values() for x in curve.x}))
        for name, where in (marked or {}).items():
            place.axvline(where, color="#777777", linewidth=0.7, linestyle=":")
            place.text(where, 0.02, f" {name}", fontsize=8, color="#555555", transform=place.get_xaxis_transform())
        place.set_title(title, fontsize=10)
        place.grid(visible=True, color="#dddddd", linewidth=0.5)
        place.tick_params(labelsize=8, labelbottom=True)
    for i, place in enumerate(axes.flat):
        place.set_visible(i < len(panels))
        if i + n_columns >= len(panels):
            place.set_xlabel(x_label + (" [%]" if is_percent else ""), fontsize=9)
    for row in axes:
        row[0].set_ylabel(y_label, fontsize=9)
    if len(handles) > 1:
        figure.legend(
            list(handles.values()),
            list(handles),
            loc="outside upper center",
            ncols=min(5 if n_columns > 1 else 2, len(handles)),
            fontsize=9 if n_columns > 1 else 8,
        )
    return figure


def _draw(place: Axes, curves: Mapping[str, Curve], scale: float) -> dict[str, Line2D]:
    lines = {}
    for position, (label, curve) in enumerate(curves.items()):
        x, y, errors = (np.asarray(part, dtype=float) for part in curve)
        style = style_of(label, position)
        (lines[label],) = place.plot(scale * x, y, label=label, **style)
        if np.isfinite(errors).all():
            place.fill_between(scale * x, y - errors, y + errors, color=style["color"], alpha=0.18, linewidth=0)
    return lines
