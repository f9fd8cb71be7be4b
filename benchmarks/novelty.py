"""How well rows of classes that no label names are told from the others.

Run as ``python benchmarks/novelty.py FOLDER [--sets NAME,NAME] [--draws N]``. Half of the classes have no label; of the
rows of the others 10 % or 20 % have. Figures are areas under the receiver operating characteristic over all unlabelled
rows: `CECIB.predict_new_proba`; `IsolationForest` of scikit-learn fitted on the labelled rows, and on all; one minus
the highest probability of a random forest trained on the labels. Then the calibration: of the rows in each fifth of the
probability, the mean probability and the share that is of a new class.
"""

import argparse
from itertools import product
from multiprocessing import Pool

import numpy as np
from sklearn.ensemble import IsolationForest, RandomForestClassifier
from sklearn.metrics import roc_auc_score

from cecib import CECIB
from quality_sets import PAPER, read

SETS = [*PAPER, "vehicle", "vowel", "segmentation_wide", "optdigits", "texture", "pendigits"]
_METHODS = ("CECIB", "isolation (labelled)", "isolation (all)", "random forest")


def measure(job):
    name, folder, rate, draw = job
    made = read(name, folder)
    if made is None:
        return None
    X, classes, _ = made
    rng = np.random.default_rng([draw, round(100 * rate)])
    k = int(classes.max()) + 1
    known = rng.permutation(k)[: (k + 1) // 2]
    is_new = ~np.isin(classes, known)
    y = np.where(~is_new & (rng.random(len(X)) < rate), classes, -1)
    labelled = y >= 0
    if len(np.unique(y[labelled])) < 2:
        return None
    model = CECIB(random_state=draw, n_jobs=1).fit(X, y)
    probability = model.predict_new_proba(X)
    forest = RandomForestClassifier(300, random_state=draw).fit(X[labelled], y[labelled])
    scores = (
        probability,
        -IsolationForest(random_state=draw).fit(X[labelled]).score_samples(X),
        -IsolationForest(random_state=draw).fit(X).score_samples(X),
        1.0 - forest.predict_proba(X).max(axis=1),
    )
    rest = ~labelled
    areas = [roc_auc_score(is_new[rest], score[rest]) for score in scores]
    return name, rate, areas, probability[rest], is_new[rest]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="folder with the data sets")
    parser.add_argument("--sets", default=",".join(SETS), help="names, separated by commas")
    parser.add_argument("--draws", type=int, default=3, help="of classes and labels")
    options = parser.parse_args()
    names = options.sets.split(",")
    jobs = [(name, options.folder, *case) for name in names for case in product((0.1, 0.2), range(options.draws))]
    with Pool(2) as pool:
        rows = [row for row in pool.imap(measure, jobs) if row is not None]
    print("| set | labels |", " | ".join(_METHODS), "|\n|---|---|" + "---|" * len(_METHODS))
    for name, rate in product(names, (0.1, 0.2)):
        own = [row[2] for row in rows if row[:2] == (name, rate)]
        if own:
            print(f"| {name} | {rate:.0%} |", " | ".join(f"{area:.2f}" for area in np.mean(own, axis=0)), "|")
    print("| all | |", " | ".join(f"{area:.2f}" for area in np.mean([row[2] for row in rows], axis=0)), "|\n")
    weights = np.concatenate([np.full(len(row[3]), 1 / len(row[3])) for row in rows])
    probability, truth = (np.concatenate([row[i] for row in rows]) for i in (3, 4))
    print("| probability | share of rows | mean probability | of a new class |\n|---|---|---|---|")
    for low in np.arange(0, 1, 0.2):
        own = (probability >= low) & (probability <= low + 0.2 if low > 0.7 else probability < low + 0.2)
        if own.any():
            w = weights[own] / weights[own].sum()
            share = weights[own].sum() / weights.sum()
            print(f"| {low:.1f}–{low + 0.2:.1f} | {share:.2f} | {w @ probability[own]:.2f} | {w @ truth[own]:.2f} |")


if __name__ == "__main__":
    main()
