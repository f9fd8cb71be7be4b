"""Centres to start from: rows drawn at random, k-means++ seeds, or the user's own."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from sklearn.cluster import kmeans_plusplus

from cecib.rivals.arrays import Floats


def starting_centres(X: Floats, n_clusters: int, init: Any, generator: np.random.RandomState) -> Floats:
    """One centre per cluster.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        The points.
    n_clusters : int
        The number of centres.
    init : {"random", "k-means++"} or array-like of shape (n_clusters, d)
        Distinct rows of X drawn uniformly, k-means++ seeds, or the centres themselves.
    generator : RandomState
        The source of randomness.
    """
    if isinstance(init, str):
        if init == "random":
            return X[generator.permutation(len(X))[:n_clusters]]
        if init == "k-means++":
            return seeds(X, n_clusters, generator)
    else:
        centres = _as_centres(init)
        if centres is not None and centres.shape == (n_clusters, X.shape[1]) and np.isfinite(centres).all():
            return centres
    raise ValueError(
        f"init must be 'random', 'k-means++' or a finite array of shape {(n_clusters, X.shape[1])}, "
        f"one centre per cluster, got {_describe(init)}."
    )


def seeds(X: Floats, n_clusters: int, generator: np.random.RandomState) -> Floats:
    """k-means++ seeds; random rows when X has a single distinct row."""
    if np.ptp(X, axis=0).max() == 0:
        return X[:n_clusters].copy()
    centres, _ = kmeans_plusplus(X, n_clusters, random_state=generator)
    return cast("Floats", centres)


def is_random(init: Any) -> bool:
    """Whether another start from `init` can differ from the first."""
    return isinstance(init, str)


def _as_centres(init: Any) -> Floats | None:
    try:
        return np.array(init, dtype=np.float64)
    except (TypeError, ValueError):
        return None


def _describe(init: Any) -> str:
    shape = np.shape(init) if isinstance(init, (list, tuple, np.ndarray)) else ()
    return f"an array of shape {shape}" if shape else repr(init)
