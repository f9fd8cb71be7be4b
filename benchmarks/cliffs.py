"""Cliffs: data on which a default fit might take minutes, and how long it takes.

    python benchmarks/cliffs.py [--limit 60] [--jobs 1] [NAME …]

Each is fitted in a process of its own, which ends at the limit. Prints a Markdown table; all should be under 10 s.
"""

import argparse
import multiprocessing
import time
import warnings
from queue import Empty

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from cecib import CECIB

WANTED = 10.0  # seconds


def mixture(n, d, k=10, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(k, size=n)
    return rng.normal(size=(n, d)) + 4.0 * rng.normal(size=(k, d))[truth], truth


def labelled(truth, share, seed=1):
    return np.where(np.random.default_rng(seed).random(len(truth)) < share, truth, -1)


def bits(n, d):
    X, truth = mixture(n, d, 5)
    return (X > 0).astype(float), labelled(truth, 0.1)


def many_columns():
    X, truth = mixture(3_000, 300)
    return X, labelled(truth, 0.1)


def many_categories():
    X, _ = mixture(100_000, 5)
    return X, np.random.default_rng(2).integers(10_000, size=len(X))


CLIFFS = {
    "3,000 × 300": lambda: (many_columns()[0], None),
    "3,000 × 300, 10 % labels": many_columns,
    "100,000 × 5, 10,000 categories": many_categories,
    "1,000,000 × 2, uniform": lambda: (np.random.default_rng(0).uniform(size=(1_000_000, 2)), None),
    "2,000,000 × 5": lambda: (mixture(2_000_000, 5)[0], None),
    "1,000 × 166 bits": lambda: (bits(1_000, 166)[0], None),
    "1,000 × 166 bits, 10 % labels": lambda: bits(1_000, 166),
    "50 × 500": lambda: (mixture(50, 500, 3)[0], None),
    "4,000 × 64 bits": lambda: (bits(4_000, 64)[0], None),
    "4,000 × 64 bits, 10 % labels": lambda: bits(4_000, 64),
}


def fit(name, jobs, answer):
    X, y = CLIFFS[name]()
    warnings.simplefilter("ignore", ConvergenceWarning)
    begin, worked = time.perf_counter(), time.process_time()
    model = CECIB(random_state=0, n_jobs=jobs).fit(X, y)
    answer.put((time.perf_counter() - begin, time.process_time() - worked, model.n_clusters_))


def measure(name, jobs, limit):
    """Seconds, those of the processor, and clusters; None if the limit was reached or the process died."""
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=fit, args=(name, jobs, answer))
    process.start()
    try:
        return answer.get(timeout=limit)
    except Empty:
        return None
    finally:
        process.kill()
        process.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each, its data included [60]")
    parser.add_argument("--jobs", type=int, help="threads; default: all cores")
    parser.add_argument("names", nargs="*", metavar="NAME", help="beginnings of names, such as 50; default: all")
    arguments = parser.parse_args()
    print("| data | seconds | of the processor | clusters | |\n|---|---|---|---|---|")
    for name in CLIFFS:
        if arguments.names and not name.startswith(tuple(arguments.names)):
            continue
        found = measure(name, arguments.jobs, arguments.limit)
        if found is None:
            print(f"| {name} | over {arguments.limit:g} | | | a cliff |", flush=True)
            continue
        seconds, worked, clusters = found
        print(
            f"| {name} | {seconds:.1f} | {worked:.1f} | {clusters} | {'a cliff' if seconds > WANTED else ''} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
