"""Quality of the default configuration: NMI and the error of the number of clusters, per set and on average.

Run as ``python benchmarks/quality.py [FOLDER]``; FOLDER (or CECIB_DATA) holds the sets, and those that are missing are
left out. Columns: the share of labelled points, then the share of wrong labels among 30 % labelled points, then labels
that are drawn at random. Nothing is told in any column.
"""

import argparse
import csv
import os
from functools import partial
from itertools import product
from multiprocessing import Pool
from pathlib import Path

import numpy as np

import quality_wide
from cecib import CECIB
from cecib.datasets.labels import draw_labels
from cecib.reading.evaluation import adjusted_rand_index, cluster_count_error, normalized_mutual_information
from quality_sets import OTHERS, PAPER, read

COLUMNS = {
    "0 %": (0.0, 0.0),
    "10 %": (0.1, 0.0),
    "20 %": (0.2, 0.0),
    "30 %": (0.3, 0.0),
    "noise 10 %": (0.3, 0.1),
    "noise 30 %": (0.3, 0.3),
    "noise 50 %": (0.3, 0.5),
    "random": (0.3, None),
}
RESTARTS = (1, 2, 4, 8, 16, 32, 64, 100)
FIELDS = ["set", "column", "draw", "n_init", "nmi", "ari", "n_clusters", "count_error", "cost", "beta", "labelled_only"]


def measure(folder, job):
    name, column, draw, n_init = job
    X, classes, known = read(name, folder)
    labelled, wrong = COLUMNS[column]
    y = draw_labels(known, labelled, wrong or 0.0, [draw, list(COLUMNS).index(column)])
    if wrong is None:
        y[y >= 0] = np.random.default_rng([draw, 99]).permutation(y[y >= 0])
    model = CECIB(n_init=n_init, random_state=draw, n_jobs=1).fit(X, y)
    found = model.labels_
    scores = normalized_mutual_information(classes, found), adjusted_rand_index(classes, found)
    number = model.n_clusters_, cluster_count_error(classes, found)
    return dict(zip(FIELDS, (*job, *scores, *number, model.cost_, model.beta_, _labelled_only(found, y)), strict=True))


def _labelled_only(found, y):
    """How many clusters hold labelled rows only."""
    return sum(bool((y[found == c] >= 0).all()) for c in np.unique(found))


def run(jobs, folder, path):
    with Pool(2) as pool, path.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        rows = []
        for row in pool.imap(partial(measure, folder), jobs):
            writer.writerow(row)
            rows.append(row)
    return rows


def mean(rows, field, **where):
    return np.mean([row[field] for row in rows if all(row[key] == value for key, value in where.items())])


def print_table(rows, names, columns):
    print("| NMI (clusters) |", " | ".join(columns), "|")
    print("|---" + "|---" * len(columns) + "|")
    for name in names:
        cells = (
            f"{mean(rows, 'nmi', set=name, column=column):.3f} "
            f"({mean(rows, 'n_clusters', set=name, column=column):.1f})"
            for column in columns
        )
        print(f"| {name} |", " | ".join(cells), "|")
    for field, title in (
        ("nmi", "mean NMI"),
        ("ari", "mean ARI"),
        ("count_error", "mean error of the number"),
        ("beta", "mean β"),
    ):
        values = (np.mean([mean(rows, field, set=name, column=column) for name in names]) for column in columns)
        print(f"| **{title}** |", " | ".join(f"**{value:.3f}**" for value in values), "|")
    print()


def print_curve(rows, names, columns, restarts):
    """NMI and the excess of the cost over the least that any number of starts found, in % of its size."""
    print(
        "| NMI (excess cost, %) |",
        " | ".join(f"n_init={n}" for n in restarts),
        "|\n|---" + "|---" * len(restarts) + "|",
    )
    for name, column in product(names, columns):
        here = [row for row in rows if row["set"] == name and row["column"] == column]
        draws = {row["draw"] for row in here}
        least = {draw: min(row["cost"] for row in here if row["draw"] == draw) for draw in draws}
        cells = []
        for n in restarts:
            at = [row for row in here if row["n_init"] == n]
            excess = max((row["cost"] - least[row["draw"]]) / abs(least[row["draw"]]) for row in at)
            cells.append(f"{np.mean([row['nmi'] for row in at]):.3f} ({100 * excess:.2f})")
        print(f"| {name}, {column} |", " | ".join(cells), "|")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("CECIB_DATA"))
    parser.add_argument("--draws", type=int, default=10, help="draws of the labels per set and column")
    parser.add_argument("--sets", nargs="+", choices=sorted({*PAPER, *OTHERS, *quality_wide.SETS}), help="only these")
    parser.add_argument("--columns", nargs="+", choices=COLUMNS, default=list(COLUMNS), help="only these")
    parser.add_argument("--restarts", action="store_true", help="NMI and cost against the number of starts instead")
    parser.add_argument("--most", type=int, help="with --restarts: this many starts too")
    parser.add_argument("--quick", action="store_true", help="the paper's sets, two draws")
    parser.add_argument("--wide", action="store_true", help="many dimensions instead, beside classifiers")
    parser.add_argument("--csv", type=Path, default=Path("quality.csv"), help="where every single result goes")
    options = parser.parse_args()
    folder = Path(options.folder) if options.folder else None
    draws = range(2 if options.quick else options.draws)
    if options.wide:
        quality_wide.main(folder, len(draws), options.sets)
        return
    wanted = options.sets or (PAPER if options.quick or options.restarts else PAPER + OTHERS)
    names = [name for name in wanted if read(name, folder) is not None]
    columns = ["0 %", "30 %", "noise 30 %"] if options.restarts else options.columns
    many = (*RESTARTS, options.most) if options.most else RESTARTS
    restarts = (RESTARTS[:5] if options.quick else many) if options.restarts else ("auto",)
    rows = run(list(product(names, columns, draws, restarts)), folder, options.csv)
    print(f"{len(draws)} draws; {sum(row['labelled_only'] for row in rows)} clusters of labelled rows only.\n")
    if options.restarts:
        print_curve(rows, names, columns, restarts)
        return
    for group in (PAPER, OTHERS):
        if present := [name for name in names if name in group]:
            print_table(rows, present, columns)


if __name__ == "__main__":
    main()
