"""Missing values: the model beside imputers, and beside leaving rows out.

Run as ``python benchmarks/holes.py [FOLDER]``; FOLDER (or CECIB_DATA) holds the sets. Holes are made in whole tables,
at random or more often where values are large, and the same classes are looked for: by the model itself
(``missing="model"``), by a plain fit after `SimpleImputer`, `KNNImputer` and `IterativeImputer` (of standardised
columns), and with the incomplete rows left out (``missing="drop"``). Columns: NMI of the clusters, and of the
categories of the rows where there are labels; how many times as long it takes as a fit without holes.
"""

import argparse
import csv
import os
import warnings
from functools import partial
from itertools import product
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
import pandas as pd
from sklearn.exceptions import ConvergenceWarning
from sklearn.experimental import enable_iterative_imputer  # noqa: F401
from sklearn.impute import IterativeImputer, KNNImputer, SimpleImputer
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from cecib import CECIB
from cecib.datasets.labels import draw_labels
from cecib.input_errors import InputError
from cecib.reading.evaluation import normalized_mutual_information
from quality_sets import PAPER, mixture, read

SHARES = (0.05, 0.1, 0.2, 0.4)
KINDS = ("at random", "large values")
LABELLED = (0.0, 0.1)
IMPUTERS = {
    "mean": SimpleImputer,
    "knn": KNNImputer,
    "iterative": partial(IterativeImputer, max_iter=20, random_state=0),
}
METHODS = ("model", *IMPUTERS, "drop")
FIELDS = ["set", "share", "kind", "labelled", "draw", "method", "nmi", "category_nmi", "n_clusters", "times"]
_LARGE = 0.7  # quantile of a column, above which a value is more often missing
_MORE = 2.5  # times as often


def with_holes(X, share, kind, seed):
    """Make holes; no row loses all its values."""
    rng = np.random.default_rng(seed)
    probability = np.full(X.shape, share)
    if kind == "large values":
        is_large = np.quantile(X, _LARGE, axis=0) < X
        rest = (1 - _MORE * is_large.mean(axis=0)) / (1 - is_large.mean(axis=0))
        probability = share * np.where(is_large, _MORE, rest)
    is_hole = rng.uniform(size=X.shape) < probability
    is_hole[is_hole.all(axis=1), rng.integers(X.shape[1])] = False
    return np.where(is_hole, np.nan, X)


def fitted(method, X, y, seed):
    """Labels, categories, number of clusters and seconds; nothing where no row is left."""
    begin = process_time()
    missing = method if method in ("model", "drop") else "fail"
    if method in IMPUTERS:
        scaler = StandardScaler()
        X = scaler.inverse_transform(make_pipeline(scaler, IMPUTERS[method]()).fit_transform(X))
    try:
        model = CECIB(random_state=seed, n_jobs=1, missing=missing).fit(X, y)
    except InputError:
        return None
    return model.labels_, model.predict_category(X), model.n_clusters_, process_time() - begin


def measure(folder, job):
    name, share, kind, labelled, draw = job
    X, classes, known = read(name, folder)
    y = draw_labels(known, labelled, 0.0, [draw, 1]) if labelled else None
    warnings.simplefilter("ignore", ConvergenceWarning)
    whole = fitted("fail", X, y, draw)
    holed = with_holes(X, share, kind, [draw, PAPER.index(name), int(1000 * share), KINDS.index(kind)])
    rows = []
    for method, found in [("whole", whole), *((method, fitted(method, holed, y, draw)) for method in METHODS)]:
        if found is None:
            scores = (0.0, 0.0 if labelled else np.nan, 0, np.nan)
        else:
            labels, categories, number, seconds = found
            of_categories = normalized_mutual_information(classes, np.asarray(categories)) if labelled else np.nan
            scores = (normalized_mutual_information(classes, labels), of_categories, number, seconds / whole[3])
        rows.append(dict(zip(FIELDS, (*job, method, *scores), strict=True)))
    return rows


def mean(rows, field, **where):
    own = [row[field] for row in rows if all(row[key] == value for key, value in where.items())]
    return np.nanmean(own) if len(own) and not np.isnan(own).all() else np.nan


