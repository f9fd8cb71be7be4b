"""How much labels help that were asked for, beside labels by lot, uncertainty sampling and scikit-activeml's TypiClust.

python benchmarks/ask.py FOLDER                                   # FOLDER (or CECIB_DATA) holds the sets
python benchmarks/ask.py FOLDER --sets iris wine --draws 1        # some of them
python benchmarks/ask.py --read ask_curves.csv --picture ask.png  # the table and the picture of curves measured before
python benchmarks/ask.py --time                                   # how long an answer takes at 100,000 rows

Half of the classes have one label each. Then ten rows at a time are asked about, the truth answers, and `CECIB()` is
fitted anew, until a tenth of the rows is labelled. The scores are the NMI between the classes and the clusters, those
of one category joined, and the categories that rows are told to have. To confirm a label counts as an answer too. Of
larger sets some rows are drawn, once (--rows).
TypiClust needs scikit-activeml (pip install scikit-activeml).
"""

import argparse
import os
import time
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import entr

from cecib import CECIB
from cecib.reading.evaluation import normalized_mutual_information as nmi
from cecib.side_information import UNLABELLED, dominant_categories
from quality_sets import PAPER, read

LARGER = ["vehicle", "optdigits", "pendigits"]
SETS = [*PAPER, *LARGER]
SHARE, MANY, BATCH = 0.1, 0.3, 10
COLOURS = {"ask": "C3", "random": "0.5", "margin": "C0", "entropy": "C2", "typiclust": "C1"}


def ask(model, X, y, n, rng, confirmed):
    found = [question.row for question in model.ask(X, y, n + len(confirmed))]
    return [row for row in found if row not in confirmed][:n]


def random(model, X, y, n, rng, confirmed=()):
    return rng.choice(np.flatnonzero(y == UNLABELLED), n, replace=False)


def margin(model, X, y, n, rng, confirmed=()):
    ordered = np.sort(_probabilities(model, X), axis=1)
    return _largest(ordered[:, -2] - ordered[:, -1], y, n, rng)


def entropy(model, X, y, n, rng, confirmed=()):
    return _largest(entr(_probabilities(model, X)).sum(axis=1), y, n, rng)


def typiclust(model, X, y, n, rng, confirmed=()):
    from skactiveml.pool import TypiClust

    spread = X.std(axis=0)
    standard = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return TypiClust(missing_label=UNLABELLED, random_state=int(rng.integers(2**31))).query(standard, y, batch_size=n)


STRATEGIES = {"ask": ask, "random": random, "margin": margin, "entropy": entropy, "typiclust": typiclust}


def _probabilities(model, X):
    """Of the categories, and of a cluster that no label reaches."""
    known = model.predict_category_proba(X)
    return np.hstack([known, np.maximum(1.0 - known.sum(axis=1, keepdims=True), 0.0)])


def _largest(score, y, n, rng):
    score = np.where(y == UNLABELLED, score + 1e-9 * rng.random(len(score)), -np.inf)
    return np.argsort(-score)[:n]


