"""Clusters that were found without some labels, and how probable they find these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from cecib.cost import Floats
from cecib.levels import Levels
from cecib.membership import Calibration, category_table, path_table
from cecib.search.problem import Labels

_TEMPERATURES = (1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0)
_DOUBTS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
PLAIN = Calibration()
_SEEN = 0.5  # labels that each category is taken to have: it may be hidden altogether


@dataclass(frozen=True, eq=False)
class Hidden:
    """What the clusters of a fold say about the labels that it has not seen."""

    changes: Floats  # by how much each cluster's cost would rise with each row
    counts: Floats
    concentration: float
    category: NDArray[np.int32]
    told: tuple[Floats, Floats] | None = None  # with several levels, probability of paths in clusters, and in all

    def log_probabilities(self, calibration: Calibration) -> Floats:
        """Logarithm of the probability of each hidden label."""
        plain = self.plain(calibration.temperature)
        return np.asarray(np.log((1.0 - calibration.doubt) * plain + calibration.doubt * self.overall))

    def plain(self, temperature: float) -> Floats:
        """Probability of each hidden label by the place of its row."""
        return np.asarray((softmax(-self.changes / temperature, axis=1) * self._inside).sum(axis=1))

    @cached_property
    def overall(self) -> Floats:
        """Probability of each hidden label, wherever its row lies."""
        return self.shares[self.category]

    @cached_property
    def shares(self) -> Floats:
        """Probability of what labels say in all of the data."""
        if self.told is not None:
            return self.told[1]
        totals = self.counts.sum(axis=0) + _SEEN
        return np.asarray(totals / totals.sum())

    @cached_property
    def _inside(self) -> Floats:
        """Probability of each hidden label, in each cluster."""
        if self.told is not None:
            return self.told[0].T[self.category]
        table = category_table(self.counts, self.concentration, self.shares)
        table[~self.counts.any(axis=1)] = self.shares
        return table.T[self.category]


def told_by_paths(tree: Levels | None, counts: Floats, concentration: float) -> tuple[Floats, Floats] | None:
    """Probability of each path in each cluster, and in all of the data; None if one level says all."""
    if tree is None:
        return None
    totals = counts.sum(axis=0) + _SEEN
    (shares,) = path_table(tree, np.zeros((1, len(totals))), 1.0, totals)
    return path_table(tree, counts, concentration, totals), shares


class Judged(NamedTuple):
    """How the folds do on the hidden labels: ln of the probability of each, as sure as it may be."""

    log_probabilities: Floats
    n_clusters: float
    labels: dict[int, Labels]  # the clusters of each fold
    chance: float = 0.0  # the score of one who does not look where rows lie
    calibration: Calibration = PLAIN
    parts: tuple[Hidden, ...] = ()  # what was judged, fold by fold
    beta: float = 0.0

    @property
    def score(self) -> float:
        """Mean logarithm of the probability of a hidden label."""
        return float(self.log_probabilities.mean())

    @property
    def said(self) -> float:
        """Share of the surprise of a hidden label that the place of its row takes away."""
        return 1.0 - self.score / self.chance


def judged(hidden: Sequence[Hidden], labels: dict[int, Labels], beta: float) -> Judged:
    """Judge the clusters of folds by what they say about their hidden labels."""
    best = calibrated(hidden)
    scores = np.concatenate([part.log_probabilities(best) for part in hidden])
    chance = float(np.log(np.concatenate([part.overall for part in hidden])).mean())
    n_clusters = float(np.mean([len(part.counts) for part in hidden]))
    return Judged(scores, n_clusters, labels, chance, best, tuple(hidden), beta)


def together(one: Judged, other: Judged) -> Judged:
    """Judge the folds of both."""
    return judged([*one.parts, *other.parts], one.labels | other.labels, one.beta)


def calibrated(hidden: Sequence[Hidden]) -> Calibration:
    """Choose the calibration under which the hidden labels are most probable, the plainest among equals."""
    overall, doubts = np.concatenate([part.overall for part in hidden]), np.array(_DOUBTS)[:, None]
    sums = []
    for temperature in _TEMPERATURES:
        plain = np.concatenate([part.plain(temperature) for part in hidden])
        sums.append(np.log((1.0 - doubts) * plain + doubts * overall).sum(axis=1))
    best, doubt = np.unravel_index(np.argmax(sums), (len(_TEMPERATURES), len(_DOUBTS)))
    return Calibration(_TEMPERATURES[best], _DOUBTS[doubt])


def standard_error(values: Floats) -> float:
    """Give the standard error of the mean."""
    return float(values.std() / np.sqrt(len(values)))
