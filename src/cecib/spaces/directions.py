"""Directions in which groups differ: linear discriminants of labels and of clusters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from cecib.cost import Floats

_WIDTH = 0.01  # how much the width of all of the data counts beside the distance of groups
_LEAST = 1e-9  # of the mean variance, added to every direction


class Spread(NamedTuple):
    """Covariance within groups, shrunk, and between them."""

    within: Floats
    between: Floats


def spread_of(rows: Floats, groups: NDArray[np.int32], weights: Floats | None = None) -> Spread:
    """Measure the groups; rows of no group (−1) are left out."""
    member = groups >= 0
    inside, group = rows[member], np.unique(groups[member], return_inverse=True)[1]
    weight = np.ones(len(inside)) if weights is None else weights[member]
    sizes = np.bincount(group, weight)
    means = np.zeros((len(sizes), rows.shape[1]))
    np.add.at(means, group, inside * weight[:, None])
    means /= sizes[:, None]
    apart = means - sizes @ means / sizes.sum()
    between = (apart * sizes[:, None]).T @ apart / sizes.sum()
    return Spread(_shrunk(inside - means[group], weight / sizes.sum(), float(sizes.sum())), between)


def directions(spreads: list[Spread], total: Floats, number: int) -> Floats:
    """Directions of the largest ratio between to within, averaged over the voices; orthonormal under the latter.

    When groups are too few to speak of so many directions, those follow in which all of the data are widest.

    Parameters
    ----------
    spreads : list of Spread
        What each voice (labels, clusters) says.
    total : ndarray of shape (d, d)
        Covariance of all rows.
    number : int
        How many directions.
    """
    within = np.mean([spread.within for spread in spreads], axis=0)
    between = np.mean([spread.between for spread in spreads], axis=0) + _WIDTH * total
    d = len(within)
    return signed(eigh(between, within, subset_by_index=(d - number, d - 1))[1][:, ::-1])


def canonical(between: Floats, within: Floats) -> Floats:
    """Directions orthonormal under the covariance within, those of the largest covariance between first."""
    own = np.maximum(np.diagonal(within), _LEAST * np.diagonal(between))  # clusters may have no width at all
    floor = _LEAST * np.diag(own.clip(min=_LEAST**8))
    return signed(eigh(between, within + floor)[1][:, ::-1])


def signed(axes: Floats) -> Floats:
    """Fix the signs of directions: the largest entry of each is positive."""
    return np.asarray(axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])]))


def _shrunk(centred: Floats, shares: Floats, total: float) -> Floats:
    """Covariance of centred rows of these shares of the total, shrunk towards a sphere as Ledoit and Wolf do."""
    d = centred.shape[1]
    covariance = (centred * shares[:, None]).T @ centred
    level = float(np.trace(covariance)) / d
    apart = float(((covariance - level * np.eye(d)) ** 2).sum())
    noise = (float(shares @ (centred**2).sum(axis=1) ** 2) - float((covariance**2).sum())) / total
    shrinkage = min(1.0, max(0.0, noise / apart)) if apart > 0 else 1.0
    own = shrinkage * level + _LEAST * max(level, _LEAST)
    return np.asarray((1.0 - shrinkage) * covariance + own * np.eye(d))
