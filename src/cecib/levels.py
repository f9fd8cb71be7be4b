"""Labels at several levels, coarse to fine: what may be known of a row, and what it has in common with other rows.

A *path* is what is known of a row: a category at each level, or a gap. A *node* is a category under its parent, which
is all that is known above it. Paths are sorted, so that those through a node lie side by side: how often a node occurs
is the sum over a range of the counts of paths. The cost of labels is, by the chain rule, what each level still says
given the parent; a parent of one child says nothing new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats

Ints = NDArray[np.int32]
UNKNOWN = -1


class Ranges(NamedTuple):
    """Ranges of paths: the ends of those that differ, and which of them each is."""

    ends: NDArray[np.intp]
    number: NDArray[np.intp]

    @classmethod
    def of(cls, first: NDArray[np.intp], last: NDArray[np.intp]) -> Ranges:
        """Find those that differ."""
        pairs, number = np.unique(np.column_stack([first, last]), axis=0, return_inverse=True)
        return cls(pairs.ravel(), number.ravel())

    def sums(self, counts: Floats) -> Floats:
        """Sum each range by itself: differences of running sums would lose small numbers beside large ones."""
        if len(self.ends) == 0:
            return np.empty((*counts.shape[:-1], 0))
        padded = np.concatenate([counts, np.zeros((*counts.shape[:-1], 1))], axis=-1)
        return np.asarray(np.add.reduceat(padded, self.ends, axis=-1)[..., ::2][..., self.number])


@dataclass(frozen=True, eq=False)
class Steps:
    """What paths say at one level: their nodes, as ranges of paths, and all children of the nodes' parents."""

    path: NDArray[np.intp]
    first: NDArray[np.intp]
    last: NDArray[np.intp]
    first_of_all: NDArray[np.intp]
    last_of_all: NDArray[np.intp]

    @property
    def is_telling(self) -> NDArray[np.bool_]:
        """Whether the parent has other children too."""
        return np.asarray((self.first != self.first_of_all) | (self.last != self.last_of_all))

    def own(self, counts: Floats) -> Floats:
        """Add up, for each step, the counts (last axis: paths) through its node."""
        return self._own.sums(counts)

    def all(self, counts: Floats) -> Floats:
        """Add up, for each step, the counts through any child of the node's parent."""
        return self._all.sums(counts)

    def shares(self, totals: Floats) -> Floats:
        """Share of each node among the children of its parent, in all of the data."""
        return np.asarray(self.own(totals) / np.maximum(self.all(totals), 1e-300))

    @cached_property
    def _own(self) -> Ranges:
        return Ranges.of(self.first, self.last)

    @cached_property
    def _all(self) -> Ranges:
        return Ranges.of(self.first_of_all, self.last_of_all)


