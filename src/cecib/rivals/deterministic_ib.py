"""The deterministic information bottleneck of Strouse and Schwab, on category frequencies.

It is what remains of CEC-IB when the Gaussian term is left out (section 2.2 of the paper).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning

from cecib.rivals.arrays import Booleans, Floats, Integers, as_labels
from cecib.rivals.centre_rival import CentreRival
from cecib.rivals.distances import nearest
from cecib.rivals.parameter_rules import Choice, Count, Number, Rules
from cecib.rivals.restarts import best_run
from cecib.side_information import SideInformation

_FORBIDDEN = -1e150
_SLACK = 1e-12


class DeterministicIB(CentreRival):
    """Partition with few bits that keeps the categories: minimises H(Y) + β H(Z|Y).

    Each point moves to the cluster t with the largest ln q(t) − β KL(p(z|x) ‖ q(z|t)), then q
    is recomputed; clusters that empty are dropped, and clusters whose union costs less are merged.
    Features only choose the start and place the unlabelled points.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters to start from; by default the number of categories in y, at least two.
        Fewer may remain.
    beta : float, default=1
        Weight of the categories. With all points labelled, the categories themselves cost H(Z)
        and one cluster β H(Z).
    unlabelled : {"nearest", "extrapolate"}, default="nearest"
        A point without a label has no category frequencies. Either it stays out of the cost and
        joins the nearest centre of labelled points in the end, or it is taken to have the
        frequencies of the cluster it is in, as in CEC-IB; since nothing else then holds it, the
        cheapest cluster takes all such points.
    n_init : int, default=10
        Starts, each from a k-means partition of X; the lowest cost is kept.
    max_iter : int, default=300
        Iterations per start.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each point.
    cluster_centers_ : ndarray of shape (k, n_features)
        Means of the clusters, which `predict` uses.
    n_clusters_ : int
        The number of clusters that remain.
    objective_trace_ : ndarray of shape (n_iter,)
        The cost after each iteration; never rises.
    n_iter_ : int
        Iterations of the kept start.

    Examples
    --------
    Labels are worth keeping when β exceeds one:

    >>> from cecib.rivals import DeterministicIB
    >>> X, y = [[0.0], [1.0], [5.0], [6.0]], ["a", "a", "b", "b"]
    >>> [len(set(DeterministicIB(2, beta=b, random_state=0).fit_predict(X, y))) for b in (0.5, 2)]
    [1, 2]
    """

    parameter_rules: ClassVar[Rules] = {
        "beta": Number(),
        "unlabelled": Choice("nearest", "extrapolate"),
        "max_iter": Count(),
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        beta: float = 1.0,
        unlabelled: str = "nearest",
        n_init: int = 10,
        max_iter: int = 300,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.beta = beta
        self.unlabelled = unlabelled
        self.max_iter = max_iter

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        takes_part = side.is_labelled if self.unlabelled == "nearest" else np.ones(len(X), dtype=bool)
        frequencies = (side.index[:, None] == np.arange(side.n_categories)).astype(np.float64)

        def start(generator: np.random.RandomState) -> BottleneckRun:
            labels = _kmeans_partition(X, n_clusters, generator)
            if not takes_part.any():
                return BottleneckRun(labels, np.zeros(1))
            return compress(frequencies[takes_part], labels[takes_part], self.beta, self.max_iter)

        run = best_run(start, self.n_init, self.random_state)
        is_placed = takes_part if takes_part.any() else np.ones(len(X), dtype=bool)
        clusters, members = np.unique(run.labels, return_inverse=True)
        self.n_clusters_ = len(clusters)
        self.cluster_centers_ = np.array([X[is_placed][members == t].mean(axis=0) for t in range(self.n_clusters_)])
        self.labels_ = nearest(X, self.cluster_centers_)
        self.labels_[is_placed] = members
        return run.trace


@dataclass
class BottleneckRun:
    """Where one start ended."""

    labels: Integers
    trace: Floats


def compress(
    frequencies: Floats, labels: Integers, beta: float, max_iter: int = 300, weights: Floats | None = None
) -> BottleneckRun:
    """Minimise H(Y) + β Σ_t q(t) H(Z|t) from a start partition.

    Parameters
    ----------
    frequencies : ndarray of shape (n, m)
        p(z|x), one row per point; a row of zeros belongs to a point of unknown frequencies,
        which is taken to have those of its cluster.
    labels : ndarray of shape (n,)
        The start partition.
    beta : float
        Weight of the categories.
    max_iter : int, default=300
        Largest number of iterations.
    weights : ndarray of shape (n,), optional
        p(x); equal by default.
    """
    mass = np.full(len(frequencies), 1.0 / len(frequencies)) if weights is None else weights / weights.sum()
    is_known = frequencies.sum(axis=1) > 0
    current = JointTable(frequencies, mass, is_known, _renumbered(labels))
    trace: list[float] = []
    while len(trace) < max_iter:
        trial = current.reassigned(beta)
        if trial.cost(beta) >= current.cost(beta) - _SLACK:
            trial = current.merged(beta)
        is_better = trial.cost(beta) < current.cost(beta) - _SLACK
        current = trial if is_better else current
        trace.append(current.cost(beta))
        if not is_better:
            break
    return BottleneckRun(current.labels, np.array(trace))


class JointTable:
    """A partition and its joint table of clusters and categories."""

    def __init__(self, frequencies: Floats, mass: Floats, is_known: Booleans, labels: Integers) -> None:
        self.frequencies = frequencies
        self.mass = mass
        self.is_known = is_known
        self.labels = labels
        membership = (labels == np.arange(labels.max() + 1)[:, None]) * mass
        self.joint: Floats = membership @ frequencies
        self.cluster_mass: Floats = membership.sum(axis=1)

    def cost(self, beta: float) -> float:
        """H(Y) + β Σ_t q(t) H(Z|t)."""
        return float(_contributions(self.joint, self.cluster_mass, beta).sum())

    def reassigned(self, beta: float) -> JointTable:
        """Every point in its best cluster for the present q; clusters that empty are dropped."""
        known_mass = self.joint.sum(axis=1, keepdims=True)
        shares = np.divide(self.joint, known_mass, out=np.zeros_like(self.joint), where=known_mass > 0)
        log_shares = np.full_like(shares, _FORBIDDEN)
        np.log(shares, out=log_shares, where=shares > 0)
        with np.errstate(divide="ignore"):
            scores = np.log(self.cluster_mass) + beta * (self.frequencies @ log_shares.T)
        own_entropy = -xlogy(shares, shares).sum(axis=1)
        scores[~self.is_known] -= beta * own_entropy
        labels = _renumbered(scores.argmax(axis=1))
        return JointTable(self.frequencies, self.mass, self.is_known, labels)

    def merged(self, beta: float) -> JointTable:
        """Put together the two clusters whose union saves most, or all of them if that is cheaper still."""
        n_clusters = len(self.cluster_mass)
        if n_clusters == 1:
            return self
        parts = _contributions(self.joint, self.cluster_mass, beta)
        first, second = np.triu_indices(n_clusters, k=1)
        unions = _contributions(
            self.joint[first] + self.joint[second], self.cluster_mass[first] + self.cluster_mass[second], beta
        )
        best = int((unions - parts[first] - parts[second]).argmin())
        labels = np.where(self.labels == second[best], first[best], self.labels)
        pair = JointTable(self.frequencies, self.mass, self.is_known, _renumbered(labels))
        whole = JointTable(self.frequencies, self.mass, self.is_known, np.zeros_like(self.labels))
        return min(pair, whole, key=lambda table: table.cost(beta))


def _contributions(joint: Floats, cluster_mass: Floats, beta: float) -> Floats:
    """Each cluster's −q ln q + β q H(Z|t), rows of `joint` giving the category masses in it."""
    known_mass = joint.sum(axis=1)
    shares = np.divide(joint, known_mass[:, None], out=np.zeros_like(joint), where=known_mass[:, None] > 0)
    entropies = -xlogy(shares, shares).sum(axis=1)
    contributions: Floats = -xlogy(cluster_mass, cluster_mass) + beta * cluster_mass * entropies
    return contributions


def _renumbered(labels: NDArray[np.integer]) -> Integers:
    """Cluster numbers without gaps."""
    return as_labels(np.unique(labels, return_inverse=True)[1])


def _kmeans_partition(X: Floats, n_clusters: int, generator: np.random.RandomState) -> Integers:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return as_labels(KMeans(n_clusters, n_init=1, random_state=generator).fit_predict(X))
