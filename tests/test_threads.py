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
from cecib.search.threads import n_threads


def test_limits_of_the_surroundings_are_kept():
    with threadpool_limits(limits=1):
        assert n_threads(None) == 1
        assert n_threads(3) == 3
    assert n_threads(None) >= 1
    assert n_threads(-2) >= 1


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_no_threads_within_joblib_workers(backend):
    cores = os.cpu_count() or 1
    found = Parallel(n_jobs=2, backend=backend)(delayed(n_threads)(None) for _ in range(2))
    assert all(2 * threads <= max(2, cores) for threads in found)


def test_blocks_give_the_same_answer_on_any_number_of_threads():
    """Above 5,000 points the threads work inside one fit."""
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
