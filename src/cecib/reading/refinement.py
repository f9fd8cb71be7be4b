"""Finer partitions: the best division of a cluster, whether or not it is worth its cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from cecib import _core
from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.input_errors import InputError, Named
from cecib.reading.cuts import model_like
from cecib.reading.fitted_rows import FittedRows, descents, problem_of, rows_of_fit
from cecib.search.problem import Labels, Outcome
from cecib.search.threads import n_threads
from cecib.summaries import Summaries
from cecib.validation import check_count

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_STARTS, _TRIALS = 6, 3  # k-means++ starts beside the engine's proposals, and candidates for each of their centres
_SMALLEST = 0.25  # of a cluster that is too small for parts of the usual least size


@dataclass(frozen=True)
class Division:
    """Two parts of a cluster.

    Attributes
    ----------
    nats : float
        By how much the cost rises.
    labels : ndarray
        The part of each of its rows, 0 or 1, those without a weight included.
    summaries : Summaries
        Those of the parts.
    states : ndarray
        Those of their codes.
    """

    nats: float
    labels: Labels
    summaries: Summaries
    states: Floats


Model = TypeVar("Model", bound="CECIB")


def refine(
    model: Model,
    cluster: Any = None,
    X: ArrayLike | None = None,
    y: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    n_clusters: Any = None,
) -> Model:
    """Divide a cluster, or again and again the one that it costs least to divide."""
    k = model.n_clusters_
    if cluster is not None and n_clusters is not None:
        raise InputError("Give ", Named("cluster"), " or ", Named("n_clusters"), ", not both.")
    if n_clusters is not None and check_count("n_clusters", n_clusters) < k:
        raise InputError(
            Named("n_clusters"), f" must be at least the number of clusters, {k}, got {n_clusters!r}: for fewer use "
            f"cut({n_clusters}).",
        )  # fmt: skip
    if cluster is not None and not _is_number(cluster, k):
        raise InputError(Named("cluster"), f" must be the number of a cluster, from 0 to {k - 1}, got {cluster!r}.")
    course = _Course(model, rows_of_fit(model, X, y, sample_weight))
    goal = k + 1 if n_clusters is None else int(n_clusters)
    if cluster is not None:
        course.divide(int(cluster))
    while len(course.clusters) < goal:
        course.divide(course.cheapest())
    return model_like(model, course.clusters, course.labels, course.rows)


def _is_number(cluster: Any, k: int) -> bool:
    return type(cluster) is not bool and isinstance(cluster, Integral) and 0 <= int(cluster) < k


class _Course:
    """Where the divisions are: the clusters so far, and the divisions that have been tried."""

    def __init__(self, model: CECIB, rows: FittedRows) -> None:
        self.clusters, self.labels, self.rows = model.clusters_, model.labels_.copy(), rows
        self.random = check_random_state(model.random_state)
        self.size = model.min_cluster_size
        self._tried: dict[int, Division | None] = {}

    def division(self, cluster: int) -> Division | None:
        """Give the best division of a cluster, None if there is none."""
        if cluster not in self._tried:
            members = self.labels == cluster
            starts = partial(_starts, clusters=self.clusters, cluster=cluster, random=self.random)
            self._tried[cluster] = best_division(self.clusters, cluster, self.rows, members, self.size, starts)
        return self._tried[cluster]

    def cheapest(self) -> int:
        """Find the cluster that it costs least to divide, one of those whose parts are not too small if there are."""
        is_large = self.clusters.summaries.weights >= 2 * usual_weight(self.clusters, self.size)
        for some in (np.flatnonzero(is_large), np.flatnonzero(~is_large)):
            found = [(own.nats, c) for c in some.tolist() if (own := self.division(c)) is not None]
            if found:
                return int(min(found)[1])
        raise ValueError(f"None of the {len(self.clusters)} clusters can be divided: their rows are too few, or equal.")

    def divide(self, cluster: int) -> None:
        """Replace a cluster by its parts: the first has its number, the second is the last."""
        division = self.division(cluster)
        if division is None:
            n = int((self.labels == cluster).sum())
            raise ValueError(f"Cluster {cluster} cannot be divided: its {n} rows are too few, or equal.")
        members = np.flatnonzero(self.labels == cluster)
        self.labels[members[division.labels == 1]] = len(self.clusters)
        self.clusters = replaced(self.clusters, cluster, division)
        del self._tried[cluster]


def best_division(
    clusters: Clusters,
    cluster: int,
    rows: FittedRows,
    members: NDArray[np.bool_],
    size: float | None,
    starts_of: Callable[[Block], list[Labels]],
) -> Division | None:
    """Find the division of a cluster into two that costs least, from several starts; None if there is none.

    Parameters
    ----------
    clusters : Clusters
        All clusters.
    cluster : int
        Which of them to divide.
    rows : FittedRows
        All rows.
    members : ndarray of shape (n,)
        Which rows are in the cluster.
    size : float or None
        The least size of a cluster as the user gave it.
    starts_of : callable
        Gives ways to divide its rows in two, to descend from: the part of each, 0 or 1.
    """
    own = rows.block.take(members & rows.counts)
    family = clusters.family_numbers[[cluster, cluster]]
    problem = problem_of(clusters, own, family, _least(clusters, cluster, size))
    if len(own) < 2 or own.total_weight < 2 * problem.min_weight:
        return None
    starts = starts_of(own)
    best: Outcome | None = None
    for outcome in descents(problem, starts, clusters.n_jobs) if starts else []:
        if outcome.partition.n_clusters == 2 and (best is None or outcome.cost < best.cost):
            best = outcome
    if best is None:
        return None
    partition = best.partition
    summaries = own.summarise(
        partition.labels, 2, clusters.scaling, with_covariances=clusters.summaries.scatters.ndim == 3
    )
    parts = replace(clusters, summaries=summaries, states=partition.states(), family_numbers=family)
    labels = np.empty(int(members.sum()), dtype=np.int32)
    takes_part = rows.counts[members]
    labels[takes_part] = partition.labels
    if not takes_part.all():
        labels[~takes_part] = parts.cheapest(rows.block.points[members & ~rows.counts])
    return Division(best.cost - undivided(clusters, cluster, own), labels, summaries, partition.states())


def undivided(clusters: Clusters, cluster: int, block: Block) -> float:
    """Tell what a cluster, whose rows are given, costs as it is, without saying that a row is in it."""
    together = clusters.costs()[cluster]
    whole = together.accuracy + together.consistency - clusters.scaling.log_volume * block.total_weight
    if block.bonds is not None:  # all pairs within it share a cluster
        whole += block.bonds.apart_weight * len(block.bonds.apart)
    return float(whole)


def usual_weight(clusters: Clusters, size: float | None) -> float:
    """Give the least weight of a cluster in a fit."""
    total, d = float(clusters.summaries.weights.sum()), len(clusters.scaling.columns)
    return clusters.criterion.least_weight(size, total, clusters.families, d)


def _least(clusters: Clusters, cluster: int, size: float | None) -> float:
    """Give the least weight of a part: that of a fit, or a quarter of a small cluster, and what a code needs."""
    weight, usual = clusters.summaries[cluster].weight, usual_weight(clusters, size)
    family = clusters.families[clusters.family_numbers[cluster]]
    needed = 0.0 if clusters.criterion.allows_flat else family.least_size(len(clusters.scaling.columns))
    return max(usual if weight >= 2 * usual else _SMALLEST * weight, needed)


def _starts(block: Block, clusters: Clusters, cluster: int, random: np.random.RandomState) -> list[Labels]:
    """Make ways to divide in two: those that the engine proposes in a search, and k-means++."""
    problem = problem_of(clusters, block, clusters.family_numbers[[cluster, cluster]], 0.0)
    index = np.ascontiguousarray(problem.side.index)
    own = clusters.summaries[cluster]
    proposed = _core.propose_splits(problem.points, index, problem.label_code, own, problem.metric)
    uniforms = [random.uniform(size=2 * _TRIALS) for _ in range(_STARTS)]
    threads = n_threads(clusters.n_jobs)
    drawn = [_core.plus_plus_start(problem.points, problem.metric, 2, _TRIALS, own, threads) for own in uniforms]
    return [labels for labels in [*proposed, *drawn] if labels.min() == 0 and labels.max() == 1]


def replaced(clusters: Clusters, cluster: int, division: Division) -> Clusters:
    """Put two parts in the place of a cluster."""
    summaries, states = list(clusters.summaries), clusters.states
    summaries[cluster] = division.summaries[0]
    summaries.append(division.summaries[1])
    if states is not None:
        width = max(states.shape[1], division.states.shape[1])
        own, parts = (np.pad(one, ((0, 0), (0, width - one.shape[1]))) for one in (states, division.states))
        own[cluster] = parts[0]
        states = np.vstack([own, parts[1:]])
    numbers = np.append(clusters.family_numbers, clusters.family_numbers[cluster])
    return replace(clusters, summaries=Summaries(summaries), states=states, family_numbers=numbers)
