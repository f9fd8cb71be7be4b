"""Fits whose results are on record, so that a refactoring that changes results is seen.

Run as a program to record them anew, after a change that is meant to change results::

    python tests/recorded_fits.py

The data are groups far apart, so that no label hinges on rounding.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

import numpy as np

from cecib import CECIB, rivals
from cecib.families import Eigenvalues, Fixed, FixedMean, FixedSpherical

RECORD = Path(__file__).with_suffix(".json")
SHAPES = np.array(
    [np.eye(3), np.diag([1.2, 0.8, 1.0]), [[1, 0, 0], [0.5, 1, 0], [0, 0, 0.8]], [[1, 0.3, 0], [0, 1, 0], [0, 0, 1]]]
)
CENTRES = np.array([[0.0, 0, 0], [30, 0, 10], [0, 40, -10], [35, 35, 0]])
FAMILIES = {
    "full": "full",
    "diag": "diag",
    "spherical": "spherical",
    "auto": "auto",
    "fixed": Fixed([[1.0, 0.2, 0.0], [0.2, 1.0, 0.0], [0.0, 0.0, 0.9]]),
    "fixed-spherical": FixedSpherical(1.5),
    "fixed-mean": ["full", "full", FixedMean([0.0, 40.0, -10.0]), "full"],
    "eigenvalues": Eigenvalues([0.5, 1.0, 2.0]),
}
SMALL, LARGE = 240, 6_000  # rows: visited one after the other, and in blocks


def made_data(n):
    """Four groups of different shapes and sizes, and the labels of every tenth row, some of them coarse."""
    rng = np.random.default_rng(n)
    truth = rng.permutation(np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 3])[np.arange(n) % 10])
    X = CENTRES[truth] + np.einsum("nij,nj->ni", SHAPES[truth], rng.normal(size=(n, 3)))
    y = np.where(np.arange(n) % 10 == 0, np.array([0, 1, 1, -1])[truth], -1)
    return X.round(6), y, truth


def fits():
    """Names of the fits and functions that make them."""
    small, large = made_data(SMALL), made_data(LARGE)
    fits = {}
    for name, family in FAMILIES.items():
        for criterion in ("entropy", "evidence"):
            if criterion in getattr(family, "criteria", ("entropy", "evidence")):
                for size, data in (("small", small), ("large", large)):
                    fits[f"{criterion}, {name}, {size}"] = started(criterion, family, data)
    mixed = ["spherical", "diag", FAMILIES["fixed"], "full"]
    for criterion in ("entropy", "evidence"):
        fits[f"{criterion}, mixed"] = started(criterion, mixed, small)
        fits[f"{criterion}, weights"] = started(criterion, "full", small, weights=True)
        fits[f"{criterion}, weights, large"] = started(criterion, "full", large, weights=True)
        fits[f"{criterion}, float32"] = started(criterion, "full", single(small))
        fits[f"{criterion}, float32, large"] = started(criterion, "full", single(large))
        fits[f"{criterion}, seeded"] = seeded(criterion, small, n_clusters=4)
    fits["evidence, found"] = seeded("evidence", small)
    fits["evidence, labels"] = labelled(small, beta=0.8)
    fits["evidence, labels, auto"] = labelled(small)
    fits["evidence, labels, auto, large"] = labelled(large, n_init=1)
    fits["evidence, found, large"] = seeded("evidence", large, n_init=1)
    for name in rivals.__all__:
        kind = getattr(rivals, name)
        if isinstance(kind, type):
            fits[name] = rival(kind, small)
    return fits


def single(data):
    X, y, truth = data
    return X.astype(np.float32), y, truth


def started(criterion, family, data, weights=False):
    """From a start in which every twelfth row is in a wrong cluster."""
    X, y, truth = data
    start = np.where(np.arange(len(X)) % 12 == 0, (truth + 1) % 4, truth)
    w = 0.5 + np.arange(len(X)) % 3 if weights else None
    prior = prior_of_small() if criterion == "evidence" and len(X) == LARGE else None
    model = CECIB(family=family, criterion=criterion, init=start, beta=0.8, prior=prior)
    return lambda: model.fit(X, labels_for(criterion, y), w)


@cache
def prior_of_small():
    """A prior for the large fits that need no pilot of their own."""
    X, _, truth = made_data(SMALL)
    return CECIB(init=truth).fit(X).prior_


def seeded(criterion, data, **parameters):
    X, y, _ = data
    model = CECIB(criterion=criterion, random_state=0, beta=0.8, **parameters)
    return lambda: model.fit(X, labels_for(criterion, y))


def labelled(data, **parameters):
    X, y, _ = data
    model = CECIB(random_state=0, **parameters)
    return lambda: model.fit(X, y)


def labels_for(criterion, y):
    """Labels for the paper's criterion; `labelled` are on record for the other."""
    return y if criterion == "entropy" else None


def rival(kind, data):
    X, _, truth = data
    y = np.where(np.arange(len(X)) % 4 == 0, truth, -1)
    return lambda: kind(n_clusters=4, random_state=0).fit(X, y)


def result(model):
    """What is on record of a fit: the partition whatever its numbering, and what the model says of itself."""
    _, first, inverse = np.unique(model.labels_, return_index=True, return_inverse=True)
    partition = np.argsort(np.argsort(first))[inverse].astype("<i4")
    own = {"partition": hashlib.sha256(partition.tobytes()).hexdigest()[:16], "n_clusters": len(first)}
    return own | {
        name.rstrip("_"): float(getattr(model, name)) for name in ("cost_", "n_iter_") if hasattr(model, name)
    }


if __name__ == "__main__":
    found = {name: result(make()) for name, make in fits().items()}
    RECORD.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"{len(found)} fits recorded in {RECORD.name}")
