"""A space: the directions of the data in which clusters are told apart, and what the model knows of the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Criterion, Floats, single_gaussian_price
from cecib.search.scaling import Matrix

_ENTRIES = 4_000_000  # of X that are worked on at once
_IN_CACHE = 65_536  # the same, where a copy of them should stay in the cache
_LEAST_SHARE = 1e-12  # of a variance: less is rounding


@dataclass(frozen=True, eq=False)
class Space:
    """Coordinates t = (x − centre) · axes. In all other directions the points share one Gaussian, given t.

    Attributes
    ----------
    centre : ndarray of shape (d,)
        Where the coordinates are 0: the mean of the data.
    axes : ndarray of shape (d, q)
        The directions.
    columns : ndarray of shape (r,)
        Columns of the data that are no linear combinations of those before them.
    covariance : ndarray of shape (d, d) or None
        The covariance of all of the data; None where they are too few for their columns. Then the model says nothing of
        the other directions.
    """

    centre: Floats
    axes: Floats
    columns: NDArray[np.intp]
    covariance: Floats | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Space) and all(map(np.array_equal, vars(self).values(), vars(other).values()))

    __hash__ = None  # type: ignore[assignment]

    @property
    def dimension(self) -> int:
        """How many directions there are."""
        return int(self.axes.shape[1])

    @property
    def is_whole(self) -> bool:
        """Whether the directions are all that the data have, so that nothing is left."""
        return self.covariance is not None and self.dimension == len(self.columns)

    def coordinates(self, X: Matrix) -> Floats:
        """Coordinates of the rows of X."""
        found, first = np.empty((len(X), self.dimension)), 0
        for block in self._blocks(X, _IN_CACHE):
            np.matmul(block - self.centre, self.axes, out=found[first : first + len(block)])
            first += len(block)
        return found

    def points(self, coordinates: Floats) -> Floats:
        """Where the model expects the features of rows with these coordinates, in the units of the data."""
        return np.asarray(self.centre + coordinates @ self.loadings)

    @property
    def loadings(self) -> Floats:
        """By how much each feature changes with each coordinate, q × d."""
        if self.covariance is None:
            return np.asarray(np.linalg.pinv(self.axes))
        shared = self.axes.T @ self.covariance
        return np.asarray(np.linalg.solve(shared @ self.axes, shared))

    @property
    def rest(self) -> Floats:
        """Covariance of the features that the coordinates do not explain, d × d."""
        if self.covariance is None:
            raise ValueError(f"There is no covariance of {len(self.centre)} columns.")
        shared = self.axes.T @ self.covariance
        rest = self.covariance - shared.T @ self.loadings
        unit = np.sqrt(np.diagonal(self.covariance))
        rest[np.abs(rest) <= _LEAST_SHARE * np.outer(unit, unit)] = 0.0
        return rest

    def rest_length(self, total: float, criterion: Criterion) -> float:
        """Code of the features given the coordinates, in nats per point, for so many points: see `cecib.cost`."""
        if self.covariance is None:
            return 0.0
        d, q = len(self.columns), self.dimension
        covariance = self.covariance[np.ix_(self.columns, self.columns)]
        unit = np.sqrt(np.diagonal(covariance))
        whole = np.linalg.slogdet(covariance / np.outer(unit, unit))[1] + 2.0 * np.log(unit).sum()
        along = np.linalg.slogdet(self.axes.T @ self.covariance @ self.axes)[1]
        length = 0.5 * ((d - q) * np.log(2.0 * np.pi * np.e) + whole - along)
        return float(length + self.rest_price(total, criterion) / total)

    def rest_price(self, total: float, criterion: Criterion) -> float:
        """Price of the Gaussian that so many points share in other directions, in nats."""
        if self.covariance is None or criterion != "evidence":
            return 0.0
        return float(single_gaussian_price(total, len(self.columns)) - single_gaussian_price(total, self.dimension))

    def rest_log_densities(self, X: Matrix) -> Floats:
        """Logarithm of the density of the features of each row given its coordinates, in the units of the data."""
        columns = self.columns
        if self.covariance is None:
            return np.zeros(len(X))
        others, volume = self._other_directions(self.covariance)
        squares = [((b[:, columns] - self.centre[columns]) @ others) ** 2 for b in self._blocks(X)]
        length = np.concatenate([square.sum(axis=1) for square in squares])
        return np.asarray(volume - 0.5 * (others.shape[1] * np.log(2.0 * np.pi) + length))

    def rest_log_density(self, weight: float, mean: Floats, scatter: Floats) -> float:
        """Sum of the same over rows of which only weight, mean and scatter are known."""
        if self.covariance is None:
            return 0.0
        columns = self.columns
        others, volume = self._other_directions(self.covariance)
        apart = (mean - self.centre)[columns] @ others
        inner = float(((scatter[np.ix_(columns, columns)] @ others) * others).sum() + weight * (apart @ apart))
        return float(weight * (volume - 0.5 * others.shape[1] * np.log(2.0 * np.pi)) - 0.5 * inner)

    def _other_directions(self, whole: Floats) -> tuple[Floats, float]:
        """Directions in which rows are standard Gaussians given their coordinates, and ln of the volume of these."""
        columns = self.columns
        covariance = whole[np.ix_(columns, columns)]
        unit = np.sqrt(np.diagonal(covariance))
        factor = np.linalg.cholesky(covariance / np.outer(unit, unit))
        inner = factor.T @ (self.axes[columns] * unit[:, None])
        turned, triangle = np.linalg.qr(inner, mode="complete")
        others = np.linalg.solve(factor.T, turned[:, self.dimension :]) / unit[:, None]
        volume = np.log(np.abs(np.diagonal(triangle))).sum() - np.log(np.diagonal(factor)).sum() - np.log(unit).sum()
        return others, float(volume)

    def _blocks(self, X: Matrix, entries: int = _ENTRIES) -> Iterator[Matrix]:
        step = max(1, entries // X.shape[1])
        for first in range(0, len(X), step):
            yield X[first : first + step]
