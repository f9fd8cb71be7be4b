"""Squared Euclidean distances by matrix product."""

from __future__ import annotations

import numpy as np

from cecib.rivals.arrays import Floats, Integers, as_labels


def squared_distances(X: Floats, centres: Floats) -> Floats:
    """‖x_i − c_k‖², shape (n, k), for points whose origin is near their mean."""
    distances = X @ centres.T
    distances *= -2.0
    distances += np.einsum("ij,ij->i", X, X)[:, None]
    distances += np.einsum("ij,ij->i", centres, centres)
    np.maximum(distances, 0.0, out=distances)
    return distances


def nearest(X: Floats, centres: Floats) -> Integers:
    """Index of the nearest centre of each point."""
    offset = centres.mean(axis=0)
    return as_labels(squared_distances(X - offset, centres - offset).argmin(axis=1))
