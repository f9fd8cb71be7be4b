"""Invents the finches of the demo: `python examples/make_finches.py` writes the CSV files beside this script.

There is no such island and nobody measured these birds. Six populations of Gaussian measurements share one size
factor each; a tenth of the birds carry a diet, which is coarser than the population; one population has no label at
all, and five labels are wrong.
"""

import csv
from pathlib import Path

import numpy as np

SEED = 6
N_LABELLED, N_WRONG = 88, 5
FEATURES = ("beak_length_mm", "beak_depth_mm", "wing_mm", "mass_g")
# population: diet, birds, mean and standard deviation of each feature
POPULATIONS = {
    "cliff": ("seeds", 210, (11.0, 9.2, 70.0, 19.0), (0.55, 0.45, 2.0, 1.3)),
    "dune": ("seeds", 150, (13.2, 11.2, 75.0, 25.0), (0.60, 0.55, 2.2, 1.6)),
    "marsh": ("seeds", 110, (15.9, 10.6, 83.0, 30.5), (0.70, 0.50, 2.2, 1.8)),
    "fern": ("insects", 180, (11.9, 6.0, 67.0, 15.0), (0.60, 0.40, 1.9, 1.1)),
    "thorn": ("insects", 130, (14.2, 6.9, 73.0, 19.5), (0.60, 0.40, 1.9, 1.2)),
    "reed": (None, 100, (14.6, 8.8, 80.0, 21.5), (0.60, 0.45, 2.0, 1.4)),
}
SIZE_SHARE = 0.5


def make_finches() -> tuple[list[list[object]], list[list[object]]]:
    """Rows of the two tables: measurements with diets, and the truth."""
    random = np.random.default_rng(SEED)
    X, population = [], []
    for name, (_, n, mean, deviation) in POPULATIONS.items():
        common, own = random.normal(size=(n, 1)), random.normal(size=(n, len(FEATURES)))
        X.append(mean + np.asarray(deviation) * (np.sqrt(SIZE_SHARE) * common + np.sqrt(1 - SIZE_SHARE) * own))
        population += [name] * n
    order = random.permutation(len(population))
    X, population = np.vstack(X)[order].round(1), np.asarray(population)[order]
    diet = np.full(len(X), "", dtype=object)
    labelled = random.choice(np.flatnonzero(population != "reed"), N_LABELLED, replace=False)
    diet[labelled] = [POPULATIONS[name][0] for name in population[labelled]]
    wrong = labelled[:N_WRONG]
    diet[wrong] = np.where(diet[wrong] == "seeds", "insects", "seeds")
    is_wrong = np.isin(np.arange(len(X)), wrong).astype(int)
    finches = [[bird, *row, label] for bird, (row, label) in enumerate(zip(X, diet, strict=True), start=1)]
    truth = [[bird, name, slip] for bird, (name, slip) in enumerate(zip(population, is_wrong, strict=True), start=1)]
    return finches, truth


def main() -> None:
    finches, truth = make_finches()
    for name, header, rows in (
        ("finches.csv", ("bird", *FEATURES, "diet"), finches),
        ("finches_truth.csv", ("bird", "population", "label_is_wrong"), truth),
    ):
        with open(Path(__file__).with_name(name), "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])


if __name__ == "__main__":
    main()
