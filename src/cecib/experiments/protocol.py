"""The protocol of the experiments: seeds, and what the expert of each draw says.

An expert labels points in an order of their own, so 10 % of the labels are among the 20 %; errs on
labelled points in an order of their own, so the wrong labels at 10 % noise are among those at 20 %;
and has for each point one wrong class in mind. All of it follows from (experiment, set, draw) alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.side_information import UNLABELLED

LEAST_COVERAGE = 0.3
_MOST_TRIES = 10_000


def seed_for(*parts: object) -> int:
    """Seed that depends on the given words and numbers only, below 2³².

    Examples
    --------
    >>> from cecib.experiments.protocol import seed_for
    >>> seed_for("noisy-labels", "iris", 3) == seed_for("noisy-labels", "iris", 3)
    True
    """
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


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
    >>> from cecib.experiments.protocol import make_expert
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
    steps = rng.integers(1, len(classes), size=len(truth)) if len(classes) > 1 else 0
    mistakes = classes[(np.searchsorted(classes, truth) + steps) % len(classes)]
    return Expert(truth, order, mistakes.astype(np.int64), rng.uniform(size=len(truth)))


def two_classes(truth: NDArray[Any], seed: int) -> tuple[int, int]:
    """Draw two classes that cover at least 30 % of the points, or as much as any two do.

    The paper asks for 30 %; the seven equal classes of Segmentation, which it shows all the same, come
    to 28.6 % by two.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.experiments.protocol import two_classes
    >>> two_classes(np.repeat([0, 1, 2], [80, 10, 10]), seed=0)[0]
    0
    """
    classes, counts = np.unique(truth, return_counts=True)
    if len(classes) < 2:
        raise ValueError(f"two classes are to be drawn, got {len(classes)}.")
    covered = {
        (int(classes[a]), int(classes[b])): int(counts[a] + counts[b]) for a, b in combinations(range(len(classes)), 2)
    }
    enough = min(LEAST_COVERAGE * len(truth), max(covered.values()))
    pairs = [pair for pair, count in covered.items() if count >= enough]
    return pairs[int(np.random.default_rng(seed).integers(len(pairs)))]
