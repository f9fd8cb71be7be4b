"""Which features matter: how much each contributes to the distance between clusters."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.validation import column_names

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_RIDGE = 1e-9


class Difference(NamedTuple):
    """By what two clusters, or a cluster and all others, differ.

    Attributes
    ----------
    features : list of str
        The features, the one that matters most first.
    shares : ndarray
        The share of each in the squared distance, in the order of `features`; they add up to 1.
    distance : float
        How many standard deviations the means are apart, in the direction that separates them best.
    """

    features: list[str]
    shares: Floats
    distance: float

    def top(self, number: int = 3, least: float = 0.1) -> list[str]:
        """Features that matter most: at most so many, each with at least this share."""
        return [name for name, share in zip(self.features, self.shares, strict=True) if share >= least][:number]


def difference(model: CECIB, cluster: int, other: int | None = None) -> Difference:
    """Tell by what a cluster differs from another one, or from all others."""
    k = model.n_clusters_
    given: tuple[Any, ...] = (cluster, other)
    for number in given:
        if number is not None and not (isinstance(number, Integral) and 0 <= int(number) < k):
            raise ValueError(f"There is no cluster {number!r}: there are {k}, from 0 on.")
    weights = model.clusters_.summaries.weights.copy()
    if other is not None:
        weights[[c for c in range(k) if c not in (cluster, other)]] = 0.0
    first = np.zeros(k, dtype=bool)
    first[cluster] = True
    contributions = _contributions(model, weights, first)
    return _ordered(model, contributions)


def feature_shares(model: CECIB) -> Floats:
    """Share of each feature in what tells the clusters apart, each against all others; they add up to 1."""
    weights = model.clusters_.summaries.weights
    total = np.zeros(model.n_features_in_)
    for c in range(model.n_clusters_):
        own = _contributions(model, weights, np.arange(model.n_clusters_) == c)
        total += weights[c] * _shares(own)
    return _shares(total)


def nearest_cluster(model: CECIB, cluster: int) -> tuple[int, Difference] | None:
    """Find the cluster that is hardest to tell from this one, and by what they differ."""
    found = [(other, difference(model, cluster, other)) for other in range(model.n_clusters_) if other != cluster]
    return min(found, key=lambda pair: pair[1].distance) if found else None


def _contributions(model: CECIB, weights: Floats, first: NDArray[np.bool_]) -> Floats:
    """Contribution of each feature to the squared distance of the first clusters from the others."""
    summaries, scaling = model.clusters_.summaries, model.clusters_.scaling
    result = np.zeros(model.n_features_in_)
    if not weights[first].any() or not weights[~first].any():
        return result
    means = summaries.means
    apart = (
        weights[first] @ means[first] / weights[first].sum() - weights[~first] @ means[~first] / weights[~first].sum()
    )
    within = np.einsum("c,cij->ij", weights / summaries.weights, summaries.square_scatters) / weights.sum()
    within += _RIDGE * np.diag(np.diagonal(within) + scaling.relative_deviation**2)
    direction = np.linalg.solve(within, apart)
    if model.space_ is None:
        result[scaling.columns] = direction * apart
        return result
    in_data = model.space_.axes @ (direction / scaling.scale)
    return np.asarray(in_data * ((apart * scaling.scale) @ model.space_.loadings))


def _shares(contributions: Floats) -> Floats:
    positive = contributions.clip(min=0.0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(len(positive), 1.0 / len(positive))


def _ordered(model: CECIB, contributions: Floats) -> Difference:
    shares = _shares(contributions)
    order = np.argsort(-shares, kind="stable")
    names = column_names(model)
    return Difference([names[j] for j in order], shares[order], float(np.sqrt(max(0.0, contributions.sum()))))
