"""The plane in which clusters lie apart: from their summaries, in the coordinates in which they were found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import eigh
from scipy.special import erf

from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.input_errors import InputError, Named
from cecib.search.scaling import Matrix

_RIDGE = 1e-6  # of the variance of all points, for directions in which clusters have none


@dataclass(frozen=True)
class Plane:
    """A linear map from the coordinates of clusters to the plane.

    Attributes
    ----------
    clusters : Clusters
        The clusters.
    axes : ndarray of shape (2, q)
        Directions in scaled units; the second is zero if there is only one.
    """

    clusters: Clusters
    axes: Floats

    def places(self, coordinates: Matrix) -> Floats:
        """Where rows lie."""
        return np.asarray(self.clusters.scaling.rows(coordinates) @ self.axes.T)

    def means(self) -> Floats:
        """Where the means of clusters lie."""
        return np.asarray(self.clusters.summaries.means @ self.axes.T)

    def covariances(self) -> Floats:
        """Covariance of each cluster, k × 2 × 2."""
        return np.asarray(self.axes @ _covariances(self.clusters) @ self.axes.T)


def separating_plane(clusters: Clusters) -> Plane:
    """Find the plane in which clusters are told apart best.

    Each pair of clusters counts by how probable a mistake between them is along the line that joins them, not by the
    square of their distance: one far cluster does not hide the others (Loog, Duin and Haeb-Umbach 2001). Two columns
    are shown as they are. One cluster is shown where it is widest.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.reading.planes import separating_plane
    >>> X = np.random.default_rng(0).normal(size=(90, 4)) + 9 * (np.arange(90) % 3 == 1)[:, None] * [0, 0, 1, 0]
    >>> plane = separating_plane(CECIB(random_state=0).fit(X).clusters_)
    >>> int(np.abs(plane.axes[0]).argmax())
    2
    """
    q = len(clusters.scaling.columns)
    if q <= 2:
        return Plane(clusters, np.vstack([np.eye(q), np.zeros((2, q))])[:2])
    weights = clusters.summaries.weights / clusters.summaries.weights.sum()
    within = np.einsum("c,cij->ij", weights, _covariances(clusters))
    centred = clusters.summaries.means - weights @ clusters.summaries.means
    between = np.einsum("c,ci,cj->ij", weights, centred, centred)
    width = np.maximum(np.diagonal(within + between), np.finfo(float).tiny)
    within += np.diag(np.maximum(_RIDGE * width, np.finfo(float).eps ** 2))
    spread = _pairs(clusters.summaries.means, weights, within)
    # where clusters do not differ, the widest directions decide
    _, vectors = eigh(spread + 1e-9 * (within + between) * np.trace(np.linalg.solve(within, spread)), within)
    if len(clusters) == 1:
        own = np.sqrt(np.diagonal(within))
        vectors = eigh(within / np.outer(own, own))[1] / own[:, None]
    elif len(clusters) == 2:
        vectors[:, -2] = _widest_beside(vectors[:, -1], within)
    axes = vectors[:, ::-1].T[:2]
    return Plane(clusters, axes * np.sign(axes[[0, 1], np.abs(axes).argmax(axis=1)])[:, None])


def beside(n: int) -> Floats:
    """Offsets in ±0.3, for rows that lie on a line: they look random and are not, multiples of the golden ratio."""
    golden = (5**0.5 - 1) / 2
    return np.asarray(0.6 * (np.arange(n) * golden % 1.0) - 0.3)


def given_places(xy: ArrayLike | None, n: int) -> Floats | None:
    """Coordinates that the user has given for each of n rows, checked."""
    if xy is None:
        return None
    places = np.asarray(xy, dtype=float)
    if places.shape != (n, 2):
        raise InputError(Named("xy"), f" must have two numbers for each of the {n} rows, got shape {places.shape}.")
    if not np.isfinite(places).all():
        row = int(np.flatnonzero(~np.isfinite(places).all(axis=1))[0])
        raise InputError(Named("xy"), f" must hold numbers only, but row {row} has none: leave it out, or fill it in.")
    return places


def _pairs(means: Floats, weights: Floats, within: Floats) -> Floats:
    root = np.linalg.cholesky(within)
    white = np.linalg.solve(root, means.T).T
    square = ((white[:, None, :] - white[None, :, :]) ** 2).sum(axis=2)
    np.fill_diagonal(square, 1.0)
    square = np.maximum(square, 1e-12)
    count = weights[:, None] * weights[None, :] * erf(np.sqrt(square / 8.0)) / (2.0 * square)
    np.fill_diagonal(count, 0.0)
    # Σ count (a − b)(a − b)ᵀ over pairs
    return np.asarray(means.T @ (np.diag(count.sum(axis=1)) - count) @ means)


def _widest_beside(first: Floats, within: Floats) -> Floats:
    """Widest direction of standardised coordinates that is not correlated with the first within clusters."""
    scale = np.sqrt(np.diagonal(within))
    own = within / np.outer(scale, scale)
    line = own @ (first * scale)
    line /= np.linalg.norm(line)
    beside = np.eye(len(line)) - np.outer(line, line)
    _, vectors = np.linalg.eigh(beside @ own @ beside)
    axis = vectors[:, -1] / scale
    return np.asarray(axis / np.sqrt(axis @ within @ axis))


def _covariances(clusters: Clusters) -> Floats:
    return np.asarray(clusters.summaries.square_scatters / clusters.summaries.weights[:, None, None])
