"""One group or several, where that is not obvious: how often one is divided, and how often two are found.

Run as ``python benchmarks/one_group.py [--seeds 12]``. One group: uniform columns, dice, answers, percentages, counts,
bits and Gaussians, rounded and not. The same beside a copy of itself, six times as far away as it is wide. Two groups:
Gaussians so many standard deviations apart in one of d columns.
"""

import argparse
from functools import partial
from multiprocessing import Pool

import numpy as np

from cecib import CECIB

ONE = {
    "uniform": lambda r, n: r.uniform(size=(n, 1)),
    "uniform, 2 columns": lambda r, n: r.uniform(size=(n, 2)),
    "die of 6 sides": lambda r, n: r.integers(6, size=(n, 1)),
    "die of 20 sides": lambda r, n: r.integers(20, size=(n, 1)),
    "die of 100 sides": lambda r, n: r.integers(100, size=(n, 1)),
    "three dice of 6 sides": lambda r, n: r.integers(6, size=(n, 3)),
    "even 7-point answers, 3 columns": lambda r, n: r.integers(7, size=(n, 3)),
    "binomial answers, p = 0.2": lambda r, n: r.binomial(6, 0.2, size=(n, 1)),
    "percentages, beta(2, 5)": lambda r, n: (100 * r.beta(2, 5, size=(n, 1))).round(),
    "Poisson counts of mean 1": lambda r, n: r.poisson(1.0, size=(n, 1)),
    "Poisson counts of mean 10": lambda r, n: r.poisson(10.0, size=(n, 1)),
    "20 random bits": lambda r, n: r.integers(2, size=(n, 20)),
    "rounded Gaussian, 2 columns": lambda r, n: r.normal(size=(n, 2)).round(),
    "Gaussian": lambda r, n: r.normal(size=(n, 1)),
    "Gaussian, 5 columns": lambda r, n: r.normal(size=(n, 5)),
}
SIZES = (50, 200, 600, 2_000, 20_000)
PAIRS = [(d, apart) for d in (1, 2, 5) for apart in (4, 5, 6)]
PAIR_SIZES = (30, 50, 100)


def count(make, n, seed):
    X = np.asarray(make(np.random.default_rng([n, seed]), n), dtype=float)
    return CECIB(random_state=0, n_jobs=1).fit(X).n_clusters_


def pair(d, apart, r, n):
    X = r.normal(size=(n, d))
    X[: n // 2, 0] += apart
    return X


def beside(name, r, n):
    """Make two of a kind, far apart in the first column."""
    X = np.vstack([ONE[name](r, n // 2), ONE[name](r, n // 2)]).astype(float)
    X[: n // 2, 0] += 7.0 * np.ptp(X[:, 0])
    return X


def table(pool, title, makers, sizes, is_wanted, seeds):
    print(f"| {title} | " + " | ".join(f"{n:,}" for n in sizes) + " |\n|---" + "|---" * len(sizes) + "|")
    for name, make, factor in makers:
        cells = []
        for n in sizes:
            few = max(2, seeds // 4) if n > 5_000 else seeds
            found = pool.starmap(partial(_made, make), [(factor * n, seed) for seed in range(few)])
            cells.append(f"{sum(map(is_wanted, found))} of {few}")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    print()


def _made(make, n, seed):
    return count(make if callable(make) else ONE[make], n, seed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=12, help="sets of each kind, fewer of the largest")
    seeds = parser.parse_args().seeds
    with Pool(2) as pool:
        table(pool, "one group is divided", [(name, name, 1) for name in ONE], SIZES, lambda k: k > 1, seeds)
        two = [(name, partial(beside, name), 2) for name in ONE]
        table(pool, "one beside another is divided, of so many points each", two, SIZES[1:4], lambda k: k > 2, seeds)
        pairs = [(f"{apart} standard deviations apart, d = {d}", partial(pair, d, apart), 2) for d, apart in PAIRS]
        table(pool, "two groups are found, of so many points each", pairs, PAIR_SIZES, lambda k: k == 2, seeds)


if __name__ == "__main__":
    main()
