"""The prior of the "evidence" criterion: what a cluster is expected to look like before it is seen.

A cluster's covariance is expected to be like the pooled covariance within clusters, which is learned from the data: a
first search under a broad prior finds clusters, their pooled scatter gives the next prior, and so on. The prior then
stays fixed, and with it the cost. All of it follows the units of the features.

With d features, the prior counts as much as 2d + 2 points for the shape of a cluster, and next to nothing (κ0 = 1e-4)
for its place. A small κ0 makes every further cluster pay (d/2) ln(1/κ0) nats, so that clusters have to be worth it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cecib.cost import Floats, Prior
from cecib.scaling import Scaling

KAPPA = 1e-4
LEARNING_ROUNDS = 3
_LEAST_SHARE = 1e-6


def broad_prior(scaling: Scaling) -> Prior:
    """Prior for a first look, in scaled units: clusters somewhere in the data, not much narrower than the data."""
    d = len(scaling.columns)
    return Prior(np.zeros(d), 0.01, d + 4.0, np.diag(scaling.relative_deviation**2))


def pooled_prior(within: Floats, total_weight: float, scaling: Scaling) -> Prior:
    """Prior whose expected covariance is the pooled covariance within clusters, in scaled units.

    The fewer points there are for each feature, the more it leans to the features' own variances.
    """
    d = len(scaling.columns)
    lean = min(1.0, _LEAST_SHARE + 0.001 * (d / total_weight) ** 2)
    expected = (1 - lean) * within + lean * np.diag(scaling.relative_deviation**2)
    return Prior(np.zeros(d), KAPPA, 2.0 * d + 2.0, (d + 1.0) * expected)


def place_prior(scaling: Scaling) -> Prior:
    """Prior for families of known covariance, which ask it for nothing but the place of clusters."""
    return pooled_prior(np.diag(scaling.relative_deviation**2), float(len(scaling.columns)), scaling)


def learn_prior(scaling: Scaling, total_weight: float, within_clusters: Callable[[Prior], Floats]) -> Prior:
    """Learn the prior by rounds of search; `within_clusters` is the pooled covariance that a search finds."""
    prior = broad_prior(scaling)
    for _ in range(LEARNING_ROUNDS):
        prior = pooled_prior(within_clusters(prior), total_weight, scaling)
    return prior


def in_raw_units(prior: Prior, scaling: Scaling) -> Prior:
    """Express a prior in the units of the data instead of the scaled ones."""
    unit = scaling.scale
    return Prior(scaling.shift + unit * prior.mean, prior.kappa, prior.nu, prior.scale * unit[:, None] * unit[None, :])
