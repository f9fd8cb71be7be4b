"""Better clusters, from what a pass has seen: some become one, misfits make new ones, some are divided."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cecib.backends.kept import Kept
from cecib.clusters import Clusters
from cecib.misfits import CLEARLY, clusters_of_misfits, groups_in, least_size
from cecib.summaries import Summaries, Summary
from cecib.whole.settling import Standing


def merged_where_cheaper(clusters: Clusters) -> tuple[Clusters, NDArray[np.intp]]:
    """Make pairs of clusters one as long as that lowers the cost; also the number that each cluster has then."""
    numbers = np.arange(len(clusters))
    while True:
        change, a, b = clusters.cheapest_merge()
        if not change < 0:
            return clusters, numbers
        clusters = clusters.merged(a, b)
        numbers = np.where(numbers == b, a, numbers - (numbers > b))


def grown(standing: Standing, least: float, most: int) -> Clusters | None:
    """Add clusters that misfits make, and divide those whose rows lie clearly apart; None if there are none.

    Parameters
    ----------
    standing : Standing
        Where the fit stands; its last pass has kept misfits and drawn rows.
    least : float
        The least weight of a cluster.
    most : int
        The most clusters that there may be.
    """
    clusters = standing.clusters
    found = clusters_of_misfits(clusters, standing.seen.misfits, least_size(clusters, least), most=most)
    after = clusters if found is None else found.clusters
    for number in range(len(clusters)):
        if len(after) >= most:
            break
        parts = _parts(clusters, number, standing.seen.drawn, most - len(after) + 1)
        after = after if parts is None else _divided(after, number, parts)
    return None if after is clusters else after


def _parts(clusters: Clusters, number: int, drawn: Kept, most: int) -> list[Summary] | None:
    """Parts of a cluster, as its rows that were drawn show them, with their shares of its points."""
    rows = drawn.take(drawn.groups == number).in_order()
    d = len(clusters.scaling.columns)
    if len(rows) < 2 * (d + 2):
        return None
    side = np.arange(clusters.summaries.counts.shape[1])
    block = rows.block(side)
    least = max(2.0 * (d + 1), 0.02 * len(rows))
    labels = groups_in(clusters, block, least, clearly=CLEARLY)
    k = int(labels.max()) + 1
    if not 1 < k <= most:
        return None
    has_covariances = clusters.summaries.scatters.ndim == 3
    parts = block.summarise(labels, k, clusters.scaling, with_covariances=has_covariances)
    times = clusters.summaries.weights[number] / block.total_weight
    return [Summary(part.weight * times, part.mean, part.scatter * times, part.counts * times) for part in parts]


def _divided(clusters: Clusters, number: int, parts: list[Summary]) -> Clusters:
    """Put parts in the place of a cluster: the first under its number, the others last."""
    own = list(clusters.summaries)
    own[number] = parts[0]
    families = np.append(clusters.family_numbers, [clusters.family_numbers[number]] * (len(parts) - 1))
    return replace(clusters, summaries=Summaries([*own, *parts[1:]]), states=None, family_numbers=families)
