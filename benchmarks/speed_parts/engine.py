"""Driving the engine from given start labels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sklearn.cluster import kmeans_plusplus

from cecib import _core, posing
from cecib.backends.memory import Block
from cecib.criteria.prior import broad_prior
from cecib.search.problem import Problem
from cecib.settings import Settings
from cecib.side_information import read_side_information
from speed_parts.data import Floats, Labels

MAX_PASSES = 1_000
BLOCK = 8_192


def pose(X: Floats) -> Problem:
    """Pose the problem of the default estimator, unlabelled, under the broad prior, from a given start."""
    settings = Settings.read({"beta": 1.0, "n_clusters": 1, "max_iter": MAX_PASSES})
    block = Block(X, read_side_information(None, len(X)))
    scaling = posing.scaling_of(settings, block, [str(j) for j in range(X.shape[1])])
    return posing.pose(settings, block, scaling, broad_prior(scaling))


def descend(partition: _core.Partition, threads: int) -> int:
    """Descend to a local optimum; return the number of passes."""
    passes, has_converged, _ = partition.descend(MAX_PASSES, BLOCK, threads, _core.CancelFlag(), None)
    if not has_converged:
        raise RuntimeError(f"no local optimum after {passes} passes")
    return passes


def fit_from(X: Floats, labels: Labels, threads: int) -> int:
    """One start to convergence, everything that has to be done with X included."""
    return descend(pose(X).partition(labels), threads)


def full_pass(X: Floats, labels: Labels, threads: int) -> tuple[Callable[[], object], int]:
    """Make a task that is one full pass over the points, at the local optimum that the labels lead to.

    Returns it and the number of clusters.
    """
    partition = pose(X).partition(labels)
    descend(partition, threads)

    def task(threads: int = threads) -> None:
        if descend(partition, threads) != 1:
            raise RuntimeError("a point moved at the local optimum")

    return task, partition.n_clusters


def multiply_adds(n: int, d: int, k: int) -> float:
    """Count the useful multiply-adds of a full pass: a triangular factor times a point, and its square."""
    return n * k * (d * (d + 1) / 2 + d)


def common_start(X: Floats, k: int, seed: int = 0) -> tuple[Floats, Labels]:
    """Draw the centres by scikit-learn's k-means++, and assign each point to the nearest."""
    centres, _ = kmeans_plusplus(X, k, random_state=seed)
    halves = 0.5 * (centres**2).sum(axis=1)
    blocks = [X[i : i + 65_536] for i in range(0, len(X), 65_536)]
    labels = np.concatenate([(halves - block @ centres.T).argmin(axis=1) for block in blocks])
    return centres, labels.astype(np.int32)
