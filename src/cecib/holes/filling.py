"""A whole table for the search: holes filled as the components of a mixture expect them, spread as they allow.

What is expected in a hole alone would do for a single row. But the rows that lack a value would lie in a plane, and a
plane looks like a cluster. So each hole gets a value that is drawn from what its component allows, given the rest of
the row. That is only where the search looks; what is reported comes from `settling`.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_triangular
from sklearn.impute import KNNImputer

from cecib.cost import Floats
from cecib.holes.conditionals import Flags, Gaussian, filled
from cecib.holes.mixture import MANY, Mixture, mixture_of
from cecib.search.grain import cell_width
from cecib.search.problem import Labels
from cecib.search.scaling import Matrix

_COMPONENTS, _ROWS_FOR_EACH = 10, 4  # at most so many; so many rows for each column of a component
_MOST_ROWS, _LEAST_ROWS, _ENTRIES = 2_000, 300, 2_000_000  # from which the mixture is learned; of their matrices
_ROWS_OF_MANY = 30  # rows for each component, where its columns are independent
_AT_ONCE = 5_000  # rows that are filled together
_ROUNDING = 1e-15  # of the largest value of a column


def filled_table(X: Matrix, is_hole: Flags, random: np.random.RandomState, categories: Labels | None = None) -> Floats:
    """Fill the holes of a table.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        The rows. Each has a value, and each column has values.
    is_hole : ndarray of shape (n, d)
        Where the holes are.
    random : RandomState
        The source of chance.
    categories : ndarray of shape (n,), optional
        The category of each row, −1 for none.
    """
    whole = np.where(is_hole, np.nan, X).astype(np.float64)
    centre, unit = _measured(whole)
    is_constant = unit == 0
    varies = np.flatnonzero(~is_constant)
    whole[:, is_constant] = np.where(is_hole, np.nanmax(whole, axis=0), whole)[:, is_constant]
    if len(varies):
        rows = (whole[:, varies] - centre[varies]) / unit[varies]
        found = _drawn(rows, is_hole[:, varies], random, categories) * unit[varies] + centre[varies]
        whole[:, varies] = np.where(is_hole[:, varies], found, whole[:, varies])
    _snap(whole, is_hole)
    return whole


def _measured(whole: Floats) -> tuple[Floats, Floats]:
    """Mean and standard deviation of what is observed of each column; 0 if that is rounding."""
    largest = np.nanmax(np.abs(whole), axis=0)
    near_one = np.where(largest > 0, largest, 1.0)
    mean, deviation = np.nanmean(whole / near_one, axis=0), np.nanstd(whole / near_one, axis=0)
    return mean * near_one, np.where(deviation > _ROUNDING, deviation * near_one, 0.0)


def _drawn(rows: Floats, is_hole: Flags, random: np.random.RandomState, categories: Labels | None) -> Floats:
    n, d = rows.shape
    size = max(_LEAST_ROWS, min(_MOST_ROWS, _ENTRIES // min(d, MANY) ** 2))
    some = np.arange(n) if n <= size else np.sort(random.choice(n, size, replace=False))
    start = KNNImputer().fit_transform(rows[some])
    each = _ROWS_FOR_EACH * d if d <= MANY else _ROWS_OF_MANY
    n_components = max(1, min(_COMPONENTS, len(some) // each))
    known = None if categories is None else categories[some]
    mixture = mixture_of(rows[some], is_hole[some], start, n_components, random, known)
    found = np.empty((n, d))
    for first in range(0, n, _AT_ONCE):
        own = slice(first, first + _AT_ONCE)
        found[own] = _spread(mixture, rows[own], is_hole[own], random)
    return found


def _spread(mixture: Mixture, rows: Floats, is_hole: Flags, random: np.random.RandomState) -> Floats:
    """Fill rows as their most probable components expect them, each hole with a draw of what is open about it."""
    component = mixture.expected(rows, is_hole)[1].argmax(axis=1)
    noise, found = random.standard_normal(rows.shape), rows.copy()
    for c, gaussian in enumerate(mixture.components):
        own = np.flatnonzero(component == c)
        found[own] = _draws(gaussian, rows[own], is_hole[own], noise[own])
    return found


def _draws(gaussian: Gaussian, rows: Floats, is_hole: Flags, noise: Floats) -> Floats:
    """Draw holes from a Gaussian, given the rest: those of another point, corrected by what the difference is worth."""
    if gaussian.precision.ndim == 1:
        other = noise / np.sqrt(gaussian.precision)
    else:
        other = solve_triangular(np.linalg.cholesky(gaussian.precision), noise.T, lower=True, trans="T").T
    return np.where(is_hole, filled(gaussian, rows - other, is_hole).rows + other, rows)


def _snap(whole: Floats, is_hole: Flags) -> None:
    """Put the holes of coarse columns, such as counts, to the nearest value that was observed."""
    for j in np.flatnonzero(is_hole.any(axis=0)).tolist():
        own, holes = whole[:, j], is_hole[:, j]
        if cell_width(own[~holes], own[~holes]) > 0.0:
            values = np.unique(own[~holes])
            edges = 0.5 * (values[1:] + values[:-1])
            own[holes] = values[np.searchsorted(edges, own[holes])]
