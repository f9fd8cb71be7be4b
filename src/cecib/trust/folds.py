"""Folds: the sample with some of its labels hidden, each in a space that does not know them either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import Prior
from cecib.membership import concentration_of
from cecib.posing import pose, starts_of
from cecib.search.problem import Labels, Outcome, Problem
from cecib.search.restarts import Search, search_from, side_by_side
from cecib.search.scaling import Scaling
from cecib.search.threads import n_threads, share_threads
from cecib.settings import Settings
from cecib.side_information import UNLABELLED
from cecib.summaries import Summaries
from cecib.trust.beta import USUAL
from cecib.trust.hidden import Hidden, Judged, judged, told_by_paths

_TORN, _CHANCE = 3.0, 1e-6  # times the share of labels in all rows, and by what chance at the most
_COLD_STARTS = 1  # of each fold at large β, if the clusters of the β before change: labels may overwhelm them


@dataclass(frozen=True)
class Fold:
    """The sample as one fold sees it.

    Attributes
    ----------
    number : int
        Which fold.
    block : Block
        The sample in the coordinates of the fold's space, without the hidden labels.
    hidden : ndarray of int
        The rows whose labels are hidden.
    category : ndarray of int
        Those labels.
    scaling : Scaling
        The units.
    priors : mapping
        The prior for each β of the grid, in scaled units.
    start : ndarray of shape (n,)
        Clusters to start from, which know nothing of the hidden labels.
    """

    number: int
    block: Block
    hidden: NDArray[np.intp]
    category: NDArray[np.int32]
    scaling: Scaling
    priors: Mapping[float, Prior | None]
    start: Labels

    def torn_share(self, clusters: Labels) -> float:
        """Share of the labels in clusters that have many more than their rows can account for.

        Such a cluster was torn out of another by its labels.
        """
        known, sizes = self.block.side.telling != UNLABELLED, np.bincount(clusters)
        n_labels, share = np.bincount(clusters[known], minlength=len(sizes)), float(known.mean())
        are_many = n_labels > min(_TORN * share, 0.5 * (1.0 + share)) * sizes
        is_torn = are_many & (bdtrc(n_labels - 1, sizes, share) < _CHANCE)
        return float(n_labels[is_torn].sum() / n_labels.sum())

    def problem(self, settings: Settings, beta: float) -> Problem:
        """Pose the problem of the fold."""
        return pose(replace(settings, beta=beta), self.block, self.scaling, self.priors[beta])


def without(block: Block, hidden: NDArray[np.intp]) -> Block:
    """Take labels away."""
    index = block.side.index.copy()
    index[hidden] = UNLABELLED
    return replace(block, side=replace(block.side, index=index))


def judge(settings: Settings, folds: list[Fold], beta: float, before: Judged | None = None) -> Judged:
    """Search in all folds, from the clusters of another β or from those that know of no label.

    Clusters that labels of much weight have made need not last where a label weighs less: there one cluster is a start
    too.
    """
    starts = {fold.number: fold.start for fold in folds} if before is None else before.labels
    may_fall = before is not None and before.beta > max(beta, USUAL)
    outcomes = search(settings, folds, starts, beta, _COLD_STARTS if beta > USUAL else 0, may_fall=may_fall)
    parts = [_hidden(settings, fold, outcomes[fold.number], beta) for fold in folds]
    return judged(parts, {number: outcome.partition.labels for number, outcome in outcomes.items()}, beta)


def search(
    settings: Settings,
    folds: list[Fold],
    labels: dict[int, Labels],
    beta: float,
    n_cold: int = 0,
    *,
    may_fall: bool = False,
) -> dict[int, Outcome]:
    """Search in all folds from given labels; where these change, from `n_cold` other starts; or from one cluster."""
    problems = [fold.problem(settings, beta) for fold in folds]
    across, inside = share_threads(problems[0].is_small, len(folds), n_threads(settings.n_jobs))

    def from_labels(fold: Fold, problem: Problem) -> Search:
        cold = starts_of(replace(settings, n_init=1 + n_cold), problem, fold.scaling, None)[1:]

        def run(cancel: _core.CancelFlag) -> Outcome:
            warm = search_from(problem, labels[fold.number], inside, cancel)
            starts = [np.zeros_like(labels[fold.number])] if may_fall else []
            if not np.array_equal(warm.partition.labels, labels[fold.number]):  # labels are at odds with the clusters
                starts += [start(np.random.RandomState(fold.number), inside) for start in cold]
            return min([warm, *(search_from(problem, start, inside, cancel) for start in starts)], key=lambda o: o.cost)

        return run

    runs = [from_labels(fold, problem) for fold, problem in zip(folds, problems, strict=True)]
    return {folds[i].number: outcome for i, outcome in side_by_side(runs, across)}


def _hidden(settings: Settings, fold: Fold, outcome: Outcome, beta: float) -> Hidden:
    problem = fold.problem(settings, beta)
    points = fold.scaling.points(fold.block.points[fold.hidden])
    changes = problem.clusters(outcome.partition).changes_with(points, n_threads(settings.n_jobs))
    counts = Summaries(outcome.partition.summaries()).counts
    concentration = concentration_of(fold.priors[beta])
    told = told_by_paths(fold.block.side.tree, counts, concentration)
    return Hidden(changes, counts, concentration, fold.category, told)
