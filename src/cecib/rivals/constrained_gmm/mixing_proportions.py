"""Cluster proportions under cannot-links: maximise Σ_l N_l ln α_l − ln Z(α).

Z(α) is the probability that labels drawn from α violate no cannot-link.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np

from cecib.rivals.arrays import Floats
from cecib.rivals.constrained_gmm.network import PartitionFunction

SMALLEST_EXACT = 1e-12
SMALLEST_DISJOINT = 1e-6
_MAX_HALVINGS = 40


def exact_proportions(
    node_counts: Floats,
    n_free: int,
    partition_function: Callable[[Floats], PartitionFunction],
    start: Floats,
    max_steps: int = 100,
    tol: float = 1e-10,
) -> tuple[Floats, float]:
    """Maximise with the exact Z; returns the proportions and ln Z.

    Steps α_l ← α_l · (N_l / (n_free α_l + E_l))^t, with E_l the expected number of labelled nodes
    in cluster l given that no cannot-link is violated, and t halved until the objective does not fall. The
    problem is concave in ln α and the step's fixed point is its stationary point.
    """
    weights = floored(start, SMALLEST_EXACT)
    current = partition_function(weights)
    value = _value(node_counts, weights, current.log_value)
    for _ in range(max_steps):
        ratio = np.log(np.maximum(node_counts, 1e-300)) - np.log(n_free * weights + current.node_counts)
        exponent = 1.0
        for _ in range(_MAX_HALVINGS):
            trial = floored(_softmax(np.log(weights) + exponent * ratio), SMALLEST_EXACT)
            if np.abs(trial - weights).max() < tol:
                return weights, current.log_value
            candidate = partition_function(trial)
            trial_value = _value(node_counts, trial, candidate.log_value)
            if trial_value >= value:
                break
            exponent *= 0.5
        else:
            break
        weights, current, value = trial, candidate, trial_value
    return weights, current.log_value


def disjoint_log_partition(weights: Floats, n_pairs: int) -> float:
    """Log of Z = (1 − Σ α²)^P, which is exact only if the P cannot-link pairs share no node."""
    return n_pairs * float(np.log(max(1.0 - (weights**2).sum(), np.finfo(float).tiny)))


def disjoint_proportions(
    node_counts: Floats, n_pairs: int, start: Floats, max_steps: int = 50, tol: float = 1e-10
) -> tuple[Floats, float]:
    """Maximise with the disjoint-pairs Z by gradient ascent in softmax coordinates, with back-tracking.

    Returns the proportions and ln Z.
    """
    n_nodes = node_counts.sum()
    weights = floored(start, SMALLEST_DISJOINT)
    value = _value(node_counts, weights, disjoint_log_partition(weights, n_pairs))
    rate = 1.0 / n_nodes
    for _ in range(max_steps):
        repulsion = 2.0 * n_pairs / max(1.0 - (weights**2).sum(), 1e-12)
        gradient = node_counts + repulsion * weights**2
        gradient -= weights * (n_nodes + repulsion * (weights**2).sum())
        for _ in range(_MAX_HALVINGS):
            trial = floored(_softmax(np.log(weights) + rate * gradient), SMALLEST_DISJOINT)
            trial_value = _value(node_counts, trial, disjoint_log_partition(trial, n_pairs))
            if trial_value >= value:
                break
            rate *= 0.5
        else:
            break
        shift = np.abs(trial - weights).max()
        weights, value = trial, trial_value
        rate *= 2.0
        if shift < tol:
            break
    return weights, disjoint_log_partition(weights, n_pairs)


def floored(weights: Floats, smallest: float) -> Floats:
    """Proportions of at least about `smallest`, summing to one."""
    raised = np.maximum(weights, smallest)
    return cast("Floats", raised / raised.sum())


def _value(node_counts: Floats, weights: Floats, log_partition: float) -> float:
    return float(node_counts @ np.log(weights)) - log_partition


def _softmax(theta: Floats) -> Floats:
    raised = np.exp(theta - theta.max())
    return cast("Floats", raised / raised.sum())
