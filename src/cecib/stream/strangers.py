"""Rows that differ in what the model does not look at: columns that were constant, and what clusters share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.spaces.space import Space

_STRANGE = 1e-6  # probability of a row as far out in the directions that clusters share
_SAME = 1e-9  # of a value: less is rounding
_NEW, _MORE = 0.1, 0.05  # of the sample that has to be new, and how many more of the new rows have to be strange


def is_strange(clusters: Clusters, space: Space | None, constants: Floats, points: Floats) -> NDArray[np.bool_]:
    """Whether rows differ in columns or directions in which clusters do not.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    space : Space or None
        Where they live.
    constants : ndarray of shape (d,)
        The values of the columns that were constant.
    points : ndarray of shape (n, d)
        The rows.
    """
    is_constant = np.ones(len(constants), dtype=bool)
    if space is None:
        is_constant[clusters.scaling.columns] = False
    else:
        is_constant &= ~space.axes.any(axis=1)
        is_constant &= True if space.covariance is None else np.diagonal(space.covariance) == 0
    fixed = constants[is_constant]
    strange = (np.abs(points[:, is_constant] - fixed) > _SAME * (np.abs(fixed) + 1e-300)).any(axis=1)
    if space is None or space.covariance is None or space.is_whole:
        return np.asarray(strange)
    squares = 2.0 * (space.rest_log_densities(space.centre[None])[0] - space.rest_log_densities(points))
    return np.asarray(strange | (squares > chi2.isf(_STRANGE, len(space.columns) - space.dimension)))


def are_more(strange: NDArray[np.bool_], is_new: NDArray[np.bool_], least: float) -> bool:
    """Whether clearly more of the new rows are strange than of those before."""
    n_new, n_old = int(is_new.sum()), int((~is_new).sum())
    if n_new < _NEW * len(is_new):
        return False
    usual = (1 + int(strange[~is_new].sum())) / (1 + n_old)
    return int(strange[is_new].sum()) - usual * n_new >= max(least, _MORE * n_new)
