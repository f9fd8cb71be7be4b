"""Which number a cluster has. One that lives on keeps its own, and the last one fills the gap that another leaves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from cecib.clusters import Clusters
from cecib.search.problem import Labels

Numbers = NDArray[np.intp]


def without(n_clusters: int, gone: Sequence[int]) -> Numbers:
    """Old numbers of the clusters in their new order, when some have gone.

    Examples
    --------
    >>> from cecib.stream.numbering import without
    >>> without(5, [1]).tolist(), without(5, [0, 4]).tolist()
    ([0, 4, 2, 3], [3, 1, 2])
    """
    order = list(range(n_clusters))
    for number in sorted(gone, reverse=True):
        order[number] = order[-1]
        order.pop()
    return np.asarray(order, dtype=np.intp)


def merged(clusters: Clusters, a: int, b: int) -> tuple[Clusters, Numbers]:
    """Make two clusters one, under the number of the heavier; and the old numbers of all."""
    low, high = sorted((a, b))
    weights = clusters.summaries.weights
    heavy, light = (low, high) if weights[low] >= weights[high] else (high, low)
    order = without(len(clusters), [light])
    place = np.where(order == heavy, low, order - (order > high))
    return clusters.merged(low, high).reordered(place), order


def matched(before: Labels, after: Labels, n_before: int, n_after: int) -> tuple[Numbers, Numbers]:
    """Find clusters again by the rows that they share.

    Parameters
    ----------
    before, after : ndarray of shape (n,)
        The clusters of the same rows.
    n_before, n_after : int
        How many clusters there are.

    Returns
    -------
    order : ndarray of shape (n_after,)
        The clusters of `after`, those that are found again at their old places as far as these are below `n_after`.
    old : ndarray of shape (n_after,)
        Which of `before` each of them was, −1 for none.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.stream.numbering import matched
    >>> order, old = matched(np.array([0, 0, 1, 1]), np.array([2, 2, 0, 1]), 2, 3)
    >>> order.tolist(), old.tolist()
    ([2, 0, 1], [0, 1, -1])
    """
    shared = np.zeros((n_before, n_after))
    np.add.at(shared, (before, after), 1.0)
    rows, columns = linear_sum_assignment(-shared)
    pairs = {int(c): int(r) for r, c in zip(rows, columns, strict=True) if shared[r, c] > 0}
    order = np.full(n_after, -1, dtype=np.intp)
    for new, old in pairs.items():
        if old < n_after:
            order[old] = new
    placed = set(order.tolist())
    order[order == -1] = [new for new in range(n_after) if new not in placed]
    return order, np.asarray([pairs.get(int(new), -1) for new in order], dtype=np.intp)
