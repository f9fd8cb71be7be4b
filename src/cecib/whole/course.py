"""The course of a fit whose rows are in blocks: survey, search in a sample, passes over all rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from cecib.backends.backend import Backend
from cecib.backends.passes import Look, Names
from cecib.backends.survey import Survey, whole_covariance
from cecib.clusters import Clusters
from cecib.cost import Criterion
from cecib.holes import Missing
from cecib.misfits import total_cost
from cecib.search.keeping import Stopped, keeper_here
from cecib.settings import Settings
from cecib.spaces.space import Space
from cecib.whole.descent import descended
from cecib.whole.proposals import grown, merged_where_cheaper
from cecib.whole.settling import Passes, Standing
from cecib.whole.watching import Watch

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_ROUNDS = 3  # of proposals
_CLOSE = 50_000  # rows that descend at the end
_CLEARLY = 1e-9  # of the cost, that proposals have to lower it by


@dataclass(frozen=True, eq=False)
class Course:
    """How far a fit has come: all that it needs to go on.

    Attributes
    ----------
    standing : Standing
        Where it stands.
    trace : tuple of float
        The cost of all rows where it has stood, in nats.
    passes : int
        How many passes there were.
    next : {"propose", "settle", "look", "end"}
        What is to be done: better clusters are proposed, rows settle in one pass more, a pass looks for what clusters
        lack, or nothing.
    round : int
        How many rounds of proposals there were.
    has_grown : bool
        Whether the last proposals were taken.
    """

    standing: Standing
    trace: tuple[float, ...]
    passes: int
    next: Literal["propose", "settle", "look", "end"] = "propose"
    round: int = 0
    has_grown: bool = False


@dataclass(frozen=True, eq=False)
class Finished:
    """A fit of all rows.

    Attributes
    ----------
    clusters : Clusters
        With the summaries of all rows.
    space : Space or None
        Whose coordinates they live in.
    names : list of ndarray
        The cluster of each row of each block.
    trace : list of float
        The cost after each pass, in nats per point.
    rest : float
        What of the cost is not in the clusters, in nats per point: the code of other directions, and of what is open
        about rows that lack values.
    n_iter : int
        How many passes there were.
    has_converged : bool
        Whether they came to rest.
    was_stopped : bool
        Whether they did not since a keeper asked for an end.
    """

    clusters: Clusters
    space: Space | None
    names: list[Names]
    trace: list[float]
    rest: float
    n_iter: int
    has_converged: bool
    was_stopped: bool


def finish(
    model: CECIB,
    settings: Settings,
    backend: Backend,
    known: Survey,
    seed: int,
    watch: Watch,
    missing: Missing | None = None,
    *,
    begun: Callable[[Look], Course] | None = None,
    on_course: Callable[[Course], None] | None = None,
) -> Finished:
    """Let all rows finish what a sample has begun.

    Parameters
    ----------
    model : CECIB
        Fitted to the sample.
    settings : Settings
        Its parameters.
    backend : Backend
        Where the rows are.
    known : Survey
        What is known of them.
    seed : int
        Of the draws.
    watch : Watch
        Told of each pass.
    missing : Missing, optional
        What is missing in the rows.
    begun : callable, optional
        Gives the course of a fit that goes on from there, for what all its passes share.
    on_course : callable, optional
        Called with the course after each step of it.
    """
    space, clusters = _in_whole_space(model, known) if missing is None else _in_sample_space(model, known)
    total, keeper = known.weight, keeper_here()
    rest = _rest_length(space, known, settings.criterion.name, missing)

    def on_pass(number: int, changed: int, standing: Standing) -> None:
        watch.end_pass(number, changed, len(standing.clusters), standing.cost / total + rest)

    look = Look(clusters, space, known.categories, seed, close=_CLOSE, missing=missing, rows=known.rows)
    passes = Passes(backend, look, settings.max_iter, on_pass)
    if begun is None:
        watch.begin_passes(0, known.rows)
        standing = passes.once(clusters, closely=True)
        course = Course(standing, (standing.cost,), passes.number)
        _tell(on_course, course)
    else:
        course = begun(look)
        passes.number = course.passes
        watch.begin_passes(course.passes, known.rows)
        watch.may_stop()
    try:
        while course.next != "end":
            keeper.check()
            course = _further(course, passes, settings, total)
            _tell(on_course, course)
        was_stopped = False
    except Stopped:
        was_stopped = True
    clusters, names = _ended(passes, course.standing)
    length = course.standing.seen.length
    trace = [*course.trace, *([course.standing.cost] if course.next == "settle" else []), total_cost(clusters) + length]
    return Finished(
        clusters,
        space,
        names,
        [cost / total + rest for cost in trace],
        length / total + rest,
        course.passes,
        not passes.is_exhausted and not was_stopped,
        was_stopped,
    )


def _tell(on_course: Callable[[Course], None] | None, course: Course) -> None:
    if on_course is not None and course.next != "end":
        on_course(course)


def _further(course: Course, passes: Passes, settings: Settings, total: float) -> Course:
    """Go a step further, which takes one pass, or a few where values are missing."""
    standing, trace = course.standing, course.trace
    if course.next == "propose":
        better = _better(passes, standing, settings, total)
        has_grown = bool(better.cost < standing.cost - _CLEARLY * abs(standing.cost))
        return replace(
            course, standing=better if has_grown else standing, passes=passes.number, next="settle", has_grown=has_grown
        )
    if course.next == "settle":
        standing, is_at_rest = passes.once_more(standing)
        course = replace(course, standing=standing, passes=passes.number)
        if not is_at_rest:
            return course
        is_over = not settings.searches or not course.has_grown or passes.is_exhausted
        return replace(course, trace=(*trace, standing.cost), next="end" if is_over else "look")
    after = passes.once(standing.clusters, standing, closely=True)
    standing = (
        after if after.cost <= standing.cost else replace(standing, seen=replace(after.seen, close=standing.seen.close))
    )
    return Course(
        standing,
        (*trace, standing.cost),
        passes.number,
        "end" if course.round + 1 == _ROUNDS else "propose",
        course.round + 1,
    )


def _ended(passes: Passes, standing: Standing) -> tuple[Clusters, list[Names]]:
    """Let the rows descend for which another cluster is nearly as good, and give the cluster of each row."""
    missing = passes.look.missing
    has_left_out = missing is not None and missing.n_left_out > 0
    placing = replace(passes.look, clusters=standing.clusters) if has_left_out else None
    names = passes.backend.names_of(standing.passed, placing)
    clusters, close, labels = descended(standing.clusters, standing.seen.close)
    for number, own in enumerate(names):
        here = close.places[:, 0] == number
        own[close.places[here, 1]] = labels[here]
    return clusters, names


def _better(passes: Passes, standing: Standing, settings: Settings, total: float) -> Standing:
    """Give what the last pass suggests, or what there was if that is no better."""
    if not settings.searches:
        return standing
    clusters, numbers = merged_where_cheaper(standing.clusters)
    if len(clusters) < len(standing.clusters):
        return passes.once(clusters, replace(standing, passed=passes.backend.renamed(standing.passed, numbers)))
    least = settings.criterion.least_weight(
        settings.min_cluster_size, total, settings.families, len(clusters.scaling.columns)
    )
    more = grown(standing, least, settings.max_clusters)
    if more is None or passes.is_exhausted:
        return standing
    after = passes.once(more, standing)
    return after if after.cost < standing.cost else standing


def _rest_length(space: Space | None, known: Survey, criterion: Criterion, missing: Missing | None) -> float:
    """Code of the features of rows that lack no value given their coordinates, in nats per point of all rows."""
    if space is None or space.covariance is None:
        return 0.0
    total = known.weight
    if missing is None:
        return space.rest_length(total, criterion)
    whole = known.whole
    length = -space.rest_log_density(whole.weight, np.asarray(whole.mean), np.asarray(whole.scatter))
    return (length + space.rest_price(total, criterion)) / total


def _in_sample_space(model: CECIB, known: Survey) -> tuple[Space | None, Clusters]:
    """Space and clusters of the sample: where values are missing, nobody knows the mean and covariance of all rows."""
    space = model.space_
    if space is not None and np.ndim(known.whole.scatter) == 1:  # too many columns
        space = replace(space, covariance=None)
    return space, model.clusters_


def _in_whole_space(model: CECIB, known: Survey) -> tuple[Space | None, Clusters]:
    """Space and clusters of the sample, where the space knows the mean and covariance of all rows."""
    space, clusters = model.space_, model.clusters_
    if space is None or space.covariance is None:
        return space, clusters
    mean = np.asarray(known.whole.mean)
    scaling = clusters.scaling
    moved = replace(scaling, shift=scaling.shift - (mean - space.centre) @ space.axes)
    return replace(space, centre=mean, covariance=whole_covariance(known)), replace(clusters, scaling=moved)
