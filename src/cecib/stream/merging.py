"""Clusters that have become one."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from cecib.clusters import Clusters
from cecib.stream.numbering import Numbers, merged

_ROUNDING = 1e-9


def joined(clusters: Clusters) -> tuple[Clusters, Numbers]:
    """Merge clusters as long as that lowers the cost, the pair that lowers it most first; and their old numbers."""
    order = np.arange(len(clusters))
    while len(clusters) > 1:
        changes = {pair: clusters.change_merging(*pair) for pair in combinations(range(len(clusters)), 2)}
        best = min(changes, key=lambda pair: changes[pair])
        if not changes[best] < -_ROUNDING:
            break
        clusters, own = merged(clusters, *best)
        order = order[own]
    return clusters, order
