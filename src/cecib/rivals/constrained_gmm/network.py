"""What EM asks of the constraints between the labelled points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cecib.rivals.arrays import Floats, Integers


@dataclass(frozen=True)
class Expectation:
    """What an E step finds for the labelled points."""

    log_total: float
    responsibilities: Floats  # (n_labelled, k)
    node_counts: Floats  # (k,), expected number of hidden nodes in each cluster


@dataclass(frozen=True)
class PartitionFunction:
    """Probability Z that labels drawn from the proportions violate no cannot-link, and what they then look like."""

    log_value: float
    node_counts: Floats  # (k,), expected number of hidden nodes in each cluster, given no violation


class Network(Protocol):
    """The hidden clusters of the labelled points and the constraints between them."""

    n_nodes: int
    n_cannot_links: int

    def expectation(self, log_density: Floats, log_weights: Floats) -> Expectation:
        """Exact E step."""

    def partition_function(self, weights: Floats) -> PartitionFunction:
        """Z of the proportions."""

    def most_probable(self, log_density: Floats, log_weights: Floats) -> Integers:
        """Cluster of each labelled point in the joint maximum."""
