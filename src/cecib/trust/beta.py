"""β by itself: how much a label counts, so that hidden labels are most probable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from cecib.cost import Floats
from cecib.trust.hidden import Judged, standard_error

GRID = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
USUAL = 2.0  # where labels are too few to tell another β apart from it
STRONG = 16.0  # asked about too where labels say little
FALLBACK = 1.0  # where they are too few to ask
_WORTH = 0.02  # nats per hidden label that each doubling or halving of the usual β has to gain, and a standard error


class BetaPath(NamedTuple):
    """What was tried on the way to β.

    Attributes
    ----------
    beta : ndarray of shape (b,)
        Those of the grid that were asked about: outwards from the usual one, as long as it got better.
    score : ndarray of shape (b,)
        Mean logarithm of the probability of the hidden labels, as sure as it may be.
    standard_error : ndarray of shape (b,)
        Of the score.
    n_clusters : ndarray of shape (b,)
        Mean number of clusters over the folds.
    """

    beta: Floats
    score: Floats
    standard_error: Floats
    n_clusters: Floats


def explore(first: Judged, ask: Callable[[float, Judged | None], Judged], *, may_be_zero: bool) -> dict[float, Judged]:
    """Ask about other β than the first one, outwards, as long as a step gains what it is worth, or changes clusters.

    Parameters
    ----------
    first : Judged
        How hidden labels do at the first β.
    ask : callable
        Gives the same for a β, from the clusters of another.
    may_be_zero : bool
        Whether to ask about 0.
    """
    found = {first.beta: first}
    middle = GRID.index(first.beta)
    for side in (GRID[middle + 1 :], GRID[middle - 1 : 0 : -1]):
        last = first
        for beta in side:
            if -last.score <= _WORTH:
                break
            found[beta] = ask(beta, last)
            changes = found[beta].n_clusters != last.n_clusters
            if found[beta].score <= last.score + _WORTH and not changes:
                break
            last = found[beta]
    if USUAL not in found:
        found[USUAL] = ask(USUAL, found[min(found)])
    if may_be_zero:
        found[0.0] = ask(0.0, None)
    return dict(sorted(found.items()))


def path_of(found: Mapping[float, Judged]) -> BetaPath:
    """Tell what each β came to."""
    judged = found.values()
    return BetaPath(
        np.array(list(found)),
        np.array([own.score for own in judged]),
        np.array([standard_error(own.log_probabilities) for own in judged]),
        np.array([own.n_clusters for own in judged]),
    )


def choose_beta(betas: Sequence[float], scores: Floats, first: float = USUAL, *, may_be_zero: bool) -> float:
    """Choose a β; scores are of the β (rows) for each hidden label (columns), to be compared with those of the first.

    In a space that labels have made, clusters found without labels know of them too, so they prove nothing.
    """
    gains = scores - scores[betas.index(first)]
    own = [
        gain.mean() - standard_error(gain) - _WORTH * abs(np.log2(beta / USUAL)) if beta else -np.inf
        for beta, gain in zip(betas, gains, strict=True)
    ]
    best = int(np.argmax(own))
    return 0.0 if may_be_zero and scores[0].mean() >= scores[best].mean() else betas[best]
