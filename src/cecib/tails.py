"""How far out rows lie: the probability that a point of a cluster lies as far from its mean."""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_triangular
from scipy.stats import f as f_distribution

from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.search.scaling import Matrix

_RIDGE = 1e-12  # of a variance: keeps clusters that are nearly flat from being none


def tail_probabilities(clusters: Clusters, X: Matrix, enough: float = 1.0) -> Floats:
    """Probability that a point of the cluster that explains a row best lies as far out as the row does.

    Distances are Mahalanobis'; with n_i points of a cluster they follow F(d, n_i − d) up to a factor, and the prior of
    the clusters counts as points too.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    X : ndarray of shape (n, d)
        The rows.
    enough : float
        A row that its cheapest cluster explains as well as that is not looked at in others, to save time.
    """
    rows = clusters.scaling.rows(X)
    ellipsoids = _ellipsoids(clusters)
    if any(n <= rows.shape[1] for _, _, n in ellipsoids):
        return np.ones(len(rows))  # too few points to tell
    best = np.zeros(len(rows))
    if enough < 1.0:
        own = clusters.cheapest(X)
        for c, ellipsoid in enumerate(ellipsoids):
            here = np.flatnonzero(own == c)
            best[here] = _tails(rows[here], *ellipsoid)
    left = np.flatnonzero(best < enough)
    for ellipsoid in ellipsoids:
        best[left] = np.maximum(best[left], _tails(rows[left], *ellipsoid))
    return best


def _tails(rows: Floats, mean: Floats, scatter: Floats, n: float) -> Floats:
    """Probability that a point of one cluster lies as far out as each row."""
    d = rows.shape[1]
    root = np.linalg.cholesky(scatter)
    with np.errstate(over="ignore"):
        square = (solve_triangular(root, (rows - mean).T, lower=True, check_finite=False) ** 2).sum(axis=0)
        return np.asarray(f_distribution.sf(square * (n - d) / d, d, n - d))


def _ellipsoids(clusters: Clusters) -> list[tuple[Floats, Floats, float]]:
    """Mean, scatter (with the prior's, if there is one) and points that it rests on, of each cluster; scaled units."""
    prior, d = clusters.prior, len(clusters.scaling.columns)
    found = []
    scatters = clusters.summaries.square_scatters
    for summary, scatter in zip(clusters.summaries, scatters, strict=True):
        if prior is None:
            ridge = np.diag(_RIDGE * (np.diagonal(scatter) + summary.weight))
            found.append((summary.mean, scatter + ridge, summary.weight))
        else:
            apart = summary.mean - prior.mean
            pull = prior.kappa * summary.weight / (prior.kappa + summary.weight)
            whole = prior.scale + scatter + pull * np.outer(apart, apart)
            ridge = np.diag(_RIDGE * np.diagonal(whole))
            found.append((summary.mean, whole + ridge, summary.weight + max(0.0, prior.nu - d - 1.0)))
    return found
