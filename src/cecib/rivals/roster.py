"""The paper's rivals by the paper's names, with the settings that the paper states."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cecib.rivals.constrained_gmm import ConstrainedGMM
from cecib.rivals.fuzzy_cmeans import SemiSupervisedFuzzyCMeans
from cecib.rivals.partially_labeled_gmm import PartiallyLabeledGMM
from cecib.rivals.partition_kmeans import PartitionKMeans
from cecib.rivals.rival import Rival
from cecib.rivals.spectral import ConstrainedSpectralClustering, available_memory, required_memory
from cecib.side_information import read_side_information


def all_rivals(
    X: ArrayLike,
    y: ArrayLike | None = None,
    n_clusters: int | None = None,
    *,
    constraints: str = "both",
    random_state: int | np.random.RandomState | None = None,
) -> dict[str, Rival]:
    """Ready instances of the five methods that the paper compares with.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    y : array-like of shape (n_samples,), optional
        The labels, as for `fit`.
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    constraints : {"both", "cannot-link", "must-link"}, default="both"
        For c-GMM and spec; the paper uses "cannot-link" in its chemistry study and for five image segments.
    random_state : int, RandomState instance or None, default=None
        Given to each of them.

    Returns
    -------
    dict
        From the paper's name to an unfitted instance. Left out: mixmod when y names some but not all
        classes, which it cannot take, and spec when the matrices for X do not fit into memory.

    Examples
    --------
    >>> from cecib.rivals import all_rivals
    >>> list(all_rivals([[0.0], [1.0], [2.0]], [0, 1, -1], n_clusters=2))
    ['mixmod', 'c-GMM', 'k-means', 'fc-means', 'spec']
    >>> list(all_rivals([[0.0], [1.0], [2.0]], [0, 1, -1], n_clusters=3))
    ['c-GMM', 'k-means', 'fc-means', 'spec']
    """
    n_samples = np.shape(X)[0]
    n_categories = read_side_information(y, n_samples).n_categories
    k = max(n_categories, 2) if n_clusters is None else n_clusters
    rivals: dict[str, Rival] = {
        "mixmod": PartiallyLabeledGMM(k, random_state=random_state),
        "c-GMM": ConstrainedGMM(k, constraints=constraints, random_state=random_state),
        "k-means": PartitionKMeans(k, random_state=random_state),
        "fc-means": SemiSupervisedFuzzyCMeans(k, random_state=random_state),
        "spec": ConstrainedSpectralClustering(k, constraints=constraints, random_state=random_state),
    }
    if n_categories not in (0, k):
        del rivals["mixmod"]
    if required_memory(n_samples) > available_memory():
        del rivals["spec"]
    return rivals
