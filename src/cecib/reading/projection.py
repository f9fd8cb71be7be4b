"""The plane in which clusters are shown: the first two principal components of standardised features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Projection:
    """An affine map from the features to the plane.

    Attributes
    ----------
    centre, scale : ndarray of shape (d,)
        Mean and standard deviation of each feature; 1 for a constant one.
    axes : ndarray of shape (2, d)
        Directions in standardised features; the second is zero if there is only one.
    explained : ndarray of shape (2,)
        Share of the variance along each.
    """

    centre: Floats
    scale: Floats
    axes: Floats
    explained: Floats

    def points(self, X: NDArray[Any]) -> Floats:
        """Project points."""
        return ((np.asarray(X, dtype=float) - self.centre) / self.scale) @ self.axes.T

    def covariance(self, covariance: Floats) -> Floats:
        """Project a covariance matrix."""
        unit = covariance / self.scale[:, None] / self.scale[None, :]
        return self.axes @ unit @ self.axes.T


def principal_plane(X: NDArray[Any]) -> Projection:
    """Find the plane of the first two principal components.

    Examples
    --------
    Units do not matter, and the signs are fixed, so that the same data give the same picture:

    >>> import numpy as np
    >>> from cecib.reading.projection import principal_plane
    >>> X = np.array([[0.0, 0.0], [1.0, 1000.0], [2.0, 2000.0]])
    >>> principal_plane(X).explained.round(6).tolist()
    [1.0, 0.0]
    """
    points = np.asarray(X, dtype=float)
    size = np.abs(points).max(axis=0)
    size[size == 0] = 1.0
    # dividing by the largest value first: the square of 1e200 is no number
    relative = points / size
    centre, spread = relative.mean(axis=0), relative.std(axis=0)
    spread[spread < 1e-14] = 1.0
    standard = (relative - centre) / spread
    values, vectors = np.linalg.eigh(standard.T @ standard / len(standard))
    values = np.maximum(values[::-1], 0.0)
    axes = vectors[:, ::-1].T[:2]
    largest = np.abs(axes).argmax(axis=1)
    axes = axes * np.sign(axes[np.arange(len(axes)), largest])[:, None]
    explained = values[:2] / values.sum() if values.sum() > 0 else np.zeros(len(axes))
    if len(axes) < 2:
        axes, explained = np.vstack([axes, np.zeros_like(axes)]), np.append(explained, 0.0)
    return Projection(centre * size, spread * size, axes, explained)
