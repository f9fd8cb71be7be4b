"""How well clusters agree with reference classes: the measures that we report.

Points whose class is unknown have no place here: leave them out of both arrays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score


def normalized_mutual_information(classes: ArrayLike, clusters: ArrayLike) -> float:
    """NMI as in the paper, 2 I(classes; clusters) / (H(classes) + H(clusters)): 1 for the same partition.

    Two partitions into one part each are the same partition.

    Examples
    --------
    >>> from cecib.reading.evaluation import normalized_mutual_information
    >>> normalized_mutual_information(["a", "a", "b", "b"], [1, 1, 0, 0])
    1.0
    >>> round(normalized_mutual_information([0, 0, 1, 1], [0, 0, 1, 2]), 4)
    0.8
    """
    return float(normalized_mutual_info_score(classes, clusters, average_method="arithmetic"))


def adjusted_rand_index(classes: ArrayLike, clusters: ArrayLike) -> float:
    """Share of pairs of points on which the two agree, adjusted for chance: 1 for the same, about 0 for unrelated.

    Examples
    --------
    >>> from cecib.reading.evaluation import adjusted_rand_index
    >>> adjusted_rand_index([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    return float(adjusted_rand_score(classes, clusters))


def cluster_count_error(classes: ArrayLike, clusters: ArrayLike) -> int:
    """By how many the number of clusters misses the number of classes.

    Examples
    --------
    >>> from cecib.reading.evaluation import cluster_count_error
    >>> cluster_count_error([0, 0, 1, 1], [0, 1, 2, 3])
    2
    """
    return abs(len(np.unique(np.asarray(clusters))) - len(np.unique(np.asarray(classes))))
