"""Many starts on several threads, the best wins.

Two ways to search. With a given start number, as in the paper: a descent from each start, in which clusters that fall
below the least size are dissolved. With the number unknown: descents, and between them merges, splits and dissolutions
of whole clusters, as long as they lower the cost; no move may leave a cluster below the least size.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial

import numpy as np

from cecib import _core
from cecib.search.keeping import Keeper, Stopped, keeper_here
from cecib.search.problem import Labels, Outcome, Problem
from cecib.search.progress import Progress, Report
from cecib.search.starts import Start
from cecib.search.threads import n_threads, share_threads

# A main thread that waits in short steps hears Ctrl-C.
_WAIT_SECONDS = 0.1
# Starts that are not told how many they are: so many at a time, until so many have come to the same cost per point.
_BATCH, _ENOUGH = 4, 3
SAME, SAME_IN_SAMPLE = 1e-9, 1e-4  # in a sample a row may be in another cluster: all rows have the last word


Search = Callable[[_core.CancelFlag], Outcome]


def best_of_starts(
    problem: Problem,
    starts: Sequence[Start],
    seeds: Sequence[int],
    n_jobs: int | None,
    report: Report | None = None,
    *,
    is_patient: bool = True,
    keeper: Keeper | None = None,
    same: float = SAME,
) -> Outcome:
    """Search from each start on up to `n_jobs` threads and keep the best, the first among equals.

    If not patient, starts are tried in batches, until as many as are enough have come to the same cost. If a keeper
    asks for it, the best of those that have come to their end is all there is, or `Stopped` is raised.
    """
    across, inside = share_threads(problem.is_small, len(starts), n_threads(n_jobs))

    def from_start(number: int) -> Search:
        def run(cancel: _core.CancelFlag) -> Outcome:
            labels = starts[number](np.random.RandomState(seeds[number]), inside)
            return search_from(problem, labels, inside, cancel, _numbered(report, number, len(starts), problem))

        return run

    winner: tuple[float, int, Outcome] | None = None
    costs: list[float] = []
    batch = len(starts) if is_patient else _BATCH
    for first in range(0, len(starts), batch):
        runs = [from_start(number) for number in range(first, min(first + batch, len(starts)))]
        try:
            for number, outcome in side_by_side(runs, across, keeper):
                costs.append(outcome.cost)
                if winner is None or (outcome.cost, first + number) < winner[:2]:
                    winner = outcome.cost, first + number, outcome
                if keeper is not None and np.isfinite(winner[0]):
                    keeper.offer()
        except Stopped:
            if winner is None:
                raise
            return replace(winner[2], has_converged=False)
        if sum(cost <= min(costs) + same for cost in costs) >= _ENOUGH:
            break
    if winner is None or not np.isfinite(winner[0]):
        raise RuntimeError("No start came to a finite cost; please report this with the data.")
    return winner[2]


def side_by_side(
    searches: Sequence[Search], threads: int, keeper: Keeper | None = None
) -> Iterator[tuple[int, Outcome]]:
    """Run searches on several threads and give each outcome with its number, in the order in which they end.

    An interruption stops all of them; so does a keeper, if there is something to keep, or if it gives the fit up.
    """
    cancel, here = _core.CancelFlag(), keeper_here()
    pending: dict[Future[Outcome], int] = {Future(): number for number in range(len(searches))}
    waiting = deque(zip(pending, searches, strict=True))
    with ThreadPoolExecutor(max_workers=threads) as pool, here.cancelling(cancel.set):
        try:
            here.refuse_abandoned()
            _start_workers(pool, threads, partial(_work_off, waiting, cancel))
            while pending:
                done, _ = wait(pending, timeout=_WAIT_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    yield pending.pop(future), future.result()
                here.refuse_abandoned()
                if pending and keeper is not None:
                    keeper.check()
        except BaseException:
            cancel.set()
            waiting.clear()
            here.refuse_abandoned()  # what it was cancelled for
            raise


def _start_workers(pool: ThreadPoolExecutor, threads: int, work: Callable[[], None]) -> None:
    """Let threads do the work: so many, or as many as the system gives, or none but this one."""
    for started in range(threads):
        try:
            pool.submit(work)
        except RuntimeError:
            if started == 0:
                work()
            return


def _work_off(waiting: deque[tuple[Future[Outcome], Search]], cancel: _core.CancelFlag) -> None:
    """Run what waits, one after the other."""
    with cancel:
        while waiting:
            try:
                future, run = waiting.popleft()
            except IndexError:  # another thread was faster
                return
            try:
                future.set_result(run(cancel))
            except BaseException as error:
                future.set_exception(error)


OnPass = Callable[[int, int, int, float], None]


def _numbered(report: Report | None, number: int, n_starts: int, problem: Problem) -> OnPass | None:
    if report is None:
        return None

    def on_pass(pass_: int, moves: int, n_clusters: int, cost: float) -> None:
        report(Progress(number, n_starts, pass_, moves, n_clusters, problem.per_point(cost)))

    return on_pass


def search_from(
    problem: Problem, labels: Labels, threads: int, cancel: _core.CancelFlag, on_pass: OnPass | None = None
) -> Outcome:
    """Search from start labels."""
    partition = problem.partition(labels)
    block = problem.block
    if problem.max_clusters is None:
        n_iter, has_converged, trace = partition.descend(problem.max_iter, block, threads, cancel, on_pass)
    else:
        n_iter, has_converged, trace = partition.search(
            problem.max_iter, block, threads, problem.max_clusters, problem.metric, problem.split_gain, cancel, on_pass
        )
    cost = problem.per_point(sum(partition.cost()))
    return Outcome(partition, cost, [problem.per_point(value) for value in trace], n_iter, has_converged)
