"""The cost of a partition, in plain NumPy, one function per term.

This is the readable truth: the compiled engine is a second, independent statement of the same
mathematics, and the tests compare the two after every move. Everything is in nats per point.

For clusters Y_i of weight n_i, mean μ_i, centred scatter S_i and categories c_ij::

    cost = Σ_i (n_i / n) · [ ln(n / n_i)  +  A(Y_i) / n_i  +  β · L(Z_i) / n_i ]
                             complexity      accuracy         consistency

L(Z_i) is n_i · h_i in the paper (`consistency`); under "evidence" labels are coded as data, and it is −ln of their
marginal likelihood (`label_evidence`). With labels at several levels it is the sum of what each level says given what
is known above it (`level_term`). To consistency belong the pairs of rows that should be apart, too: each that shares a
cluster costs λ nats (`discord`). Rows that belong together cost nothing, but are never divided. A(Y_i) depends on the
criterion and on the family of Gaussians. A family is a name, or any object with a ``name`` and the parameters it fixes
(see `cecib.families`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import e, lgamma, log, pi
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Criterion = Literal["entropy", "evidence"]
Floats = NDArray[np.float64]
APART_WEIGHT = log(19.0)  # nats: one statement in twenty is expected to be wrong


class CostTerms(NamedTuple):
    """The three terms of the cost, in nats per point; their sum is the cost."""

    complexity: float
    accuracy: float
    consistency: float

    @property
    def total(self) -> float:
        """The cost itself."""
        return self.complexity + self.accuracy + self.consistency


@dataclass(frozen=True, eq=False)
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
    concentration : float or None
        a, how many labels the overall shares of the categories are worth in a cluster. None: labels are charged as in
        the paper.
    subspace : ndarray of shape (features, d) or None
        The directions in which clusters are told apart: the coordinates of a row x are x · subspace, and all of the
        above is in them. None: the features themselves.
    cell : ndarray of shape (d, d) or None
        Covariance of the cell that a coarsely recorded value stands for: it is added to the scatter of a cluster for
        each of its points, so that equal values are no evidence of a narrow cluster. None: values are exact.
    """

    mean: Floats
    kappa: float
    nu: float
    scale: Floats
    concentration: float | None = None
    subspace: Floats | None = None
    cell: Floats | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prior) and all(map(np.array_equal, vars(self).values(), vars(other).values()))

    __hash__ = None  # type: ignore[assignment]


def cost_terms(
    X: ArrayLike,
    labels: ArrayLike,
    categories: ArrayLike | None = None,
    *,
    beta: float = 1.0,
    criterion: Criterion = "entropy",
    prior: Prior | None = None,
    sample_weight: ArrayLike | None = None,
    family: Any = "full",
    subspace: ArrayLike | None = None,
    apart: ArrayLike | None = None,
    apart_weight: float = APART_WEIGHT,
) -> CostTerms:
    """Cost of a partition, term by term.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The points.
    labels : array-like of shape (n,)
        The cluster of each point.
    categories : array-like of shape (n,) or (n, L), optional
        The category of each point, −1 where it is unlabelled; with L levels, coarse to fine, one for each.
    beta : float
        β, how much a label counts.
    criterion : {"entropy", "evidence"}
        How a Gaussian codes the points of a cluster.
    prior : Prior
        Needed for "evidence".
    sample_weight : array-like of shape (n,), optional
        How many points each row stands for.
    family : str, family object, or a list or mapping of them
        The Gaussians of all clusters, or ``family[label]`` those of each.
    subspace : array-like of shape (d, q), optional
        Directions in which clusters are told apart. They code X · subspace; all points share one Gaussian for the rest,
        given that. The columns of X must be linearly independent.
    apart : array-like of shape (m, 2), optional
        Pairs of rows that should not share a cluster.
    apart_weight : float
        λ, what each of them costs that does, in nats.

    Examples
    --------
    >>> from cecib.cost import cost_terms
    >>> terms = cost_terms([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1], [0, 0, 1, -1])
    >>> [round(term, 4) for term in terms]
    [0.6931, 1.4189, 0.0]
    """
    points = np.asarray(X, dtype=float)
    weight = np.ones(len(points)) if sample_weight is None else np.asarray(sample_weight, dtype=float)
    category = np.full(len(points), -1) if categories is None else np.asarray(categories)
    cluster = np.asarray(labels)
    total = weight.sum()
    rest = 0.0
    if subspace is not None:
        axes = np.asarray(subspace, dtype=float)
        rest = rest_length(points, weight, axes, criterion)
        if prior is not None:
            prior = replace(prior, mean=prior.mean - points[0] @ axes)
        points = (points - points[0]) @ axes
    labels_length = _label_term(category, weight, criterion, prior)
    sums = np.zeros(3)
    for name in np.unique(cluster[weight > 0]):
        inside = (cluster == name) & (weight > 0)
        w = weight[inside]
        own = family[name] if isinstance(family, Mapping | list | tuple) else family
        length = accuracy(points[inside], w, own, criterion, prior)
        sums += complexity(w.sum(), total), length, beta * labels_length(category[inside], w)
    sums[1] += rest
    if apart is not None:
        sums[2] += apart_weight * discord(cluster, weight, np.asarray(apart))
    return CostTerms(*(float(term) / float(total) for term in sums))


