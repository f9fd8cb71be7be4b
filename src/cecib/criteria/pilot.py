"""The pilot: rounds of search, from which the prior is learned.

Each round searches under the prior that the clusters of the round before suggest. There are two courses. One begins
with a broad prior, and starts from a single cluster and from few parts; the other begins with many parts, and the prior
that they suggest, so that many small groups are not taken for a few large ones. If columns show heaps, or an oblique
direction does, a course begins with these; where there are few points, with which a search is easily lost, some begin
with groups that near points make. The course wins whose clusters have the shorter code under their own prior, the first
unless another is clearly shorter. It has to be shorter than that of a single cluster under the prior that this
suggests, also if this cluster, and each of the others, may have a shape of its own (`cecib.criteria.humps`). If
clusters are given, they begin the only course. Nothing depends on chance: the parts are the points divided along
principal axes. The clusters of the last round are a good start for the search itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from scipy.cluster.hierarchy import cut_tree, ward

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import Prior
from cecib.criteria.criterion import Criterion, Learned
from cecib.criteria.humps import humps_save, is_worth_it, parts_save
from cecib.criteria.prior import broad_prior, prior_of
from cecib.search.dither import dithered
from cecib.search.heaps import heap_within
from cecib.search.problem import Labels, Problem
from cecib.search.pursuit import oblique_groups
from cecib.search.restarts import search_from, side_by_side
from cecib.search.scaling import Scaling
from cecib.search.starts import divided
from cecib.search.threads import n_threads, share_threads
from cecib.search.widths import cells
from cecib.summaries import Summaries

if TYPE_CHECKING:
    from cecib.settings import Settings

ROUNDS = 3
FEW = 5.0  # points that make a cluster, where groups are so clear that the usual least size would hide them
_PARTS = 10
_MANY_PARTS = 1.5  # for each cluster that there may be: a part that lies across two groups is of no use
_GROWN, _MOST_GROWN = (3, 5, 8), 1_000  # groups of near points to begin with, and points at the most
_DIGITS = 9  # of their coordinates that count: units are no reason for other groups
_LEAST_PART, _FEW_POINTS = 5.0, 40.0  # points on average in a part, twice as many where there are few
_FLAT = 0.05  # nats for each point that a flat cluster saves by its shape, at least
_HEAP = 10.0  # nats that a heap has to save: it may be anywhere
_CLEARLY, _FAR = 0.1, 3.0  # nats per point, and per point of clusters that are smaller than usual


@dataclass(frozen=True)
class Course:
    """Rounds of search, each under the prior that the clusters of the round before suggest.

    Attributes
    ----------
    problem : Problem
        The problem; its families and code of labels are not used.
    block : Block
        Its points.
    scaling : Scaling
        The units.
    criterion : Criterion
        The criterion whose prior is learned.
    code : callable
        Makes the engine's code of a cluster.
    settings : Settings
        For β, the most clusters and the number of threads.
    is_fine : bool
        Whether clusters may be smaller than they usually are.
    is_mixed : bool
        Whether clusters may be of very different widths.
    """

    problem: Problem
    block: Block
    scaling: Scaling
    criterion: Criterion
    code: Callable[[_core.Criterion], _core.Code]
    settings: Settings
    is_fine: bool = False
    is_mixed: bool = False

    def learned(self, prior: Prior, labels: Labels) -> Learned:
        """Give clusters and the prior that they suggest, with the length of their code under it."""
        judged = self._under(prior, 1.0).partition(labels)
        return Learned(prior, labels, sum(judged.cost()) / self.problem.total_weight, self.is_fine)

    def posed(self, prior: Prior) -> Problem:
        """Pose the problem of one round."""
        return self._under(prior, self.settings.beta or 0.0)

    def as_one(self) -> Learned:
        """Take all points for one cluster, under the prior that it suggests."""
        labels = np.zeros(len(self.block), dtype=np.int32)
        return self.learned(self.prior_of(labels), labels)

    def with_least(self, weight: float) -> Course:
        """Take clusters of less than the usual weight, if it is less."""
        least = min(weight, self.problem.min_weight)
        is_fine = least < self.problem.min_weight
        return replace(self, problem=replace(self.problem, min_weight=least), is_fine=is_fine)

    def with_most(self, number: int) -> Course:
        """Take so many clusters at the most."""
        return replace(self, problem=replace(self.problem, max_clusters=number))

    def parts(self, most: int) -> Labels:
        """Divide the points into at most so many parts that are not too small."""
        total = self.block.total_weight
        least = _LEAST_PART if total > _FEW_POINTS else 2.0 * _LEAST_PART
        number = max(1, min(most, int(total / least)))
        return divided(self.block.points, self.block.weights, self.scaling, number)

    def seen(self) -> list[Labels]:
        """Divide the points as heaps in columns show, and as an oblique direction does."""
        grain = None if self.block.grain is None else self.block.grain[:, self.scaling.columns] / self.scaling.scale
        rows, most = dithered(self.scaling.rows(self.block.points), grain), self.settings.max_clusters
        found = (cells(rows, most), oblique_groups(rows))
        return [labels for labels in found if labels is not None and labels.max() < most]

    def grown(self) -> list[Labels]:
        """Join near points to groups, if their number is to be found and there are not too many points for it."""
        weights, n = self.block.weights, self.block.total_weight
        if not (self.settings.searches and 2 * max(_GROWN) <= n <= _MOST_GROWN):
            return []
        times = np.ones(len(self.block)) if weights is None else weights
        if (times % 1.0 != 0).any():
            return []
        rows = self.scaling.rows(self.block.points).repeat(times.astype(int), axis=0)
        spread = rows.std(axis=0)
        lasts, tree = np.cumsum(times).astype(int) - 1, ward((rows / np.where(spread > 0, spread, 1)).round(_DIGITS))
        numbers = [number for number in _GROWN if number <= self.settings.max_clusters]
        return [cut_tree(tree, [number])[lasts, 0].astype(np.int32) for number in numbers]

    def shaped_length(self, found: Learned) -> float:
        """Length of the code of clusters in nats, if each may have a shape of its own."""
        length = found.length * self.problem.total_weight
        if found.labels is None:
            return length
        rows = self.scaling.rows(self.block.points)
        return length - parts_save(rows, found.labels, self.block.weights, self.scaling.cell)

    def heaped(self, labels: Labels) -> Labels | None:
        """Divide the flat ones of some clusters that have a dense heap within; None if there is none."""
        grain = None if self.block.grain is None else self.block.grain[:, self.scaling.columns] / self.scaling.scale
        rows, found = dithered(self.scaling.rows(self.block.points), grain), labels.copy()
        weights, cell = self.block.weights, self.scaling.cell
        for number in range(int(labels.max()) + 1):
            own = np.flatnonzero(labels == number)
            heap = heap_within(rows[own])
            if heap is None:
                continue
            rest = own[~heap]
            if humps_save(rows[rest], None if weights is None else weights[rest], cell) > _FLAT * len(rest):
                found[own[heap]] = found.max() + 1
        return found if found.max() > labels.max() else None

    def prior_of(self, labels: Labels) -> Prior:
        """Give the prior that a partition suggests."""
        return self.prior_from(self.block.summarise(labels, int(labels.max()) + 1, self.scaling))

    def prior_from(self, summaries: Summaries) -> Prior:
        """Give the prior that clusters suggest."""
        return prior_of(summaries, self.scaling, self.block.side.tree, is_weak=self.is_mixed)

    def _under(self, prior: Prior, beta: float) -> Problem:
        code = self.code(self.criterion.engine(prior, len(self.scaling.columns)))
        totals = self.block.side.totals(self.block.weights)
        return self.problem.under([code], self.criterion.label_code(beta, totals, prior, self.block.side.tree))


def run_pilot(course: Course, start: Labels | None = None) -> Learned:
    """Learn the prior, and find clusters on the way; `start` is a partition to begin with."""
    usual = course.problem.min_weight
    if start is not None:
        sizes = np.bincount(start, course.block.weights)
        least = max(FEW, float(sizes[sizes > 0].min()))  # clusters that are given may be as small as they are
        return _run([(course.with_least(least), course.prior_of(start), [start])])[0]
    most = course.settings.max_clusters
    few, many = course.parts(min(_PARTS, most)), course.parts(int(_MANY_PARTS * most))
    small = course.with_least(FEW)
    coarse, *others = _run(
        [
            (course, broad_prior(course.scaling), [np.zeros_like(few), few]),
            (small.with_most(int(_MANY_PARTS * most)), course.prior_of(many), [many]),
            *((small, course.prior_of(labels), [labels]) for labels in course.seen()),
            *((course, course.prior_of(labels), [labels]) for labels in course.grown()),
        ]
    )
    fine = min(others, key=lambda learned: learned.length)
    is_better = fine.length < coarse.length - (_clearly(course, fine) if usual > FEW else 0.0)
    best = fine if is_better and fine.n_clusters <= most else coarse
    if not course.settings.searches or len(course.settings.families) > 1:  # so many are asked for, or of other shapes
        return best
    one = course.as_one()
    heaped = _with_heaps(small, [one, coarse, *others])
    if heaped is not None and course.shaped_length(best) - course.shaped_length(heaped) > _HEAP:
        best = heaped
    if best.labels is None or best.n_clusters == 1:
        return one
    saved = (one.length - best.length) * course.problem.total_weight
    rows = course.scaling.rows(course.block.points)
    is_better = is_worth_it(saved, rows, best.labels, course.block.weights, course.scaling.cell)
    return best if is_better else one


def _with_heaps(course: Course, seen: list[Learned]) -> Learned | None:
    """Look again where a dense heap lies within a flat cluster, which the prior that this suggests would not allow."""
    looked: dict[int, Labels] = {own.n_clusters: own.labels for own in seen if own.labels is not None}
    most = course.settings.max_clusters
    starts = [own for own in map(course.heaped, looked.values()) if own is not None and own.max() < most]
    if not starts:
        return None
    courses = [replace(course, is_mixed=True).with_most(int(start.max()) + 1) for start in starts]  # no pieces of a box
    found = _run([(own, own.prior_of(start), [start]) for own, start in zip(courses, starts, strict=True)])
    return min(found, key=course.shaped_length)


def _run(plans: list[tuple[Course, Prior, list[Labels]]]) -> list[Learned]:
    """Run courses side by side, each from a prior and some starts; what is found takes the place of the first start."""
    courses, priors, starts = (list(column) for column in zip(*plans, strict=True))
    available = n_threads(courses[0].settings.n_jobs)
    for _ in range(ROUNDS):
        problems = [course.posed(prior) for course, prior in zip(courses, priors, strict=True)]
        across, inside = share_threads(problems[0].is_small, sum(map(len, starts)), available)
        jobs = [(number, start) for number, own in enumerate(starts) for start in own]
        runs = [partial(search_from, problems[number], start, inside) for number, start in jobs]
        outcomes = sorted(side_by_side(runs, across), key=lambda item: item[0])
        for number, course in enumerate(courses):
            own = [outcome for job, outcome in outcomes if jobs[job][0] == number]
            found = min(own, key=lambda outcome: outcome.cost).partition
            priors[number] = course.prior_from(Summaries(found.summaries()))
            starts[number] = [found.labels, *starts[number][1:]]
    return [course.learned(prior, own[0]) for course, prior, own in zip(courses, priors, starts, strict=True)]


def _clearly(course: Course, fine: Learned) -> float:
    """By how many nats per point clusters that may be small have to be better; less if a few rows make the gain."""
    if fine.labels is None:
        return _CLEARLY
    sizes = np.bincount(fine.labels, course.block.weights)
    small = float(sizes[sizes < course.problem.min_weight].sum())
    return min(_CLEARLY, _FAR * small / course.problem.total_weight) if small else _CLEARLY
