"""New clusters: found among the rows that no cluster explains."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.search.problem import Labels
from cecib.settings import Settings
from cecib.stream.groups import groups_in
from cecib.stream.judging import absorbed, cheapest, summarised, total_cost
from cecib.summaries import Summaries

_CLEARLY = 1.0  # nats for each of its points that a new cluster has to gain
_WIDE = 3.0  # times the distance of neighbours where rows are densest, beyond which rows are scattered


def born(
    settings: Settings, clusters: Clusters, block: Block, least: float, most: int
) -> tuple[Clusters, NDArray[np.bool_]]:
    """Make clusters of waiting rows, as far as that clearly lowers the cost; and which rows they have taken.

    Parameters
    ----------
    settings : Settings
        The parameters.
    clusters : Clusters
        The clusters so far; new ones come last.
    block : Block
        The rows, in the coordinates of the clusters, with what they still count.
    least : float
        The least weight of a new cluster.
    most : int
        The most clusters in all.
    """
    taken = np.zeros(len(block), dtype=bool)
    dense = np.flatnonzero(_is_dense(clusters, block, least))
    if len(clusters) >= most or block.take(dense).total_weight < least:
        return clusters, taken
    family = int(clusters.family_numbers[clusters.summaries.weights.argmax()])
    rows = block.take(dense)
    groups = groups_in(settings, clusters, rows, family, least, most - len(clusters), 0.0)
    for group in np.argsort(-np.bincount(groups)).tolist():
        own = groups == group
        grown = _with_group(clusters, block.take(dense[own]), family, least)
        if grown is not None and len(clusters) < most:
            clusters = grown
            taken[dense[own]] = True
    return clusters, taken


def _is_dense(clusters: Clusters, block: Block, least: float) -> NDArray[np.bool_]:
    """Whether rows have neighbours about as near as those have that lie in the thickest of them."""
    n = len(block)
    number = int(np.clip(least / 2, 2, max(2, n - 1)))
    if n <= number:
        return np.ones(n, dtype=bool)
    own = clusters.summaries
    spread = np.array([np.diagonal(scatter) for scatter in own.square_scatters]).sum(axis=0) / own.weights.sum()
    unit = np.sqrt(np.where(spread > 0, spread, clusters.scaling.relative_deviation**2))
    rows: Floats = clusters.scaling.rows(block.points) / unit
    distances = np.empty(n)
    for i in range(n):
        distances[i] = np.partition(((rows - rows[i]) ** 2).sum(axis=1), number)[number]
    thick = np.sort(distances)[min(n, max(1, int(least))) - 1]
    return np.asarray(distances <= _WIDE**2 * thick)


def _with_group(clusters: Clusters, group: Block, family: int, least: float) -> Clusters | None:
    """Add a group as a cluster, if that is clearly cheaper than to let the clusters have its rows."""
    if group.total_weight < least:
        return None
    labels: Labels = cheapest(clusters, group.points, group.side.index)
    own = summarised(clusters, group, np.zeros(len(group), dtype=np.int32), 1)
    grown = replace(
        clusters,
        summaries=Summaries([*clusters.summaries, *own]),
        states=None,
        family_numbers=np.append(clusters.family_numbers, family),
    )
    gain = total_cost(absorbed(clusters, group, labels)) - total_cost(grown)
    return grown if gain >= _CLEARLY * group.total_weight else None