def print_tables(rows, shares, kinds, labelled):
    methods = ("whole", *METHODS)
    print("| NMI of clusters (of categories) |", " | ".join(methods), "|")
    print("|---" * (len(methods) + 1) + "|")
    for own, kind, share in product(labelled, kinds, shares):
        where = {"labelled": own, "kind": kind, "share": share}
        cells = []
        for method in methods:
            of_categories = mean(rows, "category_nmi", method=method, **where)
            further = "" if np.isnan(of_categories) else f" ({of_categories:.3f})"
            cells.append(f"{mean(rows, 'nmi', method=method, **where):.3f}{further}")
        print(f"| {100 * own:.0f} % labels, {100 * share:.0f} % holes, {kind} |", " | ".join(cells), "|")
    for title, field in (("all", "nmi"), ("clusters", "n_clusters"), ("times as long", "times")):
        values = (mean(rows, field, method=method) for method in methods)
        digits = 3 if field == "nmi" else 1
        print(f"| **{title}** |", " | ".join(f"{value:.{digits}f}" for value in values), "|")
    print("\n| NMI of clusters, all of the above |", " | ".join(methods), "|")
    print("|---" * (len(methods) + 1) + "|")
    for name in PAPER:
        print(f"| {name} |", " | ".join(f"{mean(rows, 'nmi', method=one, set=name):.3f}" for one in methods), "|")


def print_speed(n=10_000, d=20, k=8, share=0.2):
    """Time of fits and predictions where nearly each row has holes of its own."""
    X, _ = mixture(k, d, n, "normal", 4.0, seed=0)
    holed = with_holes(X, share, "at random", 0)
    patterns = len(np.unique(np.isnan(holed), axis=0))
    for name, rows in (("without holes", X), (f"{patterns:,} patterns of holes", holed)):
        begin = process_time()
        model = CECIB(random_state=0, n_jobs=1).fit(rows)
        seconds, begin = process_time() - begin, process_time()
        model.predict(rows)
        print(f"{n:,} × {d}, {name}: fit {seconds:.1f} s, predict {process_time() - begin:.2f} s")


def print_blocks(n=500_000, d=10, k=10, shares=(0.0, 0.01, 0.1)):
    """Time of a file that is read in blocks, on one thread, and how well its groups are found."""
    X, truth = mixture(k, d, n, "normal", 4.0, seed=0)
    print("| holes | missing | rows that lack values | s | times as long | passes | clusters | ARI |")
    print("|---" * 8 + "|")
    first = None
    with TemporaryDirectory() as folder:
        for share, missing in [*((share, "model") for share in shares), (shares[-1], "drop")]:
            rows = with_holes(X, share, "at random", 0) if share else X
            path = Path(folder) / "rows.parquet"
            pd.DataFrame(rows, columns=[f"x{j}" for j in range(d)]).to_parquet(path)
            begin = process_time()
            model = CECIB(random_state=0, n_jobs=1, missing=missing).fit_blocks(path)
            seconds = process_time() - begin
            first = first or seconds
            lacking = 0 if model.missing_ is None else model.missing_.n_incomplete
            agreement = adjusted_rand_score(truth, model.labels_)
            cells = f"{100 * share:.0f} %", missing, f"{lacking:,}", f"{seconds:.1f}", f"{seconds / first:.1f}"
            print(
                "|",
                " | ".join([*cells, f"{model.n_iter_}", f"{model.n_clusters_}", f"{agreement:.3f}"]),
                "|",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("CECIB_DATA"))
    parser.add_argument("--draws", type=int, default=3, help="draws of holes and labels")
    parser.add_argument("--shares", nargs="+", type=float, default=SHARES, help="shares of holes")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="which values are missing")
    parser.add_argument("--out", type=Path, default=Path("out/holes.csv"), help="all figures")
    parser.add_argument("--speed", action="store_true", help="the time of a larger table instead")
    parser.add_argument("--blocks", action="store_true", help="the time of a file that is read in blocks instead")
    arguments = parser.parse_args()
    if arguments.speed or arguments.blocks:
        (print_speed if arguments.speed else print_blocks)()
        return
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    jobs = list(product(PAPER, arguments.shares, arguments.kinds, LABELLED, range(arguments.draws)))
    rows = []
    with Pool(2) as pool, arguments.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        for found in pool.imap(partial(measure, arguments.folder), jobs):
            writer.writerows(found)
            rows += found
    print_tables(rows, arguments.shares, arguments.kinds, LABELLED)


if __name__ == "__main__":
    main()
