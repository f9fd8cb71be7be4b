"""Shapes: clusters that flow into each other, as the arcs of a ring do.

A group that is bent is divided into Gaussians. Two neighbours are parts of one shape if they are alike in density, no
deep valley lies between them, and their rows lie evenly up to the border, instead of thinning out towards it as those
of a Gaussian do. How evenly rows lie is measured at the end of a fit, as their kurtosis towards each neighbour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.input_errors import InputError, Named
from cecib.reading.ridges import Ridge, ridge
from cecib.search.scaling import Matrix

if TYPE_CHECKING:
    from cecib.estimator import CECIB

GAUSSIAN = 3.0  # kurtosis; of a Gaussian that is cut off two deviations from its mean 2.65, of even rows 1.8
_EVEN = 2.45  # the most kurtosis of rows that lie evenly
_EVEN_CHANCE = 2.0  # how much less few rows must have, times the square root of their number
_ALIKE = 0.4  # the least ratio of the two peaks
_VALLEY, _LEAST_VALLEY = 0.28, 0.1  # the least height of a ridge, between many rows and between few
_CHANCE = 1.2  # how much lower it may be, times the square root of the number of rows
_ROWS_PER_COORDINATE = 16  # of two clusters together, below which nothing can be told
_FAR = 6.0  # standard deviations
_MOST_COORDINATES = 200  # beyond, all clusters are apart
_ROWS = 5_000  # of a cluster that are looked at
_ODDS = 3.0  # of two categories against one, from which on labels keep clusters apart
Pair = tuple[int, int]


def find_shapes(model: CECIB, points: Matrix | None) -> NDArray[np.intp]:
    """Shape of each cluster, numbered by size, the largest first.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    points : ndarray of shape (n, q) or None
        Coordinates of rows by which to tell; None: by what the fit has seen.
    """
    flatness = model.flatness_
    if points is not None:
        flatness = measure_flatness(model.clusters_, points, model.clusters_.cheapest(points), None)
    if flatness is None:
        raise InputError("This model does not know how its rows lie: give ", Named("X"), ".")
    summaries = model.clusters_.summaries
    ridges = _ridges(model.clusters_)
    pairs = [pair for pair, own in ridges.items() if _flow(own, pair, flatness, summaries.weights)]
    pairs.sort(key=lambda pair: (-ridges[pair].height, pair))
    counts = [summaries.counts] if model.levels_ is None else model.category_counts_
    return _by_size(_join(pairs, counts, model.concentration_), summaries.weights)


def measure_flatness(clusters: Clusters, points: Matrix, labels: NDArray[np.int32], weights: Floats | None) -> Floats:
    """Kurtosis of the rows of each cluster in the direction of each of its neighbours.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    points : ndarray of shape (n, q)
        Their rows, in the coordinates of the clusters.
    labels : ndarray of shape (n,)
        The cluster of each row.
    weights : ndarray of shape (n,) or None
        How many points each row stands for.

    Returns
    -------
    ndarray of shape (k, k)
        3 for a Gaussian, 1.8 for rows that lie evenly; 3 where two clusters are no neighbours.
    """
    result = np.full((len(clusters), len(clusters)), GAUSSIAN)
    rows: dict[int, tuple[Floats, Floats]] = {}
    for pair, found in _ridges(clusters).items():
        if found.height >= _LEAST_VALLEY:
            for (a, b), direction in zip((pair, pair[::-1]), found.directions, strict=True):
                if a not in rows:
                    rows[a] = _rows_of(clusters, points, labels, weights, a)
                result[a, b] = _kurtosis(rows[a][0] @ direction, rows[a][1])
    return result


def _flow(own: Ridge, pair: Pair, flatness: Floats, weights: Floats) -> bool:
    """Whether two clusters are parts of one shape."""
    a, b = pair
    n = float(weights[a] + weights[b])
    if n < _ROWS_PER_COORDINATE * len(own.directions[0]):
        return False
    kurtosis = float(weights[a] * flatness[a, b] + weights[b] * flatness[b, a]) / n
    least = max(_LEAST_VALLEY, _VALLEY - _CHANCE / np.sqrt(n))
    return kurtosis <= _EVEN - _EVEN_CHANCE / np.sqrt(n) and own.likeness >= _ALIKE and own.height >= least


def _ridges(clusters: Clusters) -> dict[Pair, Ridge]:
    """Ridges between all clusters that are not far from each other."""
    means, weights = clusters.summaries.means, clusters.summaries.weights
    if means.shape[1] > _MOST_COORDINATES:
        return {}
    covariances = _covariances(clusters)
    found = {}
    for a in range(len(clusters) - 1):
        apart = means[a + 1 :] - means[a]
        common = covariances[a + 1 :] + covariances[a]
        distances = np.einsum("ki,ki->k", apart, np.linalg.solve(common, apart[:, :, None])[:, :, 0])
        for b in a + 1 + np.flatnonzero(distances < _FAR**2):
            found[a, int(b)] = ridge(means[a], covariances[a], weights[a], means[b], covariances[b], weights[b])
    return found


def _covariances(clusters: Clusters) -> Floats:
    """Covariances of the rows of each cluster in scaled units, with what the prior adds so that none is singular."""
    summaries, prior = clusters.summaries, clusters.prior
    scatters, n = summaries.square_scatters, summaries.weights[:, None, None]
    d = scatters.shape[1]
    least = 1e-9 * np.diag(clusters.scaling.relative_deviation**2)
    if prior is None:
        return np.asarray(scatters / n + least)
    cell = 0.0 if prior.cell is None else prior.cell
    return np.asarray((scatters + prior.scale) / (n + max(prior.nu - d - 1.0, 0.0)) + cell + least)


def _rows_of(
    clusters: Clusters, points: Matrix, labels: NDArray[np.int32], weights: Floats | None, cluster: int
) -> tuple[Floats, Floats]:
    """Rows of a cluster in scaled units from its mean, at most so many, evenly spread; and their weights."""
    own = np.flatnonzero(labels == cluster)
    if len(own) > _ROWS:
        own = own[np.linspace(0, len(own) - 1, _ROWS).astype(np.intp)]
    return clusters.scaling.rows(points[own]), np.ones(len(own)) if weights is None else weights[own]


def _kurtosis(values: Floats, weights: Floats) -> float:
    """Mean fourth power over the square of the mean square, from the mean; that of a Gaussian if all are equal."""
    share = weights / max(float(weights.sum()), 1e-300)
    squares = (values - share @ values) ** 2
    spread = float(share @ squares)
    return float(share @ (squares / spread) ** 2) if spread > 0.0 else GAUSSIAN


def _join(pairs: list[Pair], counts: Sequence[Floats], concentration: float) -> NDArray[np.intp]:
    """Join clusters pair by pair, unless the labels of the shapes that would become one say otherwise, at any level."""
    groups, sums = np.arange(len(counts[0])), [own.copy() for own in counts]
    expected = [concentration * own.sum(axis=0) / max(float(own.sum()), 1e-300) for own in counts]
    for pair in pairs:
        a, b = sorted(groups[list(pair)])
        differ = any(_differ(own[a], own[b], usual) for own, usual in zip(sums, expected, strict=True))
        if a != b and not differ:
            groups[groups == b] = a
            for own in sums:
                own[a] += own[b]
    return groups


def _differ(one: Floats, other: Floats, expected: Floats) -> bool:
    """Whether labels of two shapes are so much more probable as two draws than as one that they keep them apart."""
    if not one.any() or not other.any() or one.argmax() == other.argmax():
        return False
    apart = _log_evidence(one, expected) + _log_evidence(other, expected)
    return bool(apart - _log_evidence(one + other, expected) > np.log(_ODDS))


def _log_evidence(counts: Floats, expected: Floats) -> float:
    named = expected > 0
    own, a = counts[named], expected[named]
    return float(gammaln(a.sum()) - gammaln(a.sum() + own.sum()) + (gammaln(a + own) - gammaln(a)).sum())


def _by_size(groups: NDArray[np.intp], weights: Floats) -> NDArray[np.intp]:
    first, shape = np.unique(groups, return_inverse=True)
    order = np.lexsort((first, -np.bincount(shape, weights)))
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.arange(len(order))
    return rank[shape]
