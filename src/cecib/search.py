"""Searching for the partition of least cost: many starts on several threads, the best wins.

Two ways to search. With a given start number, as in the paper: a descent from each start, in which clusters that fall
below the least size are dissolved. With the number unknown: descents, and between them merges, splits and dissolutions
of whole clusters, as long as they lower the cost; no move may leave a cluster below the least size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from joblib.parallel import get_active_backend
from sklearn.utils._openmp_helpers import _openmp_effective_n_threads

from cecib import _core
from cecib.cost import Floats
from cecib.initialization import Labels, Start
from cecib.side_information import SideInformation

# A main thread that waits in short steps hears Ctrl-C.
_WAIT_SECONDS = 0.1
# Up to this many points are visited strictly one after the other, as in the paper; beyond, in blocks.
_SEQUENTIAL_LIMIT = 5_000
_BLOCK = 8_192


class Progress(NamedTuple):
    """What is reported after each pass over the data."""

    restart: int
    n_init: int
    pass_: int
    moves: int
    n_clusters: int
    cost: float


@dataclass(frozen=True)
class Problem:
    """Everything that the starts of one fit share.

    Attributes
    ----------
    families : sequence of Code
        The family of all clusters, or of each start cluster.
    max_clusters : int or None
        The most clusters that a search for their number may come to; None means that the number is not searched for.
    metric : ndarray of shape (d,)
        Weights of the squared features under which distances do not depend on units.
    """

    points: _core.Points
    n_samples: int
    total_weight: float
    side: SideInformation
    families: Sequence[_core.Code]
    beta: float
    min_weight: float
    resolution: float
    max_iter: int
    cost_offset: float
    max_clusters: int | None
    metric: Floats

    def with_families(self, families: Sequence[_core.Code]) -> Problem:
        """Pose the same problem under another prior or other families."""
        return replace(self, families=families)

    def partition(self, labels: Labels) -> _core.Partition:
        """Set up a partition from start labels."""
        return _core.Partition(
            self.points,
            self.side.codes,
            self.side.n_categories,
            labels,
            int(labels.max()) + 1,
            self.families,
            self.beta,
            self.min_weight,
            self.max_clusters is not None,
            self.resolution,
        )

    def per_point(self, cost: float) -> float:
        """Turn a cost of the engine into nats per point, in the units of the data."""
        return cost / self.total_weight + self.cost_offset


@dataclass(frozen=True)
class Outcome:
    """The end of one search."""

    partition: _core.Partition
    cost: float
    trace: list[float]
    n_iter: int
    has_converged: bool


def best_of_starts(
    problem: Problem,
    starts: Sequence[Start],
    seeds: Sequence[int],
    n_jobs: int | None,
    report: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Search from each start on up to `n_jobs` threads and keep the best, the first among equals."""
    cancel = _core.CancelFlag()
    across, inside = _share_threads(problem.n_samples, len(starts), n_threads(n_jobs))

    def run(number: int) -> Outcome:
        labels = starts[number](np.random.RandomState(seeds[number]), inside)
        return _search(problem, labels, inside, cancel, _numbered(report, number, len(starts), problem))

    best: tuple[float, int] = (np.inf, -1)
    winner: Outcome | None = None
    with ThreadPoolExecutor(max_workers=across) as pool:
        pending: dict[Future[Outcome], int] = {pool.submit(run, i): i for i in range(len(starts))}
        try:
            while pending:
                done, _ = wait(pending, timeout=_WAIT_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    number, outcome = pending.pop(future), future.result()
                    if (outcome.cost, number) < best:
                        best, winner = (outcome.cost, number), outcome
        except BaseException:
            cancel.set()
            for future in pending:
                future.cancel()
            raise
    if winner is None:
        raise RuntimeError("No start came to a finite cost; please report this with the data.")
    return winner


def reporter(verbose: int, callback: Callable[[Progress], None] | None) -> Callable[[Progress], None] | None:
    """Make what is called after each pass: it prints a line if `verbose`, and calls the user's callback if any."""
    if not verbose:
        return callback

    def report(progress: Progress) -> None:
        sys.stdout.write(
            f"restart {progress.restart + 1}/{progress.n_init}  pass {progress.pass_:3d}  "
            f"moves {progress.moves:6d}  clusters {progress.n_clusters:3d}  cost {progress.cost:.6f}\n"
        )
        if callback is not None:
            callback(progress)

    return report


def n_threads(n_jobs: int | None) -> int:
    """How many threads to use: None and −1 mean all cores that this process may use here.

    Here: inside a joblib worker, under `threadpoolctl.threadpool_limits` or with OMP_NUM_THREADS set, there are fewer.
    """
    available = 1 if get_active_backend()[0].nesting_level else _openmp_effective_n_threads()
    if n_jobs is None or n_jobs == -1:
        return int(available)
    if n_jobs < -1:
        return max(1, int(available) + 1 + n_jobs)
    return n_jobs


def _share_threads(n_samples: int, n_starts: int, available: int) -> tuple[int, int]:
    """Threads across the starts, and inside each: small data are searched side by side, large data in turn."""
    if n_samples <= _SEQUENTIAL_LIMIT:
        return min(n_starts, available), 1
    return 1, available


OnPass = Callable[[int, int, int, float], None]


def _numbered(report: Callable[[Progress], None] | None, number: int, n_starts: int, problem: Problem) -> OnPass | None:
    if report is None:
        return None

    def on_pass(pass_: int, moves: int, n_clusters: int, cost: float) -> None:
        report(Progress(number, n_starts, pass_, moves, n_clusters, problem.per_point(cost)))

    return on_pass


def _search(
    problem: Problem, labels: Labels, threads: int, cancel: _core.CancelFlag, on_pass: OnPass | None
) -> Outcome:
    partition = problem.partition(labels)
    block = 1 if problem.n_samples <= _SEQUENTIAL_LIMIT else _BLOCK
    if problem.max_clusters is None:
        n_iter, has_converged, trace = partition.descend(problem.max_iter, block, threads, cancel, on_pass)
    else:
        n_iter, has_converged, trace = partition.search(
            problem.max_iter, block, threads, problem.max_clusters, problem.metric, cancel, on_pass
        )
    cost = problem.per_point(sum(partition.cost()))
    return Outcome(partition, cost, [problem.per_point(value) for value in trace], n_iter, has_converged)
