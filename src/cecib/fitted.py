"""What a fitted model says of its clusters, set from the clusters alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cecib.clusters import Clusters
from cecib.cost import CostTerms
from cecib.data_units import gaussians_of
from cecib.search.scaling import Matrix

if TYPE_CHECKING:
    from cecib.estimator import CECIB


def hold(model: CECIB, clusters: Clusters, discord: float = 0.0, constant: Matrix | None = None) -> None:
    """Let a fitted model hold other clusters: their number, shares, counts, Gaussians and cost.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    clusters : Clusters
        Its clusters from now on, in the same space.
    discord : float
        Nats that pairs cost which should be apart.
    constant : ndarray of shape (·, d), optional
        Rows with the values of constant columns; by default the means of the clusters that it had.
    """
    rows, total = model.means_ if constant is None else constant, float(clusters.summaries.weights.sum())
    model.clusters_ = clusters
    model.n_clusters_ = len(clusters)
    model.weights_ = clusters.summaries.weights / total
    counts, levels = clusters.summaries.counts, clusters.levels
    model.category_counts_ = counts if levels is None else levels.counts_by_level(counts)
    complexity, accuracy, consistency = (float(term) / total for term in np.sum(clusters.costs(), axis=0))
    if model.space_ is not None:
        accuracy += model.space_.rest_length(total, clusters.criterion.name)
    model.cost_terms_ = CostTerms(complexity, accuracy, consistency + discord / total)
    model.cost_ = model.cost_terms_.total
    model.families_ = clusters.chosen_families()
    model.means_, model.covariances_ = gaussians_of(clusters, model.space_, rows)
