"""The cost of a partition, in plain NumPy, one function per term.

This is the readable truth: the compiled engine is a second, independent statement of the same
mathematics, and the tests compare the two after every move. Everything is in nats per point.

For clusters Y_i of weight n_i, mean μ_i, centred scatter S_i and categories c_ij::

    cost = Σ_i (n_i / n) · [ ln(n / n_i)  +  A(Y_i) / n_i  +  β · h_i ]
                             complexity      accuracy         consistency
"""

from __future__ import annotations

from dataclasses import dataclass
from math import e, lgamma, log, pi
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Criterion = Literal["entropy", "evidence"]
Floats = NDArray[np.float64]


class CostTerms(NamedTuple):
    """The three terms of the cost, in nats per point; their sum is the cost."""

    complexity: float
    accuracy: float
    consistency: float

    @property
    def total(self) -> float:
        """The cost itself."""
        return self.complexity + self.accuracy + self.consistency


@dataclass(frozen=True)
class Prior:
    """Normal–inverse-Wishart prior of the "evidence" criterion.

    Attributes
    ----------
    mean : ndarray of shape (d,)
        μ0, where clusters are expected to lie.
    kappa : float
        κ0, how many points that expectation is worth.
    nu : float
        ν0, the degrees of freedom of the inverse-Wishart, more than d − 1.
    scale : ndarray of shape (d, d)
        Ψ0, the scale matrix of the inverse-Wishart.
    """

    mean: Floats
    kappa: float
    nu: float
    scale: Floats


def cost_terms(
    X: ArrayLike,
    labels: ArrayLike,
    codes: ArrayLike | None = None,
    *,
    beta: float = 1.0,
    criterion: Criterion = "entropy",
    prior: Prior | None = None,
    sample_weight: ArrayLike | None = None,
) -> CostTerms:
    """Cost of a partition, term by term.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The points.
    labels : array-like of shape (n,)
        The cluster of each point.
    codes : array-like of shape (n,), optional
        The category of each point, −1 where it is unlabelled.
    beta : float
        The weight of the labels.
    criterion : {"entropy", "evidence"}
        How a Gaussian codes the points of a cluster.
    prior : Prior
        Needed for "evidence".
    sample_weight : array-like of shape (n,), optional
        How many points each row stands for.

    Examples
    --------
    >>> from cecib.cost import cost_terms
    >>> terms = cost_terms([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1], [0, 0, 1, -1])
    >>> [round(term, 4) for term in terms]
    [0.6931, 1.4189, 0.0]
    """
    points = np.asarray(X, dtype=float)
    weight = np.ones(len(points)) if sample_weight is None else np.asarray(sample_weight, dtype=float)
    category = np.full(len(points), -1) if codes is None else np.asarray(codes)
    cluster = np.asarray(labels)
    total = weight.sum()
    sums = np.zeros(3)
    for name in np.unique(cluster):
        inside = (cluster == name) & (weight > 0)
        w = weight[inside]
        if criterion == "entropy":
            accuracy = entropy_accuracy(points[inside], w)
        elif prior is not None:
            accuracy = evidence_accuracy(points[inside], w, prior)
        else:
            raise ValueError("criterion='evidence' needs a prior.")
        sums += complexity(w.sum(), total), accuracy, beta * consistency(category[inside], w)
    return CostTerms(*(float(term) / float(total) for term in sums))


def complexity(weight: float, total: float) -> float:
    """n_i ln(n / n_i): the cost of saying which cluster a point is in."""
    return weight * log(total / weight)


def entropy_accuracy(points: Floats, weight: Floats) -> float:
    """n_i [(d/2) ln 2πe + ½ ln det(S_i / n_i)]: the paper's differential entropy of the fitted Gaussian."""
    n, d = float(weight.sum()), int(points.shape[1])
    return 0.5 * n * (d * log(2 * pi * e / n) + log_determinant_of_scatter(points, weight))


def evidence_accuracy(points: Floats, weight: Floats, prior: Prior) -> float:
    """−ln p(Y_i): the code length when the Gaussian's own parameters have to be paid for."""
    n, d = float(weight.sum()), int(points.shape[1])
    kappa, nu = prior.kappa + n, prior.nu + n
    mean = weight @ points / n
    pull = np.sqrt(prior.kappa * n / kappa) * (mean - prior.mean)
    root = np.linalg.cholesky(prior.scale).T
    rows = np.vstack([root, np.sqrt(weight)[:, None] * (points - mean), pull])
    return (
        0.5 * n * d * log(pi)
        + 0.5 * d * log(kappa / prior.kappa)
        - 0.5 * prior.nu * _log_determinant_of_square(root)
        + 0.5 * nu * _log_determinant_of_square(rows)
        - _log_gamma_d(0.5 * nu, d)
        + _log_gamma_d(0.5 * prior.nu, d)
    )


def consistency(codes: NDArray[Any], weight: Floats) -> float:
    """n_i h_i, h_i the entropy of the categories among the labelled points; an unlabelled point carries h_i too."""
    counts = [weight[codes == category].sum() for category in np.unique(codes[codes >= 0])]
    counts = [count for count in counts if count > 0]
    labelled = sum(counts)
    return float(-weight.sum() * sum(count / labelled * log(count / labelled) for count in counts))


def log_determinant_of_scatter(points: Floats, weight: Floats) -> float:
    """Logarithm of det S for the centred, weighted scatter S; −inf if it is singular."""
    centred = points - weight @ points / weight.sum()
    return _log_determinant_of_square(np.sqrt(weight)[:, None] * centred)


def _log_determinant_of_square(rows: NDArray[Any]) -> float:
    """Logarithm of det(AᵀA) through a QR factorisation of A, which does not square the condition number."""
    if rows.shape[0] < rows.shape[1]:
        return -np.inf
    scale = np.abs(rows).max(axis=0)
    scale[scale == 0] = 1.0
    diagonal = np.abs(np.diagonal(np.linalg.qr(rows / scale, mode="r")))
    with np.errstate(divide="ignore"):
        return float(2 * np.log(diagonal).sum() + 2 * np.log(scale).sum())


def _log_gamma_d(a: float, d: int) -> float:
    """Multivariate ln Γ_d(a) = (d(d−1)/4) ln π + Σ_j ln Γ(a − (j−1)/2)."""
    return 0.25 * d * (d - 1) * log(pi) + sum(lgamma(a - 0.5 * j) for j in range(d))