def rest_length(points: Floats, weight: Floats, axes: Floats, criterion: Criterion) -> float:
    """Code of the points given their coordinates along the axes, by one Gaussian that all of them share.

    That is the code of the points by one Gaussian, less the code of their coordinates by its marginal. Under "evidence"
    the Gaussian's parameters are paid for, under a prior that is worth one point and expects what is found.
    """
    n, (d, q) = weight.sum(), axes.shape
    whole = log_determinant_of_scatter(points, weight) - d * np.log(n)
    centred = _centred(points, weight) @ axes
    along = log_determinant_of_scatter(centred, weight) - q * np.log(n)
    length = 0.5 * n * ((d - q) * np.log(2.0 * np.pi * np.e) + whole - along)
    price = single_gaussian_price(n, d) - single_gaussian_price(n, q) if criterion == "evidence" else 0.0
    return float(length + price)


def single_gaussian_price(n: float, d: int) -> float:
    """By how much the evidence of a Gaussian of n points exceeds n times its entropy: ν0 = d + 2, Ψ0 = Σ, κ0 = 1."""
    nu = d + 2.0
    length = 0.5 * d * (n * np.log(np.pi) + np.log1p(n)) + 0.5 * (nu + n) * d * np.log1p(n)
    length += _log_gamma_d(0.5 * nu, d) - _log_gamma_d(0.5 * (nu + n), d)
    return float(length - 0.5 * n * d * np.log(2.0 * np.pi * np.e))


def complexity(weight: float, total: float) -> float:
    """n_i ln(n / n_i): the cost of saying which cluster a point is in."""
    return weight * log(total / weight)


def accuracy(
    points: Floats, weight: Floats, family: Any = "full", criterion: Criterion = "entropy", prior: Prior | None = None
) -> float:
    """A(Y_i): how many nats a Gaussian of the family needs for the points of one cluster."""
    own = SimpleNamespace(name=family) if isinstance(family, str) else family
    if criterion == "entropy":
        return _ENTROPY[own.name](points, weight, own)
    if own.name not in _EVIDENCE:
        raise ValueError(f"criterion='evidence' has no marginal likelihood for {family!r}: use criterion='entropy'.")
    if prior is None:
        raise ValueError("criterion='evidence' needs a prior.")
    return _EVIDENCE[own.name](points, weight, own, prior)


def entropy_accuracy(points: Floats, weight: Floats, family: Any = None) -> float:
    """n_i [(d/2) ln 2πe + ½ ln det(S_i / n_i)]: the paper's differential entropy of the fitted Gaussian."""
    n, d = float(weight.sum()), int(points.shape[1])
    return 0.5 * n * (d * log(2 * pi * e / n) + log_determinant_of_scatter(points, weight))


def diagonal_entropy(points: Floats, weight: Floats, family: Any) -> float:
    """Every feature by itself."""
    return sum(entropy_accuracy(points[:, [j]], weight) for j in range(points.shape[1]))


def spherical_entropy(points: Floats, weight: Floats, family: Any) -> float:
    """n_i [(d/2) ln(2πe/d) + (d/2) ln tr Σ]: one variance for all features."""
    n, d = float(weight.sum()), int(points.shape[1])
    trace = float((weight @ _centred(points, weight) ** 2).sum() / n)
    return 0.5 * n * d * (log(2 * pi * e / d) + log(trace)) if trace > 0 else -np.inf


def fixed_entropy(points: Floats, weight: Floats, family: Any) -> float:
    """n_i [(d/2) ln 2π + ½ tr(Σ0⁻¹ Σ) + ½ ln|Σ0|]."""
    covariance = known_covariance(family, points.shape[1])
    n, d = float(weight.sum()), int(points.shape[1])
    distances = _squares(_centred(points, weight), covariance) @ weight
    return 0.5 * (n * d * log(2 * pi) + n * float(np.linalg.slogdet(covariance)[1]) + float(distances))


