"""The pilot: rounds of search on a sample of the points, from which the prior is learned.

Each round searches under the prior that the clusters of the round before suggest, the first under a broad one. No
round depends on chance: they start from a single cluster and from the points divided along principal axes. The
clusters of the last round are a good start for the search itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.cost import Floats, Prior
from cecib.initialization import Labels, Start, divided, fixed, single_cluster
from cecib.prior import broad_prior, pooled_prior
from cecib.scaling import Matrix, Scaling
from cecib.search import Problem, best_of_starts

ROUNDS = 3
SAMPLE = 4_000
_PARTS = 10


@dataclass(frozen=True)
class Pilot:
    """What the pilot has learned.

    Attributes
    ----------
    prior : Prior
        The prior, in scaled units.
    labels : ndarray of shape (n_sampled,), or None
        The cluster of each sampled point in the last round; None if no round was needed.
    clusters : ClusterSet or None
        Those clusters.
    """

    prior: Prior
    labels: Labels | None = None
    clusters: _core.ClusterSet | None = None


def sample_rows(n_samples: int) -> NDArray[np.intp] | slice:
    """Rows that the pilot looks at: all, or `SAMPLE` of them at even distances."""
    if n_samples <= SAMPLE:
        return slice(None)
    return np.linspace(0, n_samples - 1, SAMPLE).astype(np.intp)


def run_pilot(
    problem: Problem,
    X: Matrix,
    weights: Floats | None,
    scaling: Scaling,
    code: Callable[[Prior], _core.Code],
    n_jobs: int | None,
) -> Pilot:
    """Learn the prior on a sampled problem.

    Parameters
    ----------
    problem : Problem
        The problem of the sampled points; its code is not used.
    X, weights : arrays
        The sampled points and their weights.
    scaling : Scaling
        The units.
    code : callable
        Makes the engine's code from a prior.
    n_jobs : int or None
        Threads.
    """
    starts = [single_cluster(len(X)), fixed(divided(X, weights, scaling, _PARTS))]
    prior = broad_prior(scaling)
    for _ in range(ROUNDS):
        current = code(prior)
        outcome = best_of_starts(problem.with_families([current]), starts, [0, 0], n_jobs)
        sizes, _, scatters, counts, states = outcome.partition.summaries()
        prior = pooled_prior(sizes, scatters, scaling)
    clusters = _core.ClusterSet([current] * len(sizes), states, sizes, counts, problem.beta)
    return Pilot(prior, outcome.partition.labels, clusters)


def pilot_start(pilot: Pilot, problem: Problem) -> Start:
    """Start from the pilot's clusters; if they are those of a sample, each point goes to the cheapest of them."""
    labels, clusters = pilot.labels, pilot.clusters
    if clusters is None or labels is None:
        raise ValueError("The pilot made no search to start from.")
    if len(labels) == problem.n_samples:
        return fixed(labels)
    return lambda random, threads: clusters.cheapest(problem.points, threads)
