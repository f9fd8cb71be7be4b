"""β by itself: how much a label counts, so that hidden labels are most probable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cecib.cost import Floats
from cecib.trust.hidden import Judged, standard_error

GRID = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
USUAL = 2.0  # where labels are too few to tell another β apart from it
FALLBACK = 1.0  # where they are too few to ask
_WORTH = 0.02  # nats per hidden label that each doubling or halving of the usual β has to gain, and a standard error


class BetaPath(NamedTuple):
    """What was tried on the way to β.

    Attributes
    ----------
    beta : ndarray of shape (b,)
        The grid, or what of it could still be chosen.
    score : ndarray of shape (b,)
        Mean logarithm of the probability of the hidden labels.
    standard_error : ndarray of shape (b,)
        Of the score.
    n_clusters : ndarray of shape (b,)
        Mean number of clusters over the folds.
    """

    beta: Floats
    score: Floats
    standard_error: Floats
    n_clusters: Floats


def worth_asking(score: float, *, may_be_zero: bool) -> tuple[float, ...]:
    """Give the β that could still be chosen, where the hidden labels have this score at the usual one."""
    if -score > _WORTH:
        return GRID
    return (0.0, USUAL) if may_be_zero else (USUAL,)


def path_of(betas: Sequence[float], judged: list[Judged]) -> BetaPath:
    """Tell what each β came to."""
    return BetaPath(
        np.array(betas),
        np.array([own.log_probabilities.mean() for own in judged]),
        np.array([standard_error(own.log_probabilities) for own in judged]),
        np.array([own.n_clusters for own in judged]),
    )


def choose_beta(betas: Sequence[float], scores: Floats, *, may_be_zero: bool) -> int:
    """Choose a β by its number; scores are of the β (rows) for each hidden label (columns).

    In a space that labels have made, clusters found without labels know of them too, so they prove nothing.
    """
    gains = scores - scores[betas.index(USUAL)]
    own = [
        gain.mean() - standard_error(gain) - _WORTH * abs(np.log2(beta / USUAL)) if beta else -np.inf
        for beta, gain in zip(betas, gains, strict=True)
    ]
    best = int(np.argmax(own))
    return 0 if may_be_zero and scores[0].mean() >= scores[best].mean() else best