def first_labels(known, draw):
    """One label for each of half of the classes."""
    rng = np.random.default_rng([draw, 5])
    classes = rng.permutation(np.unique(known))
    y = np.full(len(known), UNLABELLED)
    for one in classes[: (len(classes) + 1) // 2]:
        y[rng.choice(np.flatnonzero(known == one))] = one
    return y


def quality(model, X, classes):
    """NMI of the clusters, those of one category joined, and of the categories that rows are told to have."""
    own = dominant_categories(model.category_counts_)
    joined = np.where(own >= 0, own, len(own) + len(model.categories_) + np.arange(len(own)))
    told = pd.factorize(pd.Series(model.predict_category(X)).astype(str))[0]
    return nmi(classes, joined[model.labels_]), nmi(classes, told)


def curves(folder, rows, strategies, job):
    """Score of each strategy after each batch, and with many labels by lot, for one set and draw."""
    name, draw = job
    X, classes, known = read(name, folder)
    if name in LARGER:
        some = np.random.RandomState(0).permutation(len(X))[:rows]
        X, classes, known = X[some], classes[some], known[some]
    y = first_labels(known, draw)
    found = []

    def fit(strategy, y, answers):
        model = CECIB(random_state=draw, n_jobs=1).fit(X, y)
        found.append((name, draw, strategy, answers, *quality(model, X, classes)))
        return model

    begin = int((y != UNLABELLED).sum())
    first = fit("start", y, begin)
    for strategy in strategies:
        model, own, confirmed, answers, rng = first, y, set(), begin, np.random.default_rng([draw, 11])
        while (left := round(SHARE * len(X)) - answers) > 0:
            asked = STRATEGIES[strategy](model, X, own, min(BATCH, left), rng, confirmed)
            confirmed |= {row for row in asked if own[row] != UNLABELLED}  # an answer too, though it tells nothing new
            own = own.copy()
            own[asked] = known[asked]
            answers += len(asked)
            model = fit(strategy, own, answers)
    many, rng = y.copy(), np.random.default_rng([draw, 13])
    others = random(None, X, y, round(MANY * len(X)) - begin, rng)
    many[others] = known[others]
    fit("30 %", many, begin + len(others))
    return pd.DataFrame(found, columns=["set", "draw", "strategy", "labels", "nmi", "categories"])


def print_tables(found):
    """Scores at a tenth of the rows, and in brackets their mean over the batches on the way: clusters, categories."""
    for score, title in (("nmi", "clusters"), ("categories", "categories")):
        ends = found.sort_values("labels").groupby(["set", "draw", "strategy"], as_index=False).last()
        last, way = (one.pivot_table(score, "set", "strategy") for one in (ends, found))
        names = [name for name in (*STRATEGIES, "30 %") if name in last]
        sets = [name for name in SETS if name in last.index]
        last, way = last.loc[sets, names], way.loc[sets, names]
        print(f"| {title} | {' | '.join(names)} |\n|{'---|' * (1 + len(names))}")
        rows = [(one, last.loc[one], way.loc[one]) for one in sets] + [("**mean**", last.mean(), way.mean())]
        for label, end, mean in rows:
            cells = [f"{end[n]:.3f}" + (f" ({mean[n]:.3f})" if n != "30 %" else "") for n in names]
            print(f"| {label} | {' | '.join(cells)} |")
        print()


def draw_picture(found, path):
    import matplotlib.pyplot as plt

    sets = [name for name in SETS if name in set(found["set"])]
    figure, axes = plt.subplots(2, -(-len(sets) // 2), figsize=(14, 5.6), squeeze=False, layout="constrained")
    for name, ax in zip(sets, axes.flat, strict=False):
        own = found[found["set"] == name]
        start = own[own["strategy"] == "start"]
        for strategy, colour in COLOURS.items():
            curve = pd.concat([start, own[own["strategy"] == strategy]]).groupby("labels")["nmi"].mean()
            ax.plot(curve.index, curve, color=colour, lw=2.2 if strategy == "ask" else 1.2, marker=".", label=strategy)
        ax.axhline(own[own["strategy"] == "30 %"]["nmi"].mean(), color="0.2", ls=":", label="30 % by lot")
        ax.set_title(name, fontsize=10)
    for ax in axes.flat[len(sets) :]:
        ax.axis("off")
    figure.supxlabel("labels")
    figure.supylabel("NMI of the categories' clusters")
    figure.legend(*axes.flat[0].get_legend_handles_labels(), loc="outside upper center", ncols=6, frameon=False)
    figure.savefig(path, dpi=80)


def print_times():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 20, size=100_000)
    X = 4 * rng.normal(size=(20, 10))[truth] + rng.normal(size=(100_000, 10))
    model = CECIB(20, n_init=1, beta=2.0, subspace=None, random_state=0).fit(
        X, np.where(rng.random(100_000) < 0.01, truth, -1)
    )
    print("| labelled | seconds | seconds of the processor |\n|---|---|---|")
    for share in (0.0, 0.01, 0.1, 0.5):
        y = np.where(rng.random(100_000) < share, truth, -1)
        wall, own = time.perf_counter(), time.process_time()
        model.ask(X, y)
        print(f"| {share:.0%} | {time.perf_counter() - wall:.2f} | {time.process_time() - own:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("folder", nargs="?", type=Path, default=os.environ.get("CECIB_DATA"))
    add("--sets", nargs="+", choices=SETS, default=SETS)
    add("--strategies", nargs="+", choices=STRATEGIES, default=list(STRATEGIES))
    add("--draws", type=int, default=3)
    add(
        "--first-draw", type=int, default=100, help="their numbers start here; below 10: those of the development [100]"
    )
    add("--rows", type=int, default=1_000, help="rows of each of the larger sets [1000]")
    add("--jobs", type=int, default=2, help="processes [2]")
    add("--curves", type=Path, default=Path("ask_curves.csv"), help="where the scores go [ask_curves.csv]")
    add("--read", nargs="+", type=Path, help="scores measured before")
    add("--picture", type=Path)
    add("--time", action="store_true")
    options = parser.parse_args()
    if options.time:
        print_times()
        return
    if options.read:
        found = pd.concat(map(pd.read_csv, options.read))
    else:
        if "typiclust" in options.strategies:
            try:
                import skactiveml  # noqa: F401
            except ImportError:
                print("TypiClust is left out: pip install scikit-activeml.")
                options.strategies.remove("typiclust")
        draws = range(options.first_draw, options.first_draw + options.draws)
        jobs = [(name, draw) for draw in draws for name in options.sets]
        parts = []
        with Pool(options.jobs) as pool:
            work = partial(curves, options.folder, options.rows, options.strategies)
            for part in pool.imap_unordered(work, jobs):
                parts.append(part)
                found = pd.concat(parts)
                found.to_csv(options.curves, index=False)
    print_tables(found)
    if options.picture:
        draw_picture(found, options.picture)


if __name__ == "__main__":
    main()