def eigenvalues_entropy(points: Floats, weight: Floats, family: Any) -> float:
    """n_i [(d/2) ln 2π + ½ Σ_j λ_j(Σ)/λ0_j + ½ Σ ln λ0_j], both in the same order."""
    n, d = float(weight.sum()), int(points.shape[1])
    known = np.sort(np.asarray(family.values, dtype=float))
    centred = np.sqrt(weight)[:, None] * _centred(points, weight)
    found = np.linalg.eigvalsh(centred.T @ centred / n)
    return 0.5 * n * (d * log(2 * pi) + float((found / known).sum() + np.log(known).sum()))


def fixed_mean_entropy(points: Floats, weight: Floats, family: Any) -> float:
    """n_i [(d/2) ln 2πe + ½ ln|Σ| + ½ ln(1 + (μ−m)ᵀ Σ⁻¹ (μ−m))]: the scatter is taken about m."""
    n, d = float(weight.sum()), int(points.shape[1])
    rows = np.sqrt(weight)[:, None] * (points - np.asarray(family.mean, dtype=float))
    return 0.5 * n * (d * log(2 * pi * e / n) + _log_determinant_of_square(rows))


def auto_entropy(points: Floats, weight: Floats, family: Any) -> float:
    """Least of the shapes' costs, each with (parameters / 2) ln n_i for its parameters, as in the BIC.

    A cluster that lies in a plane is as little allowed as under "full": its cost is −∞.
    """
    log_n, d = log(weight.sum()), int(points.shape[1])
    lengths = (_ENTROPY[name](points, weight, None) for name in PARAMETERS)
    return min(length + 0.5 * PARAMETERS[name](d) * log_n for name, length in zip(PARAMETERS, lengths, strict=True))


def evidence_accuracy(points: Floats, weight: Floats, family: Any, prior: Prior) -> float:
    """−ln p(Y_i): the code length when the Gaussian's own parameters have to be paid for."""
    n, d = float(weight.sum()), int(points.shape[1])
    kappa, nu = prior.kappa + n, prior.nu + n
    pull = np.sqrt(prior.kappa * n / kappa) * _mean(points - prior.mean, weight)
    root = np.linalg.cholesky(prior.scale).T
    rows = np.vstack([root, np.sqrt(weight)[:, None] * _centred(points, weight), pull, cell_rows(n, prior)])
    return 0.5 * d * log(kappa / prior.kappa) + _inverse_wishart_evidence(n, nu, prior, root, rows)


def diagonal_evidence(points: Floats, weight: Floats, family: Any, prior: Prior) -> float:
    """Every feature by itself; its variance has the prior that Σ_jj has under the inverse-Wishart, ν0 − d + 1."""
    cells = None if prior.cell is None else np.diagonal(prior.cell)
    own = [
        Prior(
            prior.mean[[j]],
            prior.kappa,
            prior.nu - len(prior.mean) + 1,
            prior.scale[[j]][:, [j]],
            cell=None if cells is None else cells[[j], None],
        )
        for j in range(len(prior.mean))
    ]
    return sum(evidence_accuracy(points[:, [j]], weight, None, one) for j, one in enumerate(own))


def spherical_evidence(points: Floats, weight: Floats, family: Any, prior: Prior) -> float:
    """One variance, whose prior is that of Σ_jj for features that are all alike, Ψ0_jj = tr Ψ0 / d."""
    n, d = float(weight.sum()), int(points.shape[1])
    kappa, nu0, trace0 = prior.kappa + n, prior.nu - d + 1, float(np.trace(prior.scale)) / d
    trace = trace0 + float((weight @ _centred(points, weight) ** 2).sum()) + float((cell_rows(n, prior) ** 2).sum())
    trace += prior.kappa * n / kappa * float((_mean(points - prior.mean, weight) ** 2).sum())
    nu = nu0 + n * d
    constant = 0.5 * n * d * log(pi) + 0.5 * d * log(kappa / prior.kappa) + lgamma(0.5 * nu0) - lgamma(0.5 * nu)
    return constant + 0.5 * nu * log(trace) - 0.5 * nu0 * log(trace0)


def fixed_evidence(points: Floats, weight: Floats, family: Any, prior: Prior) -> float:
    """Only the mean is unknown: normal, around μ0, with covariance Σ0/κ0."""
    n, d = float(weight.sum()), int(points.shape[1])
    kappa = prior.kappa + n
    apart = _mean(points - prior.mean, weight)
    pull = prior.kappa * n / kappa * _squares(apart[None, :], known_covariance(family, d))[0]
    return fixed_entropy(points, weight, family) + 0.5 * d * log(kappa / prior.kappa) + 0.5 * float(pull)


