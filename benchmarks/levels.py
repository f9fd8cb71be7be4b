"""Labels at two levels, the coarse one of all rows and the fine one of a few: do clusters agree with the fine ones.

python benchmarks/levels.py FOLDER                          # all sets; FOLDER (or CECIB_DATA) holds them
python benchmarks/levels.py FOLDER --sets chem ecoli --draws 5 --criterion evidence

Of each set: NMI with the fine classes, mean over draws of the labelled rows, and in brackets the mean number of
clusters, with both levels, with the fine labels alone, and with the coarse labels alone; the row of 0 % has no fine
labels, so that both are the coarse ones, and "fine alone" are none. The last columns are held-out truth: the share of
rows without a fine label whose fine class `predict_category` names, with both levels and with the fine one alone.
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

SHARES = (0.05, 0.1, 0.2)
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
_MOST_ROWS = 1_000


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


def _scores(X, y, fine, draw, criterion, hidden=None):
    """NMI, clusters, and the share of the hidden fine classes that are named right."""
    start = None if criterion == "evidence" else 10
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = CECIB(start, criterion=criterion, random_state=draw, n_jobs=1).fit(X, y)
    found = [normalized_mutual_information(fine, model.labels_), model.n_clusters_]
    if hidden is None:
        return found
    said = model.predict_category(X)
    return [*found, ((said[:, -1] if said.ndim == 2 else said) == fine)[hidden].mean()]


def _fit(name, folder, criterion, draw):
    """Without labels, with the coarse ones, and for each share of fine ones with these and with both."""
    X, fine, coarse = read(name, folder)
    classes, index = np.unique(fine, return_inverse=True)
    expert = make_expert(index.astype(np.int64), draw)
    scores = [*_scores(X, None, fine, draw, criterion), *_scores(X, coarse, fine, draw, criterion)]
    for share in SHARES:
        known = expert.labels(share)
        few = np.where(known >= 0, classes[known], None)
        for y in (np.column_stack([coarse.astype(object), few]), few):
            scores += _scores(X, y, fine, draw, criterion, known < 0)
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
        with Pool(options.processes) as pool:
            draws = pool.map(partial(_fit, name, options.folder, options.criterion), range(options.draws))
        none, k_none, coarse, k_coarse, *rest = np.mean(draws, axis=0)
        first = f"| {name}, 0 % | | {none:.3f} ({k_none:.1f}) | {coarse:.3f} ({k_coarse:.1f}) | | |"
        print(first, flush=True)
        for share, found in zip(SHARES, np.reshape(rest, (len(SHARES), 6)), strict=True):
            both, k_both, right, few, k_few, right_few = found
            cells = [f"{both:.3f} ({k_both:.1f})", f"{few:.3f} ({k_few:.1f})", "", f"{right:.3f}", f"{right_few:.3f}"]
            print(f"| {name}, {100 * share:.0f} % |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
