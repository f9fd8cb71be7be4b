"""Widths: how wide a column is within the heaps that its values show by themselves.

A column whose values lie in two heaps far apart has a large standard deviation, which says nothing about the heaps.
Measured by it, the distance of the heaps would be like that of any other column's values, and hidden among many
columns. So where a column has valleys, its width is that of the heaps between them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.search.dither import cell_widths, dithered
from cecib.search.gaps import has_wide_gaps, widest_gap

_ROWS = 2_000  # looked at
_LEAST_VALUES = 16  # different ones, fewer have no valleys
_WINDOW, _WINDOW_SHARE = (5, 10), (0.05, 0.1)  # values over which density is measured: least, and share of all
_DEPTH, _NOISE = 3.0, 3.3  # how much deeper than both sides a valley is, and standard errors of that
_FEW_VALUES = 100  # at the most, where a gap between them is a valley too
_MOST_PARTS = 16
_NARROW = 1e-3  # of the width of all: a heap is taken to have at least this width
EMPTY_CELLS = 3.0  # without a value, between heaps of coarse values: neighbours may well be frequent and rare


def inner_shares(X: NDArray[Any], grain: Floats | None = None) -> Floats:
    """Width of each column within its heaps, as a share of its standard deviation; 1 where it has one heap.

    How often a row occurs does not count. `grain` says how coarsely values are recorded (`cecib.search.grain`).

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.search.widths import inner_shares
    >>> X = np.random.default_rng(0).normal(size=(1000, 2))
    >>> X[:500, 1] += 20.0
    >>> inner_shares(X).round(2).tolist()
    [1.0, 0.1]
    """
    columns = np.sort(np.ascontiguousarray(dithered(some_rows(X), grain).T))
    may_have = _may_have_valleys(columns)
    gaps = np.zeros(len(columns)) if grain is None else EMPTY_CELLS * cell_widths(grain)
    found = zip(columns, gaps, may_have, strict=True)
    return np.array([inner_share(np.unique(own), gap) if may else 1.0 for own, gap, may in found])


def some_rows(X: NDArray[Any]) -> NDArray[Any]:
    """Rows to look at, evenly spread."""
    return X if len(X) <= _ROWS else X[np.linspace(0, len(X) - 1, _ROWS).astype(np.intp)]


def cells(X: NDArray[Any], most: int) -> NDArray[np.int32] | None:
    """Divide rows by the heaps of all columns that show any; None if there are none, or more cells than the most."""
    found = [labels for labels, _ in map(divided_at_valleys, np.asarray(X, dtype=float).T) if labels is not None]
    if not found:
        return None
    parts = np.unique(np.column_stack(found), axis=0, return_inverse=True)[1].ravel().astype(np.int32)
    return parts if parts.max() < most else None


def divided_at_valleys(values: Floats) -> tuple[NDArray[np.int32] | None, float]:
    """Heap of each value, and how deep the first valley is; None where there is one heap.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.search.widths import divided_at_valleys
    >>> values = np.random.default_rng(0).normal(size=300) + 20.0 * (np.arange(300) % 3)
    >>> labels, depth = divided_at_valleys(values)
    >>> labels.tolist() == (np.arange(300) % 3).tolist()
    True
    """
    different = np.unique(values)
    found = _valley(different)
    if found is None:
        return None, 0.0
    bounds = [part[0] for part in _parts(different)[1:]]
    return np.searchsorted(bounds, values, side="right").astype(np.int32), found[1]


def _valley(values: Floats, least_gap: float = 0.0) -> tuple[int, float] | None:
    """Where sorted values are best divided, the first of the upper part, and how deep the valley is there."""
    k = _window(len(values))
    if k is not None:
        depth = _depths(values, k)
        best = int(depth.argmax())
        inside = np.diff(values[best + k : best + 2 * k + 1])
        if depth[best] >= _least_depth(k) and inside.max() >= least_gap:
            return best + k + int(inside.argmax()) + 1, float(depth[best])
    first = widest_gap(values, least_gap) if len(values) <= _FEW_VALUES else None
    return None if first is None else (first, _DEPTH)


def _window(n: int) -> int | None:
    """Over how many of n values density is measured; None where they are too few for valleys."""
    k = max(_WINDOW[0], int(_WINDOW_SHARE[0] * n), min(_WINDOW[1], int(_WINDOW_SHARE[1] * n)))
    return None if n < max(_LEAST_VALUES, 3 * k + 1) else k


def _depths(values: Floats, k: int) -> Floats:
    """How many times as dense the less dense of both sides is, along sorted values, over k neighbours."""
    spans = np.maximum(values[..., k:] - values[..., :-k], np.finfo(float).tiny)  # of windows that begin at 0, 1, …
    left = np.minimum.accumulate(spans, axis=-1)
    right = np.minimum.accumulate(spans[..., ::-1], axis=-1)[..., ::-1]
    return np.asarray(spans[..., k:-k] / np.maximum(left[..., : -2 * k], right[..., 2 * k :]))


def _least_depth(k: int) -> float:
    """How deep a valley has to be, if density is measured over k values."""
    return float(_DEPTH + np.exp(_NOISE * np.sqrt(2.0 / k)))


def _may_have_valleys(columns: Floats) -> NDArray[np.bool_]:
    """Whether sorted columns, a row each, have a valley; those with equal values may."""
    found = (np.diff(columns) == 0).any(axis=1)
    k, few = _window(columns.shape[1]), columns.shape[1] <= _FEW_VALUES
    if few and not found.all():
        found[~found] = has_wide_gaps(columns[~found])
    if k is not None and not found.all():
        own = columns[~found]
        found[~found] = _depths(own / np.abs(own).max(axis=1, keepdims=True), k).max(axis=1) >= _least_depth(k)
    return np.asarray(found)


def _parts(values: Floats, least_gap: float = 0.0) -> list[Floats]:
    """Divide sorted values at valleys, as long as there are any, in order."""
    parts: list[Floats] = [values]
    done: list[Floats] = []
    while parts and len(parts) + len(done) < _MOST_PARTS:
        part = parts.pop(0)
        found = _valley(part, least_gap)
        if found is None:
            done.append(part)
        else:
            parts += [part[: found[0]], part[found[0] :]]
    return sorted(done + parts, key=lambda part: float(part[0]))


def inner_share(values: Floats, least_gap: float = 0.0) -> float:
    """Geometric mean of the widths of the parts of sorted values, as a share of the width of all."""
    size = np.abs(values).max(initial=0.0)
    parts = _parts(values / size, least_gap / size) if size > 0 else []
    if len(parts) < 2:
        return 1.0
    whole = (values / size).std()
    logs = [len(part) * np.log(max(part.std() / whole, _NARROW)) for part in parts]
    return float(np.exp(sum(logs) / len(values)))
