"""Affinity and penalty jointly constrained spectral clustering, after Qian et al.: the paper's "spec"."""

from __future__ import annotations

import os
from typing import ClassVar, cast

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import ArpackNoConvergence, eigsh
from sklearn.cluster import KMeans
from sklearn.utils import check_random_state

from cecib.rivals.arrays import Booleans, Floats, Integers
from cecib.rivals.distances import squared_distances
from cecib.rivals.parameter_rules import Choice, Number, Rules
from cecib.rivals.rival import Rival
from cecib.side_information import UNLABELLED, SideInformation

_SMALLEST_DEGREE = 1e-12
_LANCZOS_FROM = 1000
_MATRICES_AT_ONCE = 4


class ConstrainedSpectralClustering(Rival):
    """Spectral clustering of an affinity with constraints, plus a penalty for violating them.

    The affinity exp(−Σ_l (x_il − x_jl)²/(2ρ²σ_l²)) is set to 1 for pairs of one category and to 0 for
    pairs of two; with Q = +1, −1 on those pairs and P made from −Q, the eigenvectors of the
    `n_clusters` smallest eigenvalues of η L̂ + (1 − η) P̂ are normalised by row and clustered by k-means.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    eta : float, default=0.7
        η in (0, 1]; 1 leaves the penalty out.
    rho : float, default=1
        Width ρ of the affinity, in standard deviations of each column.
    constraints : {"both", "cannot-link", "must-link"}, default="both"
        Which of the pairs that the categories imply to use.
    penalty : {"product", "difference", "signed"}, default="product"
        P = −Q; diag(Q1) − Q; or diag(abs(Q)1) − Q, which is positive semi-definite.
    self_loops : bool, default=False
        Whether a point is a neighbour of itself. With them the eigenvectors of a nearly
        disconnected graph sit on single outliers.
    n_init : int, default=10
        Starts of k-means on the embedding.
    max_memory : float, optional
        Gigabytes the matrices may take; by default half of the machine's memory.
    random_state : int, RandomState instance or None, default=None
        Source of randomness.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each point.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        Normalised rows of the eigenvectors.
    eigenvalues_ : ndarray of shape (n_clusters,)
        The smallest eigenvalues.
    objective_trace_ : ndarray of shape (1,)
        Their sum, the minimum of the relaxed problem.
    n_iter_ : int
        1: the problem is solved in one step.

    Examples
    --------
    >>> from cecib.rivals import ConstrainedSpectralClustering
    >>> X = [[0.0], [0.1], [0.3], [5.0], [5.1], [5.3]]
    >>> labels = ConstrainedSpectralClustering(2, random_state=0).fit_predict(X)
    >>> bool(labels[0] == labels[2] != labels[3] == labels[5])
    True
    """

    parameter_rules: ClassVar[Rules] = {
        "eta": Number(is_positive=True, maximum=1),
        "rho": Number(is_positive=True),
        "constraints": Choice("both", "cannot-link", "must-link"),
        "penalty": Choice("product", "difference", "signed"),
        "max_memory": Number(is_optional=True),
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        eta: float = 0.7,
        rho: float = 1.0,
        constraints: str = "both",
        penalty: str = "product",
        self_loops: bool = False,
        n_init: int = 10,
        max_memory: float | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, n_init=n_init, random_state=random_state)
        self.eta = eta
        self.rho = rho
        self.constraints = constraints
        self.penalty = penalty
        self.self_loops = self_loops
        self.max_memory = max_memory

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        require_memory(len(X), self.max_memory)
        generator = check_random_state(self.random_state)
        weights = affinity(X, self.rho, self_loops=bool(self.self_loops))
        pairs = constraint_matrix(side.index, self.constraints)
        matrix = constrained_laplacian(weights, pairs, self.eta, self.penalty)
        del weights, pairs
        self.eigenvalues_, vectors = smallest_eigenpairs(matrix, n_clusters)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        self.embedding_ = np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 0)
        self.labels_ = _cluster_rows(self.embedding_, n_clusters, self.n_init, generator)
        return np.array([self.eigenvalues_.sum()])


