"""The frame: the directions that data have. Copies and combinations of columns add none.

Columns are measured in their standard deviations, so that units do not matter, except that bits stay bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.extmath import randomized_svd

from cecib.cost import Floats
from cecib.search.scaling import Matrix
from cecib.spaces.copies import without_copies
from cecib.spaces.directions import signed
from cecib.spaces.space import Space

MOST = 100  # directions among which those are sought in which clusters differ
LEADING = 16  # directions of a first look
_POINTS_FOR_EACH = 6  # of them, where not all are looked at
_REDUNDANT = 1e-8  # a column of which the columns before it leave less than this share of its variance
_MOST_COLUMNS = 1_000  # beyond which no covariance is kept
_ROWS, _ENTRIES = 10_000, 4_000_000  # looked at for the principal directions; turned at once


@dataclass(frozen=True)
class Frame:
    """Directions of the data, in the units of the data.

    Attributes
    ----------
    centre : ndarray of shape (d,)
        Mean of the columns.
    axes : ndarray of shape (d, r)
        The directions; coordinates along them are of the order of 1.
    columns : ndarray of shape (c,)
        The columns that are used.
    covariance : ndarray of shape (d, d) or None
        Of all rows.
    is_plain : bool
        Whether they are the columns themselves, all that are not constant.
    leading : ndarray of shape (r, p)
        Principal directions within the frame, at most `LEADING`.
    """

    centre: Floats
    axes: Floats
    columns: NDArray[np.intp]
    covariance: Floats | None
    is_plain: bool
    leading: Floats

    @property
    def looks_at_few(self) -> bool:
        """Whether a first look is at fewer directions than there are."""
        return self.leading.shape[1] < self.dimension or self.dimension < len(self.columns)

    @property
    def is_wide(self) -> bool:
        """Whether the rows are too few for the columns, or these too many."""
        return self.covariance is None and not self.is_plain

    @property
    def dimension(self) -> int:
        """How many directions there are."""
        return int(self.axes.shape[1])

    def rows(self, X: Matrix) -> Floats:
        """Coordinates of rows in the frame."""
        return self.space(np.eye(self.dimension)).coordinates(X)

    def space(self, directions: Floats) -> Space:
        """Make a space of some directions, given in the coordinates of the frame."""
        return Space(self.centre, self.axes @ directions, self.columns, self.covariance)


def plain_frame(n_features: int) -> Frame:
    """Take the columns as they are, without looking at them."""
    axes = np.eye(n_features)
    return Frame(np.zeros(n_features), axes, np.arange(n_features), None, True, axes)


def frame_of(X: Matrix, weights: Floats | None, mean: Floats, unit: Floats, used: NDArray[np.intp]) -> Frame:
    """Find the directions of the data.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        The data.
    weights : ndarray of shape (n,) or None
        How many points each row stands for.
    mean, unit : ndarray of shape (d,)
        Mean of each column and the unit in which it is measured.
    used : ndarray of int
        The columns that are not constant.
    """
    d = X.shape[1]
    total = len(X) if weights is None else float(weights.sum())
    if total < 2 * len(used) or len(used) > _MOST_COLUMNS:
        return _leading_frame(X, weights, mean, unit, used)
    covariance = _covariance(X, weights, mean, unit)
    kept = used[_independent(covariance[np.ix_(used, used)])] if covariance.any() else used
    kept = without_copies(X, covariance, kept, unit)
    _, vectors = np.linalg.eigh(covariance[np.ix_(kept, kept)])
    principal = signed(vectors[:, ::-1])
    whole = np.outer(unit, unit) * covariance
    axes = np.zeros((d, len(kept)))
    axes[kept, np.arange(len(kept))] = 1.0 / unit[kept]
    leading = LEADING if len(kept) <= LEADING else _bearable(total)
    if len(kept) <= MOST:
        is_plain = len(kept) == len(used)
        return Frame(mean, axes, kept, whole, is_plain, principal[:, :leading])
    axes = axes @ principal[:, :MOST]
    return Frame(mean, axes, kept, whole, False, np.eye(MOST)[:, :leading])


def _bearable(total: float) -> int:
    """How many directions so many points bear at a first look."""
    return int(np.clip(total // _POINTS_FOR_EACH, 2, LEADING))


def _leading_frame(X: Matrix, weights: Floats | None, mean: Floats, unit: Floats, used: NDArray[np.intp]) -> Frame:
    """Principal directions where the columns are too many, or the rows too few, for a covariance."""
    n, d = X.shape
    leading = _bearable(n if weights is None else float(weights.sum()))
    rows = np.arange(n) if n <= _ROWS else np.linspace(0, n - 1, _ROWS).astype(np.intp)
    own = (X[rows][:, used] - mean[used]) / unit[used]
    own *= np.sqrt(1.0 if weights is None else weights[rows] / weights[rows].mean())[..., None]
    if min(own.shape) <= 1_500:
        values, vectors = _principal(own)
    else:
        _, values, right = randomized_svd(own, MOST, n_iter=4, random_state=0)
        vectors = right.T
    rounding = 4 * np.finfo(np.float64).eps * float((np.abs(mean[used]) / unit[used]).max()) * np.sqrt(own.size)
    keep = max(1, min(MOST, int((values > max(1e-6 * values[0], rounding)).sum())))
    axes = np.zeros((d, keep))
    axes[used] = signed(vectors[:, :keep]) / unit[used][:, None]
    return Frame(mean, axes, used, None, False, np.eye(keep)[:, :leading])


def _principal(rows: Floats) -> tuple[Floats, Floats]:
    """Singular values and right vectors, by the smaller of the two products."""
    is_wide = rows.shape[0] < rows.shape[1]
    squares, vectors = np.linalg.eigh(rows @ rows.T if is_wide else rows.T @ rows)
    values = np.sqrt(squares[::-1].clip(min=0.0))
    vectors = vectors[:, ::-1]
    if is_wide:
        vectors = rows.T @ (vectors / np.where(values > 0, values, 1.0))
    return values, vectors


def _covariance(X: Matrix, weights: Floats | None, mean: Floats, unit: Floats) -> Floats:
    """Covariance; the mean is rounded, so that far from the origin what it is off by counts."""
    n, d = X.shape
    sum_, off, total = np.zeros((d, d)), np.zeros(d), 0.0
    step = max(1, _ENTRIES // d)
    for first in range(0, n, step):
        rows = (X[first : first + step] - mean) / unit
        own = np.ones(len(rows)) if weights is None else weights[first : first + step]
        sum_ += (rows * own[:, None]).T @ rows
        off += own @ rows
        total += float(own.sum())
    return sum_ / total - np.outer(off, off) / total**2


def _independent(covariance: Floats) -> NDArray[np.intp]:
    """Columns of which those before leave something: Gaussian elimination, in the order of the columns."""
    rest = covariance.copy()
    variances = np.diagonal(covariance).copy()
    kept = []
    for j in range(len(rest)):
        pivot = rest[j, j]
        if not pivot > _REDUNDANT * variances[j]:
            continue
        kept.append(j)
        rest -= np.outer(rest[:, j], rest[j]) / pivot
    return np.asarray(kept, dtype=np.intp)
