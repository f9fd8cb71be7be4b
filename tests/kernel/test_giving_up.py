"""Long work of the engine is given up when asked to, and when threads or memory are scarce it is not the end."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from threading import Timer

import numpy as np
import pytest

from cecib import _core
from cecib.search.scaling import identity_scaling
from checks import make_problem

N, D = 200_000, 8
X = np.random.default_rng(0).normal(size=(N, D))
POINTS = identity_scaling(D).points(X)
ONES = np.ones(D)


def seeds(k=4000):
    return _core.plus_plus_start(POINTS, ONES, k, 2, np.random.default_rng(1).uniform(size=2 * k), 2)


def nearest(k=40_000):
    return _core.nearest_centres(POINTS, ONES, np.ascontiguousarray(X[:k]), 2)


def cheapest(k=8000):
    code = _core.full_code(_core.criterion_named("entropy", D))
    summaries = [_core.Summary(20.0, row, np.eye(D), np.zeros(0)) for row in X[:k]]
    return _core.Clusters([code] * k, summaries, None, _core.entropy_labels(0.0)).cheapest(POINTS, 2)


WORK = [seeds, nearest, cheapest]  # each of many seconds


@pytest.mark.parametrize("work", WORK)
def test_a_flag_is_obeyed(work):
    """As in a thread of a fit whose main thread has heard Ctrl-C."""
    flag = _core.CancelFlag()
    flag.set()
    with flag, pytest.raises(KeyboardInterrupt):
        work()
    seeds(2)  # and no longer


def test_a_descent_is_given_up_within_a_block():
    """On wide data one block of rows takes long, here more than ten seconds."""
    wide = np.random.default_rng(0).normal(size=(40_000, 150))
    problem, _ = make_problem(wide, criterion="entropy", min_weight=1.0)
    partition = problem.partition((np.arange(len(wide)) % 100).astype(np.int32))
    flag = _core.CancelFlag()
    timer = Timer(0.2, flag.set)
    timer.start()
    begin = time.process_time()
    passes, has_converged, _ = partition.descend(10, len(wide), 1, flag, None)
    assert (passes, has_converged) == (0, False)
    assert time.process_time() - begin < 4
    timer.join()


class AlarmError(Exception):
    """What the handler of a signal raises."""


@contextmanager
def alarm(seconds):
    def ring(*_):
        raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX signals")
@pytest.mark.parametrize("work", WORK)
def test_a_signal_is_heard(work):
    """On the main thread the handlers of signals run while the engine is at work."""
    with alarm(0.3):
        begin = time.process_time()
        with pytest.raises(AlarmError):
            work()
    assert time.process_time() - begin < 5  # of the processor: how busy the machine is does not count


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_STACK, (2**23, resource.getrlimit(resource.RLIMIT_STACK)[1]))
import numpy as np
sys.path[:] = {path!r}
from cecib import CECIB, _core
from cecib.search.scaling import identity_scaling
def limit(megabytes):
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + megabytes * 2**20, resource.RLIM_INFINITY))
X = np.random.default_rng(0).normal(size=({n}, {d}))
"""


def run_limited(script, n, d):
    code = LIMITED.format(path=sys.path, n=n, d=d) + script
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


can_limit = pytest.mark.skipif(
    not sys.platform.startswith("linux") or "CECIB_SANITIZED" in os.environ,
    reason="limits memory as Linux does; sanitizers reserve too much of it",
)


@can_limit
def test_with_no_room_for_threads_fewer_do_the_work():
    """Each thread wants a stack: there is room for a few of five hundred."""
    script = """
points, ones = identity_scaling(2).points(X), np.ones(2)
expected = _core.nearest_centres(points, ones, X[:50].copy(), 1)
limit(100)
print((_core.nearest_centres(points, ones, X[:50].copy(), 500) == expected).all())
"""
    assert run_limited(script, 20_000, 2) == "True\n"


@can_limit
@pytest.mark.parametrize("threads", [1, 2])
def test_the_engine_out_of_memory_says_so(threads):
    """Summaries are made by the threads of a team: 30 times 18 MB in each of several jobs."""
    script = f"""
points = identity_scaling(1_500).points(X)
none, labels = np.full(len(X), -1, dtype=np.int32), (np.arange(len(X)) % 30).astype(np.int32)
limit(700)
try:
    _core.summarise(points, none, 0, labels, 30, True, {threads})
except MemoryError:
    print("MemoryError")
few = identity_scaling(2).points(X[:, :2])
print(len(_core.summarise(few, none, 0, labels, 30, True, {threads})))
"""
    assert run_limited(script, 6_000, 1_500) == "MemoryError\n30\n"


@can_limit
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_out_of_memory_is_a_memory_error_and_no_fit(n_jobs):
    """Each of 30 summaries of 800 features takes 5 MB, and more than one copy of them is needed."""
    script = f"""
model = CECIB(30, init=np.arange(len(X)) % 30, n_jobs={n_jobs}, criterion="entropy")
before = dict(vars(model))
limit(80)
try:
    model.fit(X)
except MemoryError:
    print("MemoryError", vars(model) == before)
"""
    assert run_limited(script, 2_000, 800) == "MemoryError True\n"
