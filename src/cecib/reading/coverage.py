"""Which rows a label speaks for: those near it in the same cluster.

A batch of questions is chosen one by one. Each is the row whose label would speak for most of what no label speaks for
yet, so that no two of them ask the same thing.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular
from scipy.spatial.distance import cdist

from cecib.cost import Floats
from cecib.search.scaling import Matrix

if TYPE_CHECKING:
    from cecib.clusters import Clusters

_FAR = 1e3  # standard deviations: beyond, rows are equally far
_RIDGE = 1e-6  # of a standardised column's variance: keeps clusters that are nearly flat from being none
_NOTHING = 1e-12


class Place(NamedTuple):
    """Where rows lie: coordinates in which clusters are round on average, and the probability of each cluster."""

    coordinates: Floats
    membership: Floats

    def take(self, rows: NDArray[np.intp]) -> Place:
        """Keep some of the rows."""
        return Place(self.coordinates[rows], self.membership[rows])


def round_coordinates(clusters: Clusters, X: Matrix) -> Floats:
    """Rows in coordinates in which the covariance within clusters is 1 on average."""
    scaling, summaries = clusters.scaling, clusters.summaries
    rows = np.clip(scaling.rows(X), -_FAR, _FAR)
    within = summaries.scatters.sum(axis=0) / summaries.weights.sum()
    if within.ndim == 1:
        return np.asarray(rows / np.sqrt(within + _RIDGE))
    if len(within) == 0:
        return rows
    root = np.linalg.cholesky(within + _RIDGE * np.eye(len(within)))
    return np.asarray(solve_triangular(root, rows.T, lower=True, check_finite=False).T)


def likeness(some: Place, others: Place) -> Floats:
    """How far a label of each row of `some` speaks for each row of `others`, from 0 to 1.

    The probability that both lie in the same cluster, times e^(−distance² / d): rows of one cluster of d features are
    2d apart, squared, on average.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.coverage import Place, likeness
    >>> two = Place(np.array([[0.0], [1.0]]), np.array([[1.0, 0.0], [0.5, 0.5]]))
    >>> likeness(two, two).round(3).tolist()
    [[1.0, 0.184], [0.184, 0.5]]
    """
    found: Floats = some.membership @ others.membership.T
    width = some.coordinates.shape[1]
    if width:
        near = cdist(some.coordinates, others.coordinates, "sqeuclidean")
        near /= -width
        found *= np.exp(near, out=near)
    return found


def most_telling(
    speaks: Floats, covered: Floats, stake: Floats, n: int, answered: Callable[[int], Floats] | None = None
) -> tuple[list[int], list[float]]:
    """Choose rows one by one, each with the largest gain when those before it are taken for answered.

    The gain of a row is Σ stake · (how far it speaks for a row − how far that row is spoken for already, if more). It
    only falls as others are chosen, so that a row whose gain is still the largest when computed anew is the best.

    Parameters
    ----------
    speaks : ndarray of shape (candidates, rows)
        How far a label of each candidate would speak for each row.
    covered : ndarray of shape (rows,)
        How far each row is spoken for.
    stake : ndarray of shape (rows,)
        What is to be gained by speaking for each row.
    n : int
        How many to choose, at most.
    answered : callable, optional
        Told each candidate that is chosen, it gives the stakes that are left, none of them larger than before.

    Returns
    -------
    chosen, gains : list of int, list of float
        Candidates, and what each adds. Fewer than `n` if there is nothing left to be gained.

    Examples
    --------
    The first and the second speak for the same two rows, the third for another one:

    >>> import numpy as np
    >>> from cecib.reading.coverage import most_telling
    >>> most_telling(np.array([[1, 1, 0], [1, 0.9, 0], [0, 0, 1]]), np.zeros(3), np.ones(3), 2)
    ([0, 2], [2.0, 1.0])
    """
    heap = [(-gain, row) for row, gain in enumerate((np.maximum(speaks - covered, 0.0) @ stake).tolist())]
    heapify(heap)
    chosen: list[int] = []
    gains: list[float] = []
    while heap and len(chosen) < n:
        _, row = heappop(heap)
        gain = float(np.maximum(speaks[row] - covered, 0.0) @ stake)
        if heap and (-gain, row) > heap[0]:  # it has fallen behind
            heappush(heap, (-gain, row))
            continue
        if gain <= _NOTHING:
            break
        chosen.append(row)
        gains.append(gain)
        covered = np.maximum(covered, speaks[row])
        stake = stake if answered is None else answered(row)
    return chosen, gains
