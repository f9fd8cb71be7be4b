"""Gaussian mixture with the responsibilities of labelled points clamped: the paper's "mixmod"."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cecib.rivals.arrays import Floats, Integers, as_labels
from cecib.rivals.covariance_families import CovarianceFamily, covariance_family
from cecib.rivals.gaussian import (
    SingularCovarianceError,
    log_densities,
    means_of,
    normalised,
    require_spread,
    scatter_matrices,
)
from cecib.rivals.mixture_rival import MixtureRival
from cecib.rivals.parameter_rules import Choice, Count, Number, Rules
from cecib.rivals.restarts import best_run, first_success, ranked_runs
from cecib.rivals.starts import is_random, starting_centres
from cecib.side_information import UNLABELLED, SideInformation

FIRST_CHECK = 4


class PartiallyLabeledGMM(MixtureRival):
    """Gaussian mixture whose labelled points belong to the cluster of their category.

    Follows Rmixmod's `mixmodCluster(data, nbCluster, knownLabels)` with its default model
    `Gaussian_pk_Lk_C`, its smallEM start and its stopping rule. EM maximises

        Σ_unlabelled ln Σ_k π_k N(x_i | k)  +  Σ_labelled ln π_{y_i} N(x_i | y_i).

    Category j (in sorted order) is cluster j, so either every cluster has labels or none has.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    covariance : {"Lk_C", "Lk_Ck"}, default="Lk_C"
        Own volumes and a common shape (Rmixmod's default), or a covariance matrix per cluster.
    init : {"small-em", "labels"} or array-like of shape (n_clusters, n_features), default="small-em"
        Best of `n_tries` short EM runs from random rows, the labels being ignored in the draw, as in
        Rmixmod; the category means, which is not Rmixmod's way but avoids its swapped clusters; or
        the centres to start from.
    known_labels : {"clamped", "free-answer", "m-step", "start"}, default="clamped"
        What labels do. Rmixmod's way, "clamped": the labelled points belong to their clusters in EM, in the likelihood
        and in the answer. The others are there to see what noise does to each: "free-answer", the same EM, but in the
        answer each point is where it is most probable; "m-step", also the likelihood, by which starts are chosen and
        EM stops, takes labelled points as any others; "start", with `init="labels"`: the category means are the
        start, and nothing else knows the labels.
    n_init : int, default=1
        How often the whole search is repeated (Rmixmod's nbTry); the likeliest is kept.
    n_tries : int, default=10
        Short runs per search (nbTryInInit; 10 since Rmixmod 2.1.0, 50 before).
    n_short_iter : int, default=5
        Iterations of a short run (nbIterationInInit).
    max_iter : int, default=200
        Iterations of the long run.
    tol : float, default=1e-3
        EM stops when the log-likelihood changes by less (an absolute change, from the fourth check on).
    reg_covar : float, default=0
        Ridge added to each covariance, as a fraction of each column's variance. 0 is Rmixmod's way and
        keeps the likelihood monotone; with it, a start that meets a singular matrix is discarded.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        The given category of a labelled point, unless `known_labels` is another than "clamped"; the most probable
        cluster of any other.
    weights_, means_, covariances_ : ndarray
        The mixture.
    objective_trace_ : ndarray of shape (n_iter,)
        Log-likelihood after each iteration of the long run; never falls when `reg_covar` is 0.
    n_iter_ : int
        Iterations of the long run.
    categories_ : ndarray
        Category of each cluster.

    Examples
    --------
    >>> from cecib.rivals import PartiallyLabeledGMM
    >>> X = [[0.0], [1.0], [2.0], [6.0], [7.0], [8.0]]
    >>> y = ["low", None, None, None, None, "high"]
    >>> PartiallyLabeledGMM(random_state=0).fit_predict(X, y).tolist()
    [1, 1, 1, 0, 0, 0]
    """

    parameter_rules: ClassVar[Rules] = {
        "covariance": Choice("Lk_C", "Lk_Ck"),
        "known_labels": Choice("clamped", "free-answer", "m-step", "start"),
        "n_tries": Count(),
        "n_short_iter": Count(),
        "max_iter": Count(),
        "tol": Number(),
        "reg_covar": Number(),
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        covariance: str = "Lk_C",
        init: Any = "small-em",
        known_labels: str = "clamped",
        n_init: int = 1,
        n_tries: int = 10,
        n_short_iter: int = 5,
        max_iter: int = 200,
        tol: float = 1e-3,
        reg_covar: float = 0.0,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.covariance = covariance
        self.init = init
        self.known_labels = known_labels
        self.n_tries = n_tries
        self.n_short_iter = n_short_iter
        self.max_iter = max_iter
        self.tol = tol
        self.reg_covar = reg_covar

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        _require_all_categories(side, n_clusters)
        self._refuse_constant_columns(X)
        offset = X.mean(axis=0)
        known = np.full_like(side.index, UNLABELLED) if self.known_labels == "start" else side.index
        clamped = ClampedMixture(X - offset, known, self.reg_covar, counts_labels=self.known_labels != "m-step")

        def short_run(generator: np.random.RandomState) -> Mixture:
            centres = starting_centres(X, n_clusters, "random", generator) - offset
            return run_em(clamped, clamped.start(centres, self.covariance), self.n_short_iter, self.tol)

        def search(generator: np.random.RandomState) -> Mixture:
            if isinstance(self.init, str) and self.init == "small-em":
                starts = ranked_runs(short_run, self.n_tries, generator, maximize=True)
            else:
                centres = self._own_centres(X, side, n_clusters, generator) - offset
                starts = [clamped.start(centres, self.covariance)]
            return first_success(lambda start: run_em(clamped, start, self.max_iter, self.tol), starts)

        n_searches = self.n_init if isinstance(self.init, str) and self.init == "small-em" else 1
        mixture = best_run(search, n_searches, self.random_state, maximize=True)
        self.weights_ = mixture.weights
        self.means_ = mixture.means + offset
        self.covariances_ = mixture.covariances
        self.categories_ = side.categories
        if self.known_labels == "clamped":
            clusters = mixture.responsibilities.argmax(axis=1)
            self.labels_ = as_labels(np.where(side.is_labelled, side.index, clusters))
        else:
            self.labels_ = as_labels(clamped.joint(mixture).argmax(axis=1))
        return mixture.trace

    def _own_centres(
        self, X: Floats, side: SideInformation, n_clusters: int, generator: np.random.RandomState
    ) -> Floats:
        if not is_random(self.init):
            return starting_centres(X, n_clusters, self.init, generator)
        if self.init != "labels":
            raise ValueError(f"init must be 'small-em', 'labels' or an array of centres, got {self.init!r}.")
        if side.n_categories == 0:
            raise ValueError("init='labels' needs labels, got none: use init='small-em'.")
        return np.array([X[side.index == j].mean(axis=0) for j in range(n_clusters)])


@dataclass
class Mixture:
    """Parameters of a mixture, with what EM found on the way to them."""

    weights: Floats
    means: Floats
    covariances: Floats
    family: CovarianceFamily
    responsibilities: Floats
    trace: Floats


class ClampedMixture:
    """The points, the categories to which the labelled ones are clamped, and EM on them.

    Labels count in the likelihood, or only in the responsibilities.
    """

    def __init__(self, X: Floats, category_of: Integers, ridge: float, *, counts_labels: bool = True) -> None:
        self.X = X
        self.category_of = category_of
        self.labelled = np.flatnonzero(category_of != UNLABELLED)
        self.counts_labels = counts_labels
        self.variances = X.var(axis=0)
        self.ridge = np.diag(ridge * self.variances)

    def start(self, centres: Floats, family: str) -> Mixture:
        """Equal weights, the given centres, and the variances of the whole data."""
        n_clusters = len(centres)
        mixture = Mixture(
            weights=np.full(n_clusters, 1.0 / n_clusters),
            means=centres,
            covariances=np.tile(np.diag(self.variances), (n_clusters, 1, 1)),
            family=covariance_family(family, n_clusters),
            responsibilities=np.empty((0, n_clusters)),
            trace=np.empty(0),
        )
        self.e_step(mixture)
        return mixture

    def joint(self, mixture: Mixture) -> Floats:
        """Log-densities of each point with each cluster."""
        with np.errstate(divide="ignore"):
            return log_densities(self.X, mixture.means, mixture.covariances) + np.log(mixture.weights)

    def e_step(self, mixture: Mixture) -> float:
        """Fill in the responsibilities and return the log-likelihood."""
        joint = self.joint(mixture)
        responsibilities, totals = normalised(joint)
        own = self.category_of[self.labelled]
        if self.counts_labels:
            totals[self.labelled] = joint[self.labelled, own]
        responsibilities[self.labelled] = 0.0
        responsibilities[self.labelled, own] = 1.0
        mixture.responsibilities = responsibilities
        return float(totals.sum())

    def m_step(self, mixture: Mixture) -> None:
        """Weights, means and covariances from the responsibilities."""
        counts = mixture.responsibilities.sum(axis=0)
        mixture.weights = counts / len(self.X)
        mixture.means = means_of(self.X, mixture.responsibilities, counts, mixture.means)
        scatters = scatter_matrices(self.X, mixture.responsibilities, mixture.means)
        scatters += counts[:, None, None] * self.ridge
        mixture.covariances = mixture.family.estimate(scatters, counts)
        require_spread(mixture.covariances, self.variances)


def run_em(clamped: ClampedMixture, start: Mixture, max_iter: int, tol: float) -> Mixture:
    """EM until the log-likelihood changes by less than `tol`, checked from the fourth change on."""
    mixture = copy.deepcopy(start)
    trace: list[float] = []
    while len(trace) < max_iter:
        clamped.m_step(mixture)
        trace.append(clamped.e_step(mixture))
        if not np.isfinite(trace[-1]):
            raise SingularCovarianceError("The log-likelihood is not finite: rescale the columns of X.")
        if len(trace) >= FIRST_CHECK and abs(trace[-1] - trace[-2]) < tol:
            break
    mixture.trace = np.array(trace)
    return mixture


def _require_all_categories(side: SideInformation, n_clusters: int) -> None:
    if side.n_categories not in (0, n_clusters):
        raise ValueError(
            f"y must name {n_clusters} categories, one per cluster, or none, got {side.n_categories}: "
            "label at least one point of each class, or use PartitionKMeans, which takes any number of them."
        )
