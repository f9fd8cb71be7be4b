"""Gaussian mixture with must-link and cannot-link constraints: the paper's "c-GMM"."""

from __future__ import annotations

import warnings
from typing import Any, ClassVar

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from cecib.rivals.arrays import Floats
from cecib.rivals.constrained_gmm.constraints import label_network
from cecib.rivals.constrained_gmm.mixture import ConstrainedMixture, ConstrainedRun
from cecib.rivals.constrained_gmm.network import Network
from cecib.rivals.mixture_rival import MixtureRival
from cecib.rivals.parameter_rules import Choice, Count, Number, Rules
from cecib.rivals.restarts import best_run
from cecib.rivals.starts import is_random, starting_centres
from cecib.side_information import SideInformation


class ConstrainedGMM(MixtureRival):
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
    objective_trace_ : ndarray of shape (n_iter,)
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

    parameter_rules: ClassVar[Rules] = {
        "constraints": Choice("both", "cannot-link", "must-link"),
        "partition_function": Choice("exact", "disjoint", "ignore"),
        "max_iter": Count(),
        "tol": Number(),
        "reg_covar": Number(),
    }

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
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.constraints = constraints
        self.partition_function = partition_function
        self.init = init
        self.max_iter = max_iter
        self.tol = tol
        self.reg_covar = reg_covar

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        network = label_network(side, n_clusters, self.constraints)
        self._refuse_constant_columns(X)
        offset = X.mean(axis=0)
        mixture = ConstrainedMixture(X - offset, side, network, self.partition_function, self.reg_covar)

        def start(generator: np.random.RandomState) -> ConstrainedRun:
            centres = starting_centres(X, n_clusters, self.init, generator)
            return mixture.run(centres - offset, self.max_iter, self.tol)

        run = best_run(start, self.n_init if is_random(self.init) else 1, self.random_state, maximize=True)
        self.weights_, self.means_, self.covariances_ = run.weights, run.means + offset, run.covariances
        self.labels_ = mixture.labels(run)
        if self.partition_function == "disjoint":
            _warn_of_collapse(network, run)
        return run.trace


def _warn_of_collapse(network: Network, run: ConstrainedRun) -> None:
    slack = run.node_counts.sum() - run.node_counts.max()
    if network.n_cannot_links > slack:
        warnings.warn(
            f"partition_function='disjoint' with {network.n_cannot_links} cannot-links, more than the "
            f"{slack:.1f} nodes outside the largest cluster, has no maximum and lets that cluster swallow "
            "the others: use partition_function='exact'.",
            ConvergenceWarning,
            stacklevel=4,
        )
