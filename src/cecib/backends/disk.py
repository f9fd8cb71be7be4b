"""Blocks that are read one after the other, the next while this one is worked on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from queue import Queue
from threading import Semaphore, Thread
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cecib.backends.backend import Backend, is_below
from cecib.backends.memory import Block
from cecib.backends.merging import Merging
from cecib.backends.passes import Look, Names, Seen, placed, renamed, see
from cecib.backends.survey import Plan, Survey, survey
from cecib.search.threads import n_threads

if TYPE_CHECKING:
    from cecib.blocks import Blocks

_AHEAD, _SIDE_BY_SIDE = 1, 4  # blocks that are read before they are asked for, and that are worked on at most
Result = TypeVar("Result")


class Disk(Backend):
    """Blocks of a file, or of whatever can be gone through again and again."""

    place = "disk"

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.names, self.is_named, self.n_rows = list(blocks.names), blocks.is_named, blocks.n_rows

    def survey(self, plan: Plan) -> Survey:
        """Count the rows, learn what the labels name, and draw a sample."""
        planned = plan.among(self.blocks.n_rows)
        merging: Merging[Survey] = Merging()
        sizes: list[int] = []
        for number, block in enumerate(read_ahead(self.blocks)):
            sizes.append(len(block))
            merging.take(survey(block, number, planned) if sizes[-1] else None)
            if self.watch is not None:
                self.watch(len(block))
        total = merging.result()
        if total is None:
            raise ValueError(f"{self.blocks.source} holds no rows: expected at least one.")
        return replace(total, sizes=tuple(sizes))

    def pass_over(self, look: Look, before: list[Names] | None = None) -> tuple[list[Names], Seen]:
        """Put every row into its cheapest cluster."""
        names: list[Names] = []
        room = np.empty(look.rows, dtype=look.type_of_names)  # one piece, which goes back when it is not needed
        merging: Merging[Seen] = Merging()
        threads = n_threads(look.clusters.n_jobs)
        across = min(threads, _SIDE_BY_SIDE)
        for own, seen in in_order(self._seen(look, before, threads // across), across):
            names.append(own if len(room) < len(own) else room[: len(own)])
            names[-1][:], room = own, room[len(own) :]
            merging.take(seen)
            if self.watch is not None:
                self.watch(len(own))
        total = merging.result()
        if total is None or (before is not None and len(names) != len(before)):
            raise self._has_changed()
        return names, total

    def _seen(self, look: Look, before: list[Names] | None, threads: int) -> Iterator[Callable[[], tuple[Names, Seen]]]:
        """Give for each block how to pass over it, with so many threads."""
        own = replace(look, clusters=replace(look.clusters, n_jobs=threads))
        for number, block in enumerate(read_ahead(self.blocks)):
            if before is not None and (number >= len(before) or len(before[number]) != len(block)):
                raise self._has_changed()
            yield partial(see, block, number, own, None if before is None else before[number])

    def renamed(self, passed: list[Names], numbers: NDArray[np.intp]) -> list[Names]:
        """Give clusters other numbers."""
        return [renamed(own, numbers) for own in passed]

    def names_of(self, passed: list[Names], placing: Look | None = None) -> list[Names]:
        """Give the cluster of each row of each block."""
        if placing is None:
            return passed
        names: list[Names] = []
        for block in read_ahead(self.blocks):
            if len(names) >= len(passed) or len(passed[len(names)]) != len(block):
                raise self._has_changed()
            names.append(placed(block, placing, passed[len(names)]))
        if len(names) != len(passed):
            raise self._has_changed()
        return names

    def as_arrays(self, passed: list[Names]) -> dict[str, NDArray[Any]]:
        """Give the cluster of each row."""
        return {"names": np.concatenate(passed)}

    def from_arrays(self, arrays: dict[str, NDArray[Any]], look: Look, k: int, sizes: Sequence[int]) -> list[Names]:
        """Give the cluster of each row of each block."""
        names = arrays["names"]
        if names.shape != (sum(sizes),) or not is_below(names, k):
            raise ValueError("its rows have other clusters than those of a fit")
        return np.split(names, np.cumsum(sizes)[:-1])

    def _has_changed(self) -> ValueError:
        return ValueError(f"{self.blocks.source} has other rows than a moment ago: leave it alone during a fit.")


def in_order(calls: Iterable[Callable[[], Result]], threads: int) -> Iterator[Result]:
    """Give the results of calls in their order, so many of which are made at the same time.

    Examples
    --------
    >>> from functools import partial
    >>> from cecib.backends.disk import in_order
    >>> list(in_order((partial(pow, 2, n) for n in range(5)), 2))
    [1, 2, 4, 8, 16]
    """
    if threads == 1:
        yield from (call() for call in calls)
        return
    with ThreadPoolExecutor(threads) as pool:
        begun: deque[Future[Result]] = deque()
        try:
            for call in calls:
                begun.append(pool.submit(call))
                if len(begun) == threads:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            for left in begun:
                left.cancel()


def read_ahead(blocks: Blocks) -> Iterator[Block]:
    """Go through blocks while a thread reads the next ones."""
    queue: Queue[Block | BaseException | None] = Queue()
    room, is_over = Semaphore(_AHEAD), False

    def read() -> None:
        try:
            items = iter(blocks)
            while room.acquire() and not is_over:
                item = next(items, None)
                queue.put(item)
                if item is None:
                    return
        except BaseException as error:
            queue.put(error)

    reader = Thread(target=read, name="cecib-blocks", daemon=True)
    reader.start()
    try:
        while (item := queue.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            room.release()
            yield item
            del item
    finally:
        is_over = True
        room.release()
        reader.join()
