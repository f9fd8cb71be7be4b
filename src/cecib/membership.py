"""What a row's place says about its category, whatever its own label says.

Two probabilities: that a label of the row would name a category, and, since labels may be wrong, that it is one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import softmax

from cecib.clusters import Clusters
from cecib.cost import Floats, Prior
from cecib.search.scaling import Matrix


def concentration_of(prior: Prior | None) -> float:
    """How many labels the overall shares of the categories are worth in a cluster."""
    return 1.0 if prior is None or prior.concentration is None else prior.concentration


def category_table(counts: Floats, concentration: float, shares: Floats) -> Floats:
    """Probability of each category in each cluster; a row of zeros for a cluster that no label reaches.

    Parameters
    ----------
    counts : ndarray of shape (k, m)
        Labelled points.
    concentration : float
        How many labels the overall shares are worth.
    shares : ndarray of shape (m,)
        Overall shares of the categories.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.membership import category_table
    >>> category_table(np.array([[3.0, 0.0], [0.0, 0.0]]), 1.0, np.array([0.5, 0.5])).tolist()
    [[0.875, 0.125], [0.0, 0.0]]
    """
    labelled = counts.sum(axis=1, keepdims=True)
    table: Floats = (concentration * shares + counts) / (concentration + labelled)
    return np.where(labelled > 0, table, 0.0)


class Calibration(NamedTuple):
    """How sure to be, learned from hidden labels.

    Attributes
    ----------
    temperature : float
        1: memberships of clusters are as sure as their Gaussians say; more: less sure.
    doubt : float
        The share of cases in which the place of a row says nothing about its category.
    wrong_share : float
        The share of labels that are wrong.
    """

    temperature: float = 1.0
    doubt: float = 0.0
    wrong_share: float = 0.0


def label_probabilities(changes: Floats, table: Floats, shares: Floats, calibration: Calibration) -> Floats:
    """Probability that a label of each row names each category, from what the row would cost in each cluster.

    Parameters
    ----------
    changes : ndarray of shape (n, k)
        By how much each cluster's cost would rise with the row, unlabelled.
    table : ndarray of shape (k, m)
        The categories of the clusters.
    shares : ndarray of shape (m,)
        Overall shares of the categories.
    calibration : Calibration
        How sure to be.
    """
    plain = softmax(-changes / calibration.temperature, axis=1) @ table
    if calibration.doubt == 0.0:
        return np.asarray(plain)
    return np.asarray((1.0 - calibration.doubt) * plain + calibration.doubt * plain.sum(axis=1, keepdims=True) * shares)


def named_probabilities(clusters: Clusters, X: Matrix, calibration: Calibration) -> Floats:
    """Probability that a label of each row would name each category, from the clusters of a fit."""
    counts = clusters.summaries.counts
    totals = counts.sum(axis=0)
    shares = totals / max(totals.sum(), 1e-300)
    table = category_table(counts, concentration_of(clusters.prior), shares)
    return np.concatenate([label_probabilities(own, table, shares, calibration) for own in clusters.changes(X)])


def true_probabilities(named: Floats, wrong_share: float) -> Floats:
    """Probability of each category, from the probability that a label names it and the share of wrong labels.

    A wrong label names any other category. What is missing to 1 stays missing.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.membership import true_probabilities
    >>> true_probabilities(np.array([[0.9, 0.1], [0.5, 0.0]]), 0.1).round(6).tolist()
    [[1.0, 0.0], [0.5, 0.0]]
    """
    reached, others = named.sum(axis=1, keepdims=True), named.shape[1] - 1
    if wrong_share == 0.0 or others < 1:
        return named
    slip = wrong_share / others
    true = np.maximum(named - slip * reached, 0.0)
    return np.asarray(true * (reached / np.maximum(true.sum(axis=1, keepdims=True), 1e-300)))
