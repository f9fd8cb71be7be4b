"""Pieces: clusters that together are one group, only not a Gaussian (`cecib.criteria.humps`)."""

from __future__ import annotations

import numpy as np

from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.criteria.humps import are_pieces
from cecib.merges import cheapest_merges
from cecib.search.problem import Labels


def whole_groups(clusters: Clusters, labels: Labels, rows: Floats, weights: Floats | None) -> Labels:
    """Join clusters that are pieces of one group.

    They are merged one after the other, each time the pair that raises the cost least. Of the groups that arise the
    largest are taken that one hump in each column describes clearly better than their clusters do.

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
    whole, done = labels.copy(), np.zeros(len(clusters), dtype=bool)
    for members, nats in reversed(_unions(clusters)):
        if done[members].any():
            continue
        own = np.isin(labels, members)
        pieces = np.unique(labels[own], return_inverse=True)[1].astype(np.int32)
        if are_pieces(nats, rows[own], pieces, None if weights is None else weights[own], clusters.scaling.cell):
            whole[own] = members[0]
            done[members] = True
    return np.unique(whole, return_inverse=True)[1].astype(np.int32)


def _unions(clusters: Clusters) -> list[tuple[list[int], float]]:
    """Give the groups in the order in which they arise, each with the nats by which it costs more than its clusters."""
    groups: list[tuple[list[int], float]] = [([number], 0.0) for number in range(len(clusters))]
    for merge in cheapest_merges(clusters, [()] * len(clusters)):
        (first, before), (second, also) = groups[merge.first], groups[merge.second]
        groups.append((first + second, before + also + merge.nats))
    return groups[len(clusters) :]
