"""New labels for the rows of a fit: a quick answer, from the clusters, prior and space that are there.

Rows move, one at a time, until none wants to. A cluster in which labels disagree is divided where that lowers the cost.
What else could become cheaper, merges or a cluster elsewhere, is left to a fit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.reading.cuts import model_like
from cecib.reading.findings import wrong_share
from cecib.reading.fitted_rows import FittedRows, problem_of, settled
from cecib.reading.refinement import best_division, replaced
from cecib.search.problem import Labels
from cecib.search.threads import one_blas_thread
from cecib.settings import Settings
from cecib.side_information import dominant_categories

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_MOST_DIVIDED = 4  # clusters that are tried at a time, those with most labels that disagree
_LEAST_LABELS = 3  # that disagree
_HOPELESS = 0.1  # nats for each point, that a division costs before rows have moved
_LOOKED_AT = 2_000  # rows, by which that is told
_RIDGE = 1e-6  # of the variance of each coordinate

Model = TypeVar("Model", bound="CECIB")


def relabelled(model: Model, rows: FittedRows, beta: float | None = None) -> Model:
    """Let the rows of a fit answer other labels.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    rows : FittedRows
        The rows of its fit, with their labels from now on.
    beta : float, optional
        How much a label counts; by default as much as in the fit.
    """
    given = None if beta is None else Settings.read({"beta": beta}).beta
    side, own = rows.block.side, model.beta_ if given is None else given
    totals = side.totals(rows.block.weights)
    start = replace(model.clusters_, beta=own, levels=side.levels)
    with one_blas_thread():
        clusters, labels = settled(start, rows, model.labels_, totals)
        grown, divided = _divided(clusters, rows, labels, model.min_cluster_size)
        if len(grown) > len(clusters):
            clusters, labels = settled(grown, rows, divided, totals)
        other = model_like(model, clusters, labels, rows)
    other.set_params(beta=model.beta if beta is None else own)
    other.beta_ = own
    if side.levels is None:
        other.categories_ = side.categories
    else:
        other.categories_ = list(side.levels.categories)
    if beta is not None and own != model.beta_:
        other.beta_path_ = None
    if model.beta_path_ is not None:
        other.calibration_ = model.calibration_._replace(wrong_share=0.0)
        if side.is_labelled.any():
            share = wrong_share(other, rows.block.points, side)
            other.calibration_ = model.calibration_._replace(wrong_share=share)
    return other


def _divided(
    clusters: Clusters, rows: FittedRows, labels: NDArray[Any], size: float | None
) -> tuple[Clusters, NDArray[Any]]:
    """Divide clusters in which labels disagree, each in two, where that lowers the cost."""
    side = rows.block.side
    if clusters.beta == 0 or side.levels is not None or side.n_categories < 2:
        return clusters, labels
    counts = clusters.summaries.counts
    top = dominant_categories(counts)
    others = counts.copy()
    others[np.arange(len(counts)), top] = 0.0
    disagree = others.max(axis=1)
    order = np.argsort(-disagree, kind="stable")[:_MOST_DIVIDED]
    labels = labels.copy()
    for cluster in order[disagree[order] >= _LEAST_LABELS].tolist():
        members = labels == cluster
        line = _line(clusters, cluster, rows, members & rows.counts, (int(top[cluster]), int(others[cluster].argmax())))
        if not line.is_hopeful(rows.block, np.flatnonzero(members & rows.counts)):
            continue
        found = best_division(clusters, cluster, rows, members, size, line.starts)
        if found is not None and found.nats < 0:
            labels[np.flatnonzero(members)[found.labels == 1]] = len(clusters)
            clusters = replaced(clusters, cluster, found)
    return clusters, labels


@dataclass(frozen=True)
class _Line:
    """A way to divide a cluster between two categories: by the line that tells their labelled rows apart best."""

    clusters: Clusters
    cluster: int
    pair: tuple[int, int]
    middle: Floats
    direction: Floats

    def parts(self, block: Block) -> Labels:
        """Part of each row, 0 or 1; labelled rows are in the part of their category."""
        away = (self.clusters.scaling.rows(block.points) - self.middle) @ self.direction
        parts = np.asarray(away > 0, dtype=np.int32)
        for part, category in enumerate(self.pair):
            parts[block.side.index == category] = part
        return parts

    def starts(self, block: Block) -> list[Labels]:
        """Give the parts as the only start of a descent."""
        return [self.parts(block)]

    def is_hopeful(self, block: Block, members: NDArray[np.intp]) -> bool:
        """Whether a division might pay, by some of the rows: a Gaussian cut in two costs 0.19 nats more per point."""
        some = block.take(members[:: max(1, len(members) // _LOOKED_AT)])
        parts = self.parts(some)
        if parts.min() == parts.max():
            return False
        problem = problem_of(self.clusters, some, self.clusters.family_numbers[[self.cluster] * 2], 0.0)
        divided, whole = (sum(problem.partition(own).cost()) for own in (parts, np.zeros_like(parts)))
        return bool(divided - whole < _HOPELESS * some.total_weight)


def _line(
    clusters: Clusters, cluster: int, rows: FittedRows, members: NDArray[np.bool_], pair: tuple[int, int]
) -> _Line:
    """Find the line between the labelled rows of two categories in a cluster."""
    index, points = rows.block.side.index, rows.block.points
    one, two = (clusters.scaling.rows(points[members & (index == which)]).mean(axis=0) for which in pair)
    within = clusters.summaries.square_scatters[cluster] / clusters.summaries.weights[cluster]
    within = within + np.diag(_RIDGE * np.diagonal(within) + np.finfo(float).tiny)
    return _Line(clusters, cluster, pair, (one + two) / 2, np.linalg.lstsq(within, two - one)[0])
