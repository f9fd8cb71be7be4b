"""The pilot: rounds of search on a sample of the points, from which the prior is learned.

Each round searches under the prior that the clusters of the round before suggest, the first under a broad one. No
round depends on chance: they start from a single cluster and from the points divided along principal axes. The
clusters of the last round are a good start for the search itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import Prior
from cecib.criteria.criterion import Criterion
from cecib.criteria.prior import broad_prior, learned_concentration, pooled_prior
from cecib.search.problem import Labels, Problem
from cecib.search.restarts import best_of_starts
from cecib.search.scaling import Scaling
from cecib.search.starts import Start, divided, fixed, single_cluster
from cecib.summaries import Summaries

if TYPE_CHECKING:
    from cecib.settings import Settings

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
    labels : ndarray of shape (n_sampled,)
        The cluster of each sampled point in the last round.
    clusters : Clusters
        Those clusters.
    length : float
        Their cost under the prior, labels included with β = 1, in nats per point.
    """

    prior: Prior
    labels: Labels
    clusters: _core.Clusters
    length: float

    def start(self, problem: Problem) -> Start:
        """Start from these clusters; if they are those of a sample, each point goes to the cheapest of them."""
        if len(self.labels) == problem.n_samples:
            return fixed(self.labels)
        return lambda random, threads: self.clusters.cheapest(problem.points, threads)


def sample_rows(n_samples: int) -> NDArray[np.intp] | slice:
    """Rows that the pilot looks at: all, or `SAMPLE` of them at even distances."""
    if n_samples <= SAMPLE:
        return slice(None)
    return np.linspace(0, n_samples - 1, SAMPLE).astype(np.intp)


def run_pilot(
    problem: Problem,
    sample: Block,
    scaling: Scaling,
    criterion: Criterion,
    code: Callable[[_core.Criterion], _core.Code],
    settings: Settings,
) -> Pilot:
    """Learn the prior on a sampled problem.

    Parameters
    ----------
    problem : Problem
        The problem of the sampled points; its families and code of labels are not used.
    sample : Block
        The sampled points.
    scaling : Scaling
        The units.
    criterion : Criterion
        The criterion whose prior is learned.
    code : callable
        Makes the engine's code of a cluster.
    settings : Settings
        For β and the number of threads.
    """
    d = len(scaling.columns)
    parts = min(_PARTS, settings.max_clusters)
    starts = [single_cluster(len(sample)), fixed(divided(sample.points, sample.weights, scaling, parts))]
    totals = sample.side.totals(sample.weights)
    prior = broad_prior(scaling)
    for _ in range(ROUNDS):
        current = code(criterion.engine(prior, d))
        labels = criterion.label_code(settings.beta or 0.0, totals, prior)
        outcome = best_of_starts(problem.under([current], labels), starts, [0, 0], settings.n_jobs)
        summaries = Summaries(outcome.partition.summaries())
        prior = pooled_prior(summaries.weights, summaries.square_scatters, scaling)
        prior = replace(prior, concentration=learned_concentration(summaries.counts))
    clusters = _core.Clusters([current] * len(summaries), list(summaries), outcome.partition.states(), labels)
    found = outcome.partition.labels
    judged = problem.under([code(criterion.engine(prior, d))], criterion.label_code(1.0, totals, prior)).partition(
        found
    )
    return Pilot(prior, found, clusters, sum(judged.cost()) / problem.total_weight)
