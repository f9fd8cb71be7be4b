"""The pilot: rounds of search, from which the prior is learned.

Each round searches under the prior that the clusters of the round before suggest. There are two courses. One begins
with a broad prior, and starts from a single cluster and from few parts; the other begins with many parts, or with given
clusters, and the prior that they suggest, so that many small groups are not taken for a few large ones. The course wins
whose clusters have the shorter code under their own prior; clearly so, if it has very small ones. Nothing depends on
chance: the parts are the points divided along principal axes. The clusters of the last round are a good start for the
search itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import Prior
from cecib.criteria.criterion import Criterion, Learned
from cecib.criteria.prior import broad_prior, prior_of
from cecib.search.problem import Labels, Problem
from cecib.search.restarts import best_of_starts
from cecib.search.scaling import Scaling
from cecib.search.starts import divided, fixed
from cecib.summaries import Summaries

if TYPE_CHECKING:
    from cecib.settings import Settings

ROUNDS = 3
FEW = 10.0  # points that make a cluster, where groups are so clear that the usual least size would hide them
_PARTS, _MANY_PARTS = 10, 100
_LEAST_PART = 10.0  # points on average in a part
_CLEARLY = 0.1  # nats per point


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
    """

    problem: Problem
    block: Block
    scaling: Scaling
    criterion: Criterion
    code: Callable[[_core.Criterion], _core.Code]
    settings: Settings

    def run(self, prior: Prior, starts: list[Labels], *, goes_on: bool = False) -> Learned:
        """Begin with a prior and search from these starts, in each round, or else from what was found before."""
        for _ in range(ROUNDS):
            problem = self._under(prior, self.settings.beta or 0.0)
            seeds = [0] * len(starts)
            found = best_of_starts(problem, [*map(fixed, starts)], seeds, self.settings.n_jobs).partition
            prior = prior_of(Summaries(found.summaries()), self.scaling)
            starts = [found.labels] if goes_on else starts
        judged = self._under(prior, 1.0).partition(found.labels)
        return Learned(prior, found.labels, sum(judged.cost()) / self.problem.total_weight)

    def parts(self, most: int) -> Labels:
        """Divide the points into at most so many parts that are not too small."""
        number = max(1, min(most, self.settings.max_clusters, int(self.block.total_weight / _LEAST_PART)))
        return divided(self.block.points, self.block.weights, self.scaling, number)

    def prior_of(self, labels: Labels) -> Prior:
        """Give the prior that a partition suggests."""
        return prior_of(self.block.summarise(labels, int(labels.max()) + 1, self.scaling), self.scaling)

    def _under(self, prior: Prior, beta: float) -> Problem:
        code = self.code(self.criterion.engine(prior, len(self.scaling.columns)))
        totals = self.block.side.totals(self.block.weights)
        return self.problem.under([code], self.criterion.label_code(beta, totals, prior))


def run_pilot(course: Course, start: Labels | None = None) -> Learned:
    """Learn the prior, and find clusters on the way; `start` is a partition to begin with."""
    few, many = (course.parts(_PARTS), course.parts(_MANY_PARTS)) if start is None else (start, start)
    coarse = course.run(broad_prior(course.scaling), [np.zeros_like(few), few])
    usual = course.problem.min_weight
    if start is None and usual > FEW:
        small = replace(course, problem=replace(course.problem, min_weight=FEW))
        fine = replace(small.run(course.prior_of(many), [many], goes_on=True), is_fine=True)
        return fine if fine.length < coarse.length - _CLEARLY else coarse
    fine = course.run(course.prior_of(many), [many], goes_on=True)
    return min(coarse, fine, key=lambda learned: learned.length)
