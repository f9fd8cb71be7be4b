"""K-means with partition-level side information, after Liu and Fu (2015): the paper's "k-means"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np

from cecib.rivals.arrays import Floats, Integers, as_labels
from cecib.rivals.centre_rival import CentreRival
from cecib.rivals.distances import squared_distances
from cecib.rivals.empty_clusters import fill_empty_clusters
from cecib.rivals.parameter_rules import Count, Number, Rules
from cecib.rivals.restarts import best_run
from cecib.rivals.starts import is_random, starting_centres
from cecib.side_information import SideInformation


class PartitionKMeans(CentreRival):
    """K-means that pays for mixing categories in a cluster.

    Minimises Σ_k Σ_{i in k} [‖x_i − m_k‖² + λ·1(i labelled)·‖s_i − g_k‖²], where s_i is the one-hot
    category, m_k the mean of all members and g_k the mean of s over the *labelled* members (0 if none).
    Splitting a category over clusters is free; more categories than clusters are allowed.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    side_weight : float, optional
        λ; by default 100·tr(Σ), the paper's choice, Σ being the covariance of X with divisor n.
    init : {"random", "k-means++"} or array-like of shape (n_clusters, n_features), default="random"
        Start centres. A centre that is a labelled row starts with that row's category.
    n_init : int, default=10
        Starts; the lowest objective is kept.
    max_iter : int, default=300
        Iterations per start.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each point.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        m_k.
    category_shares_ : ndarray of shape (n_clusters, n_categories)
        g_k.
    side_weight_ : float
        The λ used.
    objective_trace_ : ndarray of shape (n_iter,)
        The objective after each iteration; never rises.
    n_iter_ : int
        Assignments made in the kept start, the last, unchanged one included.

    Examples
    --------
    >>> from cecib.rivals import PartitionKMeans
    >>> X = [[0], [1], [2], [3], [10], [11]]
    >>> model = PartitionKMeans(2, side_weight=100, init=[[0], [10]]).fit(X, [0, -1, 1, -1, 1, -1])
    >>> model.labels_.tolist(), round(float(model.objective_trace_[-1]), 4)
    ([0, 0, 1, 0, 1, 1], 53.3333)
    """

    parameter_rules: ClassVar[Rules] = {
        "side_weight": Number(is_optional=True),
        "max_iter": Count(),
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        side_weight: float | None = None,
        init: Any = "random",
        n_init: int = 10,
        max_iter: int = 300,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.side_weight = side_weight
        self.init = init
        self.max_iter = max_iter

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        if self.side_weight is None:
            self.side_weight_ = 100.0 * float(X.var(axis=0).sum())
        else:
            self.side_weight_ = float(self.side_weight)
        offset = X.mean(axis=0)
        objective = PartitionObjective(X - offset, side, self.side_weight_)

        def start(generator: np.random.RandomState) -> PartitionRun:
            centres = starting_centres(X, n_clusters, self.init, generator)
            return objective.run(centres - offset, self.max_iter)

        run = best_run(start, self.n_init if is_random(self.init) else 1, self.random_state)
        self.labels_ = run.labels
        self.cluster_centers_ = run.centres + offset
        self.category_shares_ = run.shares
        return run.trace


@dataclass
class PartitionRun:
    """Where one start ended."""

    labels: Integers
    centres: Floats
    shares: Floats
    trace: Floats


class PartitionObjective:
    """The centred points, their one-hot categories and λ."""

    def __init__(self, X: Floats, side: SideInformation, side_weight: float) -> None:
        self.X = X
        self.is_labelled = side.is_labelled
        self.one_hot = (side.index[:, None] == np.arange(side.n_categories)).astype(np.float64)
        self.side_weight = side_weight

    def run(self, centres: Floats, max_iter: int) -> PartitionRun:
        """Alternate assignments and means until that lowers the objective no more."""
        n_clusters = len(centres)
        shares = self.shares_of_rows(centres)
        labels = np.zeros(len(self.X), dtype=np.int32)
        trace: list[float] = []
        while len(trace) < max_iter:
            costs = self.costs(centres, shares)
            trial = as_labels(costs.argmin(axis=1))
            own = costs[np.arange(len(trial)), trial]
            trial = fill_empty_clusters(trial, own, n_clusters)
            trial_centres, trial_shares = self.centroids(trial, centres, shares)
            value = self.value(trial, trial_centres, trial_shares)
            if trace and value >= trace[-1]:
                trace.append(trace[-1])
                break
            labels, centres, shares = trial, trial_centres, trial_shares
            trace.append(value)
        return PartitionRun(labels, centres, shares, np.array(trace))

    def costs(self, centres: Floats, shares: Floats) -> Floats:
        """Cost of each point in each cluster."""
        costs = squared_distances(self.X, centres)
        if self.side_weight > 0 and self.one_hot.shape[1]:
            side = squared_distances(self.one_hot[self.is_labelled], shares)
            costs[self.is_labelled] += self.side_weight * side
        return costs

    def centroids(self, labels: Integers, centres: Floats, shares: Floats) -> tuple[Floats, Floats]:
        """Means of all members, and shares of the categories among the labelled members."""
        membership = (labels == np.arange(len(centres))[:, None]).astype(np.float64)
        sizes = membership.sum(axis=1)
        n_labelled = membership @ self.is_labelled
        new_centres = np.where(sizes[:, None] > 0, membership @ self.X / np.maximum(sizes, 1)[:, None], centres)
        new_shares = cast("Floats", membership @ self.one_hot / np.maximum(n_labelled, 1)[:, None])
        return new_centres, np.where(sizes[:, None] > 0, new_shares, shares)

    def value(self, labels: Integers, centres: Floats, shares: Floats) -> float:
        """Sum that is minimised, from differences, so that it is exact near zero."""
        spread = float(((self.X - centres[labels]) ** 2).sum())
        mixing = (self.one_hot - shares[labels])[self.is_labelled]
        return spread + self.side_weight * float((mixing**2).sum())

    def shares_of_rows(self, centres: Floats) -> Floats:
        """Category of the labelled row that a start centre is, 0 for any other centre."""
        rows = squared_distances(self.X, centres).argmin(axis=0)
        is_row = (self.X[rows] == centres).all(axis=1)
        shares: Floats = self.one_hot[rows] * is_row[:, None]
        return shares
