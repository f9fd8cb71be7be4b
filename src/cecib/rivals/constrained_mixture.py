"""EM for a Gaussian mixture whose labelled points obey a network of constraints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from cecib.rivals.arrays import Floats, Integers, as_labels
from cecib.rivals.chunklets import (
    MAX_CLUSTERS_OF_CHUNKLETS,
    FreeChunklets,
    Posterior,
    Prior,
    SeparateChunklets,
)
from cecib.rivals.cluster_subsets import MAX_CLUSTERS
from cecib.rivals.gaussian import (
    SingularCovarianceError,
    log_densities,
    means_of,
    normalised,
    require_spread,
    scatter_matrices,
)
from cecib.rivals.mixing_proportions import (
    SMALLEST_EXACT,
    disjoint_proportions,
    exact_proportions,
    floored,
)
from cecib.rivals.separate_images import SeparateImages
from cecib.rivals.settings import require_choice
from cecib.side_information import SideInformation

_PROPORTION_STEPS = 3


class Network(Protocol):
    """The hidden labels of the labelled points and the constraints between them."""

    n_nodes: int
    n_cannot_links: int

    def posterior(self, log_density: Floats, log_weights: Floats) -> Posterior:
        """Exact E step."""

    def prior(self, weights: Floats) -> Prior:
        """Partition function and expected counts under the constrained prior."""

    def most_probable(self, log_density: Floats, log_weights: Floats) -> Integers:
        """Joint maximum."""


@dataclass
class Fit:
    """Where one start ended."""

    weights: Floats
    means: Floats
    covariances: Floats
    log_partition: float
    node_counts: Floats
    trace: Floats


class ConstrainedMixture:
    """The points, the network of their labels, and EM on them."""

    def __init__(
        self, X: Floats, side: SideInformation, network: Network, partition_function: str, ridge: float
    ) -> None:
        self.X = X
        self.is_labelled = side.is_labelled
        self.is_free = (~side.is_labelled).astype(np.float64)
        self.n_free = int(self.is_free.sum())
        self.network = network
        self.partition_function = partition_function
        self.variances = X.var(axis=0)
        self.ridge = np.diag(ridge * self.variances)

    def run(self, centres: Floats, max_iter: int, tol: float) -> Fit:
        """EM from the given centres."""
        n_clusters = len(centres)
        shared = np.cov(self.X, rowvar=False, bias=True).reshape(self.X.shape[1], -1) + self.ridge
        fit = Fit(
            weights=np.full(n_clusters, 1.0 / n_clusters),
            means=centres,
            covariances=np.tile(shared, (n_clusters, 1, 1)),
            log_partition=0.0,
            node_counts=np.zeros(n_clusters),
            trace=np.empty(0),
        )
        responsibilities, _ = self.e_step(fit)
        trace: list[float] = []
        while len(trace) < max_iter:
            self.m_step(fit, responsibilities)
            responsibilities, objective = self.e_step(fit)
            trace.append(objective)
            if not np.isfinite(objective):
                raise SingularCovarianceError("The log-likelihood is not finite: rescale the columns of X.")
            if len(trace) > 1 and abs(trace[-1] - trace[-2]) < tol * abs(trace[-1]):
                break
        fit.trace = np.array(trace)
        return fit

    def e_step(self, fit: Fit) -> tuple[Floats, float]:
        """Responsibilities of all points, and the objective."""
        log_density = log_densities(self.X, fit.means, fit.covariances)
        log_weights = np.log(fit.weights)
        responsibilities, totals = normalised(log_density + log_weights)
        posterior = self.network.posterior(log_density[self.is_labelled], log_weights)
        responsibilities[self.is_labelled] = posterior.responsibilities
        fit.node_counts = posterior.node_counts + self.is_free @ responsibilities
        objective = float(self.is_free @ totals) + posterior.log_total
        return responsibilities, objective - fit.log_partition

    def m_step(self, fit: Fit, responsibilities: Floats) -> None:
        """Proportions, means and covariances; a cluster that holds nothing stays as it was."""
        counts = responsibilities.sum(axis=0)
        fit.means = means_of(self.X, responsibilities, counts, fit.means)
        scatters = scatter_matrices(self.X, responsibilities, fit.means)
        is_alive = counts > np.finfo(float).tiny
        covariances = fit.covariances.copy()
        covariances[is_alive] = scatters[is_alive] / counts[is_alive, None, None] + self.ridge
        require_spread(covariances, self.variances)
        fit.covariances = covariances
        fit.weights, fit.log_partition = self.proportions(fit)

    def proportions(self, fit: Fit) -> tuple[Floats, float]:
        """Find the proportions that the chosen treatment of Z asks for, and ln Z."""
        if self.partition_function == "ignore" or self.network.n_cannot_links == 0:
            return floored(fit.node_counts / fit.node_counts.sum(), SMALLEST_EXACT), 0.0
        if self.partition_function == "disjoint":
            return disjoint_proportions(fit.node_counts, self.network.n_cannot_links, fit.weights)
        return exact_proportions(fit.node_counts, self.n_free, self.network.prior, fit.weights, _PROPORTION_STEPS, 1e-5)

    def labels(self, fit: Fit) -> Integers:
        """Joint maximum for labelled points, own maximum for the others."""
        log_density = log_densities(self.X, fit.means, fit.covariances)
        log_weights = np.log(fit.weights)
        labels = as_labels((log_density + log_weights).argmax(axis=1))
        if self.is_labelled.any():
            labels[self.is_labelled] = self.network.most_probable(log_density[self.is_labelled], log_weights)
        return labels


def label_network(side: SideInformation, n_clusters: int, constraints: str) -> Network:
    """Choose the network for the constraints; errors where it has no solution or is too large."""
    constraints = require_choice("constraints", constraints, ("both", "cannot-link", "must-link"))
    codes = side.index[side.is_labelled]
    m = side.n_categories
    if constraints == "must-link" or m == 0:
        return FreeChunklets(codes, m)
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
        return SeparateChunklets(codes, m) if m > 1 else FreeChunklets(codes, m)
    return SeparateImages(codes, m)
