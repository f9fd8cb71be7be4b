"""Grain: how coarsely columns are recorded.

Values that are counts, answers on a scale, bits, or rounded, fall together. Taken for exact, equal values would be
evidence of a cluster without width, and every heap of them would become one. So a value stands for a cell as wide as
the distance to the next value, and each point adds the covariance of its cell to the scatter of its cluster
(`Prior.cell`).
"""

from __future__ import annotations

import numpy as np

from cecib.cost import Floats
from cecib.search.dither import CELL_VARIANCE
from cecib.search.scaling import Matrix
from cecib.search.widths import EMPTY_CELLS, inner_share, some_rows

_ROWS = 10_000  # looked at
_TIES = 3  # different rows for each value, on average, where values fall together
_FINE = 0.05  # of the width within heaps: narrower cells change nothing, unless each may become a cluster:
_FEW_PLACES, _HEAP = 300, 5  # with so few different rows, each there so often on average
_ROUNDING = 1e-9, 1e-6  # of the largest value, in double and in single precision: nearer values are the same
_WHOLE = 1e-3  # how far from a whole number of steps the steps of a lattice may be


def grain_of(X: Matrix) -> Floats | None:
    """Rows of which the square is the covariance of a cell, a row for each coarse column; None if there is none."""
    some = X if len(X) <= _ROWS else X[np.linspace(0, len(X) - 1, _ROWS).astype(np.intp)]
    different = np.unique(some, axis=0)  # a row that is there twice says nothing about its columns
    is_single = X.dtype == np.float32
    columns = zip(some.T, different.T, strict=True)
    widths = np.array([cell_width(column.astype(float), own.astype(float), is_single) for column, own in columns])
    coarse = np.flatnonzero(widths)
    if len(coarse) == 0:
        return None
    rows = np.zeros((len(coarse), X.shape[1]))
    rows[np.arange(len(coarse)), coarse] = widths[coarse] * np.sqrt(CELL_VARIANCE)
    return rows


def cell_width(column: Floats, different: Floats, is_single: bool = False) -> float:
    """How far the next value is away, from most rows; 0 if values do not fall together, or finely.

    `different` has the values of different rows.
    """
    values, n_different = np.sort(column), len(different)
    gaps = np.diff(values)
    is_step = gaps > _ROUNDING[is_single] * max(abs(values[0]), abs(values[-1]))
    steps = gaps[is_step]
    falls_together = _TIES * (len(steps) + 1) <= n_different
    if len(steps) == 0 or not (falls_together or (2 * len(steps) < len(values) and _is_lattice(steps))):
        return 0.0
    nearest = np.minimum(np.append(steps, np.inf), np.insert(steps, 0, np.inf))
    width = float(np.median(nearest[np.concatenate([[0], np.cumsum(is_step)])]))
    may_be_clusters = n_different <= min(_FEW_PLACES, len(values) / _HEAP)
    is_coarse = may_be_clusters or width > _FINE * column.std() or width > _FINE * _inner_width(different, width)
    return width if is_coarse else 0.0


def _inner_width(column: Floats, width: float) -> float:
    """Give the standard deviation within the heaps of a column, if its values stand for cells of some width."""
    some = some_rows(column)
    within = some + np.random.RandomState(0).uniform(-0.5, 0.5, size=len(some)) * width
    return float(within.std() * inner_share(np.sort(within), EMPTY_CELLS * width))


def _is_lattice(steps: Floats) -> bool:
    """Whether all steps are whole multiples of the least one."""
    multiples = steps / steps.min()
    return bool((np.abs(multiples - multiples.round()) < _WHOLE).all())
