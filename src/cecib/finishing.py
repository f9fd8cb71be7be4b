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
from cecib.posing import pose
from cecib.search.keeping import Keeper, Stopped, keeper_here
from cecib.search.problem import Labels, Outcome, Problem
from cecib.search.progress import Report
from cecib.search.restarts import best_of_starts
from cecib.search.starts import fixed
from cecib.search.threads import n_threads
from cecib.settings import Settings
from cecib.summaries import Summaries
from cecib.trust import Trust
from cecib.trust.sample import evenly

_ROWS_FOR_EACH = 50  # coordinate and cluster: with fewer rows, clusters that overlap may be taken for one
_WORTHWHILE, _ENLARGEMENTS = 1.5, 4
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
        width=block.points.shape[1],
    )


def enlarged(
    settings: Settings, trust: Trust, found: Clusters, size: int, block: Block, report: Report | None
) -> Clusters:
    """Search larger samples from what a sample has found, as long as it has few rows for each cluster.

    Clusters that overlap are taken for one where they have few rows. With labels that count, the sample on which they
    were weighed has the last word: more rows would divide what labels say is one.

    Parameters
    ----------
    settings : Settings
        The parameters.
    trust : Trust
        How far the labels are trusted, in which space.
    found : Clusters
        The clusters of the sample.
    size : int
        The rows of the sample.
    block : Block
        All rows, in the space.
    report : callable, optional
        Called after each pass over the data.
    """
    if block.bonds is not None or (trust.beta > 0.0 and block.side.is_labelled.any()):
        return found
    for _ in range(_ENLARGEMENTS):
        wanted = min(len(block), _ROWS_FOR_EACH * (len(trust.scaling.columns) + 1) * len(found))
        if wanted < _WORTHWHILE * size:
            break
        size, before = wanted, len(found)
        sample = block.take(evenly(len(block), size))
        problem = pose(
            settings.for_sample(sample.total_weight / block.total_weight), sample, trust.scaling, trust.learned.prior
        )
        try:
            outcome = _descended(settings, problem, found.cheapest(sample.points), report, keeper_here())
        except Stopped:  # what was found before is kept
            break
        found = clusters_in(settings, trust, sample, outcome.partition)
        if len(found) <= before:
            break
    return found


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
    clusters, keeper = found, keeper_here()
    outcome: Outcome | None = None
    try:
        for _ in range(_ROUNDS):
            keeper.check()
            labels, has_new = _with_misfits(clusters, block, problem, least)
            if _is_smallest(np.bincount(labels, block.weights), problem, least):
                problem = replace(problem, min_weight=least)
            outcome = _descended(settings, problem, labels, report, keeper)
            if _is_smallest(np.bincount(outcome.partition.labels, block.weights), problem, least):
                problem = replace(problem, min_weight=least)
                outcome = _descended(settings, problem, outcome.partition.labels, report, keeper)
            if not has_new:
                break
            clusters = clusters_in(settings, trust, block, outcome.partition)
    except Stopped:
        outcome = None if outcome is None else replace(outcome, has_converged=False)
    if outcome is None:  # stopped: each row goes where it costs least, and then once more
        hurried = replace(problem, max_iter=1, max_clusters=None)
        outcome = replace(_descended(settings, hurried, found.cheapest(block.points), report), has_converged=False)
    return outcome


def _descended(
    settings: Settings, problem: Problem, labels: Labels, report: Report | None, keeper: Keeper | None = None
) -> Outcome:
    return best_of_starts(problem, [fixed(labels)], [0], settings.n_jobs, report, keeper=keeper)


def _is_smallest(sizes: NDArray[Any], problem: Problem, least: float) -> bool:
    """Whether a cluster is as small as it may be, or smaller, and might be smaller still if all might."""
    row = problem.total_weight / problem.n_samples
    return least < problem.min_weight and bool(((least <= sizes) & (sizes < problem.min_weight + row)).any())


def _with_misfits(clusters: Clusters, block: Block, problem: Problem, least: float) -> tuple[Labels, bool]:
    """Cluster that each row costs least in, or that it makes with others that fit none; and whether there are such."""
    labels, changes = clusters.cheapest_with_changes(block.points)
    misfits = misfits_of(clusters, block, labels, changes)
    if misfits.block.total_weight < least:
        return labels, False
    has_covariances = clusters.summaries.scatters.ndim == 3
    summaries = block.summarise(
        labels, len(clusters), clusters.scaling, with_covariances=has_covariances, threads=n_threads(clusters.n_jobs)
    )
    whole = replace(clusters, summaries=summaries, states=None, levels=block.side.levels)
    grown = clusters_of_misfits(whole, misfits, least, most=problem.max_clusters)
    if grown is None:
        return labels, False
    labels[misfits.number] = grown.labels
    return labels, True
