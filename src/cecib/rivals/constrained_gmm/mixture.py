"""EM for a Gaussian mixture whose labelled points obey a network of constraints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cecib.rivals.arrays import Floats, Integers, as_labels
from cecib.rivals.constrained_gmm.mixing_proportions import (
    SMALLEST_EXACT,
    disjoint_proportions,
    exact_proportions,
    floored,
)
from cecib.rivals.constrained_gmm.network import Network
from cecib.rivals.gaussian import (
    SingularCovarianceError,
    log_densities,
    means_of,
    normalised,
    require_spread,
    scatter_matrices,
)
from cecib.side_information import SideInformation

_PROPORTION_STEPS = 3


@dataclass
class ConstrainedRun:
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

    def run(self, centres: Floats, max_iter: int, tol: float) -> ConstrainedRun:
        """EM from the given centres."""
        n_clusters = len(centres)
        shared = np.cov(self.X, rowvar=False, bias=True).reshape(self.X.shape[1], -1) + self.ridge
        run = ConstrainedRun(
            weights=np.full(n_clusters, 1.0 / n_clusters),
            means=centres,
            covariances=np.tile(shared, (n_clusters, 1, 1)),
            log_partition=0.0,
            node_counts=np.zeros(n_clusters),
            trace=np.empty(0),
        )
        responsibilities, _ = self.e_step(run)
        trace: list[float] = []
        while len(trace) < max_iter:
            self.m_step(run, responsibilities)
            responsibilities, objective = self.e_step(run)
            trace.append(objective)
            if not np.isfinite(objective):
                raise SingularCovarianceError("The log-likelihood is not finite: rescale the columns of X.")
            if len(trace) > 1 and abs(trace[-1] - trace[-2]) < tol * abs(trace[-1]):
                break
        run.trace = np.array(trace)
        return run

    def e_step(self, run: ConstrainedRun) -> tuple[Floats, float]:
        """Responsibilities of all points, and the objective."""
        log_density = log_densities(self.X, run.means, run.covariances)
        log_weights = np.log(run.weights)
        responsibilities, totals = normalised(log_density + log_weights)
        expected = self.network.expectation(log_density[self.is_labelled], log_weights)
        responsibilities[self.is_labelled] = expected.responsibilities
        run.node_counts = expected.node_counts + self.is_free @ responsibilities
        objective = float(self.is_free @ totals) + expected.log_total
        return responsibilities, objective - run.log_partition

    def m_step(self, run: ConstrainedRun, responsibilities: Floats) -> None:
        """Proportions, means and covariances; a cluster that holds nothing stays as it was."""
        counts = responsibilities.sum(axis=0)
        run.means = means_of(self.X, responsibilities, counts, run.means)
        scatters = scatter_matrices(self.X, responsibilities, run.means)
        is_alive = counts > np.finfo(float).tiny
        covariances = run.covariances.copy()
        covariances[is_alive] = scatters[is_alive] / counts[is_alive, None, None] + self.ridge
        require_spread(covariances, self.variances)
        run.covariances = covariances
        run.weights, run.log_partition = self.proportions(run)

    def proportions(self, run: ConstrainedRun) -> tuple[Floats, float]:
        """Find the proportions that the chosen treatment of Z asks for, and ln Z."""
        if self.partition_function == "ignore" or self.network.n_cannot_links == 0:
            return floored(run.node_counts / run.node_counts.sum(), SMALLEST_EXACT), 0.0
        if self.partition_function == "disjoint":
            return disjoint_proportions(run.node_counts, self.network.n_cannot_links, run.weights)
        z = self.network.partition_function
        return exact_proportions(run.node_counts, self.n_free, z, run.weights, _PROPORTION_STEPS, 1e-5)

    def labels(self, run: ConstrainedRun) -> Integers:
        """Joint maximum for labelled points, own maximum for the others."""
        log_density = log_densities(self.X, run.means, run.covariances)
        log_weights = np.log(run.weights)
        labels = as_labels((log_density + log_weights).argmax(axis=1))
        if self.is_labelled.any():
            labels[self.is_labelled] = self.network.most_probable(log_density[self.is_labelled], log_weights)
        return labels
