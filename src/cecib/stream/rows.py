"""A few rows of a stream that are remembered: with their labels, weights, and when they came."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.holes.marginals import holes_in
from cecib.holes.missing import Columns, without_aside
from cecib.search.problem import Labels
from cecib.side_information import UNLABELLED
from cecib.side_information import Rows as Some

_ENTRIES = 4_000_000  # that are remembered at most
_FEWEST, _MOST = 200, 2_000  # rows, for many and for few columns
_LOG_2 = float(np.log(2.0))


def room(n_features: int) -> int:
    """How many rows of so many columns are remembered."""
    return int(np.clip(_ENTRIES // n_features, _FEWEST, _MOST))


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows in the order in which they came.

    Attributes
    ----------
    points : ndarray of shape (r, d)
        The rows, in the units of the data, NaN where values are missing.
    index : ndarray of shape (r,)
        Their categories, −1 for none.
    weights : ndarray of shape (r,)
        How many points each stood for when it came.
    times : ndarray of shape (r,)
        How many points had come by then, itself included.
    ranks : ndarray of shape (r,)
        The rows of the highest ranks are those that stay: a sample in which points count as much as they still do.
    """

    points: Floats
    index: Labels
    weights: Floats
    times: Floats
    ranks: Floats

    @classmethod
    def none(cls, n_features: int) -> Rows:
        """Remember nothing yet."""
        empty = np.empty(0)
        return cls(np.empty((0, n_features)), np.empty(0, dtype=np.int32), empty, empty, empty)

    def __len__(self) -> int:
        return len(self.points)

    def without(self, columns: Columns) -> Rows:
        """Give columns that are set aside one value."""
        return replace(self, points=np.asarray(without_aside(self.points, columns))) if len(columns) else self

    @property
    def has_holes(self) -> bool:
        """Whether any of them lacks a value."""
        return holes_in(self.points) is not None

    def take(self, some: Some) -> Rows:
        """Keep some of the rows."""
        return Rows(*(np.ascontiguousarray(own[some]) for own in vars(self).values()))

    def __add__(self, other: Rows) -> Rows:
        return Rows(*(np.concatenate(both) for both in zip(vars(self).values(), vars(other).values(), strict=True)))

    def highest(self, number: int) -> Rows:
        """Keep so many rows, those of the highest ranks."""
        if len(self) <= number:
            return self
        return self.take(np.sort(np.argpartition(-self.ranks, number - 1)[:number]))

    def weights_at(self, time: float, half_life: float | None) -> Floats:
        """How much the rows still count."""
        return self.weights * kept_share(time - self.times, half_life)

    def renamed(self, moved: NDArray[np.int32]) -> Rows:
        """Give the categories other numbers."""
        index = np.append(moved, np.int32(UNLABELLED)).astype(np.int32)[self.index]
        return Rows(self.points, index, self.weights, self.times, self.ranks)


def kept_share(age: Floats, half_life: float | None) -> Floats:
    """Give what is left of a point after so many others.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.stream.rows import kept_share
    >>> kept_share(np.array([0.0, 50.0, 100.0]), 50.0).tolist()
    [1.0, 0.5, 0.25]
    """
    return np.ones_like(age) if half_life is None else np.exp2(-age / half_life)


def ranks_of(weights: Floats, times: Floats, first: int, half_life: float | None, seed: int) -> Floats:
    """Draw ranks for rows that are the `first` one of the stream and those after it.

    To ln of what a row counts a Gumbel number is added; the highest sums are then a sample with probabilities in
    proportion (Efraimidis and Spirakis). Rows forget at the same rate, so ranks stay what they are. The numbers
    depend on the place of a row in the stream, not on how it is cut into batches.
    """
    bits = np.random.Philox(key=seed)
    bits.advance(first // 4)  # it makes four numbers at a time
    uniform = np.random.Generator(bits).random(first % 4 + len(weights))[first % 4 :]
    gumbel = -np.log(-np.log(np.clip(uniform, 1e-300, 1.0 - 1e-16)))
    fresh = 0.0 if half_life is None else _LOG_2 * times / half_life
    return np.asarray(np.log(weights) + fresh + gumbel)
