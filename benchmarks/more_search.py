"""What more search does to the paper's cost and to ours: clusters, cost and NMI against the number of starts.

Run as ``python benchmarks/more_search.py FOLDER``; the folder (or CECIB_DATA) holds the chemistry and the image set.
Ten clusters to start from, 30 % of the points labelled with their coarse class, β = 1, five seeds.
"""

import argparse
import os

import numpy as np

from cecib import CECIB
from cecib.datasets import load
from cecib.reading.evaluation import normalized_mutual_information

SEEDS = range(5)


def coarse_labels(data):
    coarse = data.coarser.get("top", data.classes)
    chosen = np.random.default_rng(0).uniform(size=len(data.X)) < 0.3
    return np.where(chosen, np.unique(coarse, return_inverse=True)[1], -1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("CECIB_DATA"))
    folder = parser.parse_args().folder
    print("| set | criterion | starts | clusters | cost | NMI |\n|---|---|---|---|---|---|")
    for name in ("chem", "image"):
        data = load(name, folder)
        y = coarse_labels(data)
        for criterion in ("entropy", "evidence"):
            for n_init in (1, 10, 100):
                estimators = [CECIB(10, criterion=criterion, n_init=n_init, random_state=seed) for seed in SEEDS]
                models = [estimator.fit(data.X, y) for estimator in estimators]
                clusters = np.mean([model.n_clusters_ for model in models])
                cost = np.mean([model.cost_ for model in models])
                score = np.mean([normalized_mutual_information(data.classes, model.labels_) for model in models])
                print(f"| {name} | {criterion} | {n_init} | {clusters:.1f} | {cost:.3f} | {score:.3f} |")


if __name__ == "__main__":
    main()
