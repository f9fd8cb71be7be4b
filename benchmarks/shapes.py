"""How well `CECIB.shapes` joins clusters of bent groups, and leaves Gaussians apart, beside other methods.

Run as ``python benchmarks/shapes.py [--quick]`` for sets that are made, ``--data FOLDER`` for the paper's sets and wide
ones, where there is nothing to join, and ``--collection FOLDER`` for files ``*/NAME.data.gz`` with ``NAME.labels0.gz``,
as in Gagolewski's collection of benchmark sets (clustering-data-v1). Rows with label 0 there are noise and are not
judged. Figures are adjusted Rand indices. Beside it stand the clusters themselves; clusters joined by the entropy of
their memberships, as many as the bend of its curve says (Baudry and others, 2010); a Gaussian mixture and HDBSCAN of
scikit-learn, the mixture told the true number, HDBSCAN told that a cluster has at least 2 % of the rows.
"""

import argparse
from itertools import product
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from sklearn.cluster import HDBSCAN
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score
from sklearn.mixture import GaussianMixture

from cecib import CECIB
from quality_sets import PAPER, read
from shape_sets import GAUSSIANS, SHAPES, pair

_WIDE = ["vehicle", "vowel", "segmentation_wide", "pendigits", "optdigits", "texture"]
_SIZES = (200, 500, 1_500, 5_000)
_MOST_ROWS = 12_000
_METHODS = ("clusters", "shapes", "entropy", "mixture told k", "HDBSCAN")


def joined_by_entropy(memberships):
    """Join the two clusters that lower the entropy most, one after the other; stop where the curve bends."""
    own = [memberships[:, [c]] for c in range(memberships.shape[1])]
    groups = [[c] for c in range(len(own))]
    course, entropies = [[list(group) for group in groups]], [_entropy(memberships)]
    while len(own) > 1:
        gains = {
            (a, b): _entropy(own[a] + own[b]) - _entropy(own[a]) - _entropy(own[b])
            for a in range(len(own))
            for b in range(a)
        }
        a, b = min(gains, key=gains.get)
        own[b], groups[b] = own[b] + own[a], groups[b] + groups[a]
        del own[a], groups[a]
        course.append([list(group) for group in groups])
        entropies.append(sum(map(_entropy, own)))
    chosen = course[_bend(np.array(entropies))]
    label = np.empty(memberships.shape[1], dtype=int)
    for number, group in enumerate(chosen):
        label[group] = number
    return label


def _entropy(memberships):
    return float(-(memberships * np.log(np.maximum(memberships, 1e-300))).sum())


def _bend(values):
    """Where two straight lines fit a curve best; its start if it has fewer than four points."""
    steps = np.arange(len(values))

    def misfit(at):
        parts = (slice(None, at + 1), slice(at, None))
        lines = [np.polyfit(steps[part], values[part], 1) for part in parts]
        return sum(
            float(((np.polyval(line, steps[part]) - values[part]) ** 2).sum())
            for line, part in zip(lines, parts, strict=True)
        )

    return min(range(1, len(values) - 1), key=misfit) if len(values) >= 4 else 0


