"""The two covariance families of Rmixmod that the paper's comparison touches.

In Rmixmod's notation a covariance is Σ_k = λ_k C_k with |C_k| = 1: a volume and a shape.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from cecib.rivals.arrays import Floats
from cecib.rivals.gaussian import SingularCovarianceError, cholesky_factors

N_SWEEPS = 5


class CovarianceFamily(Protocol):
    """Maximum-likelihood covariances within a family, given scatters and counts."""

    def estimate(self, scatters: Floats, counts: Floats) -> Floats:
        """Covariance matrix of each cluster, shape (k, d, d)."""


class FreeVolumeAndShape:
    """`Lk_Ck`: each cluster has its own covariance matrix."""

    def estimate(self, scatters: Floats, counts: Floats) -> Floats:
        """Scatter over count."""
        if (counts <= 0).any():
            raise SingularCovarianceError(
                f"Cluster {int(np.argmin(counts))} lost all its points: ask for fewer clusters."
            )
        return scatters / counts[:, None, None]


class FreeVolumeCommonShape:
    """`Lk_C`: Σ_k = λ_k C, own volumes and one shape, by Celeux and Govaert's flip-flop.

    Rmixmod makes exactly five sweeps, which start from the volumes of the previous call (1 at the
    first). Each half of a sweep lowers Σ_k [tr(W_k C⁻¹)/λ_k + d n_k ln λ_k], so EM stays monotone.
    """

    def __init__(self, n_clusters: int, n_sweeps: int = N_SWEEPS) -> None:
        self.volumes: Floats = np.ones(n_clusters)
        self.shape: Floats = np.empty((0, 0))
        self.n_sweeps = n_sweeps

    def estimate(self, scatters: Floats, counts: Floats) -> Floats:
        """Volumes times the common shape."""
        n_features = scatters.shape[1]
        for _ in range(self.n_sweeps):
            pooled = (scatters / self.volumes[:, None, None]).sum(axis=0)
            factor = cholesky_factors(pooled[None])[0]
            scale = np.exp(2.0 * np.log(np.diagonal(factor)).mean())
            self.shape = pooled / scale
            inverse = np.linalg.inv(factor)
            traces = np.einsum("kij,ji->k", scatters, inverse.T @ inverse) * scale
            if (traces <= 0).any() or (counts <= 0).any():
                raise SingularCovarianceError(
                    f"Cluster {int(np.argmin(traces))} shrank to a single point: "
                    "set reg_covar to a small positive number, or ask for fewer clusters."
                )
            self.volumes = traces / (n_features * counts)
        return self.volumes[:, None, None] * self.shape


def covariance_family(name: str, n_clusters: int) -> CovarianceFamily:
    """`"Lk_C"` or `"Lk_Ck"` by name."""
    return FreeVolumeCommonShape(n_clusters) if name == "Lk_C" else FreeVolumeAndShape()
