"""Agreement of the rivals with the reference classes, their time per fit, and the baselines' iterations.

CECIB_DATA=folder python benchmarks/rivals.py            # all tables
CECIB_DATA=folder python benchmarks/rivals.py --quick    # two label draws
python benchmarks/rivals.py folder --methods mixmod
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from itertools import count
from pathlib import Path

import numpy as np

from cecib.datasets import load
from cecib.datasets.labels import draw_labels
from cecib.experiments.paper.convergence import ITERATIONS
from cecib.reading.evaluation import normalized_mutual_information
from cecib.rivals import EMGaussianMixture, HartiganKMeans, LloydKMeans, all_rivals

SETS = ("iris", "wine", "user_modeling", "vertebral", "ecoli", "segmentation", "glass")
SHARES = (0.0, 0.1, 0.2, 0.3)
RMIXMOD = {
    "iris": (0.90, 0.87, 0.92, 0.93),
    "wine": (0.91, 0.81, 0.95, 0.96),
    "user_modeling": (0.28, 0.78, 0.82, 0.84),
    "vertebral": (0.48, 0.39, 0.45, 0.51),
    "ecoli": (0.53, 0.61, 0.66, 0.70),
    "segmentation": (0.56, 0.55, 0.60, 0.65),
    "glass": (0.35, 0.35, 0.39, 0.44),
}
APPENDIX = ("Lloyd k-means", None, "Hartigan k-means", "EM")  # passes of Hartigan's are not in the paper


def labels_of_all_classes(classes: np.ndarray, share: float, seed: int) -> np.ndarray:
    """Labels on a share of the points; drawn again until every class has one, as mixmod needs."""
    for again in count():
        y = draw_labels(classes, share, 0.0, [seed, again])
        if share == 0 or len(np.unique(y[y >= 0])) == len(np.unique(classes)):
            return y
    raise AssertionError


def print_agreement(folder: Path, n_draws: int, methods: list[str]) -> None:
    shares = " / ".join(f"{share:.0%}" for share in SHARES)
    print(f"\nMean NMI over {n_draws} label draws, {shares} labelled\n")
    print("| set | " + " | ".join(["Rmixmod", *methods]) + " |")
    print("|---" * (len(methods) + 2) + "|")
    means = np.zeros((len(SETS), len(methods), len(SHARES)))
    for i, name in enumerate(SETS):
        data = load(name, folder)
        X, classes, k = data.X, data.target, data.n_classes
        for s, share in enumerate(SHARES):
            for draw in range(n_draws):
                y = labels_of_all_classes(classes, share, draw)
                rivals = all_rivals(X, y, k, random_state=draw)
                for j, method in enumerate(methods):
                    labels = rivals[method].fit_predict(X, y)
                    means[i, j, s] += normalized_mutual_information(classes, labels) / n_draws
        print(f"| {name} | " + " | ".join(_cell(row) for row in [RMIXMOD[name], *means[i]]) + " |", flush=True)
    reference = np.array([RMIXMOD[name] for name in SETS]).mean(axis=0)
    print("| mean | " + " | ".join(_cell(row) for row in [reference, *means.mean(axis=0)]) + " |")


def print_times(folder: Path, methods: list[str], n_fits: int) -> None:
    sets = [load(name, folder) for name in SETS]
    problems = [
        (data.name, data.X, labels_of_all_classes(data.target, 0.3, 0), data.n_classes, "both") for data in sets
    ]
    image = load("image", folder)
    scribbles = image.picture.scribbles.ravel()
    problems.append(("image, 2 clusters", image.X, scribbles, 2, "both"))
    problems.append(("image, 5 clusters", image.X, scribbles, 5, "cannot-link"))
    baselines = ["Lloyd", "Hartigan", "EM"]
    print(f"\nSeconds per fit with default restarts, 30 % labelled (image: scribbles), best of {n_fits} fits\n")
    print("| set | n × d, k | " + " | ".join(methods + baselines) + " |")
    print("|---" * (len(methods) + len(baselines) + 2) + "|")
    for name, X, y, k, constraints in problems:
        rivals = dict(all_rivals(X, y, k, constraints=constraints, random_state=0))
        rivals |= {
            "Lloyd": LloydKMeans(k, random_state=0),
            "Hartigan": HartiganKMeans(k, random_state=0),
            "EM": EMGaussianMixture(k, random_state=0),
        }
        cells = [_seconds(rivals[m], X, y, n_fits) if m in rivals else "–" for m in methods + baselines]
        print(f"| {name} | {X.shape[0]} × {X.shape[1]}, {k} | " + " | ".join(cells) + " |", flush=True)


def print_iterations(folder: Path, n_starts: int) -> None:
    print(f"\nMean number of iterations over {n_starts} starts (in brackets: the paper's)\n")
    print("| set | Lloyd | Hartigan, passes | Hartigan and Wong | EM |\n|---|---|---|---|---|")
    for name in SETS:
        data = load(name, folder)
        k = data.n_classes
        models = (
            LloydKMeans(k, n_init=1),
            HartiganKMeans(k, n_init=1),
            HartiganKMeans(k, n_init=1, algorithm="hartigan-wong"),
            EMGaussianMixture(k),
        )
        cells = []
        for model, column in zip(models, APPENDIX, strict=True):
            reference = ITERATIONS[name].get(column)
            counts = [model.set_params(random_state=seed).fit(data.X).n_iter_ for seed in range(n_starts)]
            cells.append(f"{np.mean(counts):.1f}" + (f" ({reference})" if reference else ""))
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def _seconds(rival, X: np.ndarray, y: np.ndarray, n_fits: int) -> str:
    times = []
    for _ in range(n_fits):
        start = time.perf_counter()
        rival.fit(X, y)
        times.append(time.perf_counter() - start)
    return f"{min(times):.3f}"


def _cell(values) -> str:
    return " / ".join(f"{value:.2f}".lstrip("0") for value in values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("CECIB_DATA"), help="folder of the data sets")
    parser.add_argument("--quick", action="store_true", help="fewer label draws, fits and starts")
    parser.add_argument("--methods", nargs="+", default=["mixmod", "c-GMM", "k-means", "fc-means", "spec"])
    parser.add_argument("--table", choices=["nmi", "time", "iterations", "all"], default="all")
    options = parser.parse_args()
    if options.folder is None:
        parser.error("give the folder of the data sets, or set CECIB_DATA")
    warnings.simplefilter("ignore")
    folder = Path(options.folder)
    if options.table in ("nmi", "all"):
        print_agreement(folder, 2 if options.quick else 10, options.methods)
    if options.table in ("time", "all"):
        print_times(folder, options.methods, 1 if options.quick else 5)
    if options.table in ("iterations", "all"):
        print_iterations(folder, 10 if options.quick else 100)


if __name__ == "__main__":
    main()
