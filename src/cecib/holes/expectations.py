"""Rows with holes in their clusters: as these expect them, with the scatter and the code of what is open about them.

With q the Gaussian that a cluster expects in the holes of a row, given the rest,

    −ln p(observed) ≤ A(n, mean of the filled rows, their scatter + Σ C) − Σ H(q),

since ln det is concave: the code of the whole rows, with the covariances C of the holes in the scatter, less the
entropy of what was filled in. Both sums are over rows, so that they can be made block by block.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.holes.conditionals import hole_scatter
from cecib.holes.marginals import filled_by, sights_of
from cecib.search.problem import Labels
from cecib.spaces.space import Space
from cecib.summaries import Summaries


class Expected(NamedTuple):
    """Rows as their clusters expect them.

    Attributes
    ----------
    rows : ndarray of shape (n, d)
        The rows, filled.
    summaries : Summaries
        Of the rows of each cluster, with what is open about them in the scatter.
    length : float
        Nats that it adds to the code of the filled rows: what is open in directions that all clusters share, less the
        entropy of the holes.
    """

    rows: Floats
    summaries: Summaries
    length: float


def summarised(clusters: Clusters, space: Space | None, block: Block, labels: Labels) -> Expected:
    """Summarise the rows of each cluster, those that lack values as it expects them.

    Parameters
    ----------
    clusters : Clusters
        The clusters, which say what is expected.
    space : Space or None
        In which they live.
    block : Block
        The rows, NaN where values are missing; their categories are numbered as those of the clusters.
    labels : ndarray of shape (n,)
        The cluster of each.
    """
    sights, whole, length = sights_of(clusters, space, of_next=False), np.array(block.points, dtype=np.float64), 0.0
    is_hole, scatters = np.isnan(whole), []
    is_open, weights = is_hole.any(axis=1), np.ones(len(whole)) if block.weights is None else block.weights
    for c, gaussian in enumerate(sights.gaussians):
        own = np.flatnonzero(is_open & (labels == c))
        whole[own], found = filled_by(sights, c, whole[own], space)
        open_ = hole_scatter(gaussian, is_hole[own][:, sights.columns], weights[own])
        entropies = 0.5 * (found.n_open * np.log(2.0 * np.pi * np.e) + found.log_volumes)
        if space is None or space.covariance is not None:  # otherwise only coordinates are coded
            length += _rest_of_scatter(space, sights.columns, open_) - float(weights[own] @ entropies)
        scatters.append(_in_coordinates(clusters, space, sights.columns, open_))
    has_covariances = clusters.summaries.scatters.ndim == 3
    filled = replace(block, points=whole if space is None else space.coordinates(whole))
    seen = filled.summarise(labels, len(clusters), clusters.scaling, with_covariances=has_covariances)
    more = np.array(scatters) if has_covariances else np.array([np.diagonal(one) for one in scatters])
    return Expected(whole, Summaries.from_arrays(seen.weights, seen.means, seen.scatters + more, seen.counts), length)


def _in_coordinates(clusters: Clusters, space: Space | None, columns: NDArray[np.intp], scatter: Floats) -> Floats:
    """Turn a scatter of columns, or its diagonal, into one of scaled coordinates."""
    scaling = clusters.scaling
    if space is None:
        turned = np.diag(scatter) if scatter.ndim == 1 else scatter
    else:
        axes = space.axes[columns][:, scaling.columns]
        turned = (axes.T * scatter) @ axes if scatter.ndim == 1 else axes.T @ scatter @ axes
    return np.asarray(turned / np.outer(scaling.scale, scaling.scale))


def _rest_of_scatter(space: Space | None, columns: NDArray[np.intp], scatter: Floats) -> float:
    """Give what a scatter of columns, or its diagonal, adds to the code of rows given their coordinates."""
    if space is None or space.covariance is None:
        return 0.0
    own = np.isin(columns, space.columns)
    among = columns[own]
    covariance, axes = space.covariance[np.ix_(among, among)], space.axes[among]
    precision = np.linalg.inv(covariance) - axes @ np.linalg.solve(axes.T @ covariance @ axes, axes.T)
    if scatter.ndim == 1:
        return 0.5 * float(np.diagonal(precision) @ scatter[own])
    return 0.5 * float((precision * scatter[np.ix_(own, own)]).sum())
