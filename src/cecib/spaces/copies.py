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
_HALF = 0.5  # steps by which rounding moves a value, at the most
_CHANCE = 1.5  # standard deviations of rounding by which a fitted line may be off, and times its variance that is left
_MOST_DECIMALS = 9


def without_copies(X: Matrix, covariance: Floats, columns: NDArray[np.intp], unit: Floats) -> NDArray[np.intp]:
    """Leave out columns that are another column, in other units and rounded.

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
    own = covariance[np.ix_(columns, columns)] * np.outer(unit[columns], unit[columns])
    variances = np.diagonal(own)
    with np.errstate(divide="ignore", invalid="ignore"):
        left = 1.0 - (own / np.outer(np.sqrt(variances), np.sqrt(variances))) ** 2
    kept: list[int] = []
    for j in range(len(columns)):
        near = [i for i in kept if left[i, j] <= _NEARLY]
        if any(_is_rounded(X[:, columns[i]], X[:, columns[j]], own[i, j] / own[i, i]) for i in near):
            continue
        kept = [
            i
            for i in kept
            if i not in near or not _is_rounded(X[:, columns[j]], X[:, columns[i]], own[i, j] / own[j, j])
        ]
        kept.append(j)
    return columns[kept]


def _is_rounded(column: Matrix, other: Matrix, slope: float) -> bool:
    """Whether the other column is what a line makes of this one, rounded: equal values become equal ones."""
    step = _step(other)
    if step == 0.0:
        return False
    x, y = np.asarray(column, dtype=float), np.asarray(other, dtype=float)
    off = y - y.mean() - slope * (x - x.mean())
    reach = _HALF + _CHANCE / np.sqrt(len(x))
    if np.abs(off).max() > reach * step or off.var() > _CHANCE * step**2 / 12.0:
        return False
    order = np.argsort(x, kind="stable")
    return bool((np.diff(y[order])[np.diff(x[order]) == 0] == 0).all())


def _step(column: Matrix) -> float:
    """Of the last decimal that the values of a column have; 0 if they have more than a few."""
    values = np.asarray(column, dtype=float)
    error = np.finfo(column.dtype).eps * np.abs(values).max()
    for decimals in range(_MOST_DECIMALS):
        step = 10.0**-decimals
        if error < 0.01 * step and (np.abs(values - np.round(values, decimals)) <= error).all():
            return step
    return 0.0
