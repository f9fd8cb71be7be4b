"""What more search does to the paper's cost and to ours: clusters, cost and NMI against the number of starts.

Run as ``python benchmarks/more_search.py FOLDER [CASE]``; the folder (or CECIB_DATA) holds the chemistry and the image
set. Ten clusters to start from, β = 1, five seeds. Ligands: 30 % labelled with their top class, by both recipes. Image:
the scribbles, and 30 % of the pixels at random. ``--criterion`` takes one of the two.
"""

import argparse
import os

import numpy as np

from cecib import CECIB
from cecib.datasets import load
from cecib.reading.evaluation import normalized_mutual_information

SEEDS = range(5)
STARTS = (1, 10, 100)


def random_labels(coarse):
    chosen = np.random.default_rng(0).uniform(size=len(coarse)) < 0.3
    return np.where(chosen, np.unique(coarse, return_inverse=True)[1], -1)


def top_labels(data):
    return random_labels(data.coarser["top"])


CASES = {
    "chemistry": ("chem", top_labels),
    "chemistry, standardised": ("chem_scaled", top_labels),
    "image, scribbles": ("image", lambda data: data.picture.scribbles.ravel()),
    "image, random pixels": ("image", lambda data: random_labels(data.classes)),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("CECIB_DATA"))
    parser.add_argument("case", nargs="?", choices=CASES)
    parser.add_argument("--criterion", choices=["entropy", "evidence"])
    arguments = parser.parse_args()
    print("| set | criterion | starts | clusters | smallest | cost | NMI |\n|---|---|---|---|---|---|---|")
    for case in [arguments.case] if arguments.case else CASES:
        name, labels = CASES[case]
        data = load(name, arguments.folder)
        y = labels(data)
        for criterion in [arguments.criterion] if arguments.criterion else ["entropy", "evidence"]:
            for n_init in STARTS:
                estimators = [CECIB(10, beta=1.0, criterion=criterion, n_init=n_init, random_state=s) for s in SEEDS]
                models = [estimator.fit(data.X, y) for estimator in estimators]
                clusters = np.mean([model.n_clusters_ for model in models])
                smallest = min(np.bincount(model.labels_).min() for model in models)
                cost = np.mean([model.cost_ for model in models])
                score = np.mean([normalized_mutual_information(data.classes, model.labels_) for model in models])
                cells = [case, criterion, n_init, f"{clusters:.1f}", smallest, f"{cost:.3f}", f"{score:.3f}"]
                print("|", " | ".join(map(str, cells)), "|", flush=True)


if __name__ == "__main__":
    main()
