"""The course of a fit: units, how far labels are trusted, what the criterion learns, starts, search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.posing import pose, scaling_of, starts_of
from cecib.search.problem import Outcome, Problem
from cecib.search.restarts import Progress, best_of_starts
from cecib.search.scaling import Scaling
from cecib.settings import Settings
from cecib.summaries import Summaries
from cecib.trust import Trust, trust_labels


@dataclass(frozen=True)
class Fit:
    """A fit that has come to its end.

    Attributes
    ----------
    scaling : Scaling
        The units.
    trust : Trust
        How far the labels are trusted, and what the criterion has learned.
    problem : Problem
        What was solved.
    outcome : Outcome
        How.
    """

    scaling: Scaling
    trust: Trust
    problem: Problem
    outcome: Outcome


def fit(
    settings: Settings,
    block: Block,
    names: Sequence[str],
    random: np.random.RandomState,
    report: Callable[[Progress], None] | None = None,
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
    scaling = scaling_of(settings, block, names)
    trust = trust_labels(settings, block, scaling)
    settings = replace(settings, beta=trust.beta)
    problem = pose(settings, block, scaling, trust.learned.prior)
    starts = starts_of(settings, problem, scaling, trust.learned.start_of(problem))
    seeds = random.randint(np.iinfo(np.int32).max, size=len(starts)).tolist()
    outcome = best_of_starts(problem, starts, seeds, settings.n_jobs, report)
    return Fit(scaling, trust, problem, outcome)


def clusters_of(settings: Settings, done: Fit) -> Clusters:
    """Read the clusters of a fit out of the engine, in its order."""
    partition = done.outcome.partition
    return Clusters(
        summaries=Summaries(partition.summaries()),
        scaling=done.scaling,
        criterion=settings.criterion,
        prior=done.trust.learned.prior,
        beta=done.trust.beta,
        families=settings.families,
        family_numbers=np.asarray([start for start, _ in partition.families()], dtype=np.intp),
        states=partition.states(),
        n_jobs=settings.n_jobs,
    )
