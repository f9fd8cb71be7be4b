"""Starting partitions. All randomness is NumPy's; the engine draws no numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cecib import _core
from cecib.cost import Floats
from cecib.input_errors import InputError, Named
from cecib.search.problem import Labels
from cecib.search.scaling import Matrix, Scaling

Start = Callable[[np.random.RandomState, int], Labels]  # from a source of chance, on so many threads


def make_start(
    init: Any, n_clusters: int, points: _core.Points, scaling: Scaling, n_samples: int, metric: Floats, trials: int
) -> Start:
    """Make the function that draws a starting partition.

    Parameters
    ----------
    init : {"k-means++", "random"} or array
        An array is a cluster for each point, or the centres of the clusters, one row each.
    n_clusters : int
        How many clusters to start from; ignored when `init` is an array.
    points : Points
        The points as the engine sees them.
    scaling : Scaling
        Their units.
    n_samples : int
        The number of points.
    metric : ndarray of shape (d,)
        Weights per squared feature for distances.
    trials : int
        Candidates that k-means++ tries for each centre: 1 is plain, more is greedy.
    """
    if isinstance(init, str):
        if init == "k-means++":
            size = n_clusters * trials
            return lambda random, threads: _core.plus_plus_start(
                points, metric, n_clusters, trials, random.uniform(size=size), threads
            )
        return lambda random, threads: random.randint(n_clusters, size=n_samples).astype(np.int32)
    given = np.asarray(init)
    if given.ndim == 1:
        return fixed(np.unique(given, return_inverse=True)[1].astype(np.int32))
    centres = scaling.rows(np.asarray(given, dtype=float))
    return lambda random, threads: _core.nearest_centres(points, metric, centres, threads)


def single_cluster(n_samples: int) -> Start:
    """Start with all points in one cluster."""
    return fixed(np.zeros(n_samples, dtype=np.int32))


def fixed(labels: Labels) -> Start:
    """Start from given labels."""
    return lambda random, threads: labels


def divided(X: Matrix, weights: Floats | None, scaling: Scaling, n_parts: int) -> Labels:
    """Divide the points without chance: again and again the widest part, across its principal axis, at its mean.

    Features count in units of their standard deviations, unless they share one.
    """
    unit = scaling.scale.max() / scaling.scale if scaling.shares_unit else scaling.relative_deviation
    rows = scaling.rows(X) / unit
    w = np.ones(len(rows)) if weights is None else weights
    labels = np.zeros(len(rows), dtype=np.int32)
    extents = [_widest_axis(rows, w)]
    for new in range(1, n_parts):
        widest = int(np.argmax([extent for extent, _, _ in extents]))
        extent, mean, axis = extents[widest]
        members = np.flatnonzero(labels == widest)
        beyond = (rows[members] - mean) @ axis > 0
        if not extent > 0 or beyond.all() or not beyond.any():
            break
        labels[members[beyond]] = new
        extents[widest] = _widest_axis(rows[members[~beyond]], w[members[~beyond]])
        extents.append(_widest_axis(rows[members[beyond]], w[members[beyond]]))
    return labels


def standard_metric(scaling: Scaling) -> Floats:
    """Weights per squared feature that make distances those of standardised features, unless they share a unit."""
    if scaling.shares_unit:
        return raw_metric(scaling)
    unit: Floats = 1.0 / scaling.relative_deviation
    return unit * unit


def raw_metric(scaling: Scaling) -> Floats:
    """Weights per squared feature that make distances those of the raw features."""
    unit: Floats = scaling.scale / scaling.scale.max()
    return unit * unit


def is_random(init: Any) -> bool:
    """Whether two starts from `init` can differ."""
    return isinstance(init, str)


def check_init(init: Any, n_samples: int, n_features: int) -> None:
    """Refuse an `init` that is neither a known name nor an array of the right shape."""
    if isinstance(init, str):
        if init not in ("k-means++", "random"):
            raise InputError(Named("init"), f" must be 'k-means++', 'random' or an array, got {init!r}.")
        return
    given = np.asarray(init)
    if given.dtype.kind not in "biuf" or (given.dtype.kind == "f" and not np.isfinite(given).all()):
        raise InputError(Named("init"), " must be 'k-means++', 'random', or an array of finite numbers.")
    is_centres = given.ndim == 2 and given.shape[0] > 0 and given.shape[1] == n_features
    if given.shape != (n_samples,) and not is_centres:
        raise InputError(
            Named("init"),
            f" must hold {n_samples} start labels, one per row of ",
            Named("X"),
            f", or centres of {n_features} features each, got an array of shape {given.shape}.",
        )


def _widest_axis(rows: Floats, weights: Floats) -> tuple[float, Floats, Floats]:
    """Scatter along the first principal axis, mean, and that axis."""
    mean: Floats = weights @ rows / weights.sum()
    centred = rows - mean
    values, axes = np.linalg.eigh((weights[:, None] * centred).T @ centred)
    axis = axes[:, -1]
    return float(values[-1]), mean, axis * np.sign(axis[np.abs(axis).argmax()])
