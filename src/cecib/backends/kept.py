"""Some rows out of many blocks: those with the least keys, whatever the order in which blocks are seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.cost import Floats
from cecib.search.scaling import Matrix
from cecib.side_information import SideInformation, renumbered


@dataclass(frozen=True, eq=False)
class Kept:
    """Rows with the least keys, at most so many in all or of each group. What is kept of two sets of rows adds up.

    Attributes
    ----------
    points : ndarray of shape (r, d)
        The rows.
    index : ndarray of shape (r,), int32
        Their categories, −1 for none.
    weights : ndarray of shape (r,)
        How many points each stands for.
    keys : ndarray of shape (r,)
        The less, the rather it is kept.
    places : ndarray of shape (r, 2), int64
        Number of the block, and of the row in it.
    groups : ndarray of shape (r,), int32
        The group of each row, such as its cluster.
    most : int
        How many rows are kept.
    of_each : bool
        Whether of each group, or in all.
    """

    points: Matrix
    index: NDArray[np.int32]
    weights: Floats
    keys: Floats
    places: NDArray[np.int64]
    groups: NDArray[np.int32]
    most: int
    of_each: bool = False

    def __len__(self) -> int:
        return len(self.points)

    def __add__(self, other: Kept) -> Kept:
        if not len(other):
            return self
        both: dict[str, Any] = {name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in _COLUMNS}
        return replace(self, **both)._trimmed()

    def take(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Kept:
        """Keep some of them."""
        return replace(self, **{name: getattr(self, name)[rows] for name in _COLUMNS})

    def in_order(self) -> Kept:
        """Put them into the order of the data."""
        return self.take(np.lexsort(self.places.T[::-1]))

    def renamed(self, numbers: NDArray[np.int32]) -> Kept:
        """Give categories other numbers."""
        return replace(self, index=renumbered(self.index, numbers))

    def block(self, categories: NDArray[Any]) -> Block:
        """Make a block of them; weights that are all 1 are left out."""
        weights = None if (self.weights == 1.0).all() else self.weights
        return Block(self.points, SideInformation(self.index, categories), weights)

    def _trimmed(self) -> Kept:
        if len(self) <= self.most:
            return self
        if not self.of_each:
            last = np.partition(self.keys, self.most - 1)[self.most - 1]
            equal = np.flatnonzero(self.keys == last)
            equal = equal[np.lexsort(self.places[equal].T[::-1])]
            less = np.flatnonzero(self.keys < last)
            return self.take(np.sort(np.append(less, equal[: self.most - len(less)])))
        order = np.lexsort((*self.places.T[::-1], self.keys, self.groups))
        groups = self.groups[order]
        first = np.searchsorted(groups, groups)
        return self.take(order[np.arange(len(order)) - first < self.most])


_COLUMNS = ("points", "index", "weights", "keys", "places", "groups")


def keep(
    block: Block,
    number: int,
    keys: Floats,
    most: int,
    *,
    rows: NDArray[np.intp] | None = None,
    groups: NDArray[np.int32] | None = None,
    of_each: bool = False,
) -> Kept:
    """Keep rows of a block.

    Parameters
    ----------
    block : Block
        The rows.
    number : int
        Which block it is.
    keys : ndarray of shape (n,)
        The less, the rather a row is kept.
    most : int
        How many rows are kept.
    rows : ndarray of int, optional
        Those to choose from; by default all.
    groups : ndarray of shape (n,), optional
        The group of each row.
    of_each : bool
        Whether so many of each group are kept, or in all.
    """
    own = np.arange(len(block) if most else 0) if rows is None else rows
    if not of_each and len(own) > most:
        own = own[np.argpartition(keys[own], most - 1)[:most]]
    weights = np.ones(len(own)) if block.weights is None else block.weights[own]
    places = np.column_stack([np.full(len(own), number, dtype=np.int64), own.astype(np.int64)])
    names = np.zeros(len(own), dtype=np.int32) if groups is None else groups[own]
    chosen = Kept(block.points[own], block.side.index[own], weights, keys[own], places, names, most, of_each)
    return chosen._trimmed()


def lots(seed: int, number: int, n_rows: int) -> Floats:
    """Draw a number from 0 to 1 for each row of a block: the same for the same block, whoever draws."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([seed, number]))).random(n_rows)
