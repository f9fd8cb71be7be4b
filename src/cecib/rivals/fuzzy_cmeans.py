"""Semi-supervised fuzzy c-means, after Pedrycz and Waletzky (1997): the paper's "fc-means"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import ArrayLike

from cecib.rivals.arrays import Floats, Integers, as_labels
from cecib.rivals.distances import squared_distances
from cecib.rivals.parameter_rules import Choice, Count, Number, Rules
from cecib.rivals.restarts import best_run
from cecib.rivals.rival import Rival
from cecib.rivals.starts import is_random, starting_centres
from cecib.side_information import SideInformation


class SemiSupervisedFuzzyCMeans(Rival):
    """Fuzzy c-means (fuzzifier 2) whose memberships are drawn towards the given labels.

    Minimises Σ u² d² + α Σ_labelled (u − f)² d², where f is the one-hot category; category j
    (in sorted order) is cluster j, and clusters beyond the categories have no supervision. A labelled
    point's membership is (e + α f)/(1 + α), with e that of plain fuzzy c-means: it always keeps its label
    as soon as α is at least one.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    alpha : float, optional
        Weight of the labels; by default n/n_labelled, the paper's choice.
    prototype_weights : {"b", "fcm", "a"}, default="b"
        Weights of the points in the prototypes: u² + α·1(labelled)(u − f)², which minimises the objective
        above; u², as in plain fuzzy c-means, which may raise it slightly; or u² + α(u − f)² for all
        points, f being 0 for unlabelled ones, which minimises the objective with that sum.
    init : {"random", "k-means++"} or array-like of shape (n_clusters, n_features), default="random"
        Random memberships (labelled rows start at their label), or start prototypes.
    n_init : int, default=5
        Starts; the lowest objective is kept.
    max_iter : int, default=300
        Iterations per start.
    tol : float, default=1e-5
        Iteration stops when no membership changes by more.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster with the largest membership.
    memberships_ : ndarray of shape (n_samples, n_clusters)
        u, whose rows sum to one.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        The prototypes.
    objective_trace_ : ndarray of shape (n_iter,)
        The objective after each iteration; never rises for prototype weights "b" and "a".
    n_iter_ : int
        Iterations of the kept start.

    Examples
    --------
    >>> from cecib.rivals import SemiSupervisedFuzzyCMeans
    >>> model = SemiSupervisedFuzzyCMeans(2, random_state=0).fit([[0], [1], [4], [5]], ["a", None, None, "b"])
    >>> model.labels_.tolist()
    [0, 0, 1, 1]
    """

    parameter_rules: ClassVar[Rules] = {
        "alpha": Number(is_optional=True),
        "prototype_weights": Choice("b", "fcm", "a"),
        "max_iter": Count(),
        "tol": Number(),
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        alpha: float | None = None,
        prototype_weights: str = "b",
        init: Any = "random",
        n_init: int = 5,
        max_iter: int = 300,
        tol: float = 1e-5,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.alpha = alpha
        self.prototype_weights = prototype_weights
        self.init = init
        self.max_iter = max_iter
        self.tol = tol

    def predict(self, X: ArrayLike) -> Integers:
        """Cluster with the largest membership, each row taken as unlabelled."""
        return as_labels(self.predict_proba(X).argmax(axis=1))

    def predict_proba(self, X: ArrayLike) -> Floats:
        """Memberships of the rows, each taken as unlabelled."""
        points = self._read_points(X)
        offset = self.cluster_centers_.mean(axis=0)
        return plain_memberships(squared_distances(points - offset, self.cluster_centers_ - offset))

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        if side.n_categories > n_clusters:
            raise ValueError(
                f"n_clusters must be at least the number of categories, {side.n_categories}, "
                f"got {n_clusters}: ask for more clusters."
            )
        offset = X.mean(axis=0)
        objective = FuzzyObjective(X - offset, side, n_clusters, self._resolve_alpha(side), self.prototype_weights)

        def start(generator: np.random.RandomState) -> FuzzyRun:
            if isinstance(self.init, str) and self.init == "random":
                prototypes = objective.random_prototypes(generator)
            else:
                prototypes = starting_centres(X, n_clusters, self.init, generator) - offset
            return objective.run(prototypes, self.max_iter, self.tol)

        run = best_run(start, self.n_init if is_random(self.init) else 1, self.random_state)
        self.memberships_ = run.memberships
        self.cluster_centers_ = run.prototypes + offset
        self.labels_ = as_labels(run.memberships.argmax(axis=1))
        return run.trace

    def _resolve_alpha(self, side: SideInformation) -> float:
        n_labelled = int(side.is_labelled.sum())
        if n_labelled == 0:
            return 0.0
        return len(side.index) / n_labelled if self.alpha is None else float(self.alpha)


@dataclass
class FuzzyRun:
    """Where one start ended."""

    memberships: Floats
    prototypes: Floats
    trace: Floats


class FuzzyObjective:
    """The centred points, the one-hot categories, α and the form of the objective."""

    def __init__(self, X: Floats, side: SideInformation, n_clusters: int, alpha: float, form: str) -> None:
        self.X = X
        self.target = (side.index[:, None] == np.arange(n_clusters)).astype(np.float64)
        self.is_labelled = side.is_labelled
        self.alpha = alpha
        self.form = form

    def run(self, prototypes: Floats, max_iter: int, tol: float) -> FuzzyRun:
        """Alternate memberships and prototypes until no membership changes by more than `tol`."""
        distances = squared_distances(self.X, prototypes)
        memberships = self.memberships(distances)
        trace: list[float] = []
        while len(trace) < max_iter:
            previous = memberships
            prototypes = self.prototypes(memberships, prototypes)
            distances = squared_distances(self.X, prototypes)
            memberships = self.memberships(distances)
            trace.append(self.value(memberships, distances))
            if np.abs(memberships - previous).max() < tol:
                break
        return FuzzyRun(memberships, prototypes, np.array(trace))

    def memberships(self, distances: Floats) -> Floats:
        """Plain memberships, those of labelled points moved towards their label."""
        plain = plain_memberships(distances)
        plain[self.is_labelled] += self.alpha * self.target[self.is_labelled]
        plain[self.is_labelled] /= 1.0 + self.alpha
        return plain

    def prototypes(self, memberships: Floats, previous: Floats) -> Floats:
        """Weighted means; a prototype without any weight stays where it was."""
        return self.weighted_means(self.weights(memberships), previous)

    def weighted_means(self, weights: Floats, fallback: Floats) -> Floats:
        """Mean of the points under each column of weights, or the fallback where these are all zero."""
        totals = weights.sum(axis=0)
        means = weights.T @ self.X / np.maximum(totals, np.finfo(float).tiny)[:, None]
        return np.where(totals[:, None] > 0, means, fallback)

    def weights(self, memberships: Floats) -> Floats:
        """Weight of each point in each prototype, which is also its factor of d² in the objective."""
        weights = memberships**2
        if self.form == "a":
            weights += self.alpha * (memberships - self.target) ** 2
        elif self.form == "b":
            difference = memberships[self.is_labelled] - self.target[self.is_labelled]
            weights[self.is_labelled] += self.alpha * difference**2
        return weights

    def value(self, memberships: Floats, distances: Floats) -> float:
        """J_A for form "a", J_B for the others."""
        difference = (memberships - self.target) ** 2 * distances
        if self.form != "a":
            difference = difference[self.is_labelled]
        return float((memberships**2 * distances).sum() + self.alpha * difference.sum())

    def random_prototypes(self, generator: np.random.RandomState) -> Floats:
        """Prototypes of random memberships, labelled rows at their label."""
        memberships = generator.dirichlet(np.ones(self.target.shape[1]), size=len(self.X))
        memberships[self.is_labelled] = self.target[self.is_labelled]
        rows = generator.permutation(len(self.X))[: self.target.shape[1]]
        return self.weighted_means(memberships**2, self.X[rows])


def plain_memberships(distances: Floats) -> Floats:
    """e_ik = 1/Σ_j (d_ik/d_ij)² from squared distances; prototypes at distance zero share a point equally."""
    nearest = distances.min(axis=1, keepdims=True)
    closeness = np.divide(nearest, distances, out=np.ones_like(distances), where=distances > 0)
    is_hit = nearest[:, 0] == 0
    if is_hit.any():
        closeness[is_hit] = distances[is_hit] == 0
    return cast("Floats", closeness / closeness.sum(axis=1, keepdims=True))
