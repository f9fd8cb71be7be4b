"""Many starts on several threads, the best wins.

Two ways to search. With a given start number, as in the paper: a descent from each start, in which clusters that fall
below the least size are dissolved. With the number unknown: descents, and between them merges, splits and dissolutions
of whole clusters, as long as they lower the cost; no move may leave a cluster below the least size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from cecib import _core
from cecib.search.problem import Labels, Outcome, Problem
from cecib.search.starts import Start
from cecib.search.threads import n_threads, share_threads

# A main thread that waits in short steps hears Ctrl-C.
_WAIT_SECONDS = 0.1


class Progress(NamedTuple):
    """What is reported after each pass over the data."""

    restart: int
    n_init: int
    pass_: int
    moves: int
    n_clusters: int
    cost: float


def best_of_starts(
    problem: Problem,
    starts: Sequence[Start],
    seeds: Sequence[int],
    n_jobs: int | None,
    report: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Search from each start on up to `n_jobs` threads and keep the best, the first among equals."""
    cancel = _core.CancelFlag()
    across, inside = share_threads(problem.is_small, len(starts), n_threads(n_jobs))

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
    block = problem.block
    if problem.max_clusters is None:
        n_iter, has_converged, trace = partition.descend(problem.max_iter, block, threads, cancel, on_pass)
    else:
        n_iter, has_converged, trace = partition.search(
            problem.max_iter, block, threads, problem.max_clusters, problem.metric, cancel, on_pass
        )
    cost = problem.per_point(sum(partition.cost()))
    return Outcome(partition, cost, [problem.per_point(value) for value in trace], n_iter, has_converged)
