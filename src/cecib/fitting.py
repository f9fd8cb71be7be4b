"""The course of a fit: units, how far labels are trusted, what the criterion learns, starts, search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Prior
from cecib.membership import Calibration
from cecib.posing import pose, scaling_of, starts_of
from cecib.search.problem import Outcome, Problem
from cecib.search.restarts import Progress, best_of_starts
from cecib.search.scaling import Scaling
from cecib.settings import Settings
from cecib.summaries import Summaries
from cecib.trust import BetaPath, trust_labels


@dataclass(frozen=True)
class Fit:
    """A fit that has come to its end.

    Attributes
    ----------
    scaling : Scaling
        The units.
    prior : Prior or None
        The prior, in scaled units; None under "entropy".
    problem : Problem
        What was solved.
    outcome : Outcome
        How.
    beta : float
        β, how much a label counts.
    beta_path : BetaPath or None
        How it was chosen; None if it was given, or the labels are too few.
    calibration : Calibration
        How sure to be of a row's category.
    """

    scaling: Scaling
    prior: Prior | None
    problem: Problem
    outcome: Outcome
    beta: float
    beta_path: BetaPath | None
    calibration: Calibration


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
    prior = trust.learned.prior
    problem = pose(settings, block, scaling, prior)
    starts = starts_of(settings, problem, scaling, trust.learned.start_of(problem))
    seeds = random.randint(np.iinfo(np.int32).max, size=len(starts)).tolist()
    outcome = best_of_starts(problem, starts, seeds, settings.n_jobs, report)
    return Fit(scaling, prior, problem, outcome, trust.beta, trust.path, trust.calibration)


def clusters_of(settings: Settings, done: Fit) -> Clusters:
    """Read the clusters of a fit out of the engine, in its order."""
    partition = done.outcome.partition
    return Clusters(
        summaries=Summaries(partition.summaries()),
        scaling=done.scaling,
        criterion=settings.criterion,
        prior=done.prior,
        beta=done.beta,
        families=settings.families,
        family_numbers=np.asarray([start for start, _ in partition.families()], dtype=np.intp),
        states=partition.states(),
        n_jobs=settings.n_jobs,
    )
