"""Rows with holes under one Gaussian: what is expected in the holes, and how probable what is observed is.

All follows from the precision matrix P. Of a row with holes m and observed o, the holes are Gaussian with covariance
C = (P_mm)⁻¹ around x̂_m = μ_m − C P_mo (x_o − μ_o), and the row filled with x̂ is as far from the mean, in Mahalanobis'
sense, as what is observed of it is in the marginal Gaussian. Rows with as many holes are worked on together, whichever
holes they are, so that a table with a pattern of holes for each row takes hardly longer than one with few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular

from cecib.cost import Floats

_AT_ONCE = 2_000_000  # entries of matrices
_RIDGE = 1e-12  # of a variance: what lies in a plane is Gaussian, too
_DETERMINED = 1e-9  # of a variance: a hole of less follows from what is observed, as in a copy of a column

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
        return np.asarray(np.linalg.cholesky(covariance + _RIDGE * identity), dtype=float)
    except np.linalg.LinAlgError:
        values = np.linalg.eigvalsh(covariance)
        ridge = _RIDGE * max(1.0, float(values[-1])) + 2.0 * max(0.0, -float(values[0]))
        return np.asarray(np.linalg.cholesky(covariance + ridge * identity), dtype=float)


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


def filled(gaussian: Gaussian, X: Floats, is_hole: Flags) -> Filled:
    """Fill holes with what is expected in them, given the rest of the row.

    Parameters
    ----------
    gaussian : Gaussian
        Of which the rows are.
    X : ndarray of shape (n, d)
        The rows; what they have in their holes does not matter.
    is_hole : ndarray of shape (n, d)
        Where the holes are.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.holes.conditionals import Gaussian, filled
    >>> pair = Gaussian.of(np.zeros(2), np.array([[1.0, 0.5], [0.5, 1.0]]), np.ones(2))
    >>> filled(pair, np.array([[2.0, np.nan]]), np.array([[False, True]])).rows.round(3).tolist()
    [[2.0, 1.0]]
    """
    apart = np.where(is_hole, 0.0, (X - gaussian.mean) / gaussian.unit)
    volumes = np.asarray(2.0 * (is_hole @ np.log(gaussian.unit)), dtype=np.float64)
    n_open = is_hole.sum(axis=1)
    if gaussian.precision.ndim == 1:
        volumes -= is_hole @ np.log(gaussian.precision)
        return Filled(_whole(gaussian, X, is_hole, apart), apart**2 @ gaussian.precision, n_open, volumes)
    pull, may_be_determined = apart @ gaussian.precision, np.trace(gaussian.precision) * _DETERMINED >= 1.0
    for rows, holes in _by_number(is_hole):
        blocks = gaussian.precision[holes[:, :, None], holes[:, None, :]]
        apart[rows[:, None], holes] = -np.linalg.solve(blocks, pull[rows[:, None], holes][:, :, None])[:, :, 0]
        if not may_be_determined:
            volumes[rows] -= np.linalg.slogdet(blocks)[1]
            continue
        values = np.linalg.eigvalsh(blocks)
        is_open = values * _DETERMINED < 1.0
        n_open[rows] = is_open.sum(axis=1)
        volumes[rows] -= np.where(is_open, np.log(np.maximum(values, 1e-300)), 0.0).sum(axis=1)
    distances = ((apart @ gaussian.precision) * apart).sum(axis=1)
    return Filled(_whole(gaussian, X, is_hole, apart), distances, n_open, volumes)


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
    for rows, holes in _by_number(is_hole):
        blocks = np.linalg.inv(gaussian.precision[holes[:, :, None], holes[:, None, :]]) * weights[rows, None, None]
        places = holes[:, :, None] * d + holes[:, None, :]
        total += np.bincount(places.ravel(), blocks.ravel(), minlength=d * d)
    return np.asarray(total.reshape(d, d) * np.outer(gaussian.unit, gaussian.unit))


def _whole(gaussian: Gaussian, X: Floats, is_hole: Flags, apart: Floats) -> Floats:
    return np.where(is_hole, gaussian.mean + apart * gaussian.unit, X)


def _by_number(is_hole: Flags) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Give rows with as many holes, some at a time, and the columns of these."""
    numbers = is_hole.sum(axis=1)
    for number in np.unique(numbers[numbers > 0]).tolist():
        rows = np.flatnonzero(numbers == number)
        step = max(1, _AT_ONCE // number**2)
        for first in range(0, len(rows), step):
            own = rows[first : first + step]
            yield own, np.nonzero(is_hole[own])[1].reshape(len(own), number)
