"""Rows that no cluster explains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.search.scaling import Matrix
from cecib.tails import tail_probabilities

if TYPE_CHECKING:
    from cecib.clusters import Clusters

_EXPECTED = 0.05  # rows that would be called outliers by chance if the clusters were what they claim to be


def outlying_rows(clusters: Clusters, X: Matrix) -> NDArray[np.intp]:
    """Rows so far from every cluster that in all of the data not one such row is expected, the farthest first."""
    return outlying(tail_probabilities(clusters, X), len(X))


def outlying(tails: Floats, n_rows: int) -> NDArray[np.intp]:
    """Give the same from the tail probabilities of some of so many rows."""
    rows = np.flatnonzero(tails < _EXPECTED / max(1, n_rows))
    return rows[np.argsort(tails[rows], kind="stable")]