def answers(X, truth):
    """Ask each method, and count clusters and shapes."""
    model = CECIB(random_state=0, n_jobs=1).fit(X)
    own = model.shapes()
    told = GaussianMixture(len(np.unique(truth)), random_state=0, n_init=3, reg_covar=1e-6)
    found = (
        model.labels_,
        own[model.labels_],
        joined_by_entropy(model.predict_proba(X))[model.labels_],
        told.fit_predict(X),
        HDBSCAN(min_cluster_size=max(5, len(X) // 50), copy=True).fit_predict(X),
    )
    return found, model.n_clusters_, int(own.max()) + 1


def measure(job):
    """One set that is made."""
    make, n, level, seed = job
    X, truth = make(n, level, np.random.default_rng([100 + seed, n]))
    found, k, shapes = answers(X, truth)
    return (
        (make.__name__, n, level),
        k,
        shapes,
        int(truth.max()) + 1,
        [adjusted_rand_score(truth, own) for own in found],
    )


def measure_real(job):
    """Compare clusters and shapes on a set in which nothing is bent."""
    name, folder = job
    made = read(name, folder)
    if made is None:
        return None
    X, truth, _ = made
    model = CECIB(random_state=0, n_jobs=1).fit(X)
    own = model.shapes()
    both = (model.labels_, own[model.labels_])
    scores = [score(truth, one) for score in (adjusted_rand_score, normalized_mutual_info_score) for one in both]
    return name, model.n_clusters_, int(own.max()) + 1, scores


def measure_file(path):
    """One set of a collection."""
    X, truth = np.loadtxt(path, ndmin=2), np.loadtxt(str(path).replace(".data.", ".labels0."), dtype=int)
    if len(X) > _MOST_ROWS:
        return None
    judged = truth > 0
    found, k, shapes = answers(X, truth[judged])
    name = f"{path.parent.name}/{path.name.removesuffix('.data.gz')}"
    return name, k, shapes, int(truth.max()), [adjusted_rand_score(truth[judged], own[judged]) for own in found]


def _row(*cells):
    print("|", " | ".join(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in cells), "|", flush=True)


def _head(*cells):
    _row(*cells)
    _row(*("---" for _ in cells))


def report_made(pool, seeds):
    for sets in (SHAPES, GAUSSIANS):
        jobs = [(make, *case) for make in sets for case in product(_SIZES, sets[make], range(seeds))]
        rows = pool.map(measure, jobs, chunksize=2)
        _head("set", "rows", "clusters", "shapes", "true", *_METHODS)
        for make, n in product(sets, _SIZES):
            own = [row for row in rows if row[0][:2] == (make.__name__, n)]
            numbers = [float(np.mean([row[i] for row in own])) for i in (1, 2, 3)]
            _row(make.__name__, n, *numbers, *map(float, np.mean([row[4] for row in own], axis=0)))
        _row("all", "", "", "", "", *map(float, np.mean([row[4] for row in rows], axis=0)))
        print(f"\n{sum(row[2] < row[1] for row in rows)} of {len(rows)} sets have clusters that were joined\n")


def is_joined(job):
    """Whether two Gaussians 4 standard deviations apart that are found are joined; None if they are not found."""
    n, seed = job
    X, _ = pair(n, 4.0, np.random.default_rng([500 + seed, n]))
    model = CECIB(random_state=0, n_jobs=1).fit(X)
    return None if model.n_clusters_ == 1 else bool(model.shapes().max() + 1 < model.n_clusters_)


def report_chance(pool, draws):
    for n in (100, 200, 400, 800):
        found = [own for own in pool.map(is_joined, [(n, seed) for seed in range(draws)]) if own is not None]
        print(f"{n} rows of two Gaussians 4 apart: found as two in {len(found)} of {draws}, joined in {sum(found)}")


def report_real(pool, folder):
    rows = [row for row in pool.imap(measure_real, [(name, folder) for name in PAPER + _WIDE]) if row is not None]
    _head("set", "clusters", "shapes", "ARI of clusters", "ARI of shapes", "NMI of clusters", "NMI of shapes")
    for name, k, shapes, scores in rows:
        _row(name, k, shapes, *map(float, scores))
    _row("all", "", "", *map(float, np.mean([row[3] for row in rows], axis=0)))


def report_collection(pool, folder):
    paths = sorted(Path(folder).glob("*/*.data.gz"))
    rows = [row for row in pool.imap(measure_file, paths) if row is not None]
    _head("set", "clusters", "shapes", "true", *_METHODS)
    for name, k, shapes, true, scores in rows:
        _row(name, k, shapes, true, *map(float, scores))
    _row("all", "", "", "", *map(float, np.mean([row[4] for row in rows], axis=0)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one set of each kind")
    parser.add_argument("--chance", action="store_true", help="how often two Gaussians of few rows are joined")
    parser.add_argument("--data", metavar="FOLDER", help="the paper's data sets")
    parser.add_argument("--collection", metavar="FOLDER", help="files of a collection")
    options = parser.parse_args()
    with Pool(2) as pool:
        if options.data:
            report_real(pool, options.data)
        elif options.chance:
            report_chance(pool, 100)
        elif options.collection:
            report_collection(pool, options.collection)
        else:
            report_made(pool, 1 if options.quick else 5)


if __name__ == "__main__":
    main()
