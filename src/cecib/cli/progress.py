"""Progress of long work on standard error: a bar on a terminal, otherwise a line every few seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread, Timer
from time import monotonic

from cecib import search

# Work that is done sooner needs no bar.
_PATIENCE_SECONDS = 0.7
_LINE_SECONDS = 5.0  # before the first line, and between two
_FIRST = "looking for the directions and beta"


class Words:
    """What a fit is doing, in words, from what it reports."""

    def __init__(self) -> None:
        self._lock, self._begun, self._n_init, self._has_survey = Lock(), set[int](), 0, False
        self.text, self.done, self.total = _FIRST, 0, 0

    def take(self, progress: search.Progress) -> None:
        """Take note of a report, from any thread."""
        with self._lock:
            if progress.stage == "survey":
                self._has_survey = True
                self.text, self.done, self.total = _survey(progress), progress.rows_done, progress.rows or 0
            elif progress.stage == "search":
                if progress.n_init != self._n_init:  # another search of the same fit
                    self._begun, self._n_init = set(), progress.n_init
                self._begun.add(progress.restart)
                where = "sample, " if self._has_survey else ""
                start = f"start {len(self._begun)} of {progress.n_init}, pass {progress.pass_}"
                self.text = f"{where}{start}, {_clusters(progress)}"
                self.done, self.total = len(self._begun) - 1, progress.n_init
            else:
                self.text = f"pass {progress.pass_} of all rows, {_state(progress)}"
                self.done, self.total = progress.rows_done, progress.rows or 0


def _survey(progress: search.Progress) -> str:
    if progress.rows_done == progress.rows:
        return f"sample of {progress.rows:,} rows, {_FIRST}"
    of_all = "" if progress.rows is None else f" of {progress.rows:,}"
    return f"survey, {progress.rows_done:,}{of_all} rows read"


def _clusters(progress: search.Progress) -> str:
    return f"{progress.n_clusters} clusters"


def _state(progress: search.Progress) -> str:
    rows = progress.rows or 1
    said = [] if progress.ends_pass else [f"{progress.rows_done / rows:.0%} done"]
    if progress.n_clusters:
        said += [_clusters(progress), f"cost {progress.cost:.4f}"]
    if 0 < progress.moves < rows:  # in the first pass all rows do
        said.append(f"{progress.moves / rows:.2%} of rows moved")
    return ", ".join(said)


@contextmanager
def progress_of_fit(keeper: search.Keeper | None = None) -> Iterator[Callable[[search.Progress], None]]:
    """Give the callback that shows the progress of a fit, also of one that was stopped and is about to end."""
    with _bar(keeper) if sys.stderr.isatty() else _lines(keeper) as callback:
        yield callback


@contextmanager
def _bar(keeper: search.Keeper | None) -> Iterator[Callable[[search.Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    words = Words()
    bar = Progress(
        TextColumn("clustering"), BarColumn(30), TextColumn("{task.description}"), TimeElapsedColumn(),
        console=Console(file=sys.stderr), transient=True,
    )  # fmt: skip
    task = bar.add_task(_FIRST, total=None)
    timer = Timer(_PATIENCE_SECONDS, bar.start)
    timer.daemon = True
    timer.start()

    def report(progress: search.Progress) -> None:
        words.take(progress)
        ending = "stopping, " if keeper is not None and keeper.is_asked else ""
        bar.update(task, total=words.total or None, completed=words.done, description=f"{ending}{words.text}")

    try:
        yield report
    finally:
        timer.cancel()
        bar.stop()


@contextmanager
def _lines(keeper: search.Keeper | None) -> Iterator[Callable[[search.Progress], None]]:
    words, is_over, begin = Words(), Event(), monotonic()

    def tell() -> None:
        while not is_over.wait(_LINE_SECONDS):
            ending = "stopping, " if keeper is not None and keeper.is_asked else ""
            with suppress(OSError, ValueError):  # nobody reads, or the stream is closed
                sys.stderr.write(f"cecib: {monotonic() - begin:.0f} s, {ending}{words.text}\n")
                sys.stderr.flush()

    teller = Thread(target=tell, name="cecib-progress", daemon=True)
    teller.start()
    try:
        yield words.take
    finally:
        is_over.set()
        teller.join()
