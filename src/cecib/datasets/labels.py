"""What an expert says of points whose classes are known: labels on a share of them, some of them wrong.

An expert labels points in an order of their own, so 10 % of the labels are among the 20 %; errs on
labelled points in an order of their own, so the wrong labels at 10 % noise are among those at 20 %;
and has for each point one wrong class in mind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cecib.side_information import UNLABELLED

Seed = int | Sequence[int] | np.random.Generator | None
_MOST_TRIES = 10_000


@dataclass(frozen=True, eq=False)
class Expert:
    """What one expert would say.

    Attributes
    ----------
    truth : ndarray of shape (n,), int64
        The class of each point.
    order : ndarray of int
        Points in the order in which the expert labels them; others stay unlabelled.
    mistakes : ndarray of shape (n,), int64
        The wrong class the expert would give to each point.
    doubt : ndarray of shape (n,), float
        The labelled points of largest doubt get the wrong class.
    """

    truth: NDArray[np.int64]
    order: NDArray[np.intp]
    mistakes: NDArray[np.int64]
    doubt: NDArray[np.float64]

    def labels(self, fraction: float, noise: float = 0.0) -> NDArray[np.int64]:
        """Label a fraction of all points, a share `noise` of the labels being wrong.

        Returns
        -------
        ndarray of shape (n,), int64
            Class codes, −1 where unlabelled.
        """
        labelled = self.order[: round(fraction * len(self.truth))]
        y = np.full(len(self.truth), UNLABELLED, dtype=np.int64)
        y[labelled] = self.truth[labelled]
        wrong = labelled[np.argsort(-self.doubt[labelled], kind="stable")[: round(noise * len(labelled))]]
        y[wrong] = self.mistakes[wrong]
        return y


def make_expert(
    truth: NDArray[np.int64], seed: int, *, known: tuple[int, ...] | None = None, least_fraction: float = 0.0
) -> Expert:
    """Draw an expert.

    Parameters
    ----------
    truth : ndarray of shape (n,), int64
        Class codes 0..k−1.
    seed : int
        Seed of the draw.
    known : tuple of int, optional
        The classes the expert labels; all by default.
    least_fraction : float, default=0
        Draws are repeated until the labels of this fraction of the points name every known class, which
        mixmod needs; 0 takes the first draw.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.datasets.labels import make_expert
    >>> expert = make_expert(np.repeat([0, 1], 50), seed=1, least_fraction=0.1)
    >>> y = expert.labels(0.1)
    >>> int((y >= 0).sum()), int((expert.labels(0.3, noise=0.5) == 1 - expert.truth).sum())
    (10, 15)
    """
    rng = np.random.default_rng(seed)
    classes = np.unique(truth)
    wanted = classes if known is None else np.asarray(known)
    candidates = np.flatnonzero(np.isin(truth, wanted))
    n_first = round(least_fraction * len(truth))
    if 0 < n_first < len(wanted):
        raise ValueError(f"{n_first} labels cannot name {len(wanted)} classes: use a larger fraction or more points.")
    for _ in range(_MOST_TRIES):
        order = rng.permutation(candidates)
        if n_first == 0 or len(np.unique(truth[order[:n_first]])) == len(wanted):
            break
    else:
        raise ValueError(f"no draw of {n_first} labels named all {len(wanted)} classes in {_MOST_TRIES} tries.")
    mistakes = _mistakes(truth, rng)
    return Expert(truth, order, mistakes, rng.uniform(size=len(truth)))


def draw_labels(
    truth: NDArray[np.int64], fraction: float, noise: float = 0.0, random_state: Seed = None
) -> NDArray[np.int64]:
    """Draw labels on a share of the points, a share of them (`noise`) naming another class.

    Parameters
    ----------
    truth : ndarray of shape (n,), int64
        Class codes 0..k−1.
    fraction : float
        Share of the points that are labelled.
    noise : float, default=0
        Share of the labels that are wrong: each another class, drawn evenly.
    random_state : int, sequence of int, Generator or None, default=None
        Where the draw comes from.

    Returns
    -------
    ndarray of shape (n,), int64
        Class codes, −1 where unlabelled.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.datasets.labels import draw_labels
    >>> truth = np.repeat([0, 1, 2], 20)
    >>> y = draw_labels(truth, 0.5, noise=0.2, random_state=0)
    >>> int((y >= 0).sum()), int((y[y >= 0] != truth[y >= 0]).sum())
    (30, 6)
    """
    for name, share in (("fraction", fraction), ("noise", noise)):
        if not 0.0 <= share <= 1.0:
            raise ValueError(f"{name} must lie between 0 and 1, got {share}.")
    rng = np.random.default_rng(random_state)
    order = rng.permutation(len(truth))
    mistakes, doubt = np.empty_like(truth), np.empty(len(truth))
    mistakes[order] = _mistakes(truth[order], rng)
    doubt[order] = -np.arange(len(truth))
    return Expert(truth, order, mistakes, doubt).labels(fraction, noise)


def _mistakes(truth: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw for each point a class that is not its own; its own if there is no other."""
    classes = np.unique(truth)
    steps = rng.integers(1, len(classes), size=len(truth)) if len(classes) > 1 else 0
    return np.asarray(classes[(np.searchsorted(classes, truth) + steps) % len(classes)], dtype=np.int64)
