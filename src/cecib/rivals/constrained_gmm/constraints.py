"""From the expert's labels to the network of constraints that they imply."""

from __future__ import annotations

from cecib.rivals.constrained_gmm.chunklets import MAX_CLUSTERS_OF_CHUNKLETS, FreeChunklets, SeparateChunklets
from cecib.rivals.constrained_gmm.cluster_subsets import MAX_CLUSTERS
from cecib.rivals.constrained_gmm.network import Network
from cecib.rivals.constrained_gmm.separate_categories import SeparateCategories
from cecib.side_information import SideInformation


def label_network(side: SideInformation, n_clusters: int, constraints: str) -> Network:
    """Choose the network for the constraints; errors where it has no solution or is too large."""
    category_of = side.index[side.is_labelled]
    m = side.n_categories
    if constraints == "must-link" or m == 0:
        return FreeChunklets(category_of, m)
    if m > n_clusters:
        raise ValueError(
            f"n_clusters must be at least the number of categories, {m}, when cannot-links are used, "
            f"got {n_clusters}: ask for more clusters or use constraints='must-link'."
        )
    largest = MAX_CLUSTERS_OF_CHUNKLETS if constraints == "both" else MAX_CLUSTERS
    if n_clusters > largest and m > 1:
        raise ValueError(
            f"n_clusters must be at most {largest} with constraints={constraints!r}, whose exact E step "
            f"takes 2**n_clusters sums, got {n_clusters}: use constraints='must-link'."
        )
    if constraints == "both":
        return SeparateChunklets(category_of, m) if m > 1 else FreeChunklets(category_of, m)
    return SeparateCategories(category_of, m)
