"""Pieces: clusters that together are one group, only not a Gaussian (`cecib.criteria.humps`)."""

from __future__ import annotations

import numpy as np
from scipy.stats import chi2_contingency

from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.criteria.humps import are_pieces, beyond_parts
from cecib.merges import cheapest_merges
from cecib.search.problem import Labels

_DENSER = np.log(5.0)  # how many times as dense as all others of a group a heap in it is
_HEAP = 10.0  # nats that it saves, whatever the shapes are
_CHANCE = 1e-3  # by which labels of one group differ so much between its pieces


def whole_groups(clusters: Clusters, labels: Labels, rows: Floats, weights: Floats | None) -> Labels:
    """Join clusters that are pieces of one group.

    They are merged one after the other, each time the pair that raises the cost least. Of the groups that arise the
    largest are taken that one hump in each column describes clearly better than their clusters do. If one of these
    clusters is a dense heap among the others, the others may be one group around it. Clusters whose labels differ, and
    not by chance, are left as they are.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    labels : ndarray of shape (n,)
        The cluster of each point.
    rows : ndarray of shape (n, d)
        The points, in scaled units.
    weights : ndarray of shape (n,), optional
        Their weights.
    """
    joiner = _Joiner(clusters, labels, rows, weights)
    whole, done = labels.copy(), np.zeros(len(clusters), dtype=bool)
    for members, nats in reversed(_unions(clusters)):
        joined = None if done[members].any() else joiner.joined(members, nats)
        if joined is not None:
            whole[np.isin(labels, joined)] = joined[0]
            done[members] = True
    return np.unique(whole, return_inverse=True)[1].astype(np.int32)


def labels_differ(counts: Floats) -> bool:
    """Whether clusters differ in their labels, and not by chance: a test of homogeneity.

    Parameters
    ----------
    counts : ndarray of shape (k, m)
        Labels of each category in each cluster.

    Examples
    --------
    >>> from cecib.pieces import labels_differ
    >>> labels_differ([[9, 1], [2, 8]]), labels_differ([[9, 1], [6, 4]])
    (True, False)
    """
    own = np.asarray(counts, dtype=float)
    own = own[own.sum(axis=1) > 0][:, own.sum(axis=0) > 0]
    if min(own.shape) < 2:
        return False
    return bool(chi2_contingency(own, correction=False, lambda_="log-likelihood").pvalue < _CHANCE)


class _Joiner:
    """Says which clusters of a group are one."""

    def __init__(self, clusters: Clusters, labels: Labels, rows: Floats, weights: Floats | None) -> None:
        self.clusters, self.labels, self.rows, self.weights = clusters, labels, rows, weights
        self.densities = _log_densities(clusters)

    def joined(self, members: list[int], nats: float) -> list[int] | None:
        """Give the clusters of a group that are pieces of one: all, all but a heap, or None."""
        heap = self._heap(members)
        rest = [number for number in members if number != heap]
        if heap is None or len(rest) < 2:
            return members if self._are_pieces(members, nats) else None
        around = self._nats(rest)
        if self._is_heap(rest, heap, nats - around):
            return rest if self._are_pieces(rest, around) else None
        return members if self._are_pieces(members, nats) else None

    def _heap(self, members: list[int]) -> int | None:
        """Find the cluster that is far denser than all others of a group."""
        order = sorted(members, key=lambda number: float(self.densities[number]))
        return order[-1] if self.densities[order[-1]] > self.densities[order[-2]] + _DENSER else None

    def _is_heap(self, rest: list[int], heap: int, saved: float) -> bool:
        """Whether a cluster is more than a part of the group that the others are, whatever their shapes."""
        own = np.isin(self.labels, [*rest, heap])
        parts = (self.labels[own] == heap).astype(np.int32)
        weights = None if self.weights is None else self.weights[own]
        return saved - beyond_parts(self.rows[own], parts, weights, self.clusters.scaling.cell) > _HEAP

    def _are_pieces(self, members: list[int], nats: float) -> bool:
        if self.clusters.beta > 0.0 and labels_differ(self.clusters.summaries.counts[members]):
            return False
        own = np.isin(self.labels, members)
        pieces = np.unique(self.labels[own], return_inverse=True)[1].astype(np.int32)
        weights = None if self.weights is None else self.weights[own]
        return are_pieces(nats, self.rows[own], pieces, weights, self.clusters.scaling.cell)

    def _nats(self, members: list[int]) -> float:
        """By how much some clusters cost more as one."""
        engine, left, nats = self.clusters.make_engine(), list(range(len(self.clusters))), 0.0
        for number in members[1:]:
            a, b = sorted((left.index(members[0]), left.index(number)))
            nats += engine.change_merging(a, b)
            engine.merge(a, b)
            left[a] = members[0]
            del left[b]
        return nats


def _log_densities(clusters: Clusters) -> Floats:
    """Give the logarithm of the points of each cluster for the volume that it takes, up to a constant."""
    weights, prior = clusters.summaries.weights, clusters.prior
    scatters = clusters.summaries.square_scatters
    if prior is not None and np.shape(prior.scale) == scatters.shape[1:]:  # so that none is without width
        scatters = scatters + prior.scale
    if clusters.scaling.cell is not None:
        scatters = scatters + weights[:, None, None] * clusters.scaling.cell
    d = scatters.shape[1]
    widths = np.linalg.slogdet(scatters / (weights + d + 1.0)[:, None, None])[1]
    return np.asarray(np.log(weights) - 0.5 * widths)


def _unions(clusters: Clusters) -> list[tuple[list[int], float]]:
    """Give the groups in the order in which they arise, each with the nats by which it costs more than its clusters."""
    groups: list[tuple[list[int], float]] = [([number], 0.0) for number in range(len(clusters))]
    for merge in cheapest_merges(clusters, [()] * len(clusters)):
        (first, before), (second, also) = groups[merge.first], groups[merge.second]
        groups.append((first + second, before + also + merge.nats))
    return groups[len(clusters) :]
