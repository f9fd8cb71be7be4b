"""The theory of β, how much a label counts: thresholds (section 4 of the paper)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def beta_threshold(weights: ArrayLike, covariances: ArrayLike, covariance: ArrayLike) -> float:
    """β0 of Theorem 4.2: from this β on, splitting one cluster into the given parts lowers the cost.

    Parameters
    ----------
    weights : array-like of shape (l,)
        Sizes or shares p_i of the parts; only their proportions matter.
    covariances : array-like of shape (l, d, d), or (l,) for one feature
        Covariance matrices Σ_i of the parts, which have to be positive definite.
    covariance : array-like of shape (d, d), or a number for one feature
        Covariance matrix Σ of the whole cluster.

    Returns
    -------
    float
        ``1 + [Σ_i (p_i / 2q) ln(|Σ_i| / |Σ|)] / H(p / q)`` with q = Σ p_i. Never more than 1 when the
        covariances belong to an actual split; 1 for parts that look like the whole (random labels).

    Examples
    --------
    A one-dimensional Gaussian, cut in the middle; a truncated half has variance σ²(1 − 2/π). The paper cuts the
    result off at 0.269:

    >>> import numpy as np
    >>> from cecib.beta import beta_threshold
    >>> half = 1 - 2 / np.pi
    >>> round(beta_threshold([0.5, 0.5], [half, half], 1.0), 4)
    0.2698
    """
    share = np.asarray(weights, dtype=float)
    if share.ndim != 1 or len(share) < 2 or not (share > 0).all():
        raise ValueError("weights must be two or more positive numbers, one for each part of the cluster.")
    share = share / share.sum()
    parts = _log_determinants(covariances, "covariances")
    whole = _log_determinants(covariance, "covariance")
    if parts.shape != share.shape or whole.size != 1:
        raise ValueError(
            f"covariances must hold one matrix for each of the {len(share)} weights, and covariance a single one, "
            f"got {parts.size} and {whole.size}."
        )
    split_entropy = -(share * np.log(share)).sum()
    return float(1.0 + 0.5 * (share @ (parts - whole.ravel()[0])) / split_entropy)


def _log_determinants(matrices: ArrayLike, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    values = np.asarray(matrices, dtype=float)
    if values.ndim < 2:
        values = values.reshape(-1, 1, 1)
    sign, log_determinant = np.linalg.slogdet(values)
    if not (np.atleast_1d(sign) > 0).all():
        raise ValueError(f"{name} must be positive definite: a part that lies in a plane has no threshold.")
    return np.atleast_1d(log_determinant)