def fixed_mean_evidence(points: Floats, weight: Floats, family: Any, prior: Prior) -> float:
    """Only the covariance is unknown: inverse-Wishart, the scatter taken about m."""
    root = np.linalg.cholesky(prior.scale).T
    n = float(weight.sum())
    centred = np.sqrt(weight)[:, None] * (points - np.asarray(family.mean, dtype=float))
    rows = np.vstack([root, centred, cell_rows(n, prior)])
    return _inverse_wishart_evidence(n, prior.nu + n, prior, root, rows)


def auto_evidence(points: Floats, weight: Floats, family: Any, prior: Prior) -> float:
    """Least of the shapes' costs; the marginal likelihood has already paid for the parameters."""
    return min(_EVIDENCE[name](points, weight, None, prior) for name in PARAMETERS)


def cell_rows(n: float, prior: Prior) -> Floats:
    """Rows whose square is n times the covariance of a cell: what n coarsely recorded points add to a scatter."""
    if prior.cell is None:
        return np.empty((0, len(prior.mean)))
    values, vectors = np.linalg.eigh(prior.cell)
    return np.asarray(np.sqrt(n * values.clip(min=0.0))[:, None] * vectors.T)


def known_covariance(family: Any, d: int) -> Floats:
    """Σ0 of a family that fixes it."""
    known = family.variance * np.eye(d) if family.name == "fixed-spherical" else family.covariance
    return np.asarray(known, dtype=float)


# What "auto" chooses from, the simplest first, and the number of free parameters.
PARAMETERS: dict[str, Callable[[int], int]] = {
    "spherical": lambda d: d + 1,
    "diag": lambda d: 2 * d,
    "full": lambda d: d + d * (d + 1) // 2,
}
_ENTROPY: dict[str, Callable[[Floats, Floats, Any], float]] = {
    "full": entropy_accuracy,
    "diag": diagonal_entropy,
    "spherical": spherical_entropy,
    "fixed": fixed_entropy,
    "fixed-spherical": fixed_entropy,
    "eigenvalues": eigenvalues_entropy,
    "fixed-mean": fixed_mean_entropy,
    "auto": auto_entropy,
}
_EVIDENCE: dict[str, Callable[[Floats, Floats, Any, Prior], float]] = {
    "full": evidence_accuracy,
    "diag": diagonal_evidence,
    "spherical": spherical_evidence,
    "fixed": fixed_evidence,
    "fixed-spherical": fixed_evidence,
    "fixed-mean": fixed_mean_evidence,
    "auto": auto_evidence,
}


def _label_term(
    categories: NDArray[Any], weight: Floats, criterion: Criterion, prior: Prior | None
) -> Callable[[NDArray[Any], Floats], float]:
    """Choose what the labels of a cluster cost, from the criterion and all labels of the data."""
    if categories.ndim == 2:
        terms = [
            level_term(categories[:, : level + 1], weight, criterion, prior) for level in range(categories.shape[1])
        ]
        return lambda own, w: sum(term(own, w) for term in terms)
    if criterion == "entropy" or prior is None or prior.concentration is None:
        return consistency
    known = np.unique(categories[categories >= 0])
    counts = {category: float(weight[categories == category].sum()) for category in known}
    total = sum(counts.values())
    shares = {category: count / total for category, count in counts.items() if count > 0}
    concentration = prior.concentration
    return lambda own, w: label_evidence(own, w, concentration, shares)


def level_term(
    categories: NDArray[Any], weight: Floats, criterion: Criterion, prior: Prior | None
) -> Callable[[NDArray[Any], Floats], float]:
    """Choose what the last of several levels costs in a cluster, given the levels before it.

    Parents are what is known at the levels before, gaps included; each has the points that are labelled at the last.
    Under "evidence" the labels of each parent's points are coded by themselves. In the paper's cost the mean of their
    entropies, over the points labelled at this level, is charged to all points of the cluster.
    """
    level = categories.shape[1] - 1
    parents = {tuple(row[:-1]) for row in categories.tolist() if row[-1] >= 0}

    def below(own: NDArray[Any], parent: tuple[int, ...]) -> NDArray[np.bool_]:
        return np.asarray((own[:, level] >= 0) & (own[:, :level] == np.array(parent, dtype=int)).all(axis=1))

    if criterion == "entropy" or prior is None or prior.concentration is None:

        def charged(own: NDArray[Any], w: Floats) -> float:
            labelled = w[own[:, level] >= 0].sum()
            sums = [consistency(own[rows, level], w[rows]) for rows in (below(own, parent) for parent in parents)]
            return float(w.sum() / labelled * sum(sums)) if labelled > 0 else 0.0

        return charged
    terms = {
        parent: _label_term(
            categories[below(categories, parent), level], weight[below(categories, parent)], criterion, prior
        )
        for parent in parents
    }

    def coded(own: NDArray[Any], w: Floats) -> float:
        inside = ((below(own, parent), term) for parent, term in terms.items())
        return sum(term(own[rows, level], w[rows]) for rows, term in inside)

    return coded


