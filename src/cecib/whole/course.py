"""The course of a fit whose rows are in blocks: survey, search in a sample, passes over all rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cecib.backends.backend import Backend
from cecib.backends.passes import Look, Names
from cecib.backends.survey import Survey, whole_covariance
from cecib.clusters import Clusters
from cecib.misfits import total_cost
from cecib.search.progress import Progress
from cecib.settings import Settings
from cecib.spaces.space import Space
from cecib.whole.descent import descended
from cecib.whole.proposals import grown, merged_where_cheaper
from cecib.whole.settling import Passes, Standing

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_ROUNDS = 3  # of proposals
_CLOSE = 50_000  # rows that descend at the end
_CLEARLY = 1e-9  # of the cost, that proposals have to lower it by


@dataclass(frozen=True, eq=False)
class Finished:
    """A fit of all rows.

    Attributes
    ----------
    clusters : Clusters
        With the summaries of all rows.
    space : Space or None
        Whose coordinates they live in.
    names : ndarray of shape (n,)
        The cluster of each row.
    trace : list of float
        The cost after each pass, in nats per point.
    n_iter : int
        How many passes there were.
    has_converged : bool
        Whether they came to rest.
    """

    clusters: Clusters
    space: Space | None
    names: Names
    trace: list[float]
    n_iter: int
    has_converged: bool


def finish(
    model: CECIB,
    settings: Settings,
    backend: Backend,
    known: Survey,
    seed: int,
    report: Callable[[Progress], None] | None = None,
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
    report : callable, optional
        Called after each pass.
    """
    space, clusters = _in_whole_space(model, known)
    total = known.whole.weight
    rest = 0.0 if space is None else space.rest_length(total, settings.criterion.name)

    def on_pass(number: int, changed: int, standing: Standing) -> None:
        if report is not None:
            report(Progress(0, 1, number, changed, len(standing.clusters), standing.cost / total + rest))

    passes = Passes(backend, Look(clusters, space, known.categories, seed, close=_CLOSE), settings.max_iter, on_pass)
    standing = passes.once(clusters, closely=True)
    trace = [standing.cost]
    for _ in range(_ROUNDS if settings.searches else 1):
        better = _better(passes, standing, settings, total)
        has_grown = better.cost < standing.cost - _CLEARLY * abs(standing.cost)
        standing = passes.until_rest(better if has_grown else standing)
        trace.append(standing.cost)
        if not settings.searches or not has_grown or passes.is_exhausted:
            break
        after = passes.once(standing.clusters, standing, closely=True)
        standing = (
            after
            if after.cost <= standing.cost
            else replace(standing, seen=replace(after.seen, close=standing.seen.close))
        )
        trace.append(standing.cost)
    clusters, names = _ended(passes, standing, known)
    trace.append(total_cost(clusters))
    return Finished(
        clusters,
        space,
        names,
        [cost / total + rest for cost in trace],
        passes.number,
        not passes.is_exhausted,
    )


def _ended(passes: Passes, standing: Standing, known: Survey) -> tuple[Clusters, Names]:
    """Let the rows descend for which another cluster is nearly as good, and give the cluster of each row."""
    names = passes.backend.names_of(standing.passed)
    clusters, close, labels = descended(standing.clusters, standing.seen.close)
    whole = np.concatenate(names)
    whole[known.numbers(close.places)] = labels
    return clusters, whole


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


def _in_whole_space(model: CECIB, known: Survey) -> tuple[Space | None, Clusters]:
    """Space and clusters of the sample, where the space knows the mean and covariance of all rows."""
    space, clusters = model.space_, model.clusters_
    if space is None or space.covariance is None:
        return space, clusters
    mean = np.asarray(known.whole.mean)
    scaling = clusters.scaling
    moved = replace(scaling, shift=scaling.shift - (mean - space.centre) @ space.axes)
    return replace(space, centre=mean, covariance=whole_covariance(known)), replace(clusters, scaling=moved)