@dataclass(frozen=True, eq=False)
class Levels:
    """The paths that labels at several levels name.

    Attributes
    ----------
    names : tuple of str
        What the levels are called, coarse to fine.
    categories : tuple of ndarray
        The distinct categories of each level.
    paths : ndarray of shape (p, L)
        What is known: at each level the index of a category, or −1. Distinct rows, sorted.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.levels import Levels
    >>> names = np.array(["animal", "plant"]), np.array(["bat", "cat", "oak"])
    >>> levels = Levels(("kingdom", "species"), names, np.array([[0, -1], [0, 0], [0, 1], [1, 2]], dtype=np.int32))
    >>> levels.path_names().tolist()
    [('animal', None), ('animal', 'bat'), ('animal', 'cat'), ('plant', 'oak')]
    >>> [level.tolist() for level in levels.counts_by_level(np.array([5.0, 1.0, 2.0, 3.0]))]
    [[8.0, 3.0], [1.0, 2.0, 3.0]]
    """

    names: tuple[str, ...]
    categories: tuple[NDArray[Any], ...]
    paths: Ints

    def __len__(self) -> int:
        return len(self.names)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Levels)
            and self.names == other.names
            and np.array_equal(self.paths, other.paths)
            and all(a.tolist() == b.tolist() for a, b in zip(self.categories, other.categories, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def n_paths(self) -> int:
        """How many paths there are."""
        return len(self.paths)

    @cached_property
    def steps(self) -> list[Steps]:
        """What the paths say at each level."""
        return [self._steps_at(level) for level in range(len(self))]

    @cached_property
    def telling_levels(self) -> list[int]:
        """Levels that say something that those above have not said."""
        return [level for level, steps in enumerate(self.steps) if steps.is_telling.any()]

    @cached_property
    def groupings(self) -> list[Ints]:
        """At each telling level, the group of each path; −1 where finer categories lie below what is known."""
        first = np.zeros(self.n_paths, dtype=np.intp)
        last = np.zeros(self.n_paths, dtype=np.intp)
        found = []
        for level in self.telling_levels:
            steps = self.steps[level]
            told = steps.path[steps.is_telling]
            first[told], last[told] = steps.first[steps.is_telling], steps.last[steps.is_telling]
            group = np.full(self.n_paths, UNKNOWN, dtype=np.int32)
            for p in np.flatnonzero(last > first):
                others = slice(first[p], last[p])
                if (first[others] == first[p]).all() and (last[others] == last[p]).all():
                    group[p] = first[p]
            found.append(group)
        return found

    @cached_property
    def is_flat(self) -> bool:
        """Whether one level says all, and each path is a category of it."""
        if len(self.telling_levels) != 1:
            return False
        steps = self.steps[self.telling_levels[0]]
        return bool(
            len(steps.path) == self.n_paths
            and (steps.last - steps.first == 1).all()
            and (steps.last_of_all - steps.first_of_all == self.n_paths).all()
        )

    @cached_property
    def telling_paths(self) -> NDArray[np.bool_]:
        """Which paths say anything that tells rows apart."""
        told = np.zeros(self.n_paths, dtype=bool)
        for level in self.telling_levels:
            steps = self.steps[level]
            told[steps.path[steps.is_telling]] = True
        return told

    def engine_steps(self) -> tuple[Ints, NDArray[np.intp]]:
        """Give the steps at the telling levels as the engine wants them, six numbers each, and their order."""
        rows = []
        for number, level in enumerate(self.telling_levels):
            own = self.steps[level]
            level_column = np.full(len(own.path), number)
            ranges = (own.first, own.last, own.first_of_all, own.last_of_all)
            rows.append(np.column_stack([own.path, level_column, *ranges]))
        table = np.concatenate(rows) if rows else np.empty((0, 6))
        order = np.lexsort((table[:, 1], table[:, 0]))
        return np.ascontiguousarray(table[order], dtype=np.int32), order

    def engine_groupings(self) -> Ints:
        """Give the groupings as the engine wants them, one after the other."""
        return np.concatenate([*self.groupings, np.empty(0, dtype=np.int32)])

    def path_names(self) -> NDArray[Any]:
        """Each path as a tuple of categories, None where it has a gap."""
        names = np.empty(self.n_paths, dtype=object)
        values = [own.tolist() for own in self.categories]
        for p, path in enumerate(self.paths.tolist()):
            names[p] = tuple(None if j == UNKNOWN else own[j] for own, j in zip(values, path, strict=True))
        return names

    def counts_by_level(self, counts: Floats) -> list[Floats]:
        """Turn counts of paths (last axis) into counts of the categories of each level."""
        found = []
        for level, categories in enumerate(self.categories):
            own = np.zeros((*counts.shape[:-1], len(categories)))
            known = self.paths[:, level] != UNKNOWN
            np.add.at(own.T, self.paths[known, level], counts[..., known].T)
            found.append(own)
        return found

    def dominant_paths(self, counts: Floats) -> Ints:
        """Most frequent category of each cluster (rows), level by level along the ones above; −1 where no label is."""
        chosen = np.full((len(counts), len(self)), UNKNOWN, dtype=np.int32)
        for cluster, own in enumerate(counts):
            agrees = np.ones(self.n_paths, dtype=bool)
            for level, categories in enumerate(self.categories):
                here = self.paths[:, level]
                known = agrees & (here != UNKNOWN)
                totals = np.bincount(here[known], own[known], minlength=len(categories))
                if totals.any():
                    chosen[cluster, level] = totals.argmax()
                    agrees &= (here == UNKNOWN) | (here == chosen[cluster, level])
        return chosen

    def _steps_at(self, level: int) -> Steps:
        begin, end = self._ranges(level)
        own_begin, own_end = self._ranges(level + 1)
        known = self.paths[:, level] != UNKNOWN
        unknown_before = np.concatenate([[0], np.cumsum(~known)])
        begin = begin + unknown_before[end] - unknown_before[begin]  # those with a gap here come first
        path = np.flatnonzero(known)
        return Steps(path, own_begin[path], own_end[path], begin[path], end[path])

    def _ranges(self, depth: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """For each path the range of those that are equal down to a depth."""
        is_new = np.ones(self.n_paths, dtype=bool)
        if self.n_paths:
            is_new[1:] = (self.paths[1:, :depth] != self.paths[:-1, :depth]).any(axis=1)
        starts = np.flatnonzero(is_new)
        number = np.cumsum(is_new) - 1
        return starts[number], np.append(starts[1:], self.n_paths)[number]


def make_levels(
    names: Sequence[str], categories: Sequence[NDArray[Any]], rows: Ints
) -> tuple[Levels, NDArray[np.int32]]:
    """Find the paths in rows of category indices (−1: a gap), and the path of each row, −1 for one without labels.

    A gap above a category is filled in if that category occurs elsewhere, and always under the same one. Otherwise
    the unknown parent is a parent of its own.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.levels import make_levels
    >>> names = np.array(["animal", "plant"]), np.array(["cat", "oak"])
    >>> levels, index = make_levels(["kingdom", "species"], names, np.array([[0, 0], [-1, 0], [1, -1], [-1, -1]]))
    >>> levels.path_names().tolist(), index.tolist()
    ([('animal', 'cat'), ('plant', None)], [0, 0, 1, -1])
    """
    filled = _without_gaps(np.asarray(rows, dtype=np.int32), [len(own) for own in categories])
    labelled = (filled != UNKNOWN).any(axis=1)
    paths, own = np.unique(filled[labelled], axis=0, return_inverse=True)
    index = np.full(len(filled), UNKNOWN, dtype=np.int32)
    index[labelled] = own.ravel()
    return Levels(tuple(names), tuple(categories), np.ascontiguousarray(paths, dtype=np.int32)), index


def _without_gaps(rows: Ints, sizes: Sequence[int]) -> Ints:
    filled = rows.copy()
    n_levels = rows.shape[1]
    for level in range(n_levels - 2, -1, -1):
        for finer in range(level + 1, n_levels):
            parent = _only_parents(rows[:, finer], rows[:, level], sizes[finer])
            gap = (filled[:, level] == UNKNOWN) & (filled[:, finer] != UNKNOWN)
            filled[gap, level] = parent[filled[gap, finer]]
    return filled


def _only_parents(finer: Ints, coarser: Ints, size: int) -> Ints:
    """For each finer category the coarser one that it always goes with, −1 if there is none, or are several."""
    both = (finer != UNKNOWN) & (coarser != UNKNOWN)
    pairs = np.unique(np.column_stack([finer[both], coarser[both]]), axis=0)
    parent = np.full(size, UNKNOWN, dtype=np.int32)
    parent[pairs[:, 0]] = pairs[:, 1]
    parent[np.bincount(pairs[:, 0], minlength=size) > 1] = UNKNOWN
    return parent
