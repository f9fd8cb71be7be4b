"""Labels that look wrong: what is said about a label is judged without that label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats

_ROUNDS = 50
_FIRST_GUESS = 0.1  # of the share of wrong labels


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
    """

    row: NDArray[np.intp]
    given: NDArray[Any]
    suggested: NDArray[Any]
    score: Floats
    probability_wrong: Floats
    wrong_share: float

    @property
    def suspects(self) -> NDArray[np.intp]:
        """Rows whose label is more probably wrong than right, the most doubtful first."""
        return self.row[self.probability_wrong > 0.5]


def doubt_labels(
    membership: Floats,
    category: NDArray[np.intp],
    concentration: float,
    shares: Floats,
) -> tuple[Floats, Floats, float]:
    """Probability of each category for each labelled row without its own label, that the label is wrong, and the rate.

    Parameters
    ----------
    membership : ndarray of shape (l, k)
        Probability of each cluster for each labelled row, from its place alone.
    category : ndarray of shape (l,)
        The category that each label names.
    concentration, shares : float, ndarray of shape (m,)
        How many labels the overall shares of the categories are worth in a cluster, and these shares.

    Examples
    --------
    Ten labels in one place, one of which differs:

    >>> import numpy as np
    >>> from cecib.reading.suspects import doubt_labels
    >>> category = np.array([0] * 9 + [1])
    >>> probabilities, wrong, rate = doubt_labels(np.ones((10, 1)), category, 0.1, np.array([0.5, 0.5]))
    >>> (wrong > 0.5).nonzero()[0].tolist()
    [9]
    """
    counts = np.zeros((membership.shape[1], len(shares)))
    np.add.at(counts.T, category, membership)
    labelled = counts.sum(axis=1)
    left = np.maximum(labelled - membership, 0.0)  # labels in each cluster without the row's own
    weight = membership / (concentration + left)
    probabilities = weight @ (concentration * shares + counts)
    rows = np.arange(len(category))
    probabilities[rows, category] -= (weight * membership).sum(axis=1)
    probabilities = np.maximum(probabilities, 1e-300)
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    wrong, rate = _wrong(probabilities[rows, category], len(shares))
    return probabilities, wrong, rate


def _wrong(own: Floats, n_categories: int) -> tuple[Floats, float]:
    """Probability that each label is wrong, and the rate of wrong labels under which they are most probable.

    A label is right, or names one of the other categories at random. `own` are the probabilities of the given
    categories as labels; what they would be as true categories follows from the rate.
    """
    others = max(1, n_categories - 1)
    rate = _FIRST_GUESS
    for _ in range(_ROUNDS):
        slip = rate / others
        true = np.clip((own - slip) / max(1e-9, 1.0 - rate - slip), 0.0, 1.0)
        right = (1.0 - rate) * true
        astray = slip * (1.0 - true)
        wrong = astray / np.maximum(right + astray, 1e-300)
        rate = float(np.clip(wrong.mean(), 1e-6, 0.5))
    return wrong, rate
