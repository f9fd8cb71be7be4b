"""Which share of each cluster is of classes that no label names.

Rows of classes that labels name have labels at one rate, unknown; rows of other classes have none. Either the labels
name all classes, and then every cluster has labels at that rate; or they miss some, and then a cluster is wholly of
named classes, not at all, or in part, and has the fewer labels the less of it is. Whatever explains the numbers of
labels counts by how well it does.
"""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp

from cecib.cost import Floats
from cecib.side_information import dominant_categories

_PARTS = np.arange(50) / 50  # shares of a cluster that may be of named classes, if not all of it is
_BEFORE_PARTS = np.where(_PARTS == 0.0, 0.5, 0.5 / 49)  # and what each is worth before labels are looked at
_WHOLES = (np.arange(20) + 0.5) / 20  # shares of the clusters that may be wholly of named classes
_BEFORE_WHOLES = _WHOLES**-0.7 / (_WHOLES**-0.7).sum()  # rather few of them, if classes are missing
_N_RATES = 40
_MOST_ROWS = 200.0  # that count as drawn one by one; the rate of labels differs a little from class to class
_ABOUT = 0.1  # of their mean, by which numbers of labels differ that are about the same


def new_shares(sizes: Floats, counts: Floats) -> Floats:
    """Estimate the share of the rows of each cluster that are of a class which no label names.

    Before labels are counted, several categories are all classes as probably as not; a single one is not, since who
    names it tells it from others. As many labels of each category may have been dealt out: then each category has a
    rate of its own. If they are about as many, that is as probable as not.

    Parameters
    ----------
    sizes : ndarray of shape (k,)
        How many rows each cluster has.
    counts : ndarray of shape (k, m)
        How many of them have a label of each category.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.unnamed import new_shares
    >>> counts = np.array([[20.0, 0.0], [0.0, 9.0], [0.0, 9.0], [0.0, 0.0]])
    >>> new_shares(np.array([100.0, 50.0, 100.0, 100.0]), counts).round(2).tolist()
    [0.14, 0.18, 0.5, 1.0]
    """
    labelled = counts.sum(axis=1)
    if not labelled.any():
        return np.ones(len(sizes))
    shares = _shares(sizes, counts, np.ones(len(sizes)))
    if _may_be_dealt_out(counts.sum(axis=0)):
        shares = 0.5 * (shares + _shares(sizes, counts, _relative_rates(sizes, counts)))
    return shares


def _shares(sizes: Floats, counts: Floats, relative: Floats) -> Floats:
    """Give these shares if rows of named classes have labels at one rate, times `relative` in each cluster."""
    labelled = counts.sum(axis=1)
    is_all = 0.5 if counts.any(axis=0).sum() > 1 else 0.0  # probability that labels name all classes, beforehand
    rates = np.geomspace(0.9 * min(1.0, labelled.sum() / sizes.sum()), 1.0 - 1e-6, _N_RATES)
    chance = rates * relative[:, None]
    whole = _log_likelihood(chance, sizes, labelled)  # of each cluster (rows) at each rate (columns)
    parts = np.stack([_log_likelihood(chance * part, sizes, labelled) for part in _PARTS], axis=2)
    parts += np.log(_BEFORE_PARTS)
    in_part = logsumexp(parts, axis=2)
    mean_part = np.exp(parts - in_part[:, :, None]) @ _PARTS

    before = 0.5 * np.log(rates)  # Jeffreys' prior of a small rate, on a logarithmic scale
    is_whole = np.log(_WHOLES) + whole[:, :, None]
    either = np.logaddexp(is_whole, np.log1p(-_WHOLES) + in_part[:, :, None])
    all_whole = before + whole.sum(axis=0)
    own = before[:, None] + np.log(_BEFORE_WHOLES)
    some, none = own + either.sum(axis=0), own + is_whole.sum(axis=0)
    top = max(some.max(), all_whole.max())
    some, none = np.exp(some - top), np.exp(none - top)  # if labels miss classes, not all clusters are whole
    missing = (1.0 - is_all) / (1.0 - _BEFORE_WHOLES @ _WHOLES ** len(sizes))
    complete = is_all * np.exp(all_whole - top).sum()
    chance_whole = np.exp(is_whole - either)
    mean = chance_whole + (1.0 - chance_whole) * mean_part[:, :, None]
    named = missing * ((mean * some).sum(axis=(1, 2)) - none.sum()) + complete
    total = missing * (some.sum() - none.sum()) + complete
    return np.asarray(np.clip(1.0 - named / total, 0.0, 1.0))


def _log_likelihood(chance: Floats, sizes: Floats, labelled: Floats) -> Floats:
    """Logarithm of the probability of the labels of each cluster if each row has one with this chance."""
    thinned = np.minimum(1.0, _MOST_ROWS / np.maximum(sizes, 1.0))
    hits, misses = (labelled * thinned)[:, None], (np.maximum(sizes - labelled, 0.0) * thinned)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(hits > 0, hits * np.log(chance), 0.0) + misses * np.log1p(-chance))


def _may_be_dealt_out(totals: Floats) -> bool:
    """Whether there are about as many labels of each of several categories."""
    known = totals[totals > 0]
    return len(known) > 1 and bool(np.ptp(known) <= max(1.0, _ABOUT * known.mean()))


def _relative_rates(sizes: Floats, counts: Floats) -> Floats:
    """Rate of labels in the clusters of the category of each, 1 the largest; where there is no label, the least."""
    category, labelled = dominant_categories(counts), counts.sum(axis=1)
    rates = np.empty(len(sizes))
    for one in np.unique(category[category >= 0]):
        own = category == one
        rates[own] = _label_rate(sizes[own], labelled[own])
    rates[category < 0] = rates[category >= 0].min()
    return np.asarray(rates / rates.max())


def _label_rate(sizes: Floats, labelled: Floats) -> float:
    """Share of labelled rows in clusters of named classes: the upper quartile over labels.

    Not their median, since clusters that are in part of other classes have less.
    """
    rates = labelled / np.maximum(sizes, labelled)
    order = np.argsort(rates, kind="stable")
    summed = np.cumsum(labelled[order])
    return float(rates[order][np.searchsorted(summed, 0.75 * summed[-1])])
