"""Times of tasks that are run in turn, so that a noisy machine hits all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

_PAUSE = 0.1  # seconds: idle threads of BLAS and OpenMP keep a core busy for a while after a call
Row = dict[str, Any]
Task = Callable[[], object]


@dataclass(frozen=True)
class Plan:
    """How much to measure.

    Attributes
    ----------
    is_quick : bool
        Small data only.
    threads : int
        Threads of ours, of scikit-learn and of BLAS.
    repeats : int
        Rounds of a comparison.
    cap : float
        Seconds that one fit of GaussianMixture may take; one that would take longer is cut short.
    """

    is_quick: bool
    threads: int
    repeats: int
    cap: float


@dataclass
class Times:
    """Seconds of each run: by the clock, and of the processor over all threads."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """Median time by the clock."""
        return median(self.wall)

    def run(self, task: Task) -> None:
        """Run a task once and note its times."""
        cpu, wall = time.process_time(), time.perf_counter()
        task()
        self.wall.append(time.perf_counter() - wall)
        self.cpu.append(time.process_time() - cpu)

    def as_row(self) -> Row:
        """Return the raw times."""
        return {"wall": self.wall, "cpu": self.cpu}


def in_turn(tasks: dict[str, Task], repeats: int, threads: int) -> dict[str, Times]:
    """Run A, B, A, B and so on, with a pause before each so that none pays for the threads of the one before."""
    times = {name: Times() for name in tasks}
    with threadpool_limits(threads):
        for _ in range(repeats):
            for name, task in tasks.items():
                time.sleep(_PAUSE)
                times[name].run(task)
    return times


def raw(times: dict[str, Times]) -> Row:
    """Turn times into something that JSON can hold."""
    return {name: each.as_row() for name, each in times.items()}


@dataclass(frozen=True)
class Dgemm:
    """A product of two square matrices: what the machine can do in multiply-adds."""

    size: int = 1536

    def task(self) -> Task:
        """Make the task; its matrices are made once."""
        a = np.random.default_rng(0).normal(size=(self.size, self.size))
        out = np.empty_like(a)
        return lambda: np.matmul(a, a, out=out)

    def rate(self, times: Times) -> float:
        """Multiply-adds per second."""
        return self.size**3 / times.median
