"""Rows with holes under one Gaussian: what is expected in the holes, and how probable what is observed is.

All follows from the precision matrix P. Of a row with holes m and observed o, the holes are Gaussian with covariance
C = (P_mm)⁻¹ around x̂_m = μ_m − C P_mo (x_o − μ_o), and the row filled with x̂ is as far from the mean, in Mahalanobis'
sense, as what is observed of it is in the marginal Gaussian. Rows with as many holes are worked on together, whichever
holes they are, so that a table with a pattern of holes for each row takes hardly longer than one with few. What depends
on the pattern alone is worked out once for rows that share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular

from cecib.cost import Floats

_AT_ONCE = 2_000_000  # entries of matrices
_RIDGE = 1e-12  # of a variance: what lies in a plane is Gaussian, too
_DETERMINED = 1e-9  # of a variance: a hole of less follows from what is observed, as in a copy of a column
_CODED = 64  # columns, the bits of a number
_REACH = 1e100  # standard deviations from the mean, beyond which values count as this far away

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Gaussian:
    """A Gaussian, ready for rows with holes.

    Attributes
    ----------
    mean : ndarray of shape (d,)
        Its mean.
    unit : ndarray of shape (d,)
        Units of the columns, the same for all Gaussians that are compared.
    precision : ndarray of shape (d, d)
        The inverse of its covariance, in these units; or of shape (d,): columns are independent, which is all that can
        be afforded where they are many.
    log_determinant : float
        Of the covariance.
    """

    mean: Floats
    unit: Floats
    precision: Floats
    log_determinant: float

    @classmethod
    def of(cls, mean: Floats, covariance: Floats, unit: Floats) -> Gaussian:
        """Make one from a covariance matrix, or from variances."""
        volume = 2.0 * float(np.log(unit).sum())
        if covariance.ndim == 1:
            variances = covariance / unit**2 + _RIDGE
            return cls(mean, unit, 1.0 / variances, float(np.log(variances).sum()) + volume)
        root = _root(covariance / np.outer(unit, unit))
        inverse = solve_triangular(root, np.eye(len(unit)), lower=True)
        return cls(mean, unit, inverse.T @ inverse, 2.0 * float(np.log(np.diagonal(root)).sum()) + volume)


def _root(covariance: Floats) -> Floats:
    """Give the triangular root of a covariance matrix, which rounding may have left without one."""
    identity = np.eye(len(covariance))
    try:
        return np.asarray(np.linalg.cholesky(covariance + _RIDGE * identity))
    except np.linalg.LinAlgError:
        values = np.linalg.eigvalsh(covariance)
        lift = _RIDGE * max(1.0, values[-1]) + 2.0 * max(0.0, -values[0])
        return np.asarray(np.linalg.cholesky(covariance + lift * identity))


class Observed(NamedTuple):
    """What is observed of rows under a Gaussian; as in `Filled`."""

    distances: Floats
    n_open: NDArray[np.intp]
    log_volumes: Floats


@dataclass(frozen=True)
class Filled:
    """Rows with holes under a Gaussian.

    Attributes
    ----------
    rows : ndarray of shape (n, d)
        The rows, with what is expected in the holes.
    distances : ndarray of shape (n,)
        Squared Mahalanobis distance of what is observed.
    n_open : ndarray of shape (n,)
        How many directions of the holes are open: do not follow from what is observed.
    log_volumes : ndarray of shape (n,)
        Logarithm of the determinant of their covariance.
    """

    rows: Floats
    distances: Floats
    n_open: NDArray[np.intp]
    log_volumes: Floats


class HoleGroup(NamedTuple):
    """Rows with as many holes.

    Attributes
    ----------
    rows : ndarray of shape (n,)
        Which rows.
    holes : ndarray of shape (n, m)
        The columns of their holes.
    first : ndarray of shape (p,)
        The first of them with each pattern of holes.
    pattern : ndarray of shape (n,)
        The pattern that each of them has.
    """

    rows: NDArray[np.intp]
    holes: NDArray[np.intp]
    first: NDArray[np.intp]
    pattern: NDArray[np.intp]


class Holes:
    """Where rows have holes, grouped once for all Gaussians that look at them.

    Parameters
    ----------
    is_hole : ndarray of shape (n, d)
        Where the holes are.
    """

    def __init__(self, is_hole: Flags) -> None:
        self.is_hole, self.numbers, self.groups = is_hole, is_hole.sum(axis=1), list(_by_number(is_hole))


def filled(gaussian: Gaussian, X: Floats, holes: Flags | Holes) -> Filled:
    """Fill holes with what is expected in them, given the rest of the row.

    Parameters
    ----------
    gaussian : Gaussian
        Of which the rows are.
    X : ndarray of shape (n, d)
        The rows; what they have in their holes does not matter.
    holes : ndarray of shape (n, d), or Holes
        Where the holes are.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.holes.conditionals import Gaussian, filled
    >>> pair = Gaussian.of(np.zeros(2), np.array([[1.0, 0.5], [0.5, 1.0]]), np.ones(2))
    >>> filled(pair, np.array([[2.0, np.nan]]), np.array([[False, True]])).rows.round(3).tolist()
    [[2.0, 1.0]]
    """
    own = holes if isinstance(holes, Holes) else Holes(holes)
    apart = _apart(gaussian, X, own.is_hole)
    volumes = np.asarray(2.0 * (own.is_hole @ np.log(gaussian.unit)), dtype=np.float64)
    n_open = own.numbers.copy()
    if gaussian.precision.ndim == 1:
        volumes -= own.is_hole @ np.log(gaussian.precision)
        return Filled(_whole(gaussian, X, own.is_hole, apart), apart**2 @ gaussian.precision, n_open, volumes)
    pull = apart @ gaussian.precision
    for group in own.groups:
        expected, log_volumes, open_ = _expected(gaussian, group, pull)
        apart[group.rows[:, None], group.holes] = expected
        volumes[group.rows] += log_volumes
        n_open[group.rows] = open_
    distances = ((apart @ gaussian.precision) * apart).sum(axis=1)
    return Filled(_whole(gaussian, X, own.is_hole, apart), distances, n_open, volumes)


def observed(gaussian: Gaussian, X: Floats, holes: Holes) -> Observed:
    """Tell how far out rows with holes are, and how wide what is observed of them is, without filling the holes.

    Parameters
    ----------
    gaussian : Gaussian
        Of which the rows are, whose columns are not independent.
    X : ndarray of shape (n, d)
        The rows; what they have in their holes does not matter.
    holes : Holes
        Where the holes are.
    """
    apart = _apart(gaussian, X, holes.is_hole)
    volumes = np.asarray(2.0 * (holes.is_hole @ np.log(gaussian.unit)), dtype=np.float64)
    pull, n_open = apart @ gaussian.precision, holes.numbers.copy()
    distances = np.einsum("ij,ij->i", pull, apart)
    for group in holes.groups:
        expected, log_volumes, open_ = _expected(gaussian, group, pull)
        distances[group.rows] += np.einsum("ij,ij->i", expected, pull[group.rows[:, None], group.holes])
        volumes[group.rows] += log_volumes
        n_open[group.rows] = open_
    return Observed(np.maximum(distances, 0.0), n_open, volumes)


def _apart(gaussian: Gaussian, X: Floats, is_hole: Flags) -> Floats:
    """Rows from the mean of a Gaussian, in its units, 0 in their holes; what is too far away to square is nearer."""
    apart = np.where(is_hole, 0.0, (X - gaussian.mean) / gaussian.unit)
    if len(apart) and max(-float(apart.min()), float(apart.max())) > _REACH:
        apart = np.clip(apart, -_REACH, _REACH)
    return apart


def _expected(gaussian: Gaussian, group: HoleGroup, pull: Floats) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """Give what is expected in the holes of rows, ln of the volume of what is open there, and how many directions are.

    All but the first depends on the pattern of holes alone.
    """
    is_shared = len(group.first) < len(group.rows)
    holes, pattern = (group.holes[group.first], group.pattern) if is_shared else (group.holes, slice(None))
    blocks, own = gaussian.precision[holes[:, :, None], holes[:, None, :]], pull[group.rows[:, None], group.holes]
    may_be_determined = np.trace(gaussian.precision) * _DETERMINED >= 1.0
    if may_be_determined or not is_shared:
        expected = -np.linalg.solve(blocks[pattern], own[:, :, None])[:, :, 0]
    else:
        expected = -np.einsum("nij,nj->ni", np.linalg.inv(blocks)[pattern], own)
    n_open = np.full(len(holes), holes.shape[1], dtype=np.intp)
    if not may_be_determined:
        return np.asarray(expected), np.asarray(-np.linalg.slogdet(blocks)[1])[pattern], n_open[pattern]
    values = np.linalg.eigvalsh(blocks)
    is_open = values * _DETERMINED < 1.0
    volumes = np.asarray(-np.where(is_open, np.log(np.maximum(values, 1e-300)), 0.0).sum(axis=1))
    return np.asarray(expected), volumes[pattern], np.asarray(is_open.sum(axis=1))[pattern]


def log_densities(gaussian: Gaussian, found: Filled) -> Floats:
    """Logarithm of the density of what is observed of each row; columns that follow from others count as well."""
    observed = len(gaussian.mean) - found.n_open
    determinants = gaussian.log_determinant - found.log_volumes
    return np.asarray(-0.5 * (observed * np.log(2.0 * np.pi) + determinants + found.distances))


def hole_scatter(gaussian: Gaussian, is_hole: Flags, weights: Floats) -> Floats:
    """Sum of the covariances of the holes, those of each row times its weight; of independent columns variances."""
    if gaussian.precision.ndim == 1:
        return np.asarray((weights @ is_hole) / gaussian.precision * gaussian.unit**2)
    d = len(gaussian.mean)
    total = np.zeros(d * d)
    for rows, all_holes, first, pattern in _by_number(is_hole):
        holes, own = all_holes[first], np.bincount(pattern, weights[rows], minlength=len(first))
        blocks = np.linalg.inv(gaussian.precision[holes[:, :, None], holes[:, None, :]]) * own[:, None, None]
        places = holes[:, :, None] * d + holes[:, None, :]
        total += np.bincount(places.ravel(), blocks.ravel(), minlength=d * d)
    return np.asarray(total.reshape(d, d) * np.outer(gaussian.unit, gaussian.unit))


def _whole(gaussian: Gaussian, X: Floats, is_hole: Flags, apart: Floats) -> Floats:
    return np.where(is_hole, gaussian.mean + apart * gaussian.unit, X)


def _by_number(is_hole: Flags) -> Iterator[HoleGroup]:
    """Give rows with as many holes, some at a time, the columns of these, and their patterns."""
    numbers, codes = is_hole.sum(axis=1), _codes(is_hole)
    for number in np.unique(numbers[numbers > 0]).tolist():
        rows = np.flatnonzero(numbers == number)
        step = max(1, _AT_ONCE // number**2)
        for start in range(0, len(rows), step):
            own = rows[start : start + step]
            holes = np.nonzero(is_hole[own])[1].reshape(len(own), number)
            first = pattern = np.arange(len(own))
            if codes is not None:
                _, some, which = np.unique(codes[own], return_index=True, return_inverse=True)
                first, pattern = (some, which) if 2 * len(some) <= len(own) else (first, pattern)
            yield HoleGroup(own, holes, first, pattern)


def _codes(is_hole: Flags) -> NDArray[np.uint64] | None:
    """Give each pattern of holes a number; None if there are too many columns, in which patterns hardly repeat."""
    n, d = is_hole.shape
    if d > _CODED:
        return None
    bits = np.zeros((n, _CODED), dtype=np.uint8)
    bits[:, :d] = is_hole
    return np.packbits(bits, axis=1).view(np.uint64)[:, 0]
