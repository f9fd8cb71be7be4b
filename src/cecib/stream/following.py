"""Following data that leave the range of the first fit: where the prior lies, and what clusters are expected to be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.linalg import eigh

from cecib.clusters import Clusters
from cecib.cost import Prior
from cecib.criteria.prior import prior_of
from cecib.summaries import Summaries

_FAR = 10.0  # standard deviations from the place of the prior
_UNLIKE = 9.0  # times the variance that is expected within clusters


def followed(clusters: Clusters) -> Clusters:
    """Move units and prior to where the points are, and learn the prior anew if clusters are no longer like it."""
    prior = clusters.prior
    if prior is None:
        return clusters
    clusters = _recentred(clusters)
    if _is_like(prior, clusters.summaries):
        return clusters
    levels = clusters.levels
    tree = None if levels is None or levels.is_flat else levels
    scaling = replace(clusters.scaling, cell=prior.cell)
    return replace(clusters, prior=prior_of(clusters.summaries, scaling, tree), states=None)


def _recentred(clusters: Clusters) -> Clusters:
    own, scaling = clusters.summaries, clusters.scaling
    centre = own.weights @ own.means / own.weights.sum()
    if (np.abs(centre) <= _FAR * scaling.relative_deviation).all():
        return clusters
    shift = scaling.shift + centre * scaling.scale
    means = own.means - (shift - scaling.shift) / scaling.scale
    summaries = Summaries.from_arrays(own.weights, means, own.scatters, own.counts)
    return replace(clusters, summaries=summaries, scaling=replace(scaling, shift=shift), states=None)


def _is_like(prior: Prior, summaries: Summaries) -> bool:
    """Whether the covariance within clusters is about what the prior expects."""
    d = len(prior.mean)
    free = prior.nu - d - 1.0
    if free <= 0:
        return True
    within = summaries.square_scatters.sum(axis=0) / summaries.weights.sum()
    if prior.cell is not None:
        within = within + prior.cell
    ratios = eigh(within, prior.scale / free, eigvals_only=True)
    return bool(ratios.max() < _UNLIKE and ratios.mean() > 1 / _UNLIKE)
