"""Labels that look wrong: what is said about a label is judged without that label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, gammaln

from cecib.cost import Floats

_ROUNDS = 50
_AT_A_TIME = 4_000_000  # probabilities
_NOTHING = 1e-3  # labels
_FIRST_GUESS = 0.1  # of the share of wrong labels
_PRIOR_WRONG, _PRIOR_LABELS = 0.5, 10.0  # labels that the guess is worth where there are hardly any
_AT_HOME = 0.5  # share of the labels of a category that lie where it is the most frequent, if clusters tell it apart


@dataclass(frozen=True)
class LabelFindings:
    """What is to be thought of each label, the most doubtful first.

    Attributes
    ----------
    row : ndarray of shape (l,)
        The labelled rows.
    given, suggested : ndarray of shape (l,)
        The category that the label names, and the most probable one by the row's place, its own label not counted.
    score : ndarray of shape (l,)
        How much more probable the suggested category is than the given one, in nats.
    probability_wrong : ndarray of shape (l,)
        The probability that the label is wrong.
    wrong_share : float
        The estimated share of wrong labels.
    level : ndarray of shape (l,) or None
        The level that each is about, if there are several: a row has one label for each level that says something new.
    """

    row: NDArray[np.intp]
    given: NDArray[Any]
    suggested: NDArray[Any]
    score: Floats
    probability_wrong: Floats
    wrong_share: float
    level: NDArray[np.intp] | None = None

    @property
    def n_rows(self) -> int:
        """How many rows are labelled; with several levels a row may have several labels."""
        return len(self.row) if self.level is None else len(np.unique(self.row))

    @property
    def suspects(self) -> NDArray[np.intp]:
        """Rows with a label that is more probably wrong than right, the most doubtful first."""
        found = self.row[self.probability_wrong > 0.5]
        return found if self.level is None else np.array(list(dict.fromkeys(found.tolist())), dtype=np.intp)


def probabilities_of(
    membership: Floats, category: NDArray[np.intp], counts: Floats, concentration: float, shares: Floats
) -> Floats:
    """Probability of each category for labelled rows, without their own labels.

    Parameters
    ----------
    membership : ndarray of shape (l, k)
        Probability of each cluster for each of the rows, from its place alone.
    category : ndarray of shape (l,)
        The category that each label names.
    counts : ndarray of shape (k, m)
        All labels, by cluster and category.
    concentration, shares : float, ndarray of shape (m,)
        How many labels the overall shares of the categories are worth in a cluster, and these shares.
    """
    left = np.maximum(counts.sum(axis=1) - membership, 0.0)  # labels in each cluster without the row's own
    weight = membership / (concentration + left)
    probabilities = weight @ (concentration * shares + counts)
    probabilities[np.arange(len(category)), category] -= (weight * membership).sum(axis=1)
    probabilities = np.maximum(probabilities, 1e-300)
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    return np.asarray(probabilities)


def suggest(
    membership: Floats, category: NDArray[np.intp], concentration: float, shares: Floats
) -> tuple[NDArray[np.intp], Floats]:
    """Most probable category of each labelled row without its own label, and how much more so than the given, in nats.

    Parameters are those of `probabilities_of`; all labels are given.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.suspects import suggest
    >>> best, score = suggest(np.ones((10, 1)), np.array([0] * 9 + [1]), 0.1, np.array([0.5, 0.5]))
    >>> best.tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    """
    counts = label_counts(membership, category, len(shares))
    best, score = np.empty_like(category), np.empty(len(category))
    step = max(1, _AT_A_TIME // len(shares))
    for rows in (slice(first, first + step) for first in range(0, len(category), step)):
        found = probabilities_of(membership[rows], category[rows], counts, concentration, shares)
        best[rows] = found.argmax(axis=1)
        score[rows] = np.log(found.max(axis=1) / found[np.arange(len(found)), category[rows]])
    return best, score


def doubt_labels(membership: Floats, category: NDArray[np.intp], n_categories: int) -> tuple[Floats, float]:
    """Probability that each label is wrong, and the rate of wrong labels.

    A category most of whose labels lie among more frequent ones is not told apart by the clusters. That nearly all who
    named it were wrong is hard to believe, so of what speaks against its labels only half is believed, and none is more
    probably wrong than right. The others are judged as if those were not there.

    Examples
    --------
    Ten labels in one place, one of which differs, and that category has a place of its own:

    >>> import numpy as np
    >>> from cecib.reading.suspects import doubt_labels
    >>> place, category = np.repeat([[1.0, 0.0], [0.0, 1.0]], 10, axis=0), np.array([0] * 9 + [1] * 11)
    >>> wrong, rate = doubt_labels(place, category, 2)
    >>> (wrong > 0.5).nonzero()[0].tolist()
    [9]
    >>> bool(doubt_labels(place[:10], category[:10], 2)[0].max() <= 0.5)
    True
    """
    counts = label_counts(membership, category, n_categories)
    doubt, rate = _doubt(membership, category, counts)
    is_told = are_told_apart(counts)
    if is_told.all():
        return doubt, rate
    doubt, rate = 0.5 * doubt, 0.5 * rate
    judged, number = is_told[category], np.cumsum(is_told) - 1
    if judged.any():
        doubt[judged], rate = _doubt(membership[judged], number[category[judged]], counts[:, is_told])
    return doubt, rate


def are_told_apart(counts: Floats) -> NDArray[np.bool_]:
    """Find the categories most of whose labels lie in clusters where none is more frequent."""
    at_home = (counts * (counts == counts.max(axis=1, keepdims=True))).sum(axis=0)
    return np.asarray(at_home >= _AT_HOME * counts.sum(axis=0))


def _doubt(membership: Floats, category: NDArray[np.intp], counts: Floats) -> tuple[Floats, float]:
    """Judge each label by the others.

    A cluster is of one category, and every other label in it is wrong; or it is mixed, and its labels may be right.
    Wrong labels are equally frequent everywhere, so the purest clusters tell how frequent: the rate, and which clusters
    are mixed, are found by expectation and maximisation. Then each label is judged by the others.
    """
    others = max(1, counts.shape[1] - 1)
    labelled, top = counts.sum(axis=1), counts.max(axis=1)
    mixed = gammaln(others + 1.0) - gammaln(others + 1.0 + labelled) + gammaln(1.0 + counts).sum(axis=1)
    rate, share = _FIRST_GUESS, 0.5
    for _ in range(_ROUNDS):
        is_pure = expit(_pure(top, labelled, rate, others) - mixed + np.log(share / (1.0 - share)))
        rate = float((is_pure @ (labelled - top) + _PRIOR_WRONG) / (is_pure @ labelled + _PRIOR_LABELS))
        share = float((is_pure.sum() + 1.0) / (len(is_pure) + 2.0))
    # the same for each row (first axis) and cluster without the row's own label
    all_own = counts.T[category]
    own, rest = np.maximum(all_own - membership, 0.0), np.maximum(labelled - membership, 0.0)
    rival = _largest_other(counts).T[category]
    mixed = mixed + gammaln(1.0 + own) - gammaln(1.0 + all_own)
    mixed += gammaln(others + 1.0 + labelled) - gammaln(others + 1.0 + rest)
    pure = _pure(np.maximum(own, rival), rest, rate, others)
    is_pure = expit(pure - mixed + np.log(share / (1.0 - share)))
    is_top = np.where(own == rival, 0.5, own > rival)
    slip = rate / others
    named = (own + 1.0) / (rest + others + 1.0)
    astray = slip * (1.0 - named) / ((1.0 - rate) * named + slip * (1.0 - named))
    # where no other label lies, nothing speaks for or against it
    doubt = np.where(rest > _NOTHING, is_pure * (1.0 - is_top) + (1.0 - is_pure) * astray, rate)
    # where the row lies, now that its label is known
    place = membership * (is_pure * (is_top * (1.0 - rate) + (1.0 - is_top) * slip) + (1.0 - is_pure) * named)
    return np.asarray((place * doubt).sum(axis=1) / place.sum(axis=1)), rate


def label_counts(membership: Floats, category: NDArray[np.intp], n_categories: int) -> Floats:
    """Count labels by cluster and category, each as far as its row lies in the cluster."""
    counts = np.zeros((membership.shape[1], n_categories))
    np.add.at(counts.T, category, membership)
    return counts


def _pure(top: Floats, labelled: Floats, rate: float, others: int) -> Floats:
    """Logarithm of the probability of a cluster's labels if it is of one category."""
    return np.asarray(top * np.log1p(-rate) + (labelled - top) * np.log(rate / others) - np.log(others + 1.0))


def _largest_other(counts: Floats) -> Floats:
    """For each cluster and category, the labels of the most frequent of the other categories."""
    if counts.shape[1] < 2:
        return np.zeros_like(counts)
    second, first = np.sort(counts, axis=1)[:, -2:].T[:, :, None]
    is_first = np.arange(counts.shape[1]) == counts.argmax(axis=1)[:, None]
    return np.asarray(np.where(is_first, second, first))
