"""The theory of β, how much a label counts: where splits begin to pay, and what labels ask of a partition (section 4).

`beta_threshold` is the paper's formula and holds under its conditions; `beta_crossing` is exact for any two partitions.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cecib.cost import Criterion, Floats, Prior, cost_terms

_EQUAL = 1e-12  # nats per point that are none


def beta_crossing(
    X: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    categories: ArrayLike,
    *,
    criterion: Criterion = "entropy",
    prior: Prior | None = None,
    sample_weight: ArrayLike | None = None,
    family: Any = "full",
    subspace: ArrayLike | None = None,
) -> float:
    """β at which two partitions cost the same, whatever the labels, the criterion and the families.

    The cost is linear in β, so there is one. Above it the partition is cheaper that goes better with the labels.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The points.
    first, second : array-like of shape (n,)
        The cluster of each point, twice.
    categories : array-like of shape (n,) or (n, L)
        The category of each point, −1 where it is unlabelled; with L levels, coarse to fine, one for each.
    criterion, prior, sample_weight, family, subspace
        As for `cecib.cost.cost_terms`; of a fitted model, its `criterion`, `prior_` and `prior_.subspace`.

    Returns
    -------
    float
        Negative if the partition that goes better with the labels is cheaper at every β from 0 on, infinite if the
        labels cost the same in both.

    Examples
    --------
    A Gaussian, cut in the middle, all points labelled: the paper's β0 for large samples is 0.2698.

    >>> import numpy as np
    >>> from cecib.beta import beta_crossing
    >>> X = np.random.default_rng(0).normal(size=(100_000, 1))
    >>> halves = (X[:, 0] > 0).astype(int)
    >>> round(beta_crossing(X, np.zeros(len(X)), halves, halves), 2)
    0.27
    """
    points, category = np.asarray(X, dtype=float), np.asarray(categories)
    if not np.isfinite(points).all():
        raise ValueError("X must hold finite numbers, without gaps.")
    lengths = {len(np.atleast_1d(own)) for own in (points, first, second, category)}
    if category.dtype.kind not in "biu" or len(lengths) > 1:
        raise ValueError(
            "first, second and categories must have one entry for each row of X, and categories whole numbers, −1 for "
            "rows without a label."
        )
    how = {"criterion": criterion, "prior": prior, "sample_weight": sample_weight, "family": family}
    one, other = (cost_terms(points, labels, category, subspace=subspace, **how) for labels in (first, second))
    gain = one.consistency - other.consistency
    if abs(gain) <= _EQUAL * max(1.0, abs(one.consistency)):
        return inf
    return float((other.complexity + other.accuracy - one.complexity - one.accuracy) / gain)


def is_consistent(labels: ArrayLike, categories: ArrayLike) -> bool:
    """Whether each cluster has labels of one category at most (Definition 3.2); −1 in `categories`: unlabelled.

    Examples
    --------
    >>> from cecib.beta import is_consistent
    >>> is_consistent([0, 0, 1, 1], [5, -1, 6, 6]), is_consistent([0, 0, 0, 1], [5, -1, 6, 6])
    (True, False)
    """
    return bool(((_counts(labels, categories) > 0).sum(axis=1) <= 1).all())


def is_coarsening(labels: ArrayLike, categories: ArrayLike) -> bool:
    """Whether the labels of each category are in one cluster (Definition 4.1); −1 in `categories`: unlabelled.

    Examples
    --------
    >>> from cecib.beta import is_coarsening
    >>> is_coarsening([0, 0, 0, 1], [5, -1, 6, 7]), is_coarsening([0, 0, 1, 1], [5, -1, 5, 6])
    (True, False)
    """
    return bool(((_counts(labels, categories) > 0).sum(axis=0) == 1).all())


def is_proportional(labels: ArrayLike, categories: ArrayLike) -> bool:
    """Whether each cluster has its share of the labelled points (Definition 4.1); −1 in `categories`: unlabelled.

    Examples
    --------
    >>> from cecib.beta import is_proportional
    >>> is_proportional([0, 0, 1, 1], [5, -1, 6, -1]), is_proportional([0, 0, 1, 1], [5, 5, 6, -1])
    (True, False)
    """
    cluster = np.unique(np.asarray(labels), return_inverse=True)[1].ravel()
    known = _counts(labels, categories).sum(axis=1)
    size = np.bincount(cluster)
    return bool((size * known.sum() == known * len(cluster)).all())


def _counts(labels: ArrayLike, categories: ArrayLike) -> Floats:
    """Labels of each category (columns) in each cluster (rows)."""
    cluster, category = np.asarray(labels), np.asarray(categories)
    if cluster.ndim != 1 or cluster.shape != category.shape:
        raise ValueError(
            f"labels and categories must have one entry for each point, got shapes {cluster.shape} and "
            f"{category.shape}."
        )
    names, number = np.unique(cluster, return_inverse=True)
    known = category != -1
    kinds, kind = np.unique(category[known], return_inverse=True)
    counts = np.zeros((len(names), len(kinds)))
    np.add.at(counts, (number[known], kind), 1.0)
    return counts


def beta_threshold(weights: ArrayLike, covariances: ArrayLike, covariance: ArrayLike) -> float:
    """β0 of Theorem 4.2: from this β on, splitting one cluster into the given parts lowers the paper's cost.

    This holds for the criterion "entropy", if the parts are a coarsening of the labels (`is_coarsening`) and have their
    shares of them (`is_proportional`). Under other conditions, such as the default criterion, which also charges for a
    further cluster and counts labels as data, the crossing lies elsewhere: `beta_crossing` gives it for any two
    partitions.

    Parameters
    ----------
    weights : array-like of shape (l,)
        Sizes or shares p_i of the parts; only their proportions matter.
    covariances : array-like of shape (l, d, d), or (l,) for one feature
        Covariance matrices Σ_i of the parts, which have to be positive definite.
    covariance : array-like of shape (d, d), or a number for one feature
        Covariance matrix Σ of the whole cluster.

    Returns
    -------
    float
        ``1 + [Σ_i (p_i / 2q) ln(|Σ_i| / |Σ|)] / H(p / q)`` with q = Σ p_i. Never more than 1 when the
        covariances belong to an actual split; 1 for parts that look like the whole (random labels).

    Examples
    --------
    A one-dimensional Gaussian, cut in the middle; a truncated half has variance σ²(1 − 2/π). The paper cuts the
    result off at 0.269:

    >>> import numpy as np
    >>> from cecib.beta import beta_threshold
    >>> half = 1 - 2 / np.pi
    >>> round(beta_threshold([0.5, 0.5], [half, half], 1.0), 4)
    0.2698
    """
    share = np.asarray(weights, dtype=float)
    if share.ndim != 1 or len(share) < 2 or not (share > 0).all():
        raise ValueError("weights must be two or more positive numbers, one for each part of the cluster.")
    share = share / share.sum()
    parts = _log_determinants(covariances, "covariances")
    whole = _log_determinants(covariance, "covariance")
    if parts.shape != share.shape or whole.size != 1:
        raise ValueError(
            f"covariances must hold one matrix for each of the {len(share)} weights, and covariance a single one, "
            f"got {parts.size} and {whole.size}."
        )
    split_entropy = -(share * np.log(share)).sum()
    return float(1.0 + 0.5 * (share @ (parts - whole.ravel()[0])) / split_entropy)


def _log_determinants(matrices: ArrayLike, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    values = np.asarray(matrices, dtype=float)
    if values.ndim < 2:
        values = values.reshape(-1, 1, 1)
    sign, log_determinant = np.linalg.slogdet(values)
    if not (np.atleast_1d(sign) > 0).all():
        raise ValueError(f"{name} must be positive definite: a part that lies in a plane has no threshold.")
    return np.atleast_1d(log_determinant)
