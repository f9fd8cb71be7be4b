"""EM for a Gaussian mixture through scikit-learn, with iterations counted."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import ArrayLike
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from cecib.rivals.arrays import Floats, Integers, as_labels
from cecib.rivals.distances import nearest
from cecib.rivals.gaussian import SingularCovarianceError, scatter_matrices
from cecib.rivals.parameter_rules import Count, Number, Rules
from cecib.rivals.restarts import best_run
from cecib.rivals.rival import Rival
from cecib.rivals.starts import is_random, starting_centres
from cecib.side_information import SideInformation


class EMGaussianMixture(Rival):
    """Gaussian mixture with a full covariance per cluster, by EM. Labels are not used.

    The columns are scaled to unit variance for scikit-learn, so that its ridge is relative to
    each column; the start is chosen on the unscaled data and the likelihood is that of the unscaled data.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    init : {"k-means", "k-means++", "random"} or array-like of shape (n_clusters, n_features), \
default="k-means"
        Start centres: the means of one k-means run, its seeds, random rows, or your own. Each
        point starts in the cluster of the nearest.
    n_init : int, default=1
        Starts; the likeliest result is kept.
    max_iter : int, default=200
        Iterations per start.
    tol : float, default=1e-5
        EM stops when the log-likelihood changes by less, relative to its size.
    reg_covar : float, default=1e-6
        Ridge, as a fraction of each column's variance.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Most probable cluster of each point.
    mixture_ : GaussianMixture
        scikit-learn's model of the scaled columns.
    objective_trace_ : ndarray of shape (n_iter,)
        Log-likelihood at each iteration.
    n_iter_ : int
        Iterations (one E and one M step each) of the kept start.

    Examples
    --------
    >>> from cecib.rivals import EMGaussianMixture
    >>> X = [[0.0], [0.5], [1.0], [7.0], [7.5], [8.0]]
    >>> labels = EMGaussianMixture(2, random_state=0).fit_predict(X)
    >>> bool(labels[0] == labels[2] != labels[3] == labels[5])
    True
    """

    parameter_rules: ClassVar[Rules] = {
        "max_iter": Count(),
        "tol": Number(),
        "reg_covar": Number(),
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        init: Any = "k-means",
        n_init: int = 1,
        max_iter: int = 200,
        tol: float = 1e-5,
        reg_covar: float = 1e-6,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.init = init
        self.max_iter = max_iter
        self.tol = tol
        self.reg_covar = reg_covar

    def predict(self, X: ArrayLike) -> Integers:
        """Most probable cluster of each row."""
        points = self._read_points(X)
        return as_labels(self.mixture_.predict(self._scaled(points)))

    def predict_proba(self, X: ArrayLike) -> Floats:
        """Probability of each cluster for each row."""
        points = self._read_points(X)
        return cast("Floats", self.mixture_.predict_proba(self._scaled(points)))

    def _scaled(self, X: Floats) -> Floats:
        return np.asarray((X - self.offset_) / self.scale_)

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        self._refuse_constant_columns(X)
        self.offset_ = X.mean(axis=0)
        self.scale_ = X.std(axis=0)
        scaled = self._scaled(X)
        constant = len(X) * float(np.log(self.scale_).sum())

        def start(generator: np.random.RandomState) -> MixtureRun:
            labels = nearest(X, self._centres(X, n_clusters, generator))
            return em_steps(scaled, labels, n_clusters, self.max_iter, self.tol, self.reg_covar, constant)

        run = best_run(start, self.n_init if is_random(self.init) else 1, self.random_state, maximize=True)
        self.mixture_ = run.mixture
        self.labels_ = as_labels(run.mixture.predict(scaled))
        return run.trace

    def _centres(self, X: Floats, n_clusters: int, generator: np.random.RandomState) -> Floats:
        if not (isinstance(self.init, str) and self.init == "k-means"):
            return starting_centres(X, n_clusters, self.init, generator)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            kmeans = KMeans(n_clusters, n_init=1, random_state=generator).fit(X)
        return cast("Floats", kmeans.cluster_centers_)


@dataclass
class MixtureRun:
    """Where one start ended."""

    mixture: GaussianMixture
    trace: Floats


def em_steps(
    X: Floats,
    labels: Integers,
    n_clusters: int,
    max_iter: int,
    tol: float,
    ridge: float,
    constant: float = 0.0,
) -> MixtureRun:
    """scikit-learn's EM, one iteration at a time, from a partition; `constant` is taken off each value."""
    mixture = GaussianMixture(
        n_clusters, reg_covar=ridge, max_iter=1, warm_start=True, **_parameters(X, labels, n_clusters, ridge)
    )
    trace: list[float] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        while len(trace) < max_iter:
            try:
                mixture.fit(X)
            except ValueError as error:
                raise SingularCovarianceError(
                    "A covariance matrix became singular: raise reg_covar, or ask for fewer clusters."
                ) from error
            trace.append(len(X) * mixture.lower_bound_ - constant)
            if len(trace) > 1 and abs(trace[-1] - trace[-2]) < tol * abs(trace[-1]):
                break
    return MixtureRun(mixture, np.array(trace))


def _parameters(X: Floats, labels: Integers, n_clusters: int, ridge: float) -> dict[str, Floats]:
    """Start parameters of a partition; an empty or flat cluster starts with the covariance of all points."""
    membership = (labels[:, None] == np.arange(n_clusters)).astype(np.float64)
    counts = membership.sum(axis=0)
    means = membership.T @ X / np.maximum(counts, 1.0)[:, None]
    covariances = scatter_matrices(X, membership, means) / np.maximum(counts, 1.0)[:, None, None]
    n_features = X.shape[1]
    covariances += ridge * np.eye(n_features)
    is_flat = np.linalg.matrix_rank(covariances, hermitian=True) < n_features
    covariances[is_flat] = np.eye(n_features)
    weights = np.maximum(counts, 1.0) / np.maximum(counts, 1.0).sum()
    precisions = np.linalg.inv(covariances)
    precisions = 0.5 * (precisions + precisions.transpose(0, 2, 1))
    return {"weights_init": weights, "means_init": means, "precisions_init": precisions}
