"""Clusters that have become one."""

from __future__ import annotations

import numpy as np

from cecib.clusters import Clusters
from cecib.stream.numbering import Numbers, merged

_ROUNDING = 1e-9


def joined(clusters: Clusters) -> tuple[Clusters, Numbers]:
    """Merge clusters as long as that lowers the cost, the pair that lowers it most first; and their old numbers."""
    order = np.arange(len(clusters))
    while True:
        change, a, b = clusters.cheapest_merge()
        if not change < -_ROUNDING:
            return clusters, order
        clusters, own = merged(clusters, a, b)
        order = order[own]
