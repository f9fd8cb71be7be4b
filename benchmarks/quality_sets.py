"""The sets that `quality.py` measures: the paper's seven, larger ones, and mixtures whose clusters are known."""

import numpy as np
import pandas as pd

PAPER = ["ecoli", "glass", "iris", "segmentation", "user_modeling", "vertebral", "wine"]
_FILES = {name: f"{name}.csv" for name in PAPER} | {
    "segmentation": "segmentation_authors.csv",
    "chem": "chem_5ht1a_pca10.csv",
    "chem_top": "chem_5ht1a_pca10.csv",
    "segmentation_full": "segmentation_full.csv",
    "pendigits": "large/pendigits.csv.gz",
    "letter": "large/letter.csv.gz",
    "chem_large": "large/chem_5ht1a_3696_pca50.csv.gz",
}
_ROWS = 1_500  # of sets that are larger, drawn once
_MIXTURES = {  # clusters, features, points, shape, least distance of the means
    "gauss": (5, 4, 500, "normal", 4.0),
    "gauss_many": (20, 5, 2_000, "normal", 5.0),
    "gauss_wide": (3, 15, 240, "normal", 4.0),
    "student": (5, 4, 600, "student", 5.0),
    "box": (6, 4, 600, "box", 4.0),
}
OTHERS = [name for name in _FILES if name not in PAPER] + list(_MIXTURES)


def read(name, folder):
    """Points, classes, and what the expert labels (coarser than the classes for `chem_top`); None if it is missing."""
    if name in _MIXTURES:
        X, classes = mixture(*_MIXTURES[name], seed=1)
        return X, classes, classes
    path = folder / _FILES[name] if folder else None
    if path is None or not path.exists():
        return None
    table = pd.read_csv(path)
    if name == "segmentation_full":
        table = table.drop(columns=["split", "f3"]).drop_duplicates()
    if name == "ecoli":
        table = table[table["class"].isin(table["class"].value_counts().index[:5])]
    if len(table) > 2_100:
        table = table.sample(_ROWS, random_state=0)
    X = table[[column for column in table if column[0] == "f" and column[1:].isdigit()]].to_numpy(float)
    if X.shape[1] == 0:
        X = table.drop(columns=["class", "top", "mid"], errors="ignore").to_numpy(float)
    if name == "ecoli":
        X = components(X, 5)
    if name == "chem_large":
        X = X[:, :10]
    known = table["top" if name == "chem_top" else "class"]
    return X, pd.factorize(table["class"])[0], pd.factorize(known)[0]


def components(X, count):
    u, s, _ = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    return u[:, :count] * s[:count]


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
