"""Finishing: what was found on a sample becomes a partition of all rows.

Each row goes where it costs least, groups that the sample missed are found among the rows that fit worst, and all rows
descend from there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.misfits import CLEARLY, clusters_of_misfits, least_size, misfits_of
from cecib.search.problem import Labels, Outcome, Problem
from cecib.search.restarts import Report, best_of_starts
from cecib.search.starts import fixed
from cecib.search.threads import n_threads
from cecib.settings import Settings
from cecib.summaries import Summaries
from cecib.trust import Trust

_ROUNDS = 3  # of misfits, each of the clusters that those of the round before have become


def clusters_in(settings: Settings, trust: Trust, block: Block, partition: _core.Partition) -> Clusters:
    """Read the clusters of a partition out of the engine, in its order."""
    return Clusters(
        summaries=Summaries(partition.summaries()),
        scaling=trust.scaling,
        criterion=settings.criterion,
        prior=trust.learned.prior,
        beta=trust.beta,
        families=settings.families,
        family_numbers=np.asarray([start for start, _ in partition.families()], dtype=np.intp),
        states=partition.states(),
        n_jobs=settings.n_jobs,
        levels=block.side.levels,
    )


def finish(
    settings: Settings, trust: Trust, found: Clusters, block: Block, problem: Problem, report: Report | None
) -> Outcome:
    """Give all rows to clusters that were found on some, and descend.

    All rows see more than the sample did, also that no cluster is exactly a Gaussian. So they divide a cluster only
    where the parts lie clearly apart.

    Parameters
    ----------
    settings : Settings
        The parameters.
    trust : Trust
        How far the labels are trusted, in which space.
    found : Clusters
        The clusters of the sample.
    block : Block
        All rows, in the space.
    problem : Problem
        The problem of all rows.
    report : callable, optional
        Called after each pass over the data.
    """
    problem = replace(problem, split_gain=CLEARLY)
    is_free = settings.min_cluster_size is None and settings.criterion.allows_flat
    least = least_size(found, problem.min_weight) if is_free else problem.min_weight
    clusters = found
    for _ in range(_ROUNDS):
        labels, has_new = _with_misfits(clusters, block, problem, least)
        if _is_smallest(np.bincount(labels, block.weights), problem, least):
            problem = replace(problem, min_weight=least)
        outcome = _descended(settings, problem, labels, report)
        if _is_smallest(np.bincount(outcome.partition.labels, block.weights), problem, least):
            problem = replace(problem, min_weight=least)
            outcome = _descended(settings, problem, outcome.partition.labels, report)
        if not has_new:
            break
        clusters = clusters_in(settings, trust, block, outcome.partition)
    return outcome


def _descended(settings: Settings, problem: Problem, labels: Labels, report: Report | None) -> Outcome:
    return best_of_starts(problem, [fixed(labels)], [0], settings.n_jobs, report)


def _is_smallest(sizes: NDArray[Any], problem: Problem, least: float) -> bool:
    """Whether a cluster is as small as it may be, or smaller, and might be smaller still if all might."""
    row = problem.total_weight / problem.n_samples
    return least < problem.min_weight and bool(((least <= sizes) & (sizes < problem.min_weight + row)).any())


def _with_misfits(clusters: Clusters, block: Block, problem: Problem, least: float) -> tuple[Labels, bool]:
    """Cluster that each row costs least in, or that it makes with others that fit none; and whether there are such."""
    threads = n_threads(clusters.n_jobs)
    labels, changes = clusters.make_engine().cheapest_with_changes(problem.points, threads)
    misfits = misfits_of(clusters, block, labels, changes)
    if misfits.block.total_weight < least:
        return labels, False
    has_covariances = clusters.summaries.scatters.ndim == 3
    summaries = block.summarise(
        labels, len(clusters), clusters.scaling, with_covariances=has_covariances, threads=threads
    )
    whole = replace(clusters, summaries=summaries, states=None, levels=block.side.levels)
    grown = clusters_of_misfits(whole, misfits, least, most=problem.max_clusters)
    if grown is None:
        return labels, False
    labels[misfits.number] = grown.labels
    return labels, True
