"""Gaussian densities and their sufficient statistics, for all clusters at once."""

from __future__ import annotations

import numpy as np

from cecib.rivals.arrays import Booleans, Floats

_LOG_TWO_PI = float(np.log(2.0 * np.pi))
_SMALLEST_PIVOT = 1e-13
_SMALLEST_SPREAD = 1e-24
_REMEDY = "set reg_covar to a small positive number, drop dependent columns, or ask for fewer clusters"


class SingularCovarianceError(ValueError):
    """A covariance matrix has no inverse, so the likelihood is unbounded."""


def log_densities(X: Floats, means: Floats, covariances: Floats) -> Floats:
    """Log density ln N(x_i | mean_k, covariance_k), shape (n, k)."""
    n_features = X.shape[1]
    factors = cholesky_factors(covariances)
    whitening = np.linalg.inv(factors)
    log_roots = np.log(np.diagonal(factors, axis1=1, axis2=2)).sum(axis=1)
    result = np.empty((len(X), len(means)), order="F")
    for k, mean in enumerate(means):
        whitened = (X - mean) @ whitening[k].T
        np.einsum("ij,ij->i", whitened, whitened, out=result[:, k])
    result *= -0.5
    result -= log_roots + 0.5 * n_features * _LOG_TWO_PI
    return result


def normalised(log_joint: Floats) -> tuple[Floats, Floats]:
    """Probabilities proportional to exp(log_joint) in each row, and the logs of the row sums."""
    peaks = log_joint.max(axis=1, keepdims=True)
    probabilities = np.exp(log_joint - peaks)
    sums = probabilities.sum(axis=1, keepdims=True)
    probabilities /= sums
    return probabilities, (peaks + np.log(sums))[:, 0]


def cholesky_factors(covariances: Floats) -> Floats:
    """Lower triangular factors; an error that names the first singular cluster.

    A matrix counts as singular when a column is, to thirteen digits, a combination of those before it.
    """
    diagonals = np.diagonal(covariances, axis1=1, axis2=2)
    try:
        factors: Floats = np.linalg.cholesky(covariances).astype(np.float64, copy=False)
    except np.linalg.LinAlgError:
        is_singular: Booleans = np.array([not _is_positive_definite(matrix) for matrix in covariances])
    else:
        pivots = np.diagonal(factors, axis1=1, axis2=2) ** 2
        is_singular = np.asarray((pivots <= _SMALLEST_PIVOT * diagonals).any(axis=1))
        if not is_singular.any():
            return factors
    cluster = int(np.argmax(is_singular))
    raise SingularCovarianceError(f"The covariance matrix of cluster {cluster} became singular: {_REMEDY}.")


def require_spread(covariances: Floats, variances: Floats) -> None:
    """Refuse a cluster whose spread in some column is lost in the rounding of the whole data."""
    is_flat = (np.diagonal(covariances, axis1=1, axis2=2) <= _SMALLEST_SPREAD * variances).any(axis=1)
    if is_flat.any():
        raise SingularCovarianceError(f"Cluster {int(np.argmax(is_flat))} shrank to a point: {_REMEDY}.")


def means_of(X: Floats, responsibilities: Floats, counts: Floats, previous: Floats) -> Floats:
    """Weighted means; a cluster that holds nothing keeps its previous one."""
    is_alive = counts > 0
    means = previous.copy()
    means[is_alive] = (responsibilities[:, is_alive].T @ X) / counts[is_alive, None]
    return means


def scatter_matrices(X: Floats, responsibilities: Floats, means: Floats) -> Floats:
    """Centred scatter Σ_i r_ik (x_i − mean_k)(x_i − mean_k)ᵀ of each cluster, shape (k, d, d)."""
    scatters = np.empty((len(means), X.shape[1], X.shape[1]))
    for k, mean in enumerate(means):
        centred = X - mean
        np.matmul((centred * responsibilities[:, k, None]).T, centred, out=scatters[k])
    return scatters


def _is_positive_definite(matrix: Floats) -> bool:
    try:
        np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return False
    return True
