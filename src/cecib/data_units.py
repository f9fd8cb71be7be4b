"""What a fit has found in the coordinates of its space, said in the units of the data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from cecib.clusters import Clusters
from cecib.cost import CostTerms, Floats, Prior
from cecib.criteria.prior import in_raw_units
from cecib.search.scaling import Matrix, Scaling
from cecib.spaces.directions import canonical
from cecib.spaces.space import Space


def gaussians_of(clusters: Clusters, space: Space | None, X: Matrix) -> tuple[Floats, Floats | None]:
    """Means and covariances of clusters; columns that are constant have the values of X."""
    if space is None:
        return clusters.gaussians(np.asarray(X[0], dtype=float))
    means, covariances = clusters.gaussians(np.zeros(space.dimension))
    if space.covariance is None:
        return space.points(means), None
    loadings = space.loadings
    return space.points(means), np.asarray(loadings.T @ covariances @ loadings + space.rest)


def attributes_of(clusters: Clusters, space: Space | None, X: Matrix) -> dict[str, Any]:
    """Give what `CECIB` says of clusters, by the names of its attributes; constant columns have the values of X."""
    counts, levels = clusters.summaries.counts, clusters.levels
    total = float(clusters.summaries.weights.sum())
    complexity, accuracy, consistency = (float(term) / total for term in np.sum(clusters.costs(), axis=0))
    if space is not None:
        accuracy += space.rest_length(total, clusters.criterion.name)
    terms = CostTerms(complexity, accuracy, consistency)
    means, covariances = gaussians_of(clusters, space, X)
    return {
        "clusters_": clusters,
        "n_clusters_": len(clusters),
        "weights_": clusters.summaries.weights / total,
        "category_counts_": counts if levels is None else levels.counts_by_level(counts),
        "cost_terms_": terms,
        "cost_": terms.total,
        "cost_trace_": np.array([terms.total]),
        "families_": clusters.chosen_families(),
        "means_": means,
        "covariances_": covariances,
    }


def public_prior(prior: Prior | None, scaling: Scaling, space: Space | None) -> Prior | None:
    """Express a prior in the units of the data, or in coordinates that are counted from 0 in the data."""
    if prior is None:
        return None
    own = in_raw_units(prior, scaling)
    if space is None:
        return own
    return replace(own, mean=own.mean + space.centre @ space.axes, subspace=space.axes)


def subspace_of(clusters: Clusters, space: Space) -> Floats:
    """Directions that span the space, orthonormal within clusters, those in which clusters differ most first."""
    summaries, unit = clusters.summaries, np.diag(clusters.scaling.scale)
    total = summaries.weights.sum()
    within = unit @ summaries.square_scatters.sum(axis=0) @ unit / total
    means = summaries.means @ unit
    apart = means - summaries.weights @ means / total
    return np.asarray(space.axes @ canonical((apart.T * summaries.weights) @ apart / total, within))
