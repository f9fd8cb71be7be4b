"""The paper's five demo sets with its authors' own partial labels: our clusters beside those the authors committed.

Run as ``python benchmarks/authors.py FOLDER``; the folder (or CECIB_DATA) holds ``NAME_authors_partial.csv`` and
``NAME_authors_result.csv`` beside the sets themselves. Ten seeds each; means.
"""

import argparse
import os
from pathlib import Path

import numpy as np
import pandas as pd

from cecib import CECIB
from cecib.datasets import load
from cecib.reading.evaluation import normalized_mutual_information
from cecib.sizes import PAPER_EPSILON

SETS = ["iris", "segmentation", "user_modeling", "vertebral", "wine"]
SEEDS = range(10)


def mean_scores(X, y, classes, **parameters):
    models = [CECIB(random_state=seed, **parameters).fit(X, y) for seed in SEEDS]
    scores = [normalized_mutual_information(classes, model.labels_) for model in models]
    return np.mean(scores), np.mean([model.n_clusters_ for model in models])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("CECIB_DATA"), type=Path)
    folder = parser.parse_args().folder
    if folder is None:
        parser.error("name the folder of the data, or set CECIB_DATA")
    print("| set | classes | authors' result | entropy, β = 1, from twice the number | default, number unknown |")
    print("|---|---|---|---|---|")
    for name in SETS:
        data = load(name, folder)
        classes, k = data.target, data.n_classes
        partial = pd.read_csv(folder / f"{name}_authors_partial.csv")
        y = partial["label"].to_numpy() - 1
        theirs = pd.read_csv(folder / f"{name}_authors_result.csv")["cluster"].to_numpy()
        settings = {"criterion": "entropy", "n_clusters": 2 * k, "min_cluster_size": PAPER_EPSILON, "n_init": 10}
        paper = mean_scores(data.X, y, classes, **settings)
        ours = mean_scores(data.X, y, classes)
        committed = normalized_mutual_information(classes, theirs), len(np.unique(theirs))
        cells = " | ".join(f"{score:.3f} ({count:.3g})" for score, count in (committed, paper, ours))
        print(f"| {name} | {k} | {cells} |")


if __name__ == "__main__":
    main()
