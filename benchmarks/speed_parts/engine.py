"""Driving the engine from given start labels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sklearn.cluster import kmeans_plusplus

from cecib import _core
from cecib.families import Full
from cecib.initialization import standard_metric
from cecib.prior import broad_prior
from cecib.scaling import measure_scaling
from cecib.search import _BLOCK, Problem
from cecib.side_information import read_side_information
from speed_parts.data import Floats, Labels

MAX_PASSES = 1_000


def pose(X: Floats) -> Problem:
    """Pose the problem of the default estimator, unlabelled, under the broad prior."""
    n, d = X.shape
    scaling = measure_scaling(X, None, "evidence", [str(j) for j in range(d)])
    return Problem(
        points=scaling.points(X),
        n_samples=n,
        total_weight=float(n),
        side=read_side_information(None, n),
        families=[Full().code(scaling, broad_prior(scaling))],
        beta=1.0,
        min_weight=min(0.02 * n, 10.0 * (d + 1)),
        resolution=scaling.resolution,
        max_iter=MAX_PASSES,
        cost_offset=scaling.log_volume,
        max_clusters=None,
        metric=standard_metric(scaling),
    )


def descend(partition: _core.Partition, threads: int) -> int:
    """Descend to a local optimum; return the number of passes."""
    passes, has_converged, _ = partition.descend(MAX_PASSES, _BLOCK, threads, _core.CancelFlag(), None)
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
