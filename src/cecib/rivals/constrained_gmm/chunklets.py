"""Must-links: all points of a category form a chunklet, which lies in one cluster as a whole.

With cannot-links as well, different chunklets lie in different clusters.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import linear_sum_assignment

from cecib.rivals.arrays import Floats, Integers, as_labels
from cecib.rivals.constrained_gmm.network import Expectation, PartitionFunction
from cecib.rivals.gaussian import normalised

MAX_CLUSTERS_OF_CHUNKLETS = 14


class FreeChunklets:
    """Must-links only: the chunklets are independent of each other."""

    def __init__(self, category_of: Integers, n_categories: int) -> None:
        self.category_of = category_of
        self.n_nodes = n_categories
        self.n_cannot_links = 0
        self._members = (np.arange(n_categories)[:, None] == category_of).astype(np.float64)

    def expectation(self, log_density: Floats, log_weights: Floats) -> Expectation:
        """Exact E step."""
        joint = self._joint(log_density, log_weights)
        marginals, totals = normalised(joint)
        return self._spread(float(totals.sum()), marginals)

    def partition_function(self, weights: Floats) -> PartitionFunction:
        """No cannot-link, nothing to violate."""
        return PartitionFunction(0.0, self.n_nodes * weights)

    def most_probable(self, log_density: Floats, log_weights: Floats) -> Integers:
        """Cluster of each labelled point in the joint maximum."""
        best = self._joint(log_density, log_weights).argmax(axis=1)
        return as_labels(best[self.category_of])

    def _joint(self, log_density: Floats, log_weights: Floats) -> Floats:
        """One factor weight per chunklet, not per point: chunklets are drawn independently."""
        return np.asarray(self._members @ log_density + log_weights)

    def _spread(self, log_total: float, marginals: Floats) -> Expectation:
        return Expectation(log_total, marginals[self.category_of], marginals.sum(axis=0))


class SeparateChunklets(FreeChunklets):
    """Must-links and cannot-links: an injective map from chunklets to clusters.

    The E step runs forwards and backwards over the sets of clusters already used.
    """

    def __init__(self, category_of: Integers, n_categories: int) -> None:
        super().__init__(category_of, n_categories)
        self.n_cannot_links = n_categories * (n_categories - 1) // 2

    def expectation(self, log_density: Floats, log_weights: Floats) -> Expectation:
        """Exact E step."""
        return self._spread(*injective_marginals(self._joint(log_density, log_weights)))

    def partition_function(self, weights: Floats) -> PartitionFunction:
        """Z = m! e_m(weights), with e_m the elementary symmetric polynomial."""
        m, n_clusters = self.n_nodes, len(weights)
        without = np.tile(weights, (n_clusters, 1))
        np.fill_diagonal(without, 0.0)
        polynomials = _elementary_symmetric(without, m)
        total = polynomials[0, m] + weights[0] * polynomials[0, m - 1]
        counts = weights * polynomials[:, m - 1] / total
        return PartitionFunction(math.lgamma(m + 1) + math.log(total), counts)

    def most_probable(self, log_density: Floats, log_weights: Floats) -> Integers:
        """Cluster of each labelled point in the joint maximum, a linear assignment."""
        _, best = linear_sum_assignment(self._joint(log_density, log_weights), maximize=True)
        return as_labels(best[self.category_of])


def injective_marginals(joint: Floats) -> tuple[float, Floats]:
    """Log of the sum over injective maps j → l of Π_j exp(joint[j, l]), and the marginals of l given j."""
    m, n_clusters = joint.shape
    subsets = np.arange(1 << n_clusters)
    bits = 1 << np.arange(n_clusters)[:, None]
    contains = (subsets & bits) != 0
    removed, added = subsets ^ bits, subsets | bits
    forward = np.full((m + 1, len(subsets)), -np.inf)
    forward[0, 0] = 0.0
    for j in range(m):
        forward[j + 1] = _log_sum(np.where(contains, forward[j][removed] + joint[j][:, None], -np.inf))
    backward = np.full((m + 1, len(subsets)), -np.inf)
    backward[m] = 0.0
    marginals = np.empty((m, n_clusters))
    for j in reversed(range(m)):
        onwards = np.where(contains, -np.inf, backward[j + 1][added] + joint[j][:, None])
        backward[j] = _log_sum(onwards)
        marginals[j] = _log_sum((onwards + forward[j]).T)
    log_total = float(backward[0, 0])
    return log_total, np.exp(marginals - log_total)


def _log_sum(terms: Floats) -> Floats:
    """Log of the sum of exponentials over the first axis; all terms may be −∞."""
    peaks = terms.max(axis=0)
    anchors = np.where(np.isneginf(peaks), 0.0, peaks)
    with np.errstate(divide="ignore"):
        return np.asarray(anchors + np.log(np.exp(terms - anchors).sum(axis=0)))


def _elementary_symmetric(values: Floats, degree: int) -> Floats:
    """e_0 … e_degree of each row, shape (rows, degree + 1)."""
    polynomials = np.zeros((len(values), degree + 1))
    polynomials[:, 0] = 1.0
    for column in values.T:
        polynomials[:, 1:] += column[:, None] * polynomials[:, :-1].copy()
    return polynomials
