"""Agreement with the reference classes when pairs of rows are given in place of labels, beside rivals that take pairs.

Some rows are labelled; labelled rows of one class belong together, those of different classes should be apart.

CECIB_DATA=folder python benchmarks/pairs.py            # NMI on the paper's sets, ten draws
CECIB_DATA=folder python benchmarks/pairs.py --draws 3
CECIB_DATA=folder python benchmarks/pairs.py --wrong 0.1      # a tenth of the labels that make the pairs is wrong
python benchmarks/pairs.py --speed                      # seconds with groups, beside an ordinary fit
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from itertools import combinations, count
from pathlib import Path

import numpy as np

from cecib import CECIB
from cecib.cost import APART_WEIGHT
from cecib.datasets import load
from cecib.datasets.labels import draw_labels
from cecib.reading.evaluation import normalized_mutual_information
from cecib.rivals import all_rivals

SETS = ("iris", "wine", "user_modeling", "vertebral", "ecoli", "segmentation", "glass")
SHARES = (0.05, 0.1, 0.2)
OURS = ("nothing", "labels", "groups", "apart", "groups and apart")
RIVALS = ("c-GMM", "spec")


def labels_of_all_classes(classes: np.ndarray, share: float, wrong: float, seed: int) -> np.ndarray:
    """Labels on a share of the rows; drawn again until every class has one."""
    for again in count():
        y = draw_labels(classes, share, wrong, [seed, again])
        if len(np.unique(y[y >= 0])) == len(np.unique(classes)):
            return y
    raise AssertionError


def apart_pairs(y: np.ndarray) -> list[tuple[int, int]]:
    """All pairs of labelled rows of different classes."""
    return [(i, j) for i, j in combinations(np.flatnonzero(y >= 0).tolist(), 2) if y[i] != y[j]]


def fitted(X: np.ndarray, y: np.ndarray, told: str, weight: float, n_clusters: int | None) -> CECIB:
    model = CECIB(n_clusters=n_clusters, random_state=0)
    if told in ("nothing", "labels"):
        return model.fit(X, y if told == "labels" else None)
    groups = y if "groups" in told else None
    return model.fit(X, groups=groups, apart=apart_pairs(y) if "apart" in told else None, apart_weight=weight)


def print_agreement(folder: Path, sets: list[str], n_draws: int, wrong: float, weight: float, knows: bool) -> None:
    methods = (*OURS, *RIVALS)
    shares = " / ".join(f"{share:.0%}" for share in SHARES)
    print(f"\nMean NMI over {n_draws} draws, {shares} of the rows labelled\n")
    print("| set | " + " | ".join(methods) + " | clusters (groups and apart) | violated |")
    print("|---" * (len(methods) + 3) + "|")
    means = np.zeros((len(sets), len(methods), len(SHARES)))
    for i, name in enumerate(sets):
        data = load(name, folder)
        number = data.n_classes if knows else None
        untold = fitted(data.X, data.target, "nothing", weight, number).labels_
        clusters, violated = np.zeros(len(SHARES)), np.zeros(len(SHARES))
        for s, share in enumerate(SHARES):
            for draw in range(n_draws):
                y = labels_of_all_classes(data.target, share, wrong, draw)
                found = {"nothing": untold}
                for told in OURS[1:]:
                    model = fitted(data.X, y, told, weight, number)
                    found[told] = model.labels_
                clusters[s] += model.n_clusters_ / n_draws
                violated[s] += len(model.violated_pairs_) / max(1, len(apart_pairs(y))) / n_draws
                rivals = all_rivals(data.X, y, data.n_classes, random_state=draw)
                found |= {rival: rivals[rival].fit_predict(data.X, y) for rival in RIVALS}
                for j, method in enumerate(methods):
                    means[i, j, s] += normalized_mutual_information(data.target, found[method]) / n_draws
        rows = [*(cell(row) for row in means[i]), " / ".join(f"{c:.1f}" for c in clusters)]
        print(f"| {name} | " + " | ".join([*rows, " / ".join(f"{v:.1%}" for v in violated)]) + " |", flush=True)
    print("| mean | " + " | ".join(cell(row) for row in means.mean(axis=0)) + " | | |")


def cell(values: np.ndarray) -> str:
    return " / ".join(f"{value:.2f}".lstrip("0") for value in values)


def print_speed(n: int, n_groups: int, size: int, n_fits: int) -> None:
    """Eight Gaussians in ten dimensions; groups of rows of one Gaussian, pairs of rows of different ones."""
    rng = np.random.default_rng(0)
    truth = rng.integers(8, size=n)
    X = 3.0 * rng.normal(size=(8, 10))[truth] + rng.normal(size=(n, 10))
    groups = np.full(n, -1)
    for number in range(n_groups):
        free = np.flatnonzero((truth == number % 8) & (groups < 0))
        groups[rng.choice(free, size, replace=False)] = number
    pairs = rng.integers(n, size=(n_groups, 2))
    pairs = pairs[truth[pairs[:, 0]] != truth[pairs[:, 1]]]
    labels = np.where(rng.uniform(size=n) < 0.02, truth, -1)
    print(f"\nSeconds of the processor, {n} × 10, {n_groups} groups of {size}, {len(pairs)} pairs, best of {n_fits}\n")
    print("| | no labels | 2 % labels |\n|---|---|---|")
    for told, bonds in {
        "nothing": {}, "groups": {"groups": groups}, "apart": {"apart": pairs},
        "groups and apart": {"groups": groups, "apart": pairs},
    }.items():  # fmt: skip
        cells = []
        for y in (None, labels):
            times = []
            for _ in range(n_fits):
                start = time.process_time()
                CECIB(random_state=0, n_jobs=1).fit(X, y, **bonds)
                times.append(time.process_time() - start)
            cells.append(f"{min(times):.2f}")
        print(f"| {told} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("CECIB_DATA"), help="folder of the data sets")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS), help="which of the sets")
    parser.add_argument("--draws", type=int, default=10, help="label draws")
    parser.add_argument(
        "--wrong", type=float, default=0.0, help="share of wrong labels among those that make the pairs"
    )
    parser.add_argument("--weight", type=float, default=APART_WEIGHT, help="nats for each pair that is violated")
    parser.add_argument("--number", action="store_true", help="tell the number of classes to CECIB, as to the rivals")
    parser.add_argument("--speed", action="store_true", help="seconds instead of NMI")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if options.speed:
        print_speed(20_000, 2_000, 5, 3)
        return
    if options.folder is None:
        parser.error("give the folder of the data sets, or set CECIB_DATA")
    settings = options.wrong, options.weight, options.number
    print_agreement(Path(options.folder), options.sets, options.draws, *settings)


if __name__ == "__main__":
    main()
