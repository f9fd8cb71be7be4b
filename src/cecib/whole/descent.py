"""The end of a fit in blocks: an exact descent of the rows that are closest to another cluster.

A pass judges all rows by clusters that stand still. The rows for which another cluster is nearly as good are few, so
they fit into memory, and move one by one, each move with its exact change of the cost; all other rows stay.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.backends.kept import Kept
from cecib.clusters import Clusters
from cecib.search.problem import BLOCK
from cecib.search.threads import n_threads
from cecib.summaries import Summaries
from cecib.whole.settling import with_summaries

_PASSES = 100


def descended(clusters: Clusters, close: Kept) -> tuple[Clusters, Kept, NDArray[np.int32]]:
    """Let rows descend among clusters of which they are a part.

    Parameters
    ----------
    clusters : Clusters
        With the summaries of all rows.
    close : Kept
        Some of these rows; their groups are their clusters.

    Returns
    -------
    tuple
        The clusters, the rows that took part (at most half of those of a cluster), and the cluster of each of them.
    """
    close = _half_of_each(clusters, close)
    block = close.block(np.arange(clusters.summaries.counts.shape[1]))
    k, has_covariances = len(clusters), clusters.summaries.scatters.ndim == 3
    here = block.summarise(close.groups, k, clusters.scaling, with_covariances=has_covariances)
    absent = [whole - own for whole, own in zip(clusters.summaries, here, strict=True)]
    codes = clusters.criterion.codes(clusters.families, clusters.prior, clusters.scaling)
    totals = clusters.summaries.counts.sum(axis=0)
    partition = _core.Partition(
        clusters.scaling.points(block.points, block.weights),
        np.ascontiguousarray(block.side.index),
        block.side.n_categories,
        np.ascontiguousarray(close.groups),
        k,
        [codes[number] for number in clusters.family_numbers],
        clusters.criterion.label_code(clusters.beta, totals, clusters.prior),
        0.0,
        True,
        clusters.scaling.resolution,
        None,
        absent,
    )
    partition.descend(_PASSES, BLOCK, n_threads(clusters.n_jobs), _core.CancelFlag(), None)
    after = with_summaries(clusters, Summaries(partition.summaries()), np.arange(k))
    return after, close, partition.labels


def _half_of_each(clusters: Clusters, close: Kept) -> Kept:
    """Leave half of the points of each cluster where they are: what is left of a summary should not be rounding."""
    order = np.lexsort((close.keys, close.groups))
    ordered = close.take(order)
    so_far = np.cumsum(ordered.weights)
    first = np.searchsorted(ordered.groups, ordered.groups)
    within = so_far - so_far[first] + ordered.weights[first]
    return ordered.take(within <= 0.5 * clusters.summaries.weights[ordered.groups])
