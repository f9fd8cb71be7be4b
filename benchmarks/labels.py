"""What labels do: never hurt, never outweigh the data, wrong ones are found, and what is said of a row is calibrated.

python benchmarks/labels.py FOLDER                         # everything; FOLDER (or CECIB_DATA) holds the sets
python benchmarks/labels.py FOLDER --only blobs overlap    # some parts: blobs overlap suspects calibration missing time

`suspects` needs cleanlab (pip install cleanlab).
"""

import argparse
import os
import time
import warnings
from functools import partial
from itertools import product
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from cecib import CECIB
from cecib.datasets.labels import draw_labels
from cecib.reading.evaluation import normalized_mutual_information
from quality_sets import PAPER, read

SETS = [*PAPER, "pendigits"]
WIDE = ["vehicle", "vowel", "optdigits", "texture"]
MOST_ROWS = 800  # of these


def blobs(options):
    """Two clear blobs, labels of pure noise: clusters found, and β."""
    print("| rows | 0.1 % | 1 % | 10 % |\n|---|---|---|---|")
    for n in (1_000, 10_000, 50_000, 1_000_000):
        cells = []
        for share in (0.001, 0.01, 0.1):
            rng = np.random.default_rng([n, round(1 / share)])
            X = rng.normal(size=(n, 4)) + 8 * (np.arange(n) % 2)[:, None] * [1, 0, 0, 0]
            y = np.where(rng.uniform(size=n) < share, rng.integers(0, 2, size=n), -1)
            model = CECIB(random_state=0).fit(X, y)
            cells.append(f"{model.n_clusters_} (β {model.beta_:g})")
        print(f"| {n:,} |", " | ".join(cells), "|")


