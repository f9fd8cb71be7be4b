"""Dither: values that stand for a cell, put anywhere within it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats

# Variance of a cell of width 1. A uniform cell has 1/12, but below 0.0986 dividing a bit by its value can pay.
CELL_VARIANCE = 1 / 8


def dithered(X: NDArray[Any], grain: Floats | None) -> Floats:
    """Put values that stand for a cell anywhere within it, equal rows at the same place: then ties are no heaps."""
    rows = np.asarray(X, dtype=float)
    if grain is None:
        return rows
    different, number = np.unique(rows, axis=0, return_inverse=True)
    lot = np.random.RandomState(0).uniform(-0.5, 0.5, size=(len(different), len(grain)))
    return np.asarray((different + lot @ grain * np.sqrt(1.0 / CELL_VARIANCE))[number.ravel()])


def cell_widths(grain: Floats) -> Floats:
    """How wide the cell of a value is along each column."""
    return np.asarray(np.sqrt((grain**2).sum(axis=0) / CELL_VARIANCE))
