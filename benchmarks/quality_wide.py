"""Many dimensions: NMI of clusters and of categories, beside classifiers that are trained on the same labels.

`quality.py --wide` runs it. Whole sets, 10 % labels: clusters, those of one category joined, and categories as
`predict_category` tells them from the rows alone; also without labels, and told β = 2 and the number of directions;
then half of the classes labelled (20 % of their rows), and labels that only say in which of two halves of the classes a
row is, each beside the same fit in all directions.
"""

import time
from functools import cache, partial
from itertools import product
from multiprocessing import Pool

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.semi_supervised import LabelSpreading

from cecib import CECIB
from cecib.datasets import load
from cecib.datasets.labels import draw_labels
from cecib.reading.evaluation import normalized_mutual_information as nmi

SETS = ["segmentation_wide", "vehicle", "vowel", "optdigits", "texture", "pendigits", "letter"]
WANTED = {  # clusters, categories
    "segmentation_wide": (0.75, 0.85), "vehicle": (0.55, 0.57), "vowel": (0.50, 0.50), "optdigits": (0.82, 0.87),
    "texture": (0.95, 0.96), "pendigits": (0.78, 0.90),
}  # fmt: skip
_HALF_DRAWS = 2
_OWN = 0.5  # share of a class that a cluster of its own holds, and of the cluster that the class holds


@cache
def read(name, folder):
    data = load(name, folder, download=False)
    return data.X, pd.factorize(data.classes)[0]


def labelled(folder, job):
    name, draw = job
    X, classes = read(name, folder)
    y = draw_labels(classes, 0.1, 0.0, [draw, 1])
    begin = time.perf_counter()
    model = CECIB(random_state=draw, n_jobs=1).fit(X, y)
    seconds = time.perf_counter() - begin
    known = y >= 0
    row = {"set": name, "clusters": nmi(classes, model.labels_), "categories": nmi(classes, _joined(model))}
    row["predicted"] = nmi(classes, pd.factorize(pd.Series(model.predict_category(X)).astype(str))[0])
    row["no labels"] = nmi(classes, CECIB(random_state=draw, n_jobs=1).fit(X).labels_)
    few = min(classes.max(), X.shape[1] // 2)  # one less than there are classes
    told = CECIB(random_state=draw, n_jobs=1, beta=2.0, subspace=few).fit(X, y)
    row |= {"told clusters": nmi(classes, told.labels_), "told categories": nmi(classes, _joined(told))}
    rivals = {
        "linear discriminant": LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
        "random forest": RandomForestClassifier(500, random_state=draw),
    }
    for title, rival in rivals.items():
        row[title] = nmi(classes, make_pipeline(StandardScaler(), rival).fit(X[known], y[known]).predict(X))
    spread = LabelSpreading("knn", n_neighbors=10, max_iter=100).fit(StandardScaler().fit_transform(X), y)
    row["LabelSpreading"] = nmi(classes, spread.transduction_)
    q = X.shape[1] if model.subspace_ is None else model.subspace_.shape[1]
    return row | {"k": model.n_clusters_, "directions": q, "beta": model.beta_, "seconds": seconds}


def half(folder, job):
    name, draw = job
    X, classes = read(name, folder)
    y = draw_labels(classes, 0.2, 0.0, [draw, 2])
    unseen = np.random.RandomState(draw).permutation(classes.max() + 1)[: (classes.max() + 1) // 2]
    y[np.isin(y, unseen)] = -1
    row = {"set": name}
    for title, subspace in (("auto", "auto"), ("all", None)):
        model = CECIB(random_state=draw, n_jobs=1, subspace=subspace).fit(X, y)
        own = sum(_has_own_cluster(model.labels_, classes == c) for c in unseen)
        row |= {title: nmi(classes, model.labels_), f"{title} own": own / len(unseen)}
    return row


def coarse(folder, job):
    name, draw = job
    X, classes = read(name, folder)
    halves = np.random.RandomState(draw).permutation(classes.max() + 1)[classes] > classes.max() // 2
    y = draw_labels(halves.astype(int), 0.1, 0.0, [draw, 3])
    row = {"set": name, "no labels": nmi(classes, CECIB(random_state=draw, n_jobs=1).fit(X).labels_)}
    for title, subspace in (("auto", "auto"), ("all directions", None)):
        model = CECIB(random_state=draw, n_jobs=1, subspace=subspace).fit(X, y)
        row |= {title: nmi(classes, model.labels_), f"{title}, halves": nmi(halves, _joined(model))}
    return row


def _joined(model):
    """Clusters of one category, as one."""
    return pd.factorize(pd.Series(model.cluster_categories_).astype(str))[0][model.labels_]


def _has_own_cluster(clusters, member):
    shared = np.bincount(clusters, member)
    best = shared.argmax()
    return shared[best] >= _OWN * member.sum() and shared[best] >= _OWN * (clusters == best).sum()


def main(folder, draws, names=None):
    sets = names or SETS
    jobs = list(product(sets, range(draws)))
    with Pool(2) as pool:
        rows = pd.DataFrame(pool.map(partial(labelled, folder), jobs, chunksize=1))
        _print("10 % labels", rows.groupby("set", sort=False).mean())
        wanted = pd.DataFrame(WANTED, index=["clusters", "categories"]).T.reindex(list(sets)).dropna()
        _print("Wanted", wanted)
        few = list(product(sets, range(min(draws, _HALF_DRAWS))))
        rows = pd.DataFrame(pool.map(partial(half, folder), few, chunksize=1))
        _print("Half of the classes, 20 % labels", rows.groupby("set", sort=False).mean())
        rows = pd.DataFrame(pool.map(partial(coarse, folder), few, chunksize=1))
        _print("Two halves of the classes, 10 % labels", rows.groupby("set", sort=False).mean())


def _print(title, table):
    table.loc["mean"] = table.mean()
    lines = [f"| {title} | " + " | ".join(table.columns) + " |", "|---" * (1 + len(table.columns)) + "|"]
    lines += [f"| {name} | " + " | ".join(f"{value:.3f}" for value in row) + " |" for name, row in table.iterrows()]
    print("\n".join(lines), "\n", flush=True)
