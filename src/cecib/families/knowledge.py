"""Families of which something is known beforehand, in the units of the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib import _core
from cecib.cost import Criterion, Floats
from cecib.families.family import Family, relative_units
from cecib.input_errors import InputError, Named
from cecib.search.scaling import Demand, Scaling


@dataclass(frozen=True)
class Fixed(Family):
    """A known covariance matrix; only the mean is free.

    Parameters
    ----------
    covariance : array-like of shape (d, d)
        Symmetric and positive definite.

    Examples
    --------
    >>> from cecib.families import Fixed
    >>> Fixed([[2, 1], [1, 2]])
    Fixed(covariance=((2.0, 1.0), (1.0, 2.0)))
    """

    covariance: Any
    name: ClassVar[str] = "fixed"
    demand: ClassVar[Demand] = "nothing"
    knows_units: ClassVar[bool] = True
    knows_columns: ClassVar[bool] = True

    def __post_init__(self) -> None:
        matrix = _numbers(self.covariance, "covariance", 2)
        if matrix.shape[0] != matrix.shape[1] or not np.allclose(matrix, matrix.T, rtol=1e-9, atol=0.0):
            raise InputError(Named("covariance"), f" must be a square, symmetric matrix, got shape {matrix.shape}.")
        if not _is_positive_definite(matrix):
            raise InputError(Named("covariance"), " must be positive definite: its eigenvalues must all be above 0.")
        object.__setattr__(self, "covariance", tuple(tuple(row) for row in (0.5 * (matrix + matrix.T)).tolist()))

    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        unit = scaling.scale
        with np.errstate(over="ignore", under="ignore"):
            scaled = np.asarray(self.covariance) / unit[:, None] / unit[None, :]
        _refuse_far_units(np.diagonal(scaled), "covariance")
        return _core.fixed_code(criterion, np.ascontiguousarray(scaled))

    def gaussian(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        return mean, np.asarray(self.covariance)

    def check_dimension(self, dimension: int) -> None:
        _same_dimension("covariance", len(self.covariance), dimension)

    def restricted(self, columns: NDArray[np.intp]) -> Fixed:
        return Fixed(np.asarray(self.covariance)[np.ix_(columns, columns)])


@dataclass(frozen=True)
class FixedSpherical(Family):
    """A known variance, the same for all features; only the mean is free.

    Parameters
    ----------
    variance : float
        The variance of each feature. The smaller it is, the nearer the clustering comes to k-means.

    Examples
    --------
    >>> from cecib.families import FixedSpherical
    >>> FixedSpherical(0.5)
    FixedSpherical(variance=0.5)
    """

    variance: float
    name: ClassVar[str] = "fixed-spherical"
    demand: ClassVar[Demand] = "nothing"
    knows_units: ClassVar[bool] = True
    knows_columns: ClassVar[bool] = True

    def __post_init__(self) -> None:
        value = _numbers(self.variance, "variance", 0)
        if not value > 0:
            raise InputError(Named("variance"), f" must be above 0, got {self.variance!r}.")
        object.__setattr__(self, "variance", float(value))

    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        with np.errstate(over="ignore", under="ignore"):
            scaled = self.variance / scaling.scale / scaling.scale
        _refuse_far_units(scaled, "variance")
        return _core.fixed_code(criterion, np.diag(scaled))

    def gaussian(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        return mean, self.variance * np.eye(len(mean))


@dataclass(frozen=True)
class Eigenvalues(Family):
    """Known eigenvalues of the covariance; the axes and the mean are free: ellipsoids of one size, in any direction.

    Only under "entropy": the marginal likelihood over all directions has no closed form.

    Parameters
    ----------
    values : array-like of shape (d,)
        Above 0, in any order.

    Examples
    --------
    >>> from cecib.families import Eigenvalues
    >>> Eigenvalues([1, 0.1])
    Eigenvalues(values=(0.1, 1.0))
    """

    values: Any
    name: ClassVar[str] = "eigenvalues"
    demand: ClassVar[Demand] = "nothing"
    knows_units: ClassVar[bool] = True
    knows_columns: ClassVar[bool] = True
    criteria: ClassVar[tuple[Criterion, ...]] = ("entropy",)

    def __post_init__(self) -> None:
        given = _numbers(self.values, "values", 1)
        if len(given) == 0 or not (given > 0).all():
            raise InputError(Named("values"), " must all be above 0: they are the eigenvalues of a covariance matrix.")
        object.__setattr__(self, "values", tuple(sorted(given.tolist())))

    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        largest = scaling.scale.max()
        with np.errstate(over="ignore", under="ignore"):
            scaled = np.asarray(self.values) / largest / largest
        _refuse_far_units(scaled, "values")
        return _core.eigenvalues_code(relative_units(scaling), np.ascontiguousarray(scaled))

    def gaussian(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        _, axes = np.linalg.eigh(covariance)
        return mean, axes * np.asarray(self.values) @ axes.T

    def check_dimension(self, dimension: int) -> None:
        _same_dimension("values", len(self.values), dimension)


@dataclass(frozen=True)
class FixedMean(Family):
    """A known mean; the covariance is free.

    Parameters
    ----------
    mean : array-like of shape (d,)
        Where the cluster is centred.

    Examples
    --------
    >>> from cecib.families import FixedMean
    >>> FixedMean([0, 0])
    FixedMean(mean=(0.0, 0.0))
    """

    mean: Any
    name: ClassVar[str] = "fixed-mean"
    demand: ClassVar[Demand] = "rank"
    knows_units: ClassVar[bool] = False
    knows_columns: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", tuple(_numbers(self.mean, "mean", 1).tolist()))

    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        with np.errstate(over="ignore"):
            mean = (np.asarray(self.mean) - scaling.shift) / scaling.scale
        if not (np.abs(mean) < 1e50).all():
            _refuse_range("mean")
        return _core.fixed_mean_code(criterion, mean)

    def gaussian(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        apart = mean - np.asarray(self.mean)
        return np.asarray(self.mean), covariance + np.outer(apart, apart)

    def least_size(self, dimension: int) -> float:
        return dimension + 2.0

    def check_dimension(self, dimension: int) -> None:
        _same_dimension("mean", len(self.mean), dimension)

    def restricted(self, columns: NDArray[np.intp]) -> FixedMean:
        return FixedMean(np.asarray(self.mean)[columns])


def _numbers(value: ArrayLike, name: str, ndim: int) -> Floats:
    what = ("a number", "a list of numbers", "a matrix of numbers")[ndim]
    try:
        numbers = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(Named(name), f" must be {what}, got {value!r}.") from None
    if numbers.ndim != ndim or not np.isfinite(numbers).all():
        raise InputError(Named(name), f" must be {what}, all finite, got {value!r}.")
    return numbers


def _is_positive_definite(matrix: Floats) -> bool:
    try:
        np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return False
    return True


def _same_dimension(name: str, given: int, dimension: int) -> None:
    if given != dimension:
        raise InputError(Named(name), f" is for {given} features, but ", Named("X"), f" has {dimension}.")


def _refuse_far_units(scaled: Floats, name: str) -> None:
    """Squared distances relative to these have to stay in the range of numbers."""
    if not ((scaled > 1e-250) & (scaled < 1e250)).all():
        _refuse_range(name)


def _refuse_range(name: str) -> NoReturn:
    raise InputError(Named(name), " is out of range for the data: give it in the units of ", Named("X"), ".")
