"""Figures of curves, one panel per data set, as the paper lays them out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cecib.experiments.report.appearance import style_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

_WIDTH = 9.6
Curve = tuple[Sequence[float], Sequence[float]]


def curve_grid(
    panels: Mapping[str, Mapping[str, Curve]],
    *,
    x_label: str,
    y_label: str = "NMI",
    is_percent: bool = True,
    marked: Mapping[str, float] | None = None,
    n_columns: int = 3,
) -> Figure:
    """Draw a panel of curves for each title, one legend above all.

    Parameters
    ----------
    panels : mapping of title to mapping of label to (x, y)
        What to draw.
    x_label, y_label : str
        Names of the axes.
    is_percent : bool, default=True
        Whether x is a share, to be shown in per cent.
    marked : mapping of str to float, optional
        Places on the x axis to mark by a thin line.
    n_columns : int, default=3
        Panels side by side.
    """
    from matplotlib.figure import Figure

    n_rows = max(1, math.ceil(len(panels) / n_columns))
    n_columns = max(1, min(n_columns, len(panels)))
    figure = Figure(figsize=(_WIDTH if n_columns > 1 else _WIDTH / 2, 2.5 * n_rows + 0.9), layout="constrained")
    axes = figure.subplots(n_rows, n_columns, squeeze=False)
    handles: dict[str, Line2D] = {}
    for place, (title, curves) in zip(axes.flat, panels.items(), strict=False):
        for position, (label, (x, y)) in enumerate(curves.items()):
            shown = [100 * value for value in x] if is_percent else list(x)
            (line,) = place.plot(shown, list(y), label=label, **style_of(label, position))
            handles.setdefault(label, line)
            if is_percent:
                place.set_xticks(shown)
        for where in (marked or {}).values():
            place.axvline(where, color="#999999", linewidth=0.7, linestyle=":")
        place.set_title(title, fontsize=10)
        place.set_xlabel(x_label + (" [%]" if is_percent else ""), fontsize=9)
        place.grid(visible=True, color="#dddddd", linewidth=0.5)
        place.tick_params(labelsize=8)
    for place in list(axes.flat)[len(panels) :]:
        place.set_visible(False)
    for row in axes:
        row[0].set_ylabel(y_label, fontsize=9)
    if len(handles) > 1:
        figure.legend(
            list(handles.values()),
            list(handles),
            loc="outside upper center",
            ncols=min(5, len(handles)),
            fontsize=9,
        )
    return figure