def overlap(options):
    """100,000 × 2, 50 overlapping Gaussians: NMI without labels and with 10 % true ones."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 50, size=100_000)
    X = rng.uniform(-7, 7, size=(50, 2))[truth] + rng.normal(size=(100_000, 2))
    y = draw_labels(truth, 0.1, 0.0, 0)
    print("| labels | NMI | clusters | β | seconds |\n|---|---|---|---|---|")
    for name, labels in (("none", None), ("10 %", y)):
        begin = time.perf_counter()
        model = CECIB(random_state=0).fit(X, labels)
        score = normalized_mutual_information(truth, model.labels_)
        seconds = time.perf_counter() - begin
        print(f"| {name} | {score:.3f} | {model.n_clusters_} | {model.beta_:g} | {seconds:.1f} |")


def _rank_suspects(folder, job):
    """Average precision of the ranking of 30 % labels, some wrong, by us and by cleanlab."""
    from cleanlab.rank import get_label_quality_scores

    name, wrong, draw = job
    X, _, known = read(name, folder)
    y = draw_labels(known, 0.3, wrong, [draw, round(100 * wrong)])
    rows = np.flatnonzero(y >= 0)
    is_wrong = y[rows] != known[rows]
    found = CECIB(random_state=draw, n_jobs=1).fit(X, y).findings(X, y).labels
    doubt = np.empty(len(X))
    doubt[found.row] = np.arange(len(found.row), 0, -1)
    scores = [average_precision_score(is_wrong, doubt[rows])]
    codes = np.unique(y[rows], return_inverse=True)[1]
    folds = StratifiedKFold(5, shuffle=True, random_state=draw)
    for classifier in (LogisticRegression(max_iter=2_000), RandomForestClassifier(random_state=draw)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = make_pipeline(StandardScaler(), classifier)
            predicted = cross_val_predict(model, X[rows], codes, cv=folds, method="predict_proba")
            scores.append(average_precision_score(is_wrong, -get_label_quality_scores(codes, predicted)))
    flagged = found.probability_wrong > 0.5
    right = is_wrong[np.searchsorted(rows, found.row)]
    return (
        *scores,
        right[flagged].mean() if flagged.any() else np.nan,
        right[flagged].sum() / max(1, is_wrong.sum()),
        found.wrong_share,
    )


def suspects(options):
    """Average precision of the labels' ranking, beside cleanlab's."""
    print("| set, wrong | ours | cleanlab, logistic | cleanlab, forest | precision | recall | estimated share |")
    print("|---|---|---|---|---|---|---|")
    total = []
    for wrong in options.wrong:
        for name in SETS:
            if read(name, options.folder) is None:
                continue
            jobs = [(name, wrong, draw) for draw in range(options.draws)]
            with Pool(2) as pool:
                scores = np.array(pool.map(partial(_rank_suspects, options.folder), jobs))
            total.append(np.nanmean(scores, axis=0))
            print(f"| {name}, {wrong:.0%} |", " | ".join(f"{value:.3f}" for value in total[-1]), "|", flush=True)
    print("| **mean** |", " | ".join(f"**{value:.3f}**" for value in np.nanmean(total, axis=0)), "|")


def _calibrate(folder, job):
    """How sure the model is of the category of rows whose label it has not seen, and whether it is right."""
    name, share, wrong, draw = job
    X, _, known = read(name, folder)
    y = draw_labels(known, share, wrong, [draw, 7])
    model = CECIB(random_state=draw, n_jobs=1).fit(X, y)
    hidden = y < 0
    probabilities = model.predict_category_proba(X[hidden])
    best = probabilities.argmax(axis=1)
    sure, right = probabilities.max(axis=1), model.categories_[best] == known[hidden]
    return sure, right


def expected_calibration_error(sure, right, bins=10):
    which = np.minimum((sure * bins).astype(int), bins - 1)
    return sum(abs(right[which == b].mean() - sure[which == b].mean()) * (which == b).mean() for b in np.unique(which))


def calibration(options):
    """How far the probability of the most probable category is off (expected calibration error, ten bins)."""
    print("| set | 10 % | 30 % | 30 %, a tenth wrong |\n|---|---|---|---|")
    rows = []
    for name in [*SETS, "segmentation_wide", "vehicle"]:
        if read(name, options.folder) is None:
            continue
        cells = []
        for share, wrong in ((0.1, 0.0), (0.3, 0.0), (0.3, 0.1)):
            jobs = [(name, share, wrong, draw) for draw in range(options.draws)]
            with Pool(2) as pool:
                parts = pool.map(partial(_calibrate, options.folder), jobs)
            sure, right = (np.concatenate(part) for part in zip(*parts, strict=True))
            cells.append((expected_calibration_error(sure, right), sure.mean(), right.mean()))
        rows.append([cell[0] for cell in cells])
        print(f"| {name} |", " | ".join(f"{e:.3f} (sure {s:.2f}, right {r:.2f})" for e, s, r in cells), "|", flush=True)
    print("| **mean** |", " | ".join(f"**{value:.3f}**" for value in np.mean(rows, axis=0)), "|")


def _tell(folder, job):
    """Give what is said of rows without a label, categories and then "new", and the number of what is true."""
    name, n_classes, share, draw = job
    X, _, known = read(name, folder)
    if len(X) > MOST_ROWS:
        some = np.random.RandomState(0).permutation(len(X))[:MOST_ROWS]
        X, known = X[some], np.unique(known[some], return_inverse=True)[1]
    rng = np.random.default_rng([draw, round(100 * share), 17])
    k = int(known.max()) + 1
    named = rng.permutation(k)[: {"one": 1, "half": (k + 1) // 2, "all": k}[n_classes]]
    y = np.where(np.isin(known, named) & (rng.random(len(X)) < share), known, -1)
    if (y >= 0).sum() < 2:
        return None
    model = CECIB(random_state=draw, n_jobs=1).fit(X, y)
    hidden = y < 0
    said = np.column_stack([model.predict_category_proba(X[hidden]), model.predict_new_proba(X[hidden])])
    number = {category: j for j, category in enumerate(model.categories_.tolist())}
    return said, np.array([number.get(one, len(number)) for one in known[hidden].tolist()])


def _scores(said, true):
    """Brier and logarithmic score (no probability less than 0.001) of categories and "new", and the sum of all."""
    square = ((said - np.eye(said.shape[1])[true]) ** 2).sum(axis=1)
    log = -np.log(np.maximum(said[np.arange(len(true)), true], 1e-3))
    return square.mean(), log.mean(), np.abs(said.sum(axis=1) - 1.0).max()


def missing(options):
    """Labels on a tenth or a fifth of the rows of one class, half of the classes, or all: what is said and true."""
    sets = [name for name in [*PAPER, *WIDE] if read(name, options.folder) is not None]
    print("| labelled | sure | right | error | new, said | new, true | error | Brier | log | off 1 |\n|" + "---|" * 10)
    bins = {}
    for n_classes in ("one", "half", "all"):
        jobs = [(name, n_classes, *case) for name in sets for case in product((0.1, 0.2), range(options.draws))]
        with Pool(options.jobs) as pool:
            parts = [part for part in pool.imap(partial(_tell, options.folder), jobs) if part is not None]
        told = [
            (said[:, :-1].max(axis=1), said[:, :-1].argmax(axis=1) == true, said[:, -1], true == said.shape[1] - 1)
            for said, true in parts
        ]
        best, right, new, is_new = (np.concatenate(each) for each in zip(*told, strict=True))
        brier, log, off = np.array([_scores(*part) for part in parts]).T
        cells = best.mean(), right.mean(), expected_calibration_error(best, right)
        cells += new.mean(), is_new.mean(), expected_calibration_error(new, is_new)
        cells += brier.mean(), log.mean(), off.max()
        print(f"| {n_classes} |", " | ".join(f"{value:.3f}" for value in cells), "|", flush=True)
        bins[n_classes] = [_in_fifths(best, right), _in_fifths(new, is_new)]
    columns = [f"{kind}, {n_classes}" for kind in ("category", "new") for n_classes in bins]
    print("\n| said |", " | ".join(columns), "|\n|" + "---|" * (1 + len(columns)))
    for b in range(5):
        cells = [bins[n_classes][kind][b] for kind in (0, 1) for n_classes in bins]
        print(f"| {b / 5:.1f}–{b / 5 + 0.2:.1f} |", " | ".join(cells), "|")


def _in_fifths(said, is_true):
    """Mean of what is said, the share that is true, and the share of rows, in each fifth."""
    which = np.minimum((said * 5).astype(int), 4)
    cells = []
    for b in range(5):
        own = which == b
        cells.append(f"{said[own].mean():.2f}: {is_true[own].mean():.2f} ({own.mean():.0%})" if own.any() else "")
    return cells


def ratio(options):
    """How much longer "auto" takes than a given β."""
    print("| rows × features | given β, s | auto, s | ratio |\n|---|---|---|---|")
    for n, d, k in ((1_000, 5, 5), (10_000, 10, 10), (100_000, 10, 20)):
        rng = np.random.default_rng(n)
        truth = rng.integers(0, k, size=n)
        X = 4 * rng.normal(size=(k, d))[truth] + rng.normal(size=(n, d))
        y = draw_labels(truth, 0.1, 0.0, 0)
        times = {}
        for _ in range(3):
            for beta in (2.0, "auto"):
                begin = time.perf_counter()
                CECIB(beta=beta, random_state=0).fit(X, y)
                times.setdefault(beta, []).append(time.perf_counter() - begin)
        given, auto = np.median(times[2.0]), np.median(times["auto"])
        print(f"| {n:,} × {d} | {given:.2f} | {auto:.2f} | {auto / given:.2f} |", flush=True)


PARTS = {
    "blobs": blobs,
    "overlap": overlap,
    "suspects": suspects,
    "calibration": calibration,
    "missing": missing,
    "time": ratio,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("CECIB_DATA"))
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2, help="processes, for missing [2]")
    parser.add_argument(
        "--wrong", type=float, nargs="+", default=[0.1, 0.3], help="shares of wrong labels, for suspects"
    )
    options = parser.parse_args()
    options.folder = Path(options.folder) if options.folder else None
    for name in options.only:
        print(f"\n{PARTS[name].__doc__}\n", flush=True)
        PARTS[name](options)


if __name__ == "__main__":
    main()
