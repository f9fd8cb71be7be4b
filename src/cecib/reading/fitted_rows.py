"""The rows of a fit once more: found again, checked to be the same, and settled in other clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib import _core
from cecib.backends.given_rows import GivenRows
from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.holes import Missing
from cecib.holes.conditionals import Flags
from cecib.holes.marginals import filled_as, holes_in
from cecib.holes.missing import without_strays
from cecib.input_errors import InputError, Named
from cecib.label_columns import read_labels
from cecib.search.problem import Labels, Outcome, Problem
from cecib.search.restarts import Search, side_by_side
from cecib.search.scaling import Matrix
from cecib.search.starts import standard_metric
from cecib.search.threads import n_threads, share_threads
from cecib.side_information import SideInformation
from cecib.summaries import Summaries
from cecib.validation import read_points, read_weights

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_SAME = 1e-6  # relative difference of weights, counts and means beyond which rows are others
_MOST_PASSES = 200


@dataclass(frozen=True)
class FittedRows:
    """The rows of a fit, in the coordinates of its space, and where they came from."""

    block: Block
    given: GivenRows

    @property
    def counts(self) -> NDArray[np.bool_]:
        """Which rows take part: those of a weight above 0."""
        weights = self.block.weights
        return np.ones(len(self.block), dtype=bool) if weights is None else weights > 0


def given_rows(model: CECIB) -> GivenRows:
    """Give what a model remembers of the rows of its fit: after loading nothing."""
    found: GivenRows = getattr(model, "_given_rows", GivenRows())
    return found


def labels_for(model: CECIB, X: Any, y: ArrayLike | None, n_samples: int) -> SideInformation:
    """Read labels; where none are given, those of the fit, if X is what was given to `fit`."""
    remembered = given_rows(model)
    if y is None and remembered.side is not None and remembered.X is X:
        return remembered.side
    return read_labels(y, n_samples)


def rows_of_fit(
    model: CECIB,
    X: ArrayLike | None = None,
    y: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    *,
    has_new_labels: bool = False,
) -> FittedRows:
    """Find the rows of a fit: those that are given here, or those that were given to `fit` if they are still there.

    Labels have to be those of the fit, unless they are said to be new.
    """
    remembered = given_rows(model)
    rows = remembered.X if X is None else X
    if rows is None:
        raise InputError(
            "The rows of the fit are not at hand: give ", Named("X"), " and ", Named("y"), " as they were given to fit."
        )
    points = read_points(model, rows, reset=False, takes_holes=True)
    if len(points) != len(model.labels_):
        raise InputError(
            Named("X"), f" must have the {len(model.labels_)} rows of the fit, got {len(points)}: give it as it was "
            "given to fit.",
        )  # fmt: skip
    side, weights = read_labels(y, len(points)), read_weights(sample_weight, len(points))
    if rows is remembered.X:
        if y is None and remembered.side is not None and not has_new_labels:
            side = remembered.side
        weights = remembered.weights if weights is None else weights
    found = rows_in(model, rows, points, side, weights)
    has_same_labels = has_new_labels or _has_same_labels(model, found)
    if not (has_same_labels and _has_same_places(model, found)):
        raise InputError(
            Named("X"), ", ", Named("y"), " and ", Named("sample_weight"), " are not those of the fit: give all of "
            "them as they were given to fit.",
        )  # fmt: skip
    return found


def rows_in(model: CECIB, X: Any, points: Matrix, side: SideInformation, weights: Floats | None = None) -> FittedRows:
    """Put rows of a fit into the space of a model, with the groups and pairs that it remembers."""
    bonds = given_rows(model).bonds
    points = without_strays(getattr(model, "missing_", None), points)
    is_hole = holes_in(points)
    if is_hole is not None:
        points, weights = _as_in_fit(model, points, is_hole, weights)
    own = points if model.space_ is None else model.space_.coordinates(points)
    return FittedRows(Block(own, side, weights, bonds=bonds), GivenRows(X, side, weights, bonds))


def _as_in_fit(model: CECIB, points: Matrix, is_hole: Flags, weights: Floats | None) -> tuple[Floats, Floats]:
    """Fill holes as the clusters of the rows expect it; those that took no part have no weight."""
    missing: Missing | None = getattr(model, "missing_", None)
    own = np.ones(len(points)) if weights is None else weights
    own = own if missing is None else np.where(missing.take_part(is_hole), own, 0.0)
    return filled_as(model.clusters_, model.space_, np.asarray(points, dtype=np.float64), model.labels_), own


def _has_same_places(model: CECIB, rows: FittedRows) -> bool:
    """Whether the rows have the weights and means of the fit; where there were holes, means are only expected ones."""
    own, found = model.clusters_.summaries, _summaries(model, rows)
    if not np.allclose(own.weights, found.weights, rtol=_SAME, atol=_SAME):
        return False
    had_holes = getattr(model, "missing_", None) is not None
    return had_holes or np.allclose(own.means, found.means, rtol=_SAME, atol=_SAME)


def _has_same_labels(model: CECIB, rows: FittedRows) -> bool:
    """Whether the rows have the labels of the fit."""
    own, side = model.clusters_.summaries.counts, rows.block.side
    if not own.any():
        return not side.is_labelled[rows.counts].any()
    if not _has_same_names(model, side):
        return False
    return np.allclose(own, _summaries(model, rows).counts, rtol=_SAME, atol=_SAME)


def _summaries(model: CECIB, rows: FittedRows) -> Summaries:
    labels, k = np.where(rows.counts, model.labels_, -1), len(model.clusters_)
    return rows.block.summarise(labels, k, model.clusters_.scaling, with_covariances=False)


def _has_same_names(model: CECIB, side: SideInformation) -> bool:
    if model.levels_ is None or side.levels is None:
        return model.levels_ is side.levels and bool(side.categories.tolist() == model.categories_.tolist())
    names = zip(side.levels.categories, model.levels_.categories, strict=False)
    is_same = np.array_equal(side.levels.paths, model.levels_.paths)
    return is_same and all(one.tolist() == other.tolist() for one, other in names)


def problem_of(
    clusters: Clusters, block: Block, families: NDArray[np.intp], least: float, totals: Floats | None = None
) -> Problem:
    """Pose the problem of rows under the code of clusters that are there; no cluster may fall below a least weight.

    The labels cost what they cost in all of the data, where each category has so many of them in all; by default those
    of the clusters. `families` are the numbers of those that clusters start with.
    """
    totals = clusters.summaries.counts.sum(axis=0) if totals is None else totals
    scaling, criterion = clusters.scaling, clusters.criterion
    codes = criterion.codes(clusters.families, clusters.prior, scaling)
    return Problem(
        points=scaling.points(block.points, block.weights),
        n_samples=len(block),
        total_weight=block.total_weight,
        side=block.side,
        families=[codes[number] for number in families],
        label_code=criterion.label_code(clusters.beta, totals, clusters.prior, block.side.tree),
        min_weight=least,
        resolution=scaling.resolution,
        max_iter=_MOST_PASSES,
        cost_offset=0.0,
        max_clusters=len(families),
        bonds=block.bonds,
        metric=standard_metric(scaling),
    )


def descents(problem: Problem, starts: Sequence[Labels], n_jobs: int | None) -> list[Outcome]:
    """Let the rows settle from each start, in which no number of clusters changes but of those that have no code."""
    across, inside = share_threads(problem.is_small, len(starts), n_threads(n_jobs))

    def from_start(labels: Labels) -> Search:
        def run(cancel: _core.CancelFlag) -> Outcome:
            partition = problem.partition(labels)
            n_iter, has_converged, trace = partition.descend(problem.max_iter, problem.block, inside, cancel, None)
            return Outcome(partition, sum(partition.cost()), trace, n_iter, has_converged)

        return run

    found = dict(side_by_side([from_start(labels) for labels in starts], across))
    return [found[number] for number in range(len(starts))]


def settled(
    clusters: Clusters, rows: FittedRows, labels: NDArray[Any], totals: Floats | None = None
) -> tuple[Clusters, NDArray[Any]]:
    """Let rows move between clusters, one at a time, until none wants to; none of the clusters vanishes.

    `totals` counts the labels of each category, if they are not those of the clusters.
    """
    block = rows.block if rows.counts.all() else rows.block.take(rows.counts)
    problem = problem_of(clusters, block, clusters.family_numbers, float(clusters.summaries.weights.min()), totals)
    start = np.ascontiguousarray(labels[rows.counts], dtype=np.int32)
    (outcome,) = descents(problem, [start], clusters.n_jobs)
    partition = outcome.partition
    if partition.n_clusters < len(clusters):  # one is too flat to be coded from its rows
        return clusters, labels
    found = replace(
        clusters,
        summaries=Summaries(partition.summaries()),
        states=partition.states(),
        family_numbers=clusters.family_numbers[[start for start, _ in partition.families()]],
    )
    own = labels.copy()
    own[rows.counts] = partition.labels
    if not rows.counts.all():
        own[~rows.counts] = found.cheapest(rows.block.points[~rows.counts])
    return found, own
