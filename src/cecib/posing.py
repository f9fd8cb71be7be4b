"""From settings and data to a problem: units, codes, least sizes, starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cecib.backends.memory import Block
from cecib.cost import Floats, Prior
from cecib.families import Family
from cecib.search.problem import Labels, Problem
from cecib.search.scaling import DEMANDS, Scaling, measure_scaling
from cecib.search.starts import Start, fixed, is_random, make_start, raw_metric, single_cluster, standard_metric
from cecib.search.widths import inner_shares, some_rows
from cecib.settings import Settings

_SEARCH_START = 10  # clusters of the starts other than the first when the number is searched for
_SEARCHES, _LARGE_SEARCHES = 16, 4  # starts by default when the number is searched for
_LARGE = 4_000  # rows, beyond which there are fewer starts
_DESCENTS = 10  # starts by default when it is given


def scaling_of(settings: Settings, block: Block, names: Sequence[str]) -> Scaling:
    """Measure the units, as the criterion and the families want them."""
    demand = min((family.demand for family in settings.families), key=DEMANDS.index)
    scaling = measure_scaling(block.points, block.weights, names, demand, settings.criterion.allows_flat)
    if not settings.criterion.allows_flat:
        return scaling
    grain = None if block.grain is None else block.grain[:, scaling.columns]
    shares = inner_shares(some_rows(block.points)[:, scaling.columns], grain)
    scaling = replace(scaling, deviation=scaling.deviation * shares)
    if grain is None:
        return scaling
    rows = grain / scaling.scale
    return replace(scaling, cell=rows.T @ rows)


def pose(settings: Settings, block: Block, scaling: Scaling, prior: Prior | None = None) -> Problem:
    """Pose the problem of all points; without a prior that the criterion needs, without codes."""
    criterion, d, total = settings.criterion, len(scaling.columns), block.total_weight
    is_ready = prior is not None or not criterion.allows_flat
    return Problem(
        points=scaling.points(block.points, block.weights),
        n_samples=len(block),
        total_weight=total,
        side=block.side,
        families=criterion.codes(settings.families, prior, scaling) if is_ready else [],
        label_code=criterion.label_code(settings.beta or 0.0, block.side.totals(block.weights), prior, block.side.tree),
        min_weight=criterion.least_weight(settings.min_cluster_size, total, settings.families, d),
        resolution=scaling.resolution,
        max_iter=settings.max_iter,
        cost_offset=scaling.log_volume,
        max_clusters=settings.max_clusters if settings.searches else None,
        metric=_metric(settings.families, scaling),
        bonds=block.bonds,
    )


def starts_of(settings: Settings, problem: Problem, scaling: Scaling, learned: Labels | None) -> list[Start]:
    """Make the starts; a search begins with the clusters that the criterion has come upon, if there are any."""
    n, criterion = problem.n_samples, settings.criterion
    number = min(_SEARCH_START, settings.max_clusters, n) if settings.n_clusters is None else settings.n_clusters
    metric = criterion.seeding_metric(scaling, problem.metric)
    start = make_start(settings.init, number, problem.points, scaling, n, metric, criterion.seeding_trials(number))
    if not is_random(settings.init):
        return [start]
    if not settings.searches or not criterion.allows_flat:
        return [start] * (settings.n_init or _DESCENTS)
    first = single_cluster(n) if learned is None else fixed(learned)
    auto = _SEARCHES if n <= _LARGE else _LARGE_SEARCHES
    return [first] + [start] * ((settings.n_init or auto) - 1)


def _metric(families: Sequence[Family], scaling: Scaling) -> Floats:
    """Distances for starts and splits: in the units of the data where a family means something in them."""
    knows_units = any(one.knows_units and one.name != "auto" for one in families)
    return raw_metric(scaling) if knows_units else standard_metric(scaling)
