"""Clusters that no point chose, for the methods that want exactly k clusters."""

from __future__ import annotations

import numpy as np

from cecib.rivals.arrays import Floats, Integers


def fill_empty_clusters(labels: Integers, costs: Floats, n_clusters: int) -> Integers:
    """Give each empty cluster the costliest point that is not alone in its cluster."""
    sizes = np.bincount(labels, minlength=n_clusters)
    empty = np.flatnonzero(sizes == 0)
    if len(empty) == 0:
        return labels
    filled = labels.copy()
    order = iter(np.argsort(-costs, kind="stable"))
    for cluster in empty:
        for row in order:
            if sizes[filled[row]] > 1 and costs[row] > 0:
                sizes[filled[row]] -= 1
                sizes[cluster] += 1
                filled[row] = cluster
                break
    return filled
