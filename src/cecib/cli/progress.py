"""A progress bar on standard error, for long work on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer

from cecib import search

# Work that is done sooner needs no bar.
_PATIENCE_SECONDS = 0.7


@contextmanager
def progress_of_fit() -> Iterator[Callable[[search.Progress], None] | None]:
    """Give the callback that draws the progress of a fit, or None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    lock, begun = Lock(), set[int]()
    bar = Progress(
        TextColumn("clustering"), BarColumn(30), TextColumn("{task.description}"), TimeElapsedColumn(),
        console=Console(file=sys.stderr), transient=True,
    )  # fmt: skip
    task = bar.add_task("looking for the directions and beta", total=None)
    timer = Timer(_PATIENCE_SECONDS, bar.start)
    timer.daemon = True
    timer.start()

    def report(progress: search.Progress) -> None:
        with lock:
            begun.add(progress.restart)
            text = f"start {len(begun)} of {progress.n_init}, pass {progress.pass_}, {progress.n_clusters} clusters"
            bar.update(task, total=progress.n_init, completed=len(begun) - 1, description=text)

    try:
        yield report
    finally:
        timer.cancel()
        bar.stop()
