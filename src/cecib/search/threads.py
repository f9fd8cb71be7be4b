"""How many threads."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from functools import cache

from joblib.parallel import get_active_backend
from threadpoolctl import ThreadpoolController


def n_threads(n_jobs: int | None) -> int:
    """How many threads to use: None and −1 mean all cores that this process may use here.

    Here: inside a joblib worker, under `threadpoolctl.threadpool_limits` or with OMP_NUM_THREADS set, there are fewer.
    A number is taken at its word up to the cores: threads beyond them would wait for each other.
    """
    available = _available()
    if n_jobs is None or n_jobs == -1:
        return available
    if n_jobs < -1:
        return max(1, available + 1 + n_jobs)
    return min(n_jobs, cores())


def share_threads(is_small: bool, n_starts: int, available: int) -> tuple[int, int]:
    """Threads across the starts, and inside each: small data are searched side by side, large data in turn."""
    return (min(n_starts, available), 1) if is_small else (1, available)


def one_blas_thread() -> AbstractContextManager[object]:
    """Keep linear algebra to one thread: its matrices are small, and the searches have the cores."""
    limits: AbstractContextManager[object] = _pools().limit(limits=1, user_api="blas")
    return limits


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _available() -> int:
    if get_active_backend()[0].nesting_level:
        return 1
    limits = [pool["num_threads"] for pool in _pools().info() if pool["user_api"] == "openmp"]
    return max(1, int(min([cores(), *limits])))


@cache
def _pools() -> ThreadpoolController:
    return ThreadpoolController()
