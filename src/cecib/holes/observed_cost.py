"""The cost of a table with holes, in plain NumPy: the readable truth of `settling`, for the tests."""

from __future__ import annotations

from dataclasses import replace
from math import e, pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cecib.cost import CostTerms, Floats, Prior, accuracy, cost_terms


def observed_cost_terms(
    X: ArrayLike,
    labels: ArrayLike,
    means: Floats,
    covariances: Floats,
    categories: ArrayLike | None = None,
    *,
    prior: Prior,
    beta: float = 1.0,
    family: Any = "full",
) -> CostTerms:
    """Bound the code length of what is observed, under "evidence", in nats per point.

    Each row is filled with what the Gaussian of its cluster expects in its holes, the covariance of the holes is added
    to the scatter of the cluster, as that of a cell is, and the entropy of the holes is taken off. Whatever the
    Gaussians are, what is observed costs no more; those of the clusters themselves come nearest.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The rows, NaN where they have holes.
    labels : array-like of shape (n,)
        The cluster of each row, from 0 on.
    means, covariances : ndarray of shape (k, d), (k, d, d)
        The Gaussians that say what is expected in holes.
    categories : array-like of shape (n,), optional
        The category of each row, −1 where it is unlabelled.
    prior : Prior
        Of the clusters.
    beta : float
        β, how much a label counts.
    family : str or family object
        The Gaussians of all clusters.

    Examples
    --------
    With no hole it is the cost itself:

    >>> import numpy as np
    >>> from cecib.cost import Prior, cost_terms
    >>> from cecib.holes.observed_cost import observed_cost_terms
    >>> X, labels, prior = np.arange(8.0).reshape(4, 2) ** 2, [0, 0, 0, 1], Prior(np.zeros(2), 1.0, 3.0, np.eye(2))
    >>> terms = observed_cost_terms(X, labels, np.zeros((2, 2)), np.array([np.eye(2)] * 2), prior=prior)
    >>> np.allclose(terms, cost_terms(X, labels, criterion="evidence", prior=prior))
    True
    """
    rows, cluster = np.array(X, dtype=float), np.asarray(labels)
    open_, entropy = np.zeros((len(means), *covariances.shape[1:])), 0.0
    for row, c in zip(rows, cluster, strict=True):
        m = np.isnan(row)
        slope = covariances[c][np.ix_(m, ~m)] @ np.linalg.inv(covariances[c][np.ix_(~m, ~m)])
        left = covariances[c][np.ix_(m, m)] - slope @ covariances[c][np.ix_(~m, m)]
        row[m] = means[c][m] + slope @ (row[~m] - means[c][~m])
        open_[c][np.ix_(m, m)] += left
        entropy += 0.5 * float(np.linalg.slogdet(2.0 * pi * e * left)[1])
    whole = cost_terms(rows, cluster, categories, beta=beta, criterion="evidence", prior=prior, family=family)
    length = 0.0
    for c in np.unique(cluster):
        inside = cluster == c
        cell = open_[c] / inside.sum() + (0.0 if prior.cell is None else prior.cell)
        length += accuracy(rows[inside], np.ones(inside.sum()), family, "evidence", replace(prior, cell=cell))
    return CostTerms(whole.complexity, (length - entropy) / len(rows), whole.consistency)
