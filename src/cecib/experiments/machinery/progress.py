"""How far a run is, and how long it will still take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO


@dataclass(frozen=True)
class Progress:
    """State of a run.

    Attributes
    ----------
    done, total : int
        Fits done, fits to do.
    seconds_left : float or None
        Estimate, None until there is something to estimate from.
    doing : str
        What was done last.
    """

    done: int
    total: int
    seconds_left: float | None
    doing: str = ""


Listener = Callable[[Progress], None]


class Clock:
    """Estimates the time left from the seconds that fits of the same kind took.

    Parameters
    ----------
    kinds : dict of str to int
        How many fits of each kind are to be done.
    n_workers : int
        How many run at once.

    Examples
    --------
    >>> from cecib.experiments.machinery.progress import Clock
    >>> clock = Clock({"slow": 2, "fast": 8}, n_workers=2)
    >>> clock.finished("slow", 10.0); clock.finished("fast", 1.0)
    >>> clock.seconds_left
    8.5
    """

    def __init__(self, kinds: dict[str, int], n_workers: int) -> None:
        self._left = dict(kinds)
        self._seconds: dict[str, list[float]] = {}
        self._n_workers = max(1, n_workers)

    def finished(self, kind: str, seconds: float) -> None:
        """Note that a fit is done."""
        self._left[kind] -= 1
        total = self._seconds.setdefault(kind, [0.0, 0.0])
        total[0] += seconds
        total[1] += 1

    @property
    def seconds_left(self) -> float | None:
        """The estimate; kinds not yet seen count like the average of those seen."""
        if not self._seconds:
            return None
        means = {kind: total / count for kind, (total, count) in self._seconds.items()}
        typical = sum(means.values()) / len(means)
        return sum(n * means.get(kind, typical) for kind, n in self._left.items()) / self._n_workers


class Bar:
    """Writes one line that is overwritten on a terminal, and a line every half minute elsewhere."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._is_terminal = self._stream.isatty()
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        """Show the state."""
        now = time.monotonic()
        is_last = progress.done == progress.total
        if not is_last and now - self._last < (0.2 if self._is_terminal else 30.0):
            return
        self._last = now
        text = f"{progress.done}/{progress.total} fits, {_share(progress):.0%}, {_time_left(progress)}"
        if self._is_terminal:
            self._stream.write(f"\r\x1b[K{text}  {progress.doing}" + ("\n" if is_last else ""))
        else:
            self._stream.write(text + "\n")
        self._stream.flush()


def _share(progress: Progress) -> float:
    return progress.done / progress.total if progress.total else 1.0


def _time_left(progress: Progress) -> str:
    if progress.seconds_left is None:
        return "time left unknown"
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    return f"{minutes} min {seconds:02d} s left"
