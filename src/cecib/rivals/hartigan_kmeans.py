"""Hartigan's k-means: points move one at a time and the means follow at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cecib.rivals.arrays import Booleans, Floats, Integers, as_labels
from cecib.rivals.centre_rival import CentreRival
from cecib.rivals.distances import nearest
from cecib.rivals.empty_clusters import fill_empty_clusters
from cecib.rivals.parameter_rules import Choice, Count, Rules
from cecib.rivals.restarts import best_run
from cecib.rivals.starts import is_random, starting_centres
from cecib.side_information import SideInformation

_TOLERANCE = 1e-12
_ROUNDING = 1e-15
_SMALLEST_BLOCK = 16
_LARGEST_BLOCK = 1024


class HartiganKMeans(CentreRival):
    """K-means by single moves, each made only if it lowers the sum of squares. Labels are not used.

    Every result is a local optimum under the move of any one point, which is more than Lloyd's.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    algorithm : {"hartigan", "hartigan-wong"}, default="hartigan"
        Plain passes over all points and clusters; or Hartigan and Wong's, in which one iteration is such
        a pass and then passes between the two best clusters of each point until none moves.
        The iteration counts in the paper's appendix match the second.
    init : {"random", "k-means++"} or array-like of shape (n_clusters, n_features), default="random"
        Start centres; points start in the nearest.
    n_init : int, default=10
        Starts; the lowest sum of squares is kept.
    max_iter : int, default=300
        Iterations per start.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each point.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        The means.
    objective_trace_ : ndarray of shape (n_iter,)
        Sum of squares after each iteration; never rises.
    n_iter_ : int
        Iterations of the kept start, the last one, without a move, included.

    Examples
    --------
    Lloyd's k-means stops at {0, 3} and {5.5}, Hartigan's does not:

    >>> from cecib.rivals import HartiganKMeans
    >>> HartiganKMeans(2, init=[[1.5], [5.5]]).fit_predict([[0.0], [3.0], [5.5]]).tolist()
    [0, 1, 1]
    """

    parameter_rules: ClassVar[Rules] = {
        "algorithm": Choice("hartigan", "hartigan-wong"),
        "max_iter": Count(),
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        algorithm: str = "hartigan",
        init: Any = "random",
        n_init: int = 10,
        max_iter: int = 300,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.algorithm = algorithm
        self.init = init
        self.max_iter = max_iter

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        offset = X.mean(axis=0)
        centred = X - offset
        has_quick_stage = self.algorithm == "hartigan-wong"

        def start(generator: np.random.RandomState) -> HartiganRun:
            centres = starting_centres(X, n_clusters, self.init, generator)
            return run_hartigan(centred, centres - offset, self.max_iter, has_quick_stage=has_quick_stage)

        run = best_run(start, self.n_init if is_random(self.init) else 1, self.random_state)
        self.labels_ = run.labels
        self.cluster_centers_ = run.centres + offset
        return run.trace


@dataclass
class HartiganRun:
    """Where one start ended."""

    labels: Integers
    centres: Floats
    trace: Floats


def run_hartigan(X: Floats, centres: Floats, max_iter: int, *, has_quick_stage: bool = False) -> HartiganRun:
    """Make passes until one moves nothing."""
    labels = nearest(X, centres)
    costs = ((X - centres[labels]) ** 2).sum(axis=1)
    partition = MovingPartition(X, fill_empty_clusters(labels, costs, len(centres)), centres)
    trace: list[float] = []
    while len(trace) < max_iter:
        n_moves = partition.sweep()
        if has_quick_stage and n_moves:
            for _ in range(max_iter):
                if partition.sweep(only_second_best=True) == 0:
                    break
        partition.refresh()
        trace.append(float(((X - partition.centres[partition.labels]) ** 2).sum()))
        if n_moves == 0:
            break
    return HartiganRun(partition.labels, partition.centres, np.array(trace))


class MovingPartition:
    """A partition whose means follow each move, and for each point the best other cluster last seen."""

    def __init__(self, X: Floats, labels: Integers, centres: Floats) -> None:
        self.X = X
        self.labels = labels.copy()
        self.centres = centres.copy()
        self.sizes = np.bincount(labels, minlength=len(centres)).astype(np.float64)
        self.rounding = _ROUNDING * float((X**2).sum(axis=1).max())
        self.second = np.zeros(len(X), dtype=np.int32)
        self.index = np.arange(_LARGEST_BLOCK)
        self.refresh()
        self._update_factors()

    def refresh(self) -> None:
        """Recompute the means from the members."""
        membership = (self.labels == np.arange(len(self.centres))[:, None]).astype(np.float64)
        occupied = self.sizes > 0
        self.centres[occupied] = (membership @ self.X)[occupied] / self.sizes[occupied, None]

    def sweep(self, *, only_second_best: bool = False) -> int:
        """Visit all points in order and move each to its cheapest cluster if that lowers the cost.

        A block of points is evaluated at once against the present means; up to the first point that
        wants to move the evaluation holds, so the sequence of moves is that of a loop over points.
        """
        n_moves, row, block = 0, 0, _LARGEST_BLOCK
        n = len(self.X)
        while row < n:
            rows = slice(row, min(row + block, n))
            target, wants = self._evaluate(rows, only_second_best)
            mover = int(wants.argmax())
            if not wants[mover]:
                self.second[rows] = target
                row = rows.stop
                block = min(2 * block, _LARGEST_BLOCK)
                continue
            self.second[row : row + mover] = target[:mover]
            row += mover
            self._move(row, int(target[mover]))
            row += 1
            n_moves += 1
            block = max(_SMALLEST_BLOCK, min(2 * mover + 2, _LARGEST_BLOCK))
        return n_moves

    def _evaluate(self, rows: slice, only_second_best: bool) -> tuple[Integers, Booleans]:
        """Best other cluster of each point, and whether moving there lowers the cost."""
        own = self.labels[rows]
        index = self.index[: len(own)]
        difference = self.X[rows, None, :] - self.centres
        cost = np.einsum("ikd,ikd->ik", difference, difference)
        gain = cost[index, own] * self.leaving[own]
        cost *= self.entering
        cost[index, own] = np.inf
        target = self.second[rows] if only_second_best else as_labels(cost.argmin(axis=1))
        return target, cost[index, target] < gain - self.rounding

    def _update_factors(self) -> None:
        """Recompute n/(n + 1) for entering and n/(n − 1) for leaving; a point that is alone may not leave."""
        self.entering = self.sizes / (self.sizes + 1.0)
        others = np.maximum(self.sizes - 1.0, 1.0)
        self.leaving = (1.0 - _TOLERANCE) * (self.sizes > 1.0) * self.sizes / others

    def _move(self, row: int, target: int) -> None:
        point, source = self.X[row], self.labels[row]
        self.centres[source] -= (point - self.centres[source]) / (self.sizes[source] - 1.0)
        self.centres[target] += (point - self.centres[target]) / (self.sizes[target] + 1.0)
        self.sizes[source] -= 1.0
        self.sizes[target] += 1.0
        self._update_factors()
        self.labels[row], self.second[row] = target, source
