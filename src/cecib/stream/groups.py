"""Groups among a few rows: what a search makes of them under the prior of the clusters that are there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.posing import pose
from cecib.search.problem import Labels
from cecib.search.restarts import best_of_starts
from cecib.search.starts import single_cluster
from cecib.settings import Settings


def groups_in(
    settings: Settings, clusters: Clusters, block: Block, family: int, least: float, most: int, gain: float
) -> Labels:
    """Divide rows into groups, beginning with one.

    Parameters
    ----------
    settings : Settings
        The parameters.
    clusters : Clusters
        Those whose units, prior and β count, and what labels cost in all of the data.
    block : Block
        The rows, in the coordinates of the clusters.
    family : int
        The number of the family of the groups.
    least : float
        The least weight of a group.
    most : int
        The most groups.
    gain : float
        Nats that a division has to gain for each point outside of the largest part.
    """
    criterion, prior = clusters.criterion, clusters.prior
    scaling = replace(clusters.scaling, shares_unit=False)  # a model file does not know
    one = replace(settings, beta=clusters.beta, families=(clusters.families[family],), n_clusters=None)
    problem = replace(
        pose(one, block, scaling, prior),
        label_code=criterion.label_code(
            clusters.beta,
            clusters.summaries.counts.sum(axis=0) + block.side.totals(block.weights),
            prior,
            block.side.tree,
        ),
        min_weight=least,
        max_clusters=most,
        split_gain=gain,
    )
    try:
        outcome = best_of_starts(problem, [single_cluster(len(block))], [0], clusters.n_jobs)
    except RuntimeError:  # rows without extent, which "entropy" cannot code
        return np.zeros(len(block), dtype=np.int32)
    return outcome.partition.labels
