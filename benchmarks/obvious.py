"""Groups that nobody would miss: how many sets come out exactly, number and members.

Run as ``python benchmarks/obvious.py [--quick] [--only counts lattice]``. Blobs on a lattice, 20 standard deviations
apart, from 1 to 100 of them, of 10 to 1,000 points in 1 to 20 dimensions; scikit-learn's `make_blobs` whose centres
happen to be at least ten apart; groups 20 apart in one column beside columns of noise; groups 12 apart in an oblique
direction in which all else is thirty times as wide; the lattice in whole numbers; counts; groups that differ in a
column each, in whole numbers; single Gaussians. Sets that come out otherwise are listed. `HDBSCAN` of scikit-learn
stands beside it, at its defaults.
"""

import argparse
from itertools import product
from multiprocessing import Pool

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.cluster import HDBSCAN
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB

_MOST_ROWS = 30_000


def lattice(k, size, d, seed):
    rng = np.random.default_rng([k, size, d, seed])
    side = 2
    while side**d < k:
        side += 1
    places = set()
    while len(places) < k:
        places.add(tuple(rng.integers(side, size=d)))
    truth = np.repeat(np.arange(k), size)
    return 20.0 * np.array(sorted(places))[truth] + rng.normal(size=(k * size, d)), truth


def scattered(k, size, d, seed):
    """Blobs of scikit-learn; None if some happen to be near each other."""
    X, truth, centres = make_blobs(
        k * size, d, centers=k, center_box=(-100, 100), random_state=seed, return_centers=True
    )
    return (X, truth) if pdist(centres).min() >= 10 else None


def beside_noise(k, size, d, seed, gap=20.0):
    """Make groups in one column of d."""
    rng = np.random.default_rng([k, size, d, seed])
    truth = np.repeat(np.arange(k), size)
    X = rng.normal(size=(k * size, d))
    X[:, 0] += gap * truth
    return X, truth


def oblique(k, size, d, seed):
    """Make groups in a direction that is narrow beside all others, and no column's."""
    X, truth = beside_noise(k, size, d, seed, gap=12.0)
    turn = np.linalg.qr(np.random.default_rng([d, seed]).normal(size=(d, d)))[0]
    return (X * np.r_[1.0, np.full(d - 1, 30.0)]) @ turn, truth


def whole_numbers(k, size, d, seed):
    """Round the lattice."""
    X, truth = lattice(k, size, d, seed)
    return np.rint(X), truth


def counts(k, size, d, seed):
    """Make groups of small counts, 20 standard deviations apart in one column of d."""
    rng = np.random.default_rng([k, size, d, seed])
    truth = np.repeat(np.arange(k), size)
    X = rng.poisson(2.0, size=(k * size, d)).astype(float)
    X[:, 0] += 28.0 * truth
    return X, truth


def a_column_each(k, size, d, seed):
    """Make groups of whole numbers that differ in a column each, 20 apart."""
    rng = np.random.default_rng([k, size, d, seed])
    truth = np.repeat(np.arange(k), size)
    X = np.rint(rng.normal(size=(k * size, d)))
    X[np.arange(k * size), truth] += 20.0
    return X, truth


def measure(job):
    make, *shape = job
    made = make(*shape)
    if made is None:
        return None
    X, truth = made
    found = CECIB(random_state=0, n_jobs=1).fit(X).labels_
    other = HDBSCAN(copy=True).fit_predict(X) if len(X) <= _MOST_ROWS else truth
    return (
        make.__name__, shape, int(found.max()) + 1, adjusted_rand_score(truth, found), adjusted_rand_score(truth, other)
    )  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer sets")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="sets of these names")
    options = parser.parse_args()
    seeds = 1 if options.quick else 3
    jobs = [
        (lattice, *shape)
        for shape in product(
            (1, 2, 5, 10, 20, 30, 50, 70, 100), (10, 30, 100, 1_000), (1, 2, 3, 5, 10, 20), range(seeds)
        )
        if shape[0] * shape[1] <= _MOST_ROWS
    ]
    jobs += [(scattered, *shape) for shape in product(range(15, 36, 5), (30, 100), (2, 3, 5), range(4 * seeds))]
    jobs += [
        (make, *shape)
        for make, columns in ((beside_noise, (2, 5, 10, 20, 50)), (oblique, (2, 3, 5, 10)))
        for shape in product((2, 3, 5), (30, 100, 1_000), columns, range(seeds))
    ]
    jobs += [
        (make, *shape)
        for make, numbers, columns in (
            (whole_numbers, (2, 3, 5, 8), (2, 5, 8, 20)),
            (counts, (2, 3, 5), (2, 4, 10)),
            (a_column_each, (2, 4), (5, 20)),
        )
        for shape in product(numbers, (10, 12, 30, 100), columns, range(2 * seeds))
    ]
    jobs += [(lattice, 1, n, d, 0) for n, d in product((50, 10_000, 100_000, 1_000_000), (1, 2, 10))]
    jobs = [job for job in jobs if options.only is None or job[0].__name__ in options.only]
    with Pool(2) as pool:
        rows = [row for row in pool.imap_unordered(measure, jobs, chunksize=4) if row is not None]
    print("| sets | tried | exactly as made | HDBSCAN |\n|---|---|---|---|")
    for name in dict.fromkeys(job[0].__name__ for job in jobs):
        own = [row for row in rows if row[0] == name]
        print(f"| {name} | {len(own)} | {sum(row[3] == 1 for row in own)} | {sum(row[4] == 1 for row in own)} |")
    print("\nNot as made: clusters, size, dimensions, seed; found; adjusted Rand index")
    for name, shape, k, rand, _ in sorted(rows):
        if rand < 1:
            print(f"  {name} {tuple(shape)}: {k}, {rand:.3f}")


if __name__ == "__main__":
    main()
