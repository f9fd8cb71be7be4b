"""How probable it is that rows are of a class that no label names.

If a cluster is of a class that is labelled, its rows have labels at the rate of the others. The fewer it has, the
larger the share of its rows that are of another class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import softmax

from cecib.cost import Floats
from cecib.membership import memberships
from cecib.search.scaling import Matrix
from cecib.side_information import dominant_categories
from cecib.tails import tail_probabilities

if TYPE_CHECKING:
    from cecib.estimator import CECIB

# Shares of a cluster that may be of labelled classes, and what each is worth before labels are looked at: half of the
# clusters are wholly of them, a quarter not at all, the rest anything.
_SHARES = np.linspace(0.0, 1.0, 101)
_BEFORE = np.where(_SHARES == 1.0, 0.5, np.where(_SHARES == 0.0, 0.25, 0.25 / 99))
_MOST_ROWS = 200.0  # that count as drawn one by one; the rate of labels differs a little from class to class
_ABOUT = 0.1  # of their mean, by which numbers of labels differ that are about the same
_STRANGE = 1e-4  # how far out a row is, as a tail probability, that is as probably strange as not


def new_shares(sizes: Floats, counts: Floats) -> Floats:
    """Estimate the share of the rows of each cluster that are of a class which no label names.

    As many labels of each category may have been dealt out: then each category has a rate of its own. If they are about
    as many, that is as probable as not.

    Parameters
    ----------
    sizes : ndarray of shape (k,)
        How many rows each cluster has.
    counts : ndarray of shape (k, m)
        How many of them have a label of each category.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.novelty import new_shares
    >>> counts = np.array([[20.0, 0.0], [0.0, 9.0], [0.0, 9.0], [0.0, 0.0]])
    >>> new_shares(np.array([100.0, 50.0, 100.0, 100.0]), counts).round(2).tolist()
    [0.01, 0.04, 0.48, 1.0]
    """
    labelled = counts.sum(axis=1)
    if not labelled.any():
        return np.ones(len(sizes))
    shares = _shares_at(_label_rate(sizes, labelled), sizes, labelled)
    if _may_be_dealt_out(counts.sum(axis=0)):
        shares = 0.5 * (shares + _shares_at(_rates_of_categories(sizes, counts), sizes, labelled))
    return shares


def _shares_at(rate: float | Floats, sizes: Floats, labelled: Floats) -> Floats:
    """Give these shares if rows of labelled classes have labels at this rate."""
    chance = np.broadcast_to(rate, len(sizes))[:, None] * _SHARES
    thinned = np.minimum(1.0, _MOST_ROWS / np.maximum(sizes, 1.0))
    hits, misses = (labelled * thinned)[:, None], (np.maximum(sizes - labelled, 0.0) * thinned)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        likelihood = np.where(hits > 0, hits * np.log(chance), 0.0) + np.where(
            misses > 0, misses * np.log1p(-chance), 0.0
        )
    after = softmax(likelihood + np.log(_BEFORE), axis=1)
    return np.asarray(1.0 - after @ _SHARES)


def _may_be_dealt_out(totals: Floats) -> bool:
    """Whether there are about as many labels of each of several categories."""
    known = totals[totals > 0]
    return len(known) > 1 and bool(np.ptp(known) <= max(1.0, _ABOUT * known.mean()))


def _rates_of_categories(sizes: Floats, counts: Floats) -> Floats:
    """Rate of labels in clusters of the category of each; where there is no label, the least of these."""
    category = dominant_categories(counts)
    rates = np.empty(len(sizes))
    for one in np.unique(category[category >= 0]):
        own = category == one
        rates[own] = _label_rate(sizes[own], counts[own].sum(axis=1))
    rates[category < 0] = rates[category >= 0].min()
    return rates


def new_probabilities(model: CECIB, points: Matrix) -> Floats:
    """Probability of each row, by the clusters in which it may lie and by how badly all of them explain it."""
    summaries = model.clusters_.summaries
    shares = new_shares(summaries.weights, summaries.counts)
    by_place = memberships(model.clusters_, points, model.calibration_.temperature) @ shares
    strange = _STRANGE / (_STRANGE + tail_probabilities(model.clusters_, points))
    return np.clip(1.0 - (1.0 - by_place) * (1.0 - strange), 0.0, 1.0)


def _label_rate(sizes: Floats, labelled: Floats) -> float:
    """Share of labelled rows in clusters of labelled classes: the upper quartile over labels.

    Not their median, since clusters that are in part of other classes have less.
    """
    reached = np.flatnonzero(labelled > 0)
    rates = labelled[reached] / np.maximum(sizes[reached], labelled[reached])
    order = np.argsort(rates, kind="stable")
    summed = np.cumsum(labelled[reached][order])
    return float(rates[order][np.searchsorted(summed, 0.75 * summed[-1])])