def affinity(X: Floats, rho: float = 1.0, *, self_loops: bool = False) -> Floats:
    """exp(−Σ_l (x_il − x_jl)²/(2ρ²σ_l²)), constant columns left out."""
    centred = X - X.mean(axis=0)
    deviations = centred.std(axis=0)
    varies = (X.max(axis=0) > X.min(axis=0)) & (deviations > 0)
    scaled = centred[:, varies] / deviations[varies]
    weights = squared_distances(scaled, scaled)
    weights *= -0.5 / rho**2
    np.exp(weights, out=weights)
    np.fill_diagonal(weights, 1.0 if self_loops else 0.0)
    return weights


def constraint_matrix(category_of: Integers, constraints: str = "both") -> Floats:
    """Q: +1 for a must-link, −1 for a cannot-link, 0 elsewhere and on the diagonal."""
    is_labelled: Booleans = np.not_equal(category_of, UNLABELLED)
    known = category_of[is_labelled]
    is_same = known[:, None] == known
    block = np.where(is_same, float(constraints != "cannot-link"), -float(constraints != "must-link"))
    np.fill_diagonal(block, 0.0)
    matrix = np.zeros((len(category_of), len(category_of)))
    matrix[np.ix_(is_labelled, is_labelled)] = block
    return matrix


def constrained_laplacian(weights: Floats, pairs: Floats, eta: float, penalty: str = "product") -> Floats:
    """η L̂ + (1 − η) P̂, both divided by the root degrees of the adjusted affinity on both sides."""
    adjusted = np.where(pairs > 0, 1.0, np.where(pairs < 0, 0.0, weights))
    degrees = np.maximum(adjusted.sum(axis=1), _SMALLEST_DEGREE)
    adjusted *= -eta
    adjusted -= (1.0 - eta) * pairs
    diagonal = eta * degrees
    if penalty != "product":
        sums = pairs.sum(axis=1) if penalty == "difference" else np.abs(pairs).sum(axis=1)
        diagonal = diagonal + (1.0 - eta) * sums
    adjusted[np.diag_indices_from(adjusted)] += diagonal
    roots = np.sqrt(degrees)
    adjusted /= roots
    adjusted /= roots[:, None]
    return adjusted


def smallest_eigenpairs(matrix: Floats, n_pairs: int) -> tuple[Floats, Floats]:
    """Find the `n_pairs` smallest eigenvalues and their vectors: Lanczos when large, LAPACK when small."""
    n = len(matrix)
    if n >= _LANCZOS_FROM and n_pairs < n // 10:
        try:
            start = np.random.RandomState(0).uniform(-1.0, 1.0, n)
            values, vectors = eigsh(matrix, k=n_pairs, which="SA", v0=start, ncv=max(4 * n_pairs, 40), maxiter=200)
        except ArpackNoConvergence:
            pass
        else:
            order = np.argsort(values)
            return values[order], vectors[:, order]
    values, vectors = eigh(matrix, subset_by_index=(0, n_pairs - 1), check_finite=False)
    return cast("Floats", values), cast("Floats", vectors)


def required_memory(n_samples: int) -> float:
    """Gigabytes that the dense matrices take."""
    return _MATRICES_AT_ONCE * 8.0 * n_samples**2 / 1e9


def available_memory() -> float:
    """Half of the machine's memory in gigabytes, or 4 where the system does not say."""
    try:
        return 0.5 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    except (AttributeError, OSError, ValueError):
        return 4.0


def require_memory(n_samples: int, max_memory: float | None) -> None:
    """Refuse a number of rows whose matrices do not fit."""
    needed = required_memory(n_samples)
    limit = available_memory() if max_memory is None else max_memory
    if needed > limit:
        raise ValueError(
            f"X has {n_samples} rows, whose dense matrices need {needed:.2g} GB, above the {limit:.2g} GB "
            "allowed: give fewer rows, for example a sample, or raise max_memory."
        )


def _cluster_rows(rows: Floats, n_clusters: int, n_init: int, generator: np.random.RandomState) -> Integers:
    n_distinct = len(np.unique(rows, axis=0))
    kmeans = KMeans(min(n_clusters, n_distinct), n_init=n_init, random_state=generator)
    return cast("Integers", kmeans.fit_predict(rows).astype(np.int32))
