"""Rows that no cluster explains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.search.scaling import Matrix
from cecib.tails import tail_probabilities

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_EXPECTED = 0.05  # rows that would be called outliers by chance if the clusters were what they claim to be


def tails_of(model: CECIB, X: Matrix, points: Matrix) -> Floats:
    """How probable it is that a point of a cluster lies as far out as each row; 0 if one of its values is a stray.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    X : ndarray of shape (n, d)
        The rows, validated.
    points : ndarray of shape (n, q)
        Their coordinates.
    """
    tails, missing = tail_probabilities(model.clusters_, points), getattr(model, "missing_", None)
    if missing is not None and missing.strays is not None:
        tails[missing.strays.among(X).any(axis=1)] = 0.0
    return tails


def outlying(tails: Floats, n_rows: int) -> NDArray[np.intp]:
    """Give the rows so far out that not one such row is expected among so many, the farthest first."""
    rows = np.flatnonzero(tails < _EXPECTED / max(1, n_rows))
    return rows[np.argsort(tails[rows], kind="stable")]
