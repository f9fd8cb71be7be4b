"""Families of which nothing is known but the shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cecib import _core
from cecib.cost import Floats
from cecib.families.family import Family, relative_units
from cecib.search.scaling import Demand, Scaling


@dataclass(frozen=True)
class Full(Family):
    """Any covariance matrix: clusters are ellipsoids of every shape and direction.

    Examples
    --------
    >>> from cecib.families import Full
    >>> Full()
    Full()
    """

    name: ClassVar[str] = "full"
    demand: ClassVar[Demand] = "rank"
    knows_units: ClassVar[bool] = False

    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        return _core.full_code(criterion)

    def least_size(self, dimension: int) -> float:
        return dimension + 2.0


@dataclass(frozen=True)
class Diagonal(Family):
    """Independent features: clusters are ellipsoids along the axes.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.families import Diagonal
    >>> mean, covariance = Diagonal().gaussian(np.zeros(2), np.array([[2.0, 1.0], [1.0, 3.0]]))
    >>> covariance.tolist()
    [[2.0, 0.0], [0.0, 3.0]]
    """

    name: ClassVar[str] = "diag"
    demand: ClassVar[Demand] = "columns"
    knows_units: ClassVar[bool] = False

    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        return _core.diagonal_code(criterion)

    def gaussian(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        return mean, np.diag(np.diagonal(covariance))

    def least_size(self, dimension: int) -> float:
        return 3.0


@dataclass(frozen=True)
class Spherical(Family):
    """One variance for all features, in the units of the data: clusters are balls.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.families import Spherical
    >>> mean, covariance = Spherical().gaussian(np.zeros(2), np.array([[2.0, 1.0], [1.0, 3.0]]))
    >>> covariance.tolist()
    [[2.5, 0.0], [0.0, 2.5]]
    """

    name: ClassVar[str] = "spherical"
    demand: ClassVar[Demand] = "variation"
    knows_units: ClassVar[bool] = True

    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        return _core.spherical_code(criterion, relative_units(scaling))

    def gaussian(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        return mean, np.diagonal(covariance).mean() * np.eye(len(mean))

    def least_size(self, dimension: int) -> float:
        return 3.0


@dataclass(frozen=True)
class Auto(Family):
    """For each cluster the simplest of `Spherical`, `Diagonal` and `Full` that codes it best.

    Under "evidence" that is the one of the least cost, which pays for parameters by itself; under "entropy" each
    parameter is charged ½ ln n_i, as in the BIC.

    Examples
    --------
    >>> from cecib.families import Auto
    >>> Auto().chosen(1)
    Diagonal()
    """

    name: ClassVar[str] = "auto"
    demand: ClassVar[Demand] = "rank"
    knows_units: ClassVar[bool] = True

    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        return _core.auto_code(criterion, relative_units(scaling))

    def least_size(self, dimension: int) -> float:
        return dimension + 2.0

    def chosen(self, choice: int) -> Family:
        return (Spherical(), Diagonal(), Full())[choice]
