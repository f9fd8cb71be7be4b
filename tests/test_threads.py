"""Threads: never more than the surroundings allow, never a different answer, and Ctrl-C is heard."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits

from cecib import CECIB
from cecib.search import threads
from cecib.search.threads import cores, n_threads


def test_limits_of_the_surroundings_are_kept():
    with threadpool_limits(limits=1):
        assert n_threads(None) == 1
        assert n_threads(3) == min(3, cores())
    assert n_threads(None) >= 1
    assert n_threads(-2) >= 1


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_no_threads_within_joblib_workers(backend):
    cores = os.cpu_count() or 1
    found = Parallel(n_jobs=2, backend=backend)(delayed(n_threads)(None) for _ in range(2))
    assert all(2 * threads <= max(2, cores) for threads in found)


def test_blocks_give_the_same_answer_on_any_number_of_threads(monkeypatch):
    """Above 5,000 points the threads work inside one fit."""
    monkeypatch.setattr(threads, "cores", lambda: 8)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(8_000, 3)) + 5 * rng.integers(0, 3, size=(8_000, 1))
    y = np.where(rng.uniform(size=8_000) < 0.1, (X[:, 0] > 7).astype(int), -1)
    models = [CECIB(6, n_init=2, random_state=0, n_jobs=jobs).fit(X, y) for jobs in (1, 2, 5)]
    for other in models[1:]:
        np.testing.assert_array_equal(models[0].labels_, other.labels_)
        assert models[0].cost_ == other.cost_


SCRIPT = """
import sys, numpy as np
from cecib import CECIB
X = np.random.default_rng(0).normal(size=(400_000, 12))
def started(progress):
    print("started", flush=True)
try:
    CECIB(60, n_init=50, random_state=0, callback=started, max_iter=10_000).fit(X)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_stops_a_fit_soon():
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "started\n"
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        rest = process.stdout.read()
        waited = time.monotonic() - sent
    assert rest.endswith("interrupted\n")
    assert waited < 20  # a second on a machine with nothing else to do


def test_n_jobs_is_no_order_to_start_so_many_threads():
    """100,000 would bring the machine down, and more than the cores only wait for each other."""
    assert n_threads(100_000) == cores()
    assert n_threads(1) == 1


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads where the system lists them")
@pytest.mark.parametrize("n", [200, 8_000])
def test_threads_that_run_during_a_fit(n):
    """Counted from outside while starts run side by side, and while threads work inside one."""
    X = np.random.default_rng(0).normal(size=(n, 2))
    seen = [len(os.listdir("/proc/self/task"))]
    CECIB(
        4,
        n_init=40,
        max_iter=400,
        random_state=0,
        n_jobs=100_000,
        callback=lambda _: seen.append(len(os.listdir("/proc/self/task"))),
    ).fit(X)
    assert max(seen) - seen[0] <= cores() + 2
