"""Merges of clusters, the cheapest first: what two cost as one, less what they cost, exact from the summaries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.clusters import Clusters
from cecib.cost import Floats


class Merge(NamedTuple):
    """Two clusters become one.

    Attributes
    ----------
    first, second : int
        Their numbers, the lower first; that of merge i is the number of clusters plus i.
    nats : float
        By how much the cost changes, in nats, not divided by the number of points.
    is_within : bool
        Whether all that is in them is of one group.
    shared : int
        How many of their groups the two share, from the largest on.
    """

    first: int
    second: int
    nats: float
    is_within: bool
    shared: int = 0


def cheapest_merges(clusters: Clusters, groups: Sequence[tuple[int, ...]]) -> list[Merge]:
    """Merge the pair that raises the cost least, again and again, until one cluster is left: within groups first.

    Groups may lie within larger ones: then within the smallest first, and so on.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    groups : sequence of tuple of int
        The groups of each of them, from the largest to the smallest, such as its category at each level.
    """
    course = _Course(clusters.make_engine(), list(groups))
    course.look_at_pairs()
    merges: list[Merge] = []
    while len(course.names) > 1:
        a, b = course.cheapest()
        if np.isfinite(course.changes[a, b]):
            merges.append(course.merge(a, b, len(groups) + len(merges)))
        elif course.depth > 0:
            course.depth -= 1
            course.look_at_pairs()
        else:
            raise ValueError(
                f"Clusters {sorted(course.names)[0]} and {sorted(course.names)[1]} are too flat to be one: "
                "fit with criterion='evidence'."
            )
    return merges


def gathered(clusters: Clusters, merges: Sequence[Merge]) -> Clusters:
    """Do the merges, the first of them at least; clusters stay in the order of their lowest numbers."""
    engine, names = clusters.make_engine(), list(range(len(clusters)))
    for number, merge in enumerate(merges, start=len(clusters)):
        a, b = sorted(map(names.index, merge[:2]))
        engine.merge(a, b)
        names[a] = number
        del names[b]
    return clusters.made_by(engine)


def groups_after(n_clusters: int, merges: Sequence[Merge]) -> NDArray[np.intp]:
    """Where each cluster is after the merges, by the order of the lowest numbers."""
    members = {c: [c] for c in range(n_clusters)}
    for number, merge in enumerate(merges, start=n_clusters):
        members[number] = members.pop(merge.first) + members.pop(merge.second)
    groups = np.empty(n_clusters, dtype=np.intp)
    for place, own in enumerate(sorted(members.values(), key=min)):
        groups[own] = place
    return groups


class _Course:
    """Where the merges are: the clusters that are left, in the engine's order, and what each pair of them costs."""

    def __init__(self, engine: _core.Clusters, groups: list[tuple[int, ...]]) -> None:
        self.engine, self.groups = engine, groups
        self.names = list(range(len(groups)))
        self.changes: Floats = np.full((len(groups), len(groups)), np.inf)
        self.depth = len(groups[0])  # how many of their groups a pair has to share

    def look_at_pairs(self) -> None:
        """Find what pairs cost that share their groups as deeply as they have to."""
        for b in range(len(self.names)):
            for a in range(b):
                if np.isinf(self.changes[a, b]) and self._share_groups(a, b):
                    self.changes[a, b] = self.engine.change_merging(a, b)

    def _share_groups(self, a: int, b: int) -> bool:
        return self.groups[a][: self.depth] == self.groups[b][: self.depth]

    def cheapest(self) -> tuple[int, int]:
        """Find the pair that raises the cost least, the first among equals."""
        a, b = np.unravel_index(int(self.changes.argmin()), self.changes.shape)
        return int(a), int(b)

    def merge(self, a: int, b: int, name: int) -> Merge:
        """Make a pair one, under the first place; those after the second move up."""
        low, high = sorted((self.names[a], self.names[b]))
        depth = len(self.groups[a])
        pairs = enumerate(zip(self.groups[a], self.groups[b], strict=True))
        shared = next((i for i, (own, other) in pairs if own != other), depth)
        done = Merge(low, high, float(self.changes[a, b]), shared == depth, shared)
        self.engine.merge(a, b)
        self.changes = np.delete(np.delete(self.changes, b, axis=0), b, axis=1)
        self.groups[a] = self.groups[a][:shared] + (-2 - name,) * (depth - shared)  # of its own from there on
        self.names[a] = name
        del self.names[b], self.groups[b]
        for c in range(len(self.names)):
            if c != a and self._share_groups(a, c):
                low, high = sorted((a, c))
                self.changes[low, high] = self.engine.change_merging(low, high)
        return done
