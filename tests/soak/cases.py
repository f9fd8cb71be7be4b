"""Random data and parameters, all made from one number."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gaussian_families import KINDS, make_family

CRITERIA = ("evidence", "entropy")


@dataclass(frozen=True)
class Case:
    """One call of `CECIB(**parameters).fit(X, y, weights)`; `kind` says what the columns are like."""

    seed: int
    kind: str
    X: np.ndarray
    y: Any
    weights: np.ndarray | None
    parameters: dict[str, Any]

    def take(self, rows: np.ndarray) -> Case:
        y, weights = (None if one is None else one[rows] for one in (self.y, self.weights))
        return replace(self, X=self.X[rows], y=y, weights=weights)

    def __str__(self) -> str:
        shown = {name: value if np.ndim(value) == 0 else "…" for name, value in self.parameters.items()}
        labels = "no labels" if self.y is None else "labels"
        weights = "" if self.weights is None else ", weights"
        return f"{self.kind}, {self.X.shape} {self.X.dtype}, {labels}{weights}, {shown}"


def make_case(seed: int) -> Case:
    rng = np.random.default_rng([seed, 2017])
    kind, X, truth = make_points(rng)
    y = make_labels(rng, truth)
    weights = make_weights(rng, len(X))
    return Case(seed, kind, X, y, weights, make_parameters(rng, X))


def make_points(rng: np.random.Generator) -> tuple[str, np.ndarray, np.ndarray]:
    n, d = int(rng.integers(5, 60) if rng.random() < 0.5 else rng.integers(60, 400)), int(rng.integers(1, 9))
    if rng.random() < 0.07:
        n, d = int(rng.integers(8, 60)), int(rng.integers(20, 120))
    k = int(rng.integers(1, 6))
    truth = rng.integers(k, size=n)
    spread = rng.choice([0.0, 2.0, 5.0, 30.0])
    turn = np.eye(d) + rng.choice([0.0, 0.5]) * rng.normal(size=(d, d))
    X = (spread * rng.normal(size=(k, d)))[truth] + rng.normal(size=(n, d)) @ turn
    kind = str(rng.choice(["plain", "rounded", "bits", "heavy", "repeated rows", "constant", "copied", "mixed"]))
    if kind == "rounded":
        X = np.round(X)
    elif kind == "bits":
        X = (X > 0).astype(float)
    elif kind == "heavy":
        X = X * np.abs(rng.standard_t(1.5, size=(n, 1)))
    elif kind == "repeated rows":
        X = X[rng.integers(n, size=n)]
    elif kind == "constant":
        X[:, rng.integers(d)] = rng.choice([0.0, 3.0, 1e7])
    elif kind == "copied" and d > 1:
        X[:, -1] = 2.0 * X[:, 0] + 1.0
    elif kind == "mixed":
        X[:, ::2] = np.round(X[:, ::2])
    if kind != "bits":
        X = X * 10.0 ** rng.choice([0, 0, 0, -9, 6, 100, -100]) * 10.0 ** rng.choice([0, 3], size=d)
        X = X + rng.choice([0.0, 0.0, 1.0, 1e6, 1e12]) * X.std(axis=0)
    if rng.random() < 0.15 and np.abs(X).max() < 1e30:
        X = X.astype(np.float32)
    return kind, np.asfortranarray(X) if rng.random() < 0.2 else X, truth


def make_labels(rng: np.random.Generator, truth: np.ndarray) -> Any:
    kind = rng.choice(["none", "true", "some wrong", "random", "single", "coarse", "all"])
    if kind == "none":
        return None
    category = {
        "random": rng.integers(4, size=len(truth)),
        "single": np.zeros_like(truth),
        "coarse": truth // 2,
        "some wrong": np.where(rng.random(len(truth)) < 0.2, rng.integers(4, size=len(truth)), truth),
    }.get(str(kind), truth)
    is_known = rng.random(len(truth)) < (1.0 if kind == "all" else rng.choice([0.05, 0.3, 0.8]))
    index = np.where(is_known, category, -1)
    form = rng.choice(["integers", "words", "floats"])
    if form == "integers":
        return index
    if form == "floats":
        return np.where(index < 0, np.nan, 0.5 * index)
    return np.array([None if i < 0 else f"category {i}" for i in index], dtype=object)


def make_weights(rng: np.random.Generator, n: int) -> np.ndarray | None:
    kind = rng.choice(["none", "none", "counts", "shares", "some zero"])
    if kind == "none":
        return None
    if kind == "shares":
        return rng.exponential(size=n) + 0.01
    return rng.integers(0 if kind == "some zero" else 1, 4, size=n).astype(float) + (np.arange(n) == 0)


def make_parameters(rng: np.random.Generator, X: np.ndarray) -> dict[str, Any]:
    criterion = str(rng.choice(CRITERIA))
    n = len(X)
    varied = np.where(np.ptp(X, axis=0) > 0, np.asarray(X, dtype=float), rng.normal(size=X.shape))
    number = None if rng.random() < 0.5 else int(rng.integers(1, min(8, n)))
    kinds = [kind for kind in KINDS if kind != "eigenvalues" or criterion == "entropy"]
    family: Any = "full" if rng.random() < 0.5 else make_family(str(rng.choice(kinds)), varied, rng)
    if number is not None and rng.random() < 0.1:
        family = [make_family(str(rng.choice(kinds)), varied, rng) for _ in range(number)]
    init: Any = str(rng.choice(["k-means++", "k-means++", "random"]))
    if number is not None and rng.random() < 0.3:
        labels = np.r_[np.arange(number), rng.integers(number, size=n - number)]
        init = labels if rng.random() < 0.5 else np.asarray(X[:number], dtype=float)
    return {
        "criterion": criterion,
        "n_clusters": number,
        "family": family,
        "init": init,
        "beta": "auto" if rng.random() < 0.4 else float(rng.choice([0.0, 0.3, 1.0, 2.0, 10.0])),
        "subspace": [None, "auto", "auto", int(rng.integers(1, 4))][rng.integers(4)],
        "min_cluster_size": [None, None, 0.1, 3][rng.integers(4)],
        "n_init": ["auto", 1, 2][rng.integers(3)],
        "max_iter": 200 if rng.random() < 0.9 else 2,
        "max_clusters": 100 if rng.random() < 0.8 else 4,
        "random_state": int(rng.integers(2**31)),
        "n_jobs": 1,
    }
