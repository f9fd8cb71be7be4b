"""Strays: single values that lie far beyond all others of their column, such as a slip of the decimal point.

One of them stretches the scale of a column until clusters that lie apart look like one, and no cluster has room for it.
So it counts as missing: its row goes by its other values, and is called an outlier. A few values at one end of a column
are strays if the way to the others is several times as long as these reach, and if they are no group themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.holes.conditionals import Flags
from cecib.in_words import listed
from cecib.search.scaling import Matrix

MOST = 4  # strays at one end of a column
_FAR = 3.0  # times the way from the least to the largest of the others
_LEAST_ROWS = 20
_SHOWN, _LOOKED_AT = 8, 2_000


@dataclass(frozen=True, eq=False)
class Strays:
    """Values of a table that count as missing since they lie far beyond all others.

    Attributes
    ----------
    limits : ndarray of shape (2, d)
        What is below the first or above the second counts as missing; infinite where a column has no strays.
    counts : ndarray of shape (d,)
        How many there were in the rows of the fit.
    """

    limits: Floats
    counts: NDArray[np.int64]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Strays) and all(map(np.array_equal, vars(self).values(), vars(other).values()))

    __hash__ = None  # type: ignore[assignment]

    def among(self, points: Matrix) -> Flags:
        """Tell which values are such."""
        is_stray = np.zeros(points.shape, dtype=bool)
        for j in np.flatnonzero(np.isfinite(self.limits).any(axis=0)).tolist():
            low, high = self.limits[:, j]
            is_stray[:, j] = (points[:, j] < low) | (points[:, j] > high)
        return is_stray

    def without(self, points: Matrix) -> Matrix:
        """Give rows in which they are missing; the same array if there are none."""
        is_stray = self.among(points)
        return np.where(is_stray, points.dtype.type(np.nan), points) if is_stray.any() else points

    def sentences(self, names: Sequence[str]) -> list[str]:
        """Say it; `names` are those of the columns."""
        found = np.flatnonzero(self.counts).tolist()
        if not found:
            return []
        shown = listed([repr(names[j]) for j in found], _SHOWN)
        n = int(self.counts.sum())
        what = "1 value lies" if n == 1 else f"{n} values lie"
        which = "it counts" if n == 1 else "they count"
        rows = "its row is an outlier" if n == 1 else "their rows are outliers"
        return [
            f"{what} far beyond all others of feature{'s' if len(found) > 1 else ''} {shown}: {which} as missing, and "
            f"{rows}. Correct what is mistyped."
        ]


def find_strays(points: Matrix) -> Strays | None:
    """Find the strays of a table; None: there are none.

    Parameters
    ----------
    points : ndarray of shape (n, d)
        The rows; NaN: missing.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.holes.strays import find_strays
    >>> X = np.random.default_rng(0).normal(size=(100, 2)) + [12, 60]
    >>> find_strays(X) is None
    True
    >>> X[3, 0] *= 10
    >>> find_strays(X).counts.tolist(), find_strays(X).sentences(["alcohol", "mass"])[0][:57]
    ([1, 0], "1 value lies far beyond all others of feature 'alcohol': ")
    """
    return ends_of(points, _doubtful(points)).strays()


@dataclass(frozen=True, eq=False)
class Ends:
    """The outermost values of some columns; those of blocks add up to those of all rows.

    Attributes
    ----------
    lowest, highest : ndarray of shape (MOST + 1, d)
        From the outside in; infinite where there are fewer.
    counts : ndarray of shape (d,)
        How many values there are.
    """

    lowest: Floats
    highest: Floats
    counts: NDArray[np.int64]

    def __add__(self, other: Ends) -> Ends:
        lowest = np.sort(np.concatenate([self.lowest, other.lowest]), axis=0)[: MOST + 1]
        highest = -np.sort(-np.concatenate([self.highest, other.highest]), axis=0)[: MOST + 1]
        return Ends(lowest, highest, self.counts + other.counts)

    def strays(self) -> Strays | None:
        """Find the strays; None: there are none."""
        counts, limits = np.zeros_like(self.counts), np.tile([[-np.inf], [np.inf]], len(self.counts))
        for j in np.flatnonzero(self.counts >= _LEAST_ROWS).tolist():
            counts[j], limits[:, j] = _strays_at(self.lowest[:, j], self.highest[:, j])
        return Strays(limits, counts) if counts.any() else None


def ends_of(points: Matrix, columns: NDArray[np.intp] | None = None) -> Ends:
    """Give the outermost values of a table; of other than these columns none."""
    n, d = points.shape
    found = Ends(np.full((MOST + 1, d), np.inf), np.full((MOST + 1, d), -np.inf), np.zeros(d, dtype=np.int64))
    for j in range(d) if columns is None else columns.tolist():
        column = points[:, j]
        for ends, sign in ((found.lowest, 1.0), (found.highest, -1.0)):
            outer = sign * _outermost(sign * column[:: max(1, n // _LOOKED_AT)], sign * column)
            ends[: len(outer), j] = outer
        found.counts[j] = n - np.count_nonzero(np.isnan(column))
    return found


def _outermost(some: NDArray[Any], values: NDArray[Any]) -> Floats:
    """Give the least values, at most one more than may be strays; some of them rule out most."""
    some = np.sort(some[~np.isnan(some)])
    bound = some[MOST] if len(some) > MOST else np.inf
    return np.sort(values[values <= bound].astype(np.float64))[: MOST + 1]


def _doubtful(points: Matrix) -> NDArray[np.intp]:
    """Columns that may have strays: some of their values, without the outermost, rule that out for nearly all."""
    some = np.asarray(points[:: max(1, len(points) // _LOOKED_AT)], dtype=np.float64)
    ordered = np.sort(some, axis=0)  # NaN comes last
    there = (~np.isnan(some)).sum(axis=0)
    columns = np.arange(points.shape[1])
    low = ordered[np.minimum(MOST, len(some) - 1), columns]
    high = ordered[np.maximum(there - MOST - 1, 0), columns]
    reach = _FAR * np.maximum(high - low, 0.0)
    least, largest = np.fmin.reduce(points, axis=0), np.fmax.reduce(points, axis=0)
    is_sure = (there > 2 * MOST) & (largest <= high + reach) & (least >= low - reach)
    return np.flatnonzero(~is_sure)


def _strays_at(lowest: Floats, highest: Floats) -> tuple[int, tuple[float, float]]:
    """Find how many of the outermost values of a column are strays, and what lies between them."""
    best, limits = 0, (-np.inf, np.inf)
    for i in range(MOST + 1):
        for j in range(MOST + 1):
            reach = highest[j] - lowest[i]
            if (
                i + j > best
                and reach > 0
                and _are_far(lowest[i] - lowest, i, reach)
                and _are_far(highest - highest[j], j, reach)
            ):
                best = i + j
                limits = (lowest[i] - _FAR * reach if i else -np.inf, highest[j] + _FAR * reach if j else np.inf)
    return best, limits


def _are_far(ways: Floats, count: int, reach: float) -> bool:
    """Whether so many outermost values are far from the others, and from one another, since they are no group."""
    if count == 0:
        return True
    return bool(ways[count - 1] > _FAR * reach and (count == 1 or ways[0] - ways[count - 1] > reach))
