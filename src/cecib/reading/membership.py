"""What a row's place says about its category, whatever its own label says."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax

from cecib.cost import Floats


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
    >>> from cecib.reading.membership import category_table
    >>> category_table(np.array([[3.0, 0.0], [0.0, 0.0]]), 1.0, np.array([0.5, 0.5])).tolist()
    [[0.875, 0.125], [0.0, 0.0]]
    """
    labelled = counts.sum(axis=1, keepdims=True)
    table: Floats = (concentration * shares + counts) / (concentration + labelled)
    return np.where(labelled > 0, table, 0.0)


def category_probabilities(changes: Floats, table: Floats, temperature: float) -> Floats:
    """Probability of each category for each row, from what it would cost in each cluster.

    Parameters
    ----------
    changes : ndarray of shape (n, k)
        By how much each cluster's cost would rise with the row, unlabelled.
    table : ndarray of shape (k, m)
        The categories of the clusters.
    temperature : float
        1: memberships as the Gaussians say; more: less sure.
    """
    return np.asarray(softmax(-changes / temperature, axis=1) @ table)
