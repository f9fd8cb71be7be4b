"""The course of a fit: units, what the criterion learns, starts, search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cecib import _core
from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats, Prior
from cecib.families import Family
from cecib.search.problem import Outcome, Problem
from cecib.search.restarts import Progress, best_of_starts
from cecib.search.scaling import DEMANDS, Scaling, measure_scaling
from cecib.search.starts import Start, is_random, make_start, raw_metric, single_cluster, standard_metric
from cecib.settings import Settings
from cecib.summaries import Summaries

_SEARCH_START = 10  # clusters of the starts other than the first when the number is searched for
_SEARCHES, _LARGE_SEARCHES = 16, 4  # starts by default when the number is searched for
_LARGE = 4_000  # rows, beyond which there are fewer starts
_DESCENTS = 10  # starts by default when it is given


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
    """

    scaling: Scaling
    prior: Prior | None
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
    learned = settings.criterion.learn(settings, block, scaling, pose(settings, block, scaling))
    problem = pose(settings, block, scaling, learned.prior)
    starts = _starts(settings, problem, scaling, learned.start)
    seeds = random.randint(np.iinfo(np.int32).max, size=len(starts)).tolist()
    outcome = best_of_starts(problem, starts, seeds, settings.n_jobs, report)
    return Fit(scaling, learned.prior, problem, outcome)


def clusters_of(settings: Settings, done: Fit) -> Clusters:
    """Read the clusters of a fit out of the engine, in its order."""
    partition = done.outcome.partition
    return Clusters(
        summaries=Summaries(partition.summaries()),
        scaling=done.scaling,
        criterion=settings.criterion,
        prior=done.prior,
        beta=settings.beta,
        families=settings.families,
        family_numbers=np.asarray([start for start, _ in partition.families()], dtype=np.intp),
        states=partition.states(),
        n_jobs=settings.n_jobs,
    )


def scaling_of(settings: Settings, block: Block, names: Sequence[str]) -> Scaling:
    """Measure the units, as the criterion and the families want them."""
    demand = min((family.demand for family in settings.families), key=DEMANDS.index)
    return measure_scaling(block.points, block.weights, names, demand, settings.criterion.allows_flat)


def pose(settings: Settings, block: Block, scaling: Scaling, prior: Prior | None = None) -> Problem:
    """Pose the problem of all points; without a prior that the criterion needs, without codes."""
    criterion, d, total = settings.criterion, len(scaling.columns), block.total_weight
    is_ready = prior is not None or not criterion.allows_flat
    return Problem(
        points=scaling.points(block.points, block.weights),
        n_samples=len(block),
        total_weight=total,
        side=block.side,
        families=family_codes(settings, scaling, prior) if is_ready else [],
        label_code=criterion.label_code(settings.beta, block.side.totals(block.weights), prior),
        min_weight=criterion.least_weight(settings.min_cluster_size, total, settings.families, d),
        resolution=scaling.resolution,
        max_iter=settings.max_iter,
        cost_offset=scaling.log_volume,
        max_clusters=settings.max_clusters if settings.searches else None,
        metric=_metric(settings.families, scaling),
    )


def family_codes(settings: Settings, scaling: Scaling, prior: Prior | None) -> list[_core.Code]:
    """Prototypes of the engine's codes, one for all clusters or one for each start cluster."""
    criterion = settings.criterion.engine(prior, len(scaling.columns))
    return [family.restricted(scaling.columns).code(scaling, criterion) for family in settings.families]


def _starts(settings: Settings, problem: Problem, scaling: Scaling, learned: Start | None) -> list[Start]:
    n, criterion = problem.n_samples, settings.criterion
    number = min(_SEARCH_START, n) if settings.n_clusters is None else settings.n_clusters
    metric = criterion.seeding_metric(scaling, problem.metric)
    start = make_start(settings.init, number, problem.points, scaling, n, metric, criterion.seeding_trials(number))
    if not is_random(settings.init):
        return [start]
    if not settings.searches or not criterion.allows_flat:
        return [start] * (settings.n_init or _DESCENTS)
    first = single_cluster(n) if learned is None else learned
    auto = _SEARCHES if n <= _LARGE else _LARGE_SEARCHES
    return [first] + [start] * ((settings.n_init or auto) - 1)


def _metric(families: Sequence[Family], scaling: Scaling) -> Floats:
    """Distances for starts and splits: in the units of the data where a family means something in them."""
    knows_units = any(one.knows_units and one.name != "auto" for one in families)
    return raw_metric(scaling) if knows_units else standard_metric(scaling)
