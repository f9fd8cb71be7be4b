"""Restarts: many starting partitions, the lowest cost wins, whatever the number of threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cecib import _core
from cecib.initialization import Start
from cecib.side_information import SideInformation

# A main thread that waits in short steps hears Ctrl-C.
_WAIT_SECONDS = 0.1
# Up to this many points are visited strictly one after the other, as in the paper; beyond, in blocks.
_SEQUENTIAL_LIMIT = 5_000
_BLOCK = 1_024


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
    """Everything that the restarts of one fit share."""

    points: _core.Points
    n_samples: int
    total_weight: float
    side: SideInformation
    code: _core.Code
    beta: float
    min_weight: float
    resolution: float
    max_iter: int
    cost_offset: float

    def partition(self, labels: np.ndarray[tuple[int], np.dtype[np.int32]]) -> _core.Partition:
        """Set up a partition from start labels."""
        return _core.Partition(
            self.points,
            self.side.codes,
            self.side.n_categories,
            labels,
            int(labels.max()) + 1,
            self.code,
            self.beta,
            self.min_weight,
            self.resolution,
        )


@dataclass(frozen=True)
class Outcome:
    """The end of one descent."""

    partition: _core.Partition
    cost: float
    trace: list[float]
    n_iter: int
    has_converged: bool


def best_of_restarts(
    problem: Problem,
    start: Start,
    seeds: Sequence[int],
    n_jobs: int | None,
    report: Callable[[Progress], None] | None,
) -> Outcome:
    """Run a descent from each seed on up to `n_jobs` threads and keep the best, the first among equals."""
    cancel = _core.CancelFlag()

    def run(restart: int) -> Outcome:
        return _descend(problem, start, restart, seeds, cancel, report)

    best: tuple[float, int] = (np.inf, -1)
    winner: Outcome | None = None
    with ThreadPoolExecutor(max_workers=min(len(seeds), n_threads(n_jobs))) as pool:
        pending: dict[Future[Outcome], int] = {pool.submit(run, i): i for i in range(len(seeds))}
        try:
            while pending:
                done, _ = wait(pending, timeout=_WAIT_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    restart, outcome = pending.pop(future), future.result()
                    if (outcome.cost, restart) < best:
                        best, winner = (outcome.cost, restart), outcome
        except BaseException:
            cancel.set()
            for future in pending:
                future.cancel()
            raise
    if winner is None:
        raise RuntimeError("No restart came to a finite cost; please report this with the data.")
    return winner


def n_threads(n_jobs: int | None) -> int:
    """How many threads to use: None and −1 mean all cores that this process may use."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if n_jobs is None or n_jobs == -1:
        return available
    if n_jobs < -1:
        return max(1, available + 1 + n_jobs)
    return n_jobs


def _descend(
    problem: Problem,
    start: Start,
    restart: int,
    seeds: Sequence[int],
    cancel: _core.CancelFlag,
    report: Callable[[Progress], None] | None,
) -> Outcome:
    def per_point(cost: float) -> float:
        return cost / problem.total_weight + problem.cost_offset

    def on_pass(pass_: int, moves: int, n_clusters: int, cost: float) -> None:
        if report is not None:
            report(Progress(restart, len(seeds), pass_, moves, n_clusters, per_point(cost)))

    partition = problem.partition(start(np.random.RandomState(seeds[restart])))
    block = 1 if problem.n_samples <= _SEQUENTIAL_LIMIT else _BLOCK
    n_iter, has_converged, trace = partition.descend(
        problem.max_iter, block, cancel, on_pass if report is not None else None
    )
    cost = per_point(sum(partition.cost()))
    return Outcome(partition, cost, [per_point(value) for value in trace], n_iter, has_converged)
