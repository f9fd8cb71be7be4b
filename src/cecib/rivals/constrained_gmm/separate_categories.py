"""Cannot-links only: points of different categories never share a cluster.

The sets of clusters that the categories use are disjoint, and nothing else is asked for. So the
sum over all assignments of the labelled points is a sum over disjoint sets, one per category.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from cecib.rivals.arrays import Floats, Integers
from cecib.rivals.constrained_gmm.cluster_subsets import (
    SubsetTables,
    best_split,
    log_convolution,
    log_moebius,
    log_sums,
    maxima,
    subset_tables,
)
from cecib.rivals.constrained_gmm.network import Expectation, PartitionFunction

_NEGLIGIBLE = 1e-30


class SeparateCategories:
    """Exact inference for the complete multipartite graph of cannot-links between categories."""

    def __init__(self, category_of: Integers, n_categories: int) -> None:
        self.n_nodes = len(category_of)
        self.members = [np.flatnonzero(category_of == j) for j in range(n_categories)]
        self.sizes = np.array([len(rows) for rows in self.members])
        self.n_cannot_links = int((self.n_nodes**2 - (self.sizes**2).sum()) // 2)

    def expectation(self, log_density: Floats, log_weights: Floats) -> Expectation:
        """Exact E step."""
        joint = log_density + log_weights
        tables = subset_tables(joint.shape[1])
        within = log_sums(joint)
        confined = np.array([within[rows, 1:].sum(axis=0) for rows in self.members])
        log_total, probabilities = self._confinement(_with_empty_set(confined), tables)
        responsibilities = np.empty_like(joint)
        for rows, probability in zip(self.members, probabilities, strict=True):
            responsibilities[rows] = _marginals(joint[rows], within[rows], probability, tables)
        return Expectation(log_total, responsibilities, responsibilities.sum(axis=0))

    def partition_function(self, weights: Floats) -> PartitionFunction:
        """Compute the same sums with all densities one: a category depends on its size alone."""
        log_weights = np.log(weights)[None]
        tables = subset_tables(len(weights))
        within = log_sums(log_weights)
        confined = self.sizes[:, None] * within[:, 1:]
        log_total, probabilities = self._confinement(_with_empty_set(confined), tables)
        mixed = (self.sizes[:, None] * probabilities).sum(axis=0)
        return PartitionFunction(log_total, _marginals(log_weights, within, mixed, tables)[0])

    def most_probable(self, log_density: Floats, log_weights: Floats) -> Integers:
        """Cluster of each labelled point in the joint maximum."""
        joint = log_density + log_weights
        tables = subset_tables(joint.shape[1])
        highest = maxima(joint)
        best = np.full(tables.n_subsets, -np.inf)
        best[0] = 0.0
        choices: list[NDArray[np.intp]] = []
        for rows in self.members:
            confined = np.full(tables.n_subsets, -np.inf)
            confined[1:] = highest[rows, 1:].sum(axis=0)
            best, choice = best_split(best, confined, tables)
            choices.append(choice)
        labels = np.empty(len(joint), dtype=np.int32)
        used = int(best.argmax())
        for rows, choice in zip(reversed(self.members), reversed(choices), strict=True):
            allowed = np.where(tables.contains[choice[used]], joint[rows], -np.inf)
            labels[rows] = allowed.argmax(axis=1)
            used ^= int(choice[used])
        return labels

    def _confinement(self, confined: Floats, tables: SubsetTables) -> tuple[float, Floats]:
        """Log of the constrained sum, and the share of "category j inside T, the others exactly outside"."""
        others = self._others(log_moebius(confined), tables)
        log_shares = others[:, tables.complements] + confined
        peak = log_shares.max(axis=1, keepdims=True)
        shares = np.exp(log_shares - peak)
        sums = shares.sum(axis=1, keepdims=True)
        return float(peak[0, 0] + np.log(sums[0, 0])), cast("Floats", shares / sums)

    def _others(self, exact: Floats, tables: SubsetTables) -> Floats:
        """Sum over the categories but j of "together they use exactly U", by products from both ends."""
        m = len(exact)
        nothing = np.full(tables.n_subsets, -np.inf)
        nothing[0] = 0.0
        before, after = [nothing], [nothing]
        for j in range(m - 1):
            before.append(exact[j] if j == 0 else log_convolution(before[-1], exact[j], tables))
            after.append(exact[m - 1 - j] if j == 0 else log_convolution(after[-1], exact[m - 1 - j], tables))
        result = np.empty_like(exact)
        for j in range(m):
            left, right = before[j], after[m - 1 - j]
            if j == 0:
                result[j] = right
            elif j == m - 1:
                result[j] = left
            else:
                result[j] = log_convolution(left, right, tables)
        return result


def _with_empty_set(confined: Floats) -> Floats:
    """Prepend the empty set, in which no category fits."""
    return np.concatenate([np.full((len(confined), 1), -np.inf), confined], axis=1)


def _marginals(joint: Floats, within: Floats, probability: Floats, tables: SubsetTables) -> Floats:
    """Σ_{T ∋ l} probability(T) · exp(joint_il − within_i(T)), over the sets that matter."""
    result = np.empty_like(joint)
    matters = probability > _NEGLIGIBLE * probability.max()
    for cluster in range(joint.shape[1]):
        sets = np.flatnonzero(matters & tables.contains[:, cluster])
        result[:, cluster] = np.exp(joint[:, [cluster]] - within[:, sets]) @ probability[sets]
    return result
