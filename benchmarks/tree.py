"""Trees: cuts at the true number, beside the number that was found and other trees that are told it.

Run as ``python benchmarks/tree.py [FOLDER]``; FOLDER (or CECIB_DATA) holds the sets, and those that are missing are
left out. Each row is a set and a level of its truth, with labels on a fifth of the rows or none; NMI is that of the
rows without a label. Columns: what the fit found, and its number of clusters; the tree cut (or refined) to the true
number; the same once rows have settled; Ward's tree of the means of the fit; Ward's tree of all rows
(AgglomerativeClustering), features standardised for both. ``--speed`` measures a large tree instead.
"""

import argparse
import os
from functools import partial
from itertools import product
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
import pandas as pd
from scipy.cluster.hierarchy import fcluster, ward
from sklearn.cluster import AgglomerativeClustering

from cecib import CECIB
from cecib.datasets import MissingDatasetError, load
from cecib.datasets.labels import draw_labels
from cecib.reading.evaluation import normalized_mutual_information
from quality_sets import PAPER, read

MADE = ["groups", "groups, far", "groups, one unlabelled", "groups, random labels"]
BY_LABELS = MADE[2:]  # without labels they are the first once more
CHEMISTRY = ["chem", "chem_large"]
SHARES = (0.0, 0.2)
COLUMNS = ["found", "clusters", "told", "settled", "means", "ward"]


def groups_of_groups(name, seed, tops=3, each=3, low=2, d=4, n=900):
    """Make clusters in groups in groups, at distances of about 5, 12 and 40 standard deviations, or twice that."""
    rng = np.random.default_rng([seed, 7])
    far = 2.0 if name == "groups, far" else 1.0
    places = 20.0 * far * rng.normal(size=(tops, d))
    places = places.repeat(each, axis=0) + 6.0 * far * rng.normal(size=(tops * each, d))
    places = places.repeat(low, axis=0) + 2.5 * far * rng.normal(size=(tops * each * low, d))
    leaf = rng.permutation(np.arange(n) % len(places))
    X = places[leaf] + rng.normal(size=(n, d))
    levels = {"low": leaf, "mid": leaf // low, "top": leaf // (low * each)}
    unknown = levels["top"] == tops - 1 if name == "groups, one unlabelled" else np.zeros(n, dtype=bool)
    return X, levels, levels["top"], unknown


def data_of(name, folder, seed):
    """Points, levels of the truth, what the expert labels, and the rows that the expert never labels."""
    if name in MADE:
        return groups_of_groups(name, seed)
    if name == "chem":
        data = load("chem", folder, download=False)
        levels = {"leaf": data.classes, **data.coarser}
        levels = {level: pd.factorize(own)[0] for level, own in levels.items()}
        return data.X, levels, levels["top"], np.zeros(len(data.X), dtype=bool)
    X, classes, known = read(name, folder)
    return X, {"class": classes}, known, np.zeros(len(X), dtype=bool)


def measure(folder, job):
    """All columns for all levels of one draw."""
    name, share, seed = job
    X, levels, known, unknown = data_of(name, folder, seed)
    y = draw_labels(known, share, 0.0, [seed, 3])
    y[unknown] = -1
    if name == "groups, random labels":
        y[y >= 0] = np.random.default_rng([seed, 9]).permutation(y[y >= 0])
    hidden = y < 0
    model = CECIB(random_state=seed, n_jobs=1).fit(X, y)
    rows = []
    for level, truth in levels.items():
        k = len(np.unique(truth))
        coarse = model.cut(k) if k <= model.n_clusters_ else model.refine(n_clusters=k)
        settled = coarse.cut(k, X, y)
        found = {
            "found": model.labels_,
            "told": coarse.labels_,
            "settled": settled.labels_,
            "means": _ward_of_means(model, X, k),
            "ward": AgglomerativeClustering(k).fit_predict(_standardised(X, X)),
        }
        scores = {column: normalized_mutual_information(truth[hidden], own[hidden]) for column, own in found.items()}
        rows.append({"set": name, "level": f"{level} ({k})", "share": share, "clusters": model.n_clusters_} | scores)
    return rows


def _standardised(rows, X):
    return (rows - X.mean(axis=0)) / np.maximum(X.std(axis=0), 1e-12)


def _ward_of_means(model, X, k):
    if model.n_clusters_ == 1:
        return model.labels_
    return fcluster(ward(_standardised(model.means_, X)), k, "maxclust")[model.labels_]


def print_table(table):
    print("| set | truth | labels |", " | ".join(COLUMNS), "|")
    print("|---|---|---|" + "---|" * len(COLUMNS))
    for (name, level, share), own in table.groupby(["set", "level", "share"], sort=False):
        cells = [
            f"{own[column].mean():.1f}" if column == "clusters" else f"{own[column].mean():.3f}" for column in COLUMNS
        ]
        print(f"| {name} | {level} | {share:.0%} |", " | ".join(cells), "|")
    means = [f"{table[column].mean():.3f}" if column != "clusters" else "" for column in COLUMNS]
    print("| **mean** | | |", " | ".join(means), "|")


def print_speed(k=100, d=50, n=20_000):
    rng = np.random.default_rng(0)
    labels = np.arange(n) % k
    X = 6.0 * rng.normal(size=(k, d))[labels] + rng.normal(size=(n, d))
    model = CECIB(init=labels, subspace=None, random_state=0).fit(X)
    times = []
    for _ in range(5):
        begin = perf_counter(), process_time()
        model.tree()
        times.append((perf_counter() - begin[0], process_time() - begin[1]))
    seconds, busy = min(times)
    print(f"{model.n_clusters_} clusters in {d} dimensions: a tree in {seconds:.2f} s, {busy:.2f} s of one core")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("CECIB_DATA"))
    parser.add_argument("--draws", type=int, default=5, help="draws of the labels per set")
    parser.add_argument("--sets", nargs="+", choices=MADE + CHEMISTRY + PAPER, default=MADE + CHEMISTRY + PAPER)
    parser.add_argument("--speed", action="store_true", help="how long a large tree takes, instead")
    options = parser.parse_args()
    if options.speed:
        print_speed()
        return
    folder = Path(options.folder) if options.folder else None
    names = [name for name in options.sets if _is_there(name, folder)]
    jobs = [job for job in product(names, SHARES, range(options.draws)) if job[1] > 0 or job[0] not in BY_LABELS]
    with Pool(2) as pool:
        found = pool.map(partial(measure, folder), jobs, chunksize=1)
    print_table(pd.DataFrame([row for rows in found for row in rows]))


def _is_there(name, folder):
    try:
        return data_of(name, folder, 0) is not None
    except (MissingDatasetError, TypeError):
        return False


if __name__ == "__main__":
    main()
