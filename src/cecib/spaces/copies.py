"""Copies of columns that differ from their original by rounding alone: the same thing in other units, written down.

What rounding leaves is a direction of its own, in which nothing differs but the last digit. Every cluster would have to
pay for it, and fewer clusters would be found.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.search.scaling import Matrix

_NEARLY = 1e-3  # share of its variance that another column leaves of a copy, at the most
_CHANCE = 1.5  # times the variance of rounding that may be left
_MOST_DECIMALS = 9
_ROWS = 2_000  # looked at for decimals


def without_copies(X: Matrix, covariance: Floats, columns: NDArray[np.intp], unit: Floats) -> NDArray[np.intp]:
    """Leave out columns that are copies of one before them, but for rounding.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        The data.
    covariance : ndarray of shape (d, d)
        Of the columns, in their units.
    columns : ndarray of int
        The columns to look at.
    unit : ndarray of shape (d,)
        The units.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.spaces.copies import without_copies
    >>> X = np.random.default_rng(0).normal(100.0, 9.0, size=(200, 2)).round(1)
    >>> X = np.column_stack([X, (X[:, 0] / 25.4).round(4)])
    >>> without_copies(X, np.cov(X, rowvar=False), np.arange(3), np.ones(3))
    array([0, 1])
    """
    own = covariance[np.ix_(columns, columns)]
    variances = np.diagonal(own)
    with np.errstate(divide="ignore", invalid="ignore"):
        left = 1.0 - own**2 / np.outer(variances, variances)
    kept: list[int] = []
    for j in range(len(columns)):
        near = [i for i in kept if left[i, j] <= _NEARLY]
        if not any(_is_rounded(X, own, columns, unit, i, j) for i in near):
            kept.append(j)
    return columns[kept]


def _is_rounded(X: Matrix, own: Floats, columns: NDArray[np.intp], unit: Floats, i: int, j: int) -> bool:
    """Whether rounding accounts for what column i does not say of column j."""
    slope = own[i, j] / own[i, i]
    steps = [_step(X, int(columns[c])) / unit[columns[c]] for c in (i, j)]
    rounding = (steps[1] ** 2 + (slope * steps[0]) ** 2) / 12.0
    return bool(own[j, j] - slope * own[i, j] <= _CHANCE * rounding)


def _step(X: Matrix, column: int) -> float:
    """Of the last decimal that the values of a column have; 0 if they have more than a few."""
    values = np.asarray(X[:: max(1, len(X) // _ROWS), column], dtype=float)
    error = np.finfo(X.dtype).eps * np.abs(values).max()
    for decimals in range(_MOST_DECIMALS):
        step = 10.0**-decimals
        if error < 0.01 * step and (np.abs(values - np.round(values, decimals)) <= error).all():
            return step
    return 0.0
