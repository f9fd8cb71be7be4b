"""Lloyd's k-means through scikit-learn, with the iterations counted as the paper's appendix needs them."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning

from cecib.rivals.arrays import Floats, as_labels
from cecib.rivals.centre_rival import CentreRival
from cecib.rivals.parameter_rules import Count, Rules
from cecib.rivals.restarts import best_run
from cecib.rivals.starts import is_random, starting_centres
from cecib.side_information import SideInformation


class LloydKMeans(CentreRival):
    """K-means by alternating assignments and means, run until no assignment changes. Labels are not used.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    init : {"random", "k-means++"} or array-like of shape (n_clusters, n_features), default="random"
        Start centres.
    n_init : int, default=10
        Starts; the lowest sum of squares is kept.
    max_iter : int, default=300
        Iterations per start.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each point.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        The means.
    objective_trace_ : ndarray of shape (n_iter,)
        Sum of squares after each iteration; never rises.
    n_iter_ : int
        Iterations of the kept start (one assignment and one update each), the last, unchanged one included.

    Examples
    --------
    >>> from cecib.rivals import LloydKMeans
    >>> model = LloydKMeans(2, init=[[0.0], [5.5]]).fit([[0.0], [2.5], [5.5]])
    >>> model.labels_.tolist(), model.n_iter_
    ([0, 0, 1], 2)
    """

    parameter_rules: ClassVar[Rules] = {"max_iter": Count()}

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        init: Any = "random",
        n_init: int = 10,
        max_iter: int = 300,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.init = init
        self.max_iter = max_iter

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:

        def start(generator: np.random.RandomState) -> LloydRun:
            centres = starting_centres(X, n_clusters, self.init, generator)
            return LloydRun(centres, lloyd_steps(X, centres, self.max_iter))

        run = best_run(start, self.n_init if is_random(self.init) else 1, self.random_state)
        self.labels_ = as_labels(run.result.labels_)
        self.cluster_centers_ = run.result.cluster_centers_
        return replayed_trace(X, run.start, run.result.n_iter_)


@dataclass
class LloydRun:
    """A start and scikit-learn's result from it."""

    start: Floats
    result: KMeans

    @property
    def trace(self) -> Floats:
        """The last sum of squares, all that scikit-learn keeps."""
        return np.array([self.result.inertia_])


def lloyd_steps(X: Floats, centres: Floats, max_iter: int) -> KMeans:
    """scikit-learn's Lloyd iterations from the given centres, to strict convergence."""
    kmeans = KMeans(len(centres), init=centres, n_init=1, max_iter=max_iter, tol=0.0, algorithm="lloyd")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return kmeans.fit(X)


def replayed_trace(X: Floats, centres: Floats, n_iter: int) -> Floats:
    """Sum of squares after each iteration, by making the iterations one at a time."""
    trace = np.empty(n_iter)
    for i in range(n_iter):
        step = lloyd_steps(X, centres, 1)
        centres = step.cluster_centers_
        trace[i] = step.inertia_
    return trace
