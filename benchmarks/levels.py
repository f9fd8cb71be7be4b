"""Labels at two levels, the coarse one of all rows and the fine one of a few: do clusters agree with the fine ones.

python benchmarks/levels.py FOLDER                          # all sets; FOLDER (or CECIB_DATA) holds them
python benchmarks/levels.py FOLDER --sets chem ecoli --draws 5 --criterion evidence

Of each set: NMI with the fine classes, mean over draws of the labelled rows, and in brackets the mean number of
clusters, with both levels, with the fine labels alone, and with the coarse labels alone. The last columns are held-out
truth: the share of rows without a fine label whose fine class `predict_category` names, with both levels and with the
fine one alone.
"""

import argparse
import os
import warnings
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from cecib import CECIB
from cecib.datasets import MissingDatasetError, load
from cecib.datasets.labels import make_expert
from cecib.reading.evaluation import normalized_mutual_information

SHARES = (0.0, 0.05, 0.1, 0.2)
# Which coarse category a class lies in. Those of chem are the paper's; the others are ours, by what the names say.
COARSE = {
    "chem": "top",
    "ecoli": {"cp": "inside", "im": "inner membrane", "imU": "inner membrane", "pp": "between", "om": "outer membrane"},
    "glass": {"containers": "other", "tableware": "other", "headlamps": "other"},
    "vertebral": {"hernia": "abnormal", "spondylolisthesis": "abnormal"},
    "vehicle": {"opel": "car", "saab": "car"},
    "segmentation_wide": {"sky": "nature", "foliage": "nature", "grass": "nature"},
    "optdigits": dict.fromkeys("0689", "with a loop"),
}
_REST = {"glass": "window", "segmentation_wide": "made", "optdigits": "without"}
_MOST_ROWS = 1_500


def read(name, folder):
    """Points, fine classes and coarse ones."""
    data = load(name, folder, download=False)
    rows = np.arange(len(data.X))
    if len(rows) > _MOST_ROWS:
        rows = np.sort(np.random.RandomState(0).choice(len(rows), _MOST_ROWS, replace=False))
    fine = data.classes[rows].astype(str)
    if isinstance(COARSE[name], str):
        return data.X[rows], fine, data.coarser[COARSE[name]][rows].astype(str)
    coarse = np.array([COARSE[name].get(one, _REST.get(name, one)) for one in fine])
    return data.X[rows], fine, coarse


def _fit(name, folder, criterion, job):
    share, draw = job
    X, fine, coarse = read(name, folder)
    classes, index = np.unique(fine, return_inverse=True)
    known = make_expert(index.astype(np.int64), draw).labels(share)
    few = np.where(known >= 0, classes[known], None)
    both = np.column_stack([coarse.astype(object), few])
    scores = []
    for y in (both, few, coarse):
        model = CECIB(
            criterion=criterion, n_clusters=None if criterion == "evidence" else 10, random_state=draw, n_jobs=1
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(X, None if all(one is None for one in y.ravel()) else y)
        scores += [normalized_mutual_information(fine, model.labels_), model.n_clusters_]
        if y is not coarse:
            said = model.predict_category(X) if share else np.full(len(X), None)
            said = said[:, -1] if said.ndim == 2 else said
            scores.append((said == fine)[known < 0].mean() if share else np.nan)
    return scores


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("CECIB_DATA"))
    parser.add_argument("--sets", nargs="+", choices=COARSE, default=list(COARSE))
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--criterion", default="evidence")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    print("| set, fine labels | both | fine alone | coarse alone | named right, both | fine alone |")
    print("|---|---|---|---|---|---|")
    for name in options.sets:
        try:
            read(name, options.folder)
        except MissingDatasetError as error:
            print(f"| {name} | missing: {error} |")
            continue
        for share in SHARES:
            jobs = [(share, draw) for draw in range(options.draws)]
            with Pool(options.processes) as pool:
                found = np.mean(pool.map(partial(_fit, name, options.folder, options.criterion), jobs), axis=0)
            both, k_both, right, few, k_few, right_few, coarse, k_coarse = found
            cells = [f"{both:.3f} ({k_both:.1f})", f"{few:.3f} ({k_few:.1f})", f"{coarse:.3f} ({k_coarse:.1f})"]
            cells += ["–" if share == 0 else f"{value:.3f}" for value in (right, right_few)]
            print(f"| {name}, {share:.0%} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