def label_evidence(
    categories: NDArray[Any], weight: Floats, concentration: float, shares: Mapping[Any, float]
) -> float:
    """−ln p(labels): the marginal likelihood of the labels of one cluster under a Dirichlet prior, a·π_j of each.

    Labels are coded as data: one weighs one, an unlabelled point carries nothing, and a pure cluster pays about
    ln(1/π_j) once.
    """
    counts = {category: float(weight[categories == category].sum()) for category in shares}
    length = lgamma(concentration + sum(counts.values())) - lgamma(concentration)
    for category, share in shares.items():
        length -= lgamma(concentration * share + counts[category]) - lgamma(concentration * share)
    return length


def consistency(categories: NDArray[Any], weight: Floats) -> float:
    """n_i h_i, h_i the entropy of the categories among the labelled points; an unlabelled point carries h_i too."""
    counts = [weight[categories == category].sum() for category in np.unique(categories[categories >= 0])]
    counts = [count for count in counts if count > 0]
    labelled = sum(counts)
    return float(-weight.sum() * sum(count / labelled * log(count / labelled) for count in counts))


def discord(labels: NDArray[Any], weight: Floats, apart: NDArray[Any]) -> int:
    """How many pairs share a cluster that should not; rows of weight 0 are in none."""
    return sum(bool(labels[i] == labels[j] and weight[i] > 0 and weight[j] > 0) for i, j in apart)


def log_determinant_of_scatter(points: Floats, weight: Floats) -> float:
    """Logarithm of det S for the centred, weighted scatter S; −inf if it is singular."""
    return _log_determinant_of_square(np.sqrt(weight)[:, None] * _centred(points, weight))


def _mean(points: Floats, weight: Floats) -> Floats:
    """Weighted mean."""
    mean: Floats = weight @ points / weight.sum()
    return mean


def _centred(points: Floats, weight: Floats) -> Floats:
    """Points about their weighted mean, by way of the first: far from the origin the mean itself has too few digits."""
    apart = points - points[0]
    centred: Floats = apart - _mean(apart, weight)
    return centred


def _log_determinant_of_square(rows: NDArray[Any]) -> float:
    """Logarithm of det(AᵀA) through a QR factorisation of A, which does not square the condition number."""
    if rows.shape[0] < rows.shape[1]:
        return -np.inf
    scale = np.abs(rows).max(axis=0)
    scale[scale == 0] = 1.0
    diagonal = np.abs(np.diagonal(np.linalg.qr(rows / scale, mode="r")))
    with np.errstate(divide="ignore"):
        return float(2 * np.log(diagonal).sum() + 2 * np.log(scale).sum())


def _squares(rows: Floats, covariance: Floats) -> Floats:
    """Squared Mahalanobis length of each row."""
    return np.asarray((np.linalg.solve(np.linalg.cholesky(covariance), rows.T) ** 2).sum(axis=0))


def _inverse_wishart_evidence(n: float, nu: float, prior: Prior, root: NDArray[Any], rows: NDArray[Any]) -> float:
    """−ln of the part of p(Y_i) that the covariance's prior Ψ0 = rootᵀ·root and posterior Ψ = rowsᵀ·rows make up."""
    d = int(rows.shape[1])
    return (
        0.5 * n * d * log(pi)
        - 0.5 * prior.nu * _log_determinant_of_square(root)
        + 0.5 * nu * _log_determinant_of_square(rows)
        - _log_gamma_d(0.5 * nu, d)
        + _log_gamma_d(0.5 * prior.nu, d)
    )


def _log_gamma_d(a: float, d: int) -> float:
    """Multivariate ln Γ_d(a) = (d(d−1)/4) ln π + Σ_j ln Γ(a − (j−1)/2)."""
    return 0.25 * d * (d - 1) * log(pi) + sum(lgamma(a - 0.5 * j) for j in range(d))
