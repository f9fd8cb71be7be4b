"""Clusters that were found without some labels, and how probable they find these."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.levels import Levels
from cecib.membership import Calibration, category_table, label_probabilities, path_table
from cecib.search.problem import Labels

_TEMPERATURES = (1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0)
_DOUBTS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
_CALIBRATIONS = tuple(Calibration(*pair) for pair in product(_TEMPERATURES, _DOUBTS))
PLAIN = Calibration()
_SEEN = 0.5  # labels that each category is taken to have: it may be hidden altogether


class Hidden(NamedTuple):
    """What the clusters of a fold say about the labels that it has not seen."""

    changes: Floats  # by how much each cluster's cost would rise with each row
    counts: Floats
    concentration: float
    category: NDArray[np.int32]
    told: tuple[Floats, Floats] | None = None  # with several levels, probability of paths in clusters, and in all

    def log_probabilities(self, calibration: Calibration) -> Floats:
        """Logarithm of the probability of each hidden label."""
        if self.told is not None:
            found = label_probabilities(self.changes, *self.told, calibration, np.ones(len(self.counts)))
        else:
            totals = self.counts.sum(axis=0) + _SEEN
            shares = totals / totals.sum()
            table = category_table(self.counts, self.concentration, shares)
            table[~self.counts.any(axis=1)] = shares
            found = label_probabilities(self.changes, table, shares, calibration)
        return np.asarray(np.log(found[np.arange(len(self.category)), self.category]))


def told_by_paths(tree: Levels | None, counts: Floats, concentration: float) -> tuple[Floats, Floats] | None:
    """Probability of each path in each cluster, and in all of the data; None if one level says all."""
    if tree is None:
        return None
    totals = counts.sum(axis=0) + _SEEN
    (shares,) = path_table(tree, np.zeros((1, len(totals))), 1.0, totals)
    return path_table(tree, counts, concentration, totals), shares


class Judged(NamedTuple):
    """How the folds do on the hidden labels: ln of the probability of each, and what clusters know of them."""

    log_probabilities: Floats
    n_clusters: float
    hidden: list[Hidden]
    labels: dict[int, Labels]  # the clusters of each fold

    @property
    def score(self) -> float:
        """Mean logarithm of the probability of a hidden label."""
        return float(self.log_probabilities.mean())

    @property
    def calibrated(self) -> Floats:
        """The same, as sure as it may be."""
        best = calibrated(self.hidden)
        return np.concatenate([part.log_probabilities(best) for part in self.hidden])


def calibrated(hidden: list[Hidden]) -> Calibration:
    """Choose the calibration under which the hidden labels are most probable, the plainest among equals."""
    return max(_CALIBRATIONS, key=lambda one: sum(part.log_probabilities(one).sum() for part in hidden))


def standard_error(values: Floats) -> float:
    """Give the standard error of the mean."""
    return float(values.std() / np.sqrt(len(values)))
