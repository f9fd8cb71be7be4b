"""Points from a mixture of Gaussians, each with a covariance of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Labels = NDArray[np.int32]

_CHUNK = 65_536
_DISTANCE = 6.0  # between two centres, typically, whatever d: the clusters overlap, and there is something to descend
_NARROWEST, _WIDEST = 0.4, 1.6  # standard deviations along the axes of a cluster


def mixture(n: int, d: int, k: int, seed: int = 0) -> tuple[Floats, Labels]:
    """Draw n points in d dimensions from k clusters, and say which cluster each came from."""
    random = np.random.default_rng([seed, d, k])
    centres = random.normal(scale=_DISTANCE / np.sqrt(2 * d), size=(k, d))
    factors = np.stack([_factor(random, d) for _ in range(k)])
    X = np.empty((n, d))
    labels = np.empty(n, dtype=np.int32)
    for first in range(0, n, _CHUNK):
        chunk = slice(first, min(first + _CHUNK, n))
        _draw(random, centres, factors, X[chunk], labels[chunk])
    return X, labels


def _factor(random: np.random.Generator, d: int) -> Floats:
    rotation, _ = np.linalg.qr(random.normal(size=(d, d)))
    widths = np.exp(random.uniform(np.log(_NARROWEST), np.log(_WIDEST), size=d))
    return np.asarray(rotation * widths)


def _draw(random: np.random.Generator, centres: Floats, factors: Floats, X: Floats, labels: Labels) -> None:
    labels[:] = random.integers(len(centres), size=len(X))
    noise = random.normal(size=X.shape)
    for c in range(len(centres)):
        rows = labels == c
        X[rows] = noise[rows] @ factors[c].T + centres[c]
