"""What every family of Gaussians answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, get_args

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.cost import Criterion, Floats
from cecib.search.scaling import Demand, Scaling


class Family(ABC):
    """A family of Gaussians, with what is known of them beforehand.

    Families are small frozen dataclasses; their parameters are plain numbers and tuples, so that two families are equal
    if they say the same.

    Attributes
    ----------
    name : str
        What `cecib.cost` and model files call it.
    demand : {"rank", "columns", "variation", "nothing"}
        What data must have under "entropy" for the cost to be finite.
    knows_units : bool
        Whether it means something in the units of the data, so that other units give other clusters.
    knows_columns : bool
        Whether its parameters speak of the columns of the data.
    criteria : tuple of str
        The criteria under which it can be used.
    """

    name: ClassVar[str]
    demand: ClassVar[Demand]
    knows_units: ClassVar[bool]
    knows_columns: ClassVar[bool] = False
    criteria: ClassVar[tuple[Criterion, ...]] = get_args(Criterion)

    @abstractmethod
    def code(self, scaling: Scaling, criterion: _core.Criterion) -> _core.Code:
        """Make the engine's prototype of a cluster's code under a criterion."""

    def gaussian(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        """Give the mean and covariance of the family's Gaussian for points of the given mean and covariance."""
        return mean, covariance

    def least_size(self, dimension: int) -> float:
        """How many points a cluster needs under "entropy", as a rule."""
        return 1.0

    def check_dimension(self, dimension: int) -> None:  # noqa: B027
        """Refuse data of another dimension than the family's parameters."""

    def restricted(self, columns: NDArray[np.intp]) -> Family:
        """Leave out the columns of the data that are not used, since they are constant."""
        return self

    def chosen(self, choice: int) -> Family:
        """Name the shape that a cluster has taken."""
        return self


def relative_units(scaling: Scaling) -> Floats:
    """Units of the engine's features relative to the largest; powers of two."""
    return np.ascontiguousarray(scaling.scale / scaling.scale.max())
