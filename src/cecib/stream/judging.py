"""Where rows belong: the cluster that each raises the cost of least, its label included, and what does not fit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.search.problem import Labels
from cecib.search.scaling import Matrix
from cecib.search.threads import n_threads
from cecib.side_information import UNLABELLED
from cecib.summaries import Summaries
from cecib.tails import tail_probabilities


def cheapest(clusters: Clusters, points: Matrix, index: Labels) -> Labels:
    """Cluster that each row would raise the cost of least; a category that is new says nothing yet."""
    is_known = np.append(clusters.summaries.counts.sum(axis=0) > 0, False)
    categories = np.where(is_known[index], index, UNLABELLED).astype(np.int32)
    if (categories == UNLABELLED).all():
        return clusters.cheapest(points)
    return np.concatenate([own.argmin(axis=1) for own in clusters.changes(points, categories)]).astype(np.int32)


def tails(clusters: Clusters, points: Matrix) -> Floats:
    """Probability that a point of the cluster that explains a row best lies as far out as the row does."""
    prior = clusters.prior
    if prior is not None and prior.cell is not None:  # values are recorded coarsely
        own = clusters.summaries
        scatters = own.square_scatters + own.weights[:, None, None] * prior.cell
        coarse = Summaries.from_arrays(own.weights, own.means, scatters, own.counts)
        return tail_probabilities(replace(clusters, summaries=coarse, states=None), points)
    return tail_probabilities(clusters, points)


def absorbed(clusters: Clusters, block: Block, labels: Labels) -> Clusters:
    """Take rows into clusters; −1 for a row that is left out. Codes are made anew from the summaries."""
    more = summarised(clusters, block, labels, len(clusters))
    return replace(clusters, summaries=clusters.summaries + more, states=None)


def summarised(clusters: Clusters, block: Block, labels: Labels, n_groups: int) -> Summaries:
    """Summarise groups of rows as the clusters are."""
    return block.summarise(
        labels,
        n_groups,
        clusters.scaling,
        with_covariances=clusters.summaries.scatters.ndim == 3,
        threads=n_threads(clusters.n_jobs),
    )


def total_cost(clusters: Clusters) -> float:
    """Cost in nats."""
    return float(np.sum(clusters.costs()))
