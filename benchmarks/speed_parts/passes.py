"""One full pass over the points: against dgemm, with n, d and k, on two threads, and in many dimensions."""

from __future__ import annotations

import time

from speed_parts.data import Floats, Labels, mixture
from speed_parts.engine import common_start, descend, fit_from, full_pass, multiply_adds, pose
from speed_parts.timing import Dgemm, Plan, Row, Task, in_turn, raw


def against_dgemm(plan: Plan) -> list[Row]:
    """Compare the rate of useful multiply-adds with that of dgemm, on the same number of threads."""
    n, k = (20_000, 20) if plan.is_quick else (100_000, 20)
    sizes = (10, 50) if plan.is_quick else (2, 5, 10, 20, 50)
    return [_against_dgemm(n, d, k, threads, plan) for d in sizes for threads in sorted({1, plan.threads})]


def growth(plan: Plan) -> list[Row]:
    """Time per point and pass as n, d and k grow."""
    sizes = [10_000, 100_000] if plan.is_quick else [10_000, 100_000, 1_000_000, 10_000_000]
    n = 20_000 if plan.is_quick else 100_000
    with_n = [_one_pass("n", size, 10, 20, plan) for size in sizes]
    with_d = [_one_pass("d", n, d, 20, plan) for d in ((5, 20) if plan.is_quick else (2, 5, 10, 20, 50))]
    with_k = [_one_pass("k", n, 10, k, plan) for k in ((5, 50) if plan.is_quick else (5, 10, 20, 50, 100))]
    return with_n + with_d + with_k


def threads(plan: Plan) -> list[Row]:
    """Two threads against one: a full pass, and one start to convergence."""
    n, d, k = (50_000, 10, 20) if plan.is_quick else (1_000_000, 10, 20)
    X, truth = mixture(n, d, k)
    _, start = common_start(X, k)
    _refuse_difference(X, start)
    task, _ = full_pass(X, truth, 1)
    tasks = {
        "full pass": {str(t): lambda t=t: task(t) for t in (1, 2)},
        "one start": {str(t): lambda t=t: fit_from(X, start, t) for t in (1, 2)},
    }
    return [_one_against_two(name, n, d, k, pair, plan) for name, pair in tasks.items()]


def many_dimensions(plan: Plan) -> list[Row]:
    """Measure the set-up and a full pass in many dimensions, against dgemm."""
    sizes = [(2_000, 100), (2_000, 200)] if plan.is_quick else [(50_000, 100), (50_000, 400), (50_000, 768)]
    return [_large(n, d, 5, plan) for n, d in sizes]


def _against_dgemm(n: int, d: int, k: int, threads: int, plan: Plan) -> Row:
    X, truth = mixture(n, d, k)
    task, k = full_pass(X, truth, threads)
    dgemm = Dgemm(1024 if plan.is_quick else 1536)
    times = in_turn({"pass": task, "dgemm": dgemm.task()}, 3 * plan.repeats, threads)
    rate = multiply_adds(n, d, k) / times["pass"].median
    return {
        "n": n,
        "d": d,
        "k": k,
        "threads": threads,
        "full pass, ms": 1e3 * times["pass"].median,
        "useful GMA/s": rate / 1e9,
        "dgemm GMA/s": dgemm.rate(times["dgemm"]) / 1e9,
        "share of dgemm": rate / dgemm.rate(times["dgemm"]),
        "raw": raw(times),
    }


def _one_pass(grows: str, n: int, d: int, k: int, plan: Plan) -> Row:
    X, truth = mixture(n, d, k)
    task, found = full_pass(X, truth, plan.threads)
    times = in_turn({"pass": task}, max(3, plan.repeats if n > 1_000_000 else 3 * plan.repeats), plan.threads)
    seconds = times["pass"].median
    return {
        "grows": grows,
        "n": n,
        "d": d,
        "k": found,
        "full pass, ms": 1e3 * seconds,
        "ns per point": 1e9 * seconds / n,
        "ns per point and cluster": 1e9 * seconds / (n * found),
        "useful GMA/s": multiply_adds(n, d, found) / seconds / 1e9,
        "raw": raw(times),
    }


def _refuse_difference(X: Floats, start: Labels) -> None:
    one, two = pose(X).partition(start), pose(X).partition(start)
    if descend(one, 1) != descend(two, 2) or (one.labels != two.labels).any():
        raise RuntimeError("two threads lead elsewhere than one")


def _one_against_two(name: str, n: int, d: int, k: int, pair: dict[str, Task], plan: Plan) -> Row:
    times = in_turn(pair, plan.repeats, 2)
    one, two = times["1"].median, times["2"].median
    sizes = {"work": name, "n": n, "d": d, "k": k}
    return sizes | {"one thread, s": one, "two threads, s": two, "speed-up": one / two, "raw": raw(times)}


def _large(n: int, d: int, k: int, plan: Plan) -> Row:
    X, truth = mixture(n, d, k)
    start = time.perf_counter()
    partition = pose(X).partition(truth)
    set_up = time.perf_counter() - start
    start = time.perf_counter()
    passes = descend(partition, plan.threads)
    descent = time.perf_counter() - start
    dgemm = Dgemm(1024 if plan.is_quick else 1536)
    tasks = {"pass": lambda: descend(partition, plan.threads), "dgemm": dgemm.task()}
    times = in_turn(tasks, 3, plan.threads)
    rate = multiply_adds(n, d, partition.n_clusters) / times["pass"].median
    return {
        "n": n,
        "d": d,
        "k": partition.n_clusters,
        "set-up, s": set_up,
        "descent from the truth, s (passes)": f"{descent:.3g} ({passes})",
        "full pass, s": times["pass"].median,
        "set-up / full pass": set_up / times["pass"].median,
        "share of dgemm": rate / dgemm.rate(times["dgemm"]),
        "raw": raw(times) | {"set-up": set_up, "descent": descent},
    }
