"""The course of a fit: how far labels are trusted and in which space, starts, search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.criteria.humps import is_worth_it
from cecib.finishing import clusters_in, enlarged, finish
from cecib.pieces import whole_groups
from cecib.posing import pose, starts_of
from cecib.search.keeping import keeper_here
from cecib.search.problem import Outcome, Problem
from cecib.search.progress import Report
from cecib.search.restarts import SAME, SAME_IN_SAMPLE, best_of_starts
from cecib.search.starts import fixed, single_cluster
from cecib.settings import Settings
from cecib.trust import Trust, trust_labels


@dataclass(frozen=True)
class Fit:
    """A fit that has come to its end.

    Attributes
    ----------
    trust : Trust
        How far the labels are trusted, in which space, and what the criterion has learned.
    block : Block
        The data, in the coordinates of the space.
    problem : Problem
        What was solved.
    outcome : Outcome
        How.
    """

    trust: Trust
    block: Block
    problem: Problem
    outcome: Outcome


def fit(
    settings: Settings,
    block: Block,
    names: Sequence[str],
    random: np.random.RandomState,
    report: Report | None = None,
) -> Fit:
    """Find the partition of least cost.

    Parameters
    ----------
    settings : Settings
        The parameters.
    block : Block
        The data, validated.
    names : sequence of str
        The names of the columns, for errors.
    random : RandomState
        The source of chance.
    report : callable, optional
        Called after each pass over the data.
    """
    trust = trust_labels(settings, block, names)
    settings = replace(settings.after(trust.learned), beta=trust.beta)
    if trust.space is not None:
        block = replace(block, points=trust.space.coordinates(block.points))
        if np.ndim(settings.init) == 2:
            settings = replace(settings, init=trust.space.coordinates(np.asarray(settings.init, dtype=float)))
    problem = pose(settings, block, trust.scaling, trust.learned.prior)
    if trust.space is not None:
        rest = trust.space.rest_length(block.total_weight, settings.criterion.name)
        problem = replace(problem, cost_offset=problem.cost_offset + rest)
    if settings.searches and trust.sample is not None and len(trust.sample) < len(block):
        outcome = _search_small(settings, trust, trust.sample, block, problem, random, report)
    else:
        outcome = _search_all(settings, trust, block, problem, random, report)
    return Fit(trust, block, problem, outcome)


def _search_all(
    settings: Settings,
    trust: Trust,
    block: Block,
    problem: Problem,
    random: np.random.RandomState,
    report: Report | None,
    same: float = SAME,
) -> Outcome:
    starts = starts_of(settings, problem, trust.scaling, trust.learned.labels)
    seeds = random.randint(np.iinfo(np.int32).max, size=len(starts)).tolist()
    is_patient, keeper = settings.n_init is not None, keeper_here()
    found = best_of_starts(
        problem, starts, seeds, settings.n_jobs, report, is_patient=is_patient, keeper=keeper, same=same
    )
    return _worth_it(settings, trust, block, problem, found)


def _worth_it(settings: Settings, trust: Trust, block: Block, problem: Problem, found: Outcome) -> Outcome:
    """Give what a search has found, clusters joined that are pieces of one group which only is no Gaussian."""
    labels, may_be_flat = found.partition.labels, settings.criterion.allows_flat and len(settings.families) == 1
    if not settings.searches or not may_be_flat or labels.max() == 0:
        return found
    alone = replace(problem, max_clusters=None)  # groups are not to be divided again
    rows = trust.scaling.rows(block.points)
    if trust.learned.labels is not None and trust.learned.n_clusters == 1:  # a first look saw one
        one = best_of_starts(alone, [single_cluster(len(block))], [0], settings.n_jobs)
        saved = (one.cost - found.cost) * problem.total_weight
        if not is_worth_it(saved, rows, labels, block.weights, trust.scaling.cell):
            return one
    if block.bonds is not None:
        return found
    whole = whole_groups(clusters_in(settings, trust, block, found.partition), labels, rows, block.weights)
    return found if whole.max() == labels.max() else best_of_starts(alone, [fixed(whole)], [0], settings.n_jobs)


def _search_small(
    settings: Settings,
    trust: Trust,
    sample: Block,
    block: Block,
    problem: Problem,
    random: np.random.RandomState,
    report: Report | None,
) -> Outcome:
    """Find the number of clusters on the sample, then finish with all rows."""
    fewer = settings.for_sample(sample.total_weight / block.total_weight)
    small = pose(fewer, sample, trust.scaling, trust.learned.prior)
    best = _search_all(fewer, trust, sample, small, random, report, SAME_IN_SAMPLE)
    found = clusters_in(settings, trust, sample, best.partition)
    found = enlarged(settings, trust, found, len(sample), block, report)
    return finish(settings, trust, found, block, problem, report)


def clusters_of(settings: Settings, done: Fit) -> Clusters:
    """Read the clusters of a fit out of the engine, in its order."""
    return clusters_in(settings, done.trust, done.block, done.outcome.partition)
