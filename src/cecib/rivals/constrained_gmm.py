"""Gaussian mixture with must-link and cannot-link constraints: the paper's "c-GMM"."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning

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
    scatter_matrices,
)
from cecib.rivals.mixing_proportions import (
    SMALLEST_EXACT,
    disjoint_proportions,
    exact_proportions,
    floored,
)
from cecib.rivals.restarts import best_run
from cecib.rivals.rival import Rival, read_points, require_varying_columns
from cecib.rivals.separate_images import SeparateImages
from cecib.rivals.settings import require_choice, require_integer, require_number
from cecib.rivals.starts import is_random, starting_centres
from cecib.side_information import SideInformation

_PROPORTION_STEPS = 3


class ConstrainedGMM(Rival):
    """Gaussian mixture under the constraints that the categories imply, after Shental et al. (2004).

    Points of one category must share a cluster (a chunklet), points of two categories must not.
    EM maximises ln p(X | no constraint violated) = ln Σ_Y Π α N − ln Z(α). Both its sums run over
    all permitted assignments and are computed exactly, by dynamic programming over sets of clusters.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    constraints : {"both", "cannot-link", "must-link"}, default="both"
        Which of the implied constraints to use.
    partition_function : {"exact", "disjoint", "ignore"}, default="exact"
        How Z enters the proportions: exactly; as (1 − Σ α²)^P, the simplification of the original,
        which holds only if no two of the P cannot-link edges share a node and lets one cluster
        swallow the others when P is large; or not at all.
    init : {"k-means++", "random"} or array-like of shape (n_clusters, n_features), default="k-means++"
        Start centres; covariances start from that of all points.
    n_init : int, default=10
        Starts; the likeliest result is kept.
    max_iter : int, default=200
        Iterations per start.
    tol : float, default=1e-5
        EM stops when the objective changes by less, relative to its size.
    reg_covar : float, default=1e-6
        Ridge added to each covariance, as a fraction of each column's variance. With 0 the objective
        never falls, and starts that meet a singular matrix are discarded.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Labelled points: the most probable joint assignment, which keeps all constraints. Others:
        the most probable cluster.
    weights_, means_, covariances_ : ndarray
        The mixture.
    objective_trace_ : ndarray of shape (n_iter_,)
        Constrained log-likelihood after each iteration; never falls when `reg_covar` is 0.
    n_iter_ : int
        Iterations of the kept start.

    Examples
    --------
    >>> from cecib.rivals import ConstrainedGMM
    >>> X = [[0.0], [1.0], [2.0], [6.0], [7.0], [8.0]]
    >>> labels = ConstrainedGMM(2, random_state=0).fit_predict(X, [0, -1, -1, -1, -1, 1])
    >>> bool(labels[0] != labels[5])
    True
    """

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        constraints: str = "both",
        partition_function: str = "exact",
        init: Any = "k-means++",
        n_init: int = 10,
        max_iter: int = 200,
        tol: float = 1e-5,
        reg_covar: float = 1e-6,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.constraints = constraints
        self.partition_function = partition_function
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.reg_covar = reg_covar
        self.random_state = random_state

    def predict(self, X: ArrayLike) -> Integers:
        """Most probable cluster of each row, without constraints."""
        return as_labels(self._log_joint(X).argmax(axis=1))

    def predict_proba(self, X: ArrayLike) -> Floats:
        """Probability of each cluster for each row, without constraints."""
        return normalised(self._log_joint(X))[0]

    def _log_joint(self, X: ArrayLike) -> Floats:
        points = read_points(self, X, is_fit=False)
        return log_densities(points, self.means_, self.covariances_) + np.log(self.weights_)

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> None:
        network = label_network(side, n_clusters, self.constraints)
        kind = require_choice("partition_function", self.partition_function, ("exact", "disjoint", "ignore"))
        n_init = require_integer("n_init", self.n_init, 1)
        max_iter = require_integer("max_iter", self.max_iter, 1)
        tol = require_number("tol", self.tol, 0)
        ridge = require_number("reg_covar", self.reg_covar, 0)
        require_varying_columns(self, X)
        offset = X.mean(axis=0)
        model = ConstrainedMixture(X - offset, side, network, kind, ridge)

        def start(generator: np.random.RandomState) -> Fit:
            centres = starting_centres(X, n_clusters, self.init, generator)
            return model.run(centres - offset, max_iter, tol)

        fit = best_run(start, n_init if is_random(self.init) else 1, self.random_state, maximize=True)
        self.weights_, self.means_, self.covariances_ = fit.weights, fit.means + offset, fit.covariances
        self.objective_trace_ = fit.trace
        self.n_iter_ = len(fit.trace)
        self.labels_ = model.labels(fit)
        if kind == "disjoint":
            _warn_of_collapse(network, fit)


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
        self.ridge = np.diag(ridge * X.var(axis=0))

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
        fit.covariances = covariances
        fit.weights, fit.log_partition = self.proportions(fit)

    def proportions(self, fit: Fit) -> tuple[Floats, float]:
        """Find the proportions that the chosen treatment of Z asks for, and ln Z."""
        if self.partition_function == "ignore" or self.network.n_cannot_links == 0:
            return floored(fit.node_counts / fit.node_counts.sum(), SMALLEST_EXACT), 0.0
        if self.partition_function == "disjoint":
            return disjoint_proportions(fit.node_counts, self.network.n_cannot_links, fit.weights)
        return exact_proportions(
            fit.node_counts, self.n_free, self.network.prior, fit.weights, _PROPORTION_STEPS, 1e-5
        )

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
    codes = side.codes[side.is_labelled]
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


def _warn_of_collapse(network: Network, fit: Fit) -> None:
    slack = fit.node_counts.sum() - fit.node_counts.max()
    if network.n_cannot_links > slack:
        warnings.warn(
            f"partition_function='disjoint' with {network.n_cannot_links} cannot-links, more than the "
            f"{slack:.1f} nodes outside the largest cluster, has no maximum and lets that cluster swallow "
            "the others: use partition_function='exact'.",
            ConvergenceWarning,
            stacklevel=4,
        )
