"""The sets that `quality.py` measures: the paper's seven, larger ones, and mixtures whose clusters are known."""

from functools import cache

import numpy as np
import pandas as pd

from cecib.datasets import MissingDatasetError, load

PAPER = ["ecoli", "glass", "iris", "segmentation", "user_modeling", "vertebral", "wine"]
_LARGER = ["chem", "chem_top", "segmentation_wide", "pendigits", "letter", "chem_large", "vehicle", "vowel"]
_MOST_ROWS, _ROWS = 2_100, 1_500  # of larger sets so many rows are drawn, once
_LIGAND_COMPONENTS = 10
_MIXTURES = {  # clusters, features, points, shape, least distance of the means
    "gauss": (5, 4, 500, "normal", 4.0),
    "gauss_many": (20, 5, 2_000, "normal", 5.0),
    "gauss_wide": (3, 15, 240, "normal", 4.0),
    "student": (5, 4, 600, "student", 5.0),
    "box": (6, 4, 600, "box", 4.0),
}
OTHERS = _LARGER + list(_MIXTURES)


@cache
def read(name, folder):
    """Points, classes, and what the expert labels (coarser than the classes for `chem_top`); None if it is missing."""
    if name in _MIXTURES:
        X, classes = mixture(*_MIXTURES[name], seed=1)
        return X, classes, classes
    try:
        X, classes, known = _find(name, folder)
    except MissingDatasetError:
        return None
    rows = np.arange(len(X))
    if len(X) > _MOST_ROWS:
        rows = np.random.RandomState(0).choice(len(X), _ROWS, replace=False)
    return X[rows], pd.factorize(classes[rows])[0], pd.factorize(known[rows])[0]


def _find(name, folder):
    data = load("chem" if name == "chem_top" else name, folder, download=False)
    known = data.coarser["top"] if name == "chem_top" else data.classes
    return data.X[:, :_LIGAND_COMPONENTS] if name == "chem_large" else data.X, data.classes, known


def mixture(k, d, n, shape, distance, seed):
    """Clusters of one shape, each turned and stretched by its own random map, no two means nearer than `distance`."""
    rng = np.random.default_rng(seed)
    classes = rng.permutation(np.arange(n) % k)
    means = []
    while len(means) < k:
        mean = 1.3 * distance * rng.normal(size=d)
        if all(np.linalg.norm(mean - other) > distance for other in means):
            means.append(mean)
    draws = {"normal": rng.standard_normal, "student": lambda size: rng.standard_t(5, size)}
    z = draws.get(shape, lambda size: rng.uniform(-1.7, 1.7, size))((n, d))
    maps = 0.7 * np.eye(d) + rng.normal(size=(k, d, d)) / np.sqrt(d)
    return np.array(means)[classes] + np.einsum("nij,nj->ni", maps[classes], z), classes
