"""One group or several, where that is not obvious: how often one is divided, and how often two are found.

Run as ``python benchmarks/one_group.py [--seeds 12]``. One group: uniform columns, dice, answers, percentages, counts,
bits and Gaussians, rounded and not. The same beside a copy of itself, six times as far away as it is wide. Two groups:
Gaussians so many standard deviations apart in one of d columns. A heap: a dense Gaussian in a box, alone or
beside a Gaussian far away; it is found if there is one cluster more, with 80 % of the heap, and of which it is 60 %.
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
HEAPS = [(d, width, far) for d in (2, 3, 5) for width in (0.01, 0.02, 0.04) for far in (False, True)]
HEAP_SIZES = ((500, 30), (500, 60), (2_000, 60), (5_000, 300))


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


def heap(d, width, is_beside, box, size, seed):
    """Whether a heap in a box is found."""
    r = np.random.default_rng([d, box, size, seed])
    truth = np.repeat([0, 1, 2], [box, size, 300 if is_beside else 0])
    X = r.normal(8.0, 0.3, size=(len(truth), d))
    X[truth == 0] = r.uniform(size=(box, d))
    X[truth == 1] = r.normal(0.5, width, size=(size, d))
    found = CECIB(random_state=0, n_jobs=1).fit(X).labels_
    own = np.bincount(found[truth == 1]).argmax()
    both = ((found == own) & (truth == 1)).sum()
    is_whole = both >= 0.8 * size and both >= 0.6 * (found == own).sum()
    return bool(is_whole and found.max() + 1 == 2 + is_beside)


def heap_table(pool, seeds):
    sizes = [f"{size} in {box:,}" for box, size in HEAP_SIZES]
    print("| a heap in a box is found | " + " | ".join(sizes) + " |\n|---" + "|---" * len(sizes) + "|")
    for d, width, is_beside in HEAPS:
        cells = []
        for box, size in HEAP_SIZES:
            found = pool.starmap(partial(heap, d, width, is_beside), [(box, size, seed) for seed in range(seeds)])
            cells.append(f"{sum(found)} of {seeds}")
        place = "beside another group" if is_beside else "alone"
        print(f"| d = {d}, {width} of its side wide, {place} | " + " | ".join(cells) + " |", flush=True)


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
    parser.add_argument(
        "--kinds", nargs="+", choices=ONE, metavar="KIND", help="of the first two tables, and no others"
    )
    parser.add_argument("--only-heaps", action="store_true", help="the last table")
    options = parser.parse_args()
    seeds = options.seeds
    with Pool(2) as pool:
        if options.only_heaps:
            heap_table(pool, seeds)
            return
        kinds = options.kinds or list(ONE)
        table(pool, "one group is divided", [(name, name, 1) for name in kinds], SIZES, lambda k: k > 1, seeds)
        two = [(name, partial(beside, name), 2) for name in kinds]
        table(pool, "one beside another is divided, of so many points each", two, SIZES[1:4], lambda k: k > 2, seeds)
        if options.kinds:
            return
        pairs = [(f"{apart} standard deviations apart, d = {d}", partial(pair, d, apart), 2) for d, apart in PAIRS]
        table(pool, "two groups are found, of so many points each", pairs, PAIR_SIZES, lambda k: k == 2, seeds)
        heap_table(pool, seeds)


if __name__ == "__main__":
    main()
