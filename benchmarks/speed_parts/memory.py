"""Peak memory beyond X, each case in a process of its own."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from speed_parts.data import Floats, Labels, mixture
from speed_parts.timing import Plan, Row, Task

_HOME = Path(__file__).resolve().parents[1]


def run(plan: Plan) -> list[Row]:
    """Measure one start to convergence at n = 10⁷, and whole fits on fewer points."""
    cases = [("one start", 10_000_000), ("CECIB(20, n_init=1)", 1_000_000), ("CECIB()", 1_000_000)]
    if plan.is_quick:
        cases = [("one start", 200_000)]
    return [_in_a_process(name, n, 10, 20, plan.threads) for name, n in cases]


def _in_a_process(name: str, n: int, d: int, k: int, threads: int) -> Row:
    command = [sys.executable, "-m", "speed_parts.memory", name, *map(str, (n, d, k, threads))]
    answer = subprocess.run(command, cwd=_HOME, check=True, capture_output=True, text=True).stdout
    return {"work": name, "n": n, "d": d, "k": k} | json.loads(answer)


def _measure(name: str, n: int, d: int, k: int, threads: int) -> Row:
    X, truth = mixture(n, d, k)
    work = _work(name, X, truth, k, threads)
    _forget_the_past()
    before = _status("VmRSS")
    work()
    beyond = _status("VmHWM") - before
    return {"X, MB": X.nbytes / 1e6, "beyond X, MB": beyond / 1e6, "share of X": beyond / X.nbytes}


def _forget_the_past() -> None:
    """Give freed memory back to the system, so that its reuse is counted, and forget the peak of making X."""
    gc.collect()
    with suppress(OSError, AttributeError):  # elsewhere than on Linux
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")


def _work(name: str, X: Floats, truth: Labels, k: int, threads: int) -> Task:
    from cecib import CECIB
    from speed_parts.engine import common_start, fit_from

    fit_from(X[:10_000], truth[:10_000], threads)  # what is loaded once is not counted
    if name == "one start":
        _, labels = common_start(X, k)
        return lambda: fit_from(X, labels, threads)
    model = (
        CECIB(random_state=0, n_jobs=threads)
        if name == "CECIB()"
        else CECIB(k, n_init=1, random_state=0, n_jobs=threads)
    )
    return lambda: model.fit(X)


def _status(field: str) -> int:
    """Read a field of Linux's account of this process, in bytes; elsewhere the peak is all there is."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    (line,) = (line for line in status.read_text().splitlines() if line.startswith(field + ":"))
    return int(line.split()[1]) * 1024


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", sys.argv[5])
    print(json.dumps(_measure(sys.argv[1], *map(int, sys.argv[2:]))))
