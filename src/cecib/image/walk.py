"""The walk: what scribbles say of a place, by who is whose neighbour and how alike they are.

From each place somebody walks at random until he comes upon a scribble, more readily between like neighbours. How
probable it is to come first upon each category is the solution of a sparse linear system (Grady, IEEE TPAMI 28, 2006).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array, diags_array
from scipy.sparse.linalg import splu

from cecib.cost import Floats
from cecib.image.superpixels import Borders

NOWHERE = -1


def conductances(colours: Floats, borders: Borders, softness: float, least: float) -> csr_array:
    """How readily somebody walks from a place to its neighbours: across like colours and long borders.

    Parameters
    ----------
    colours : ndarray of shape (k, c)
        Colour of each place.
    borders : Borders
        Who is whose neighbour.
    softness : float
        Squared difference of colours, as a share of the mean over all neighbours, that makes it e times harder.
    least : float
        What is left between the most unlike.
    """
    squares = ((colours[borders.first] - colours[borders.second]) ** 2).sum(axis=1)
    unit = softness * squares.mean() if len(squares) else 0.0
    alike = np.exp(-squares / unit) if unit > 0 else np.ones_like(squares)
    weights = borders.lengths * alike + least
    k = len(colours)
    one_way = coo_array((weights, (borders.first, borders.second)), shape=(k, k)).tocsr()
    return csr_array(one_way + one_way.T)


def walk(links: csr_array, categories: NDArray[np.intp], n_categories: int) -> Floats:
    """Probability to come first upon each category, from each place.

    Parameters
    ----------
    links : sparse array of shape (k, k)
        How readily somebody walks between places.
    categories : ndarray of shape (k,)
        Category of each place that is labelled, −1 for the others.
    n_categories : int
        How many there are.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> from cecib.image.walk import walk
    >>> line = csr_array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]], dtype=float)
    >>> walk(line, np.array([0, -1, -1, 1]), 2).round(3).tolist()
    [[1.0, 0.0], [0.667, 0.333], [0.333, 0.667], [0.0, 1.0]]
    """
    found = np.zeros((len(categories), n_categories))
    known = np.flatnonzero(categories != NOWHERE)
    found[known, categories[known]] = 1.0
    free = np.flatnonzero(categories == NOWHERE)
    if len(free) == 0 or n_categories == 1:
        found[free] = 1.0
        return found
    own = links[free]
    system = diags_array(own.sum(axis=1)) - own[:, free]
    found[free] = splu(system.tocsc()).solve(np.asarray(own[:, known] @ found[known]))
    return np.clip(found, 0.0, 1.0)


class Smoother:
    """Draws the values of each place towards those of its neighbours.

    Parameters
    ----------
    links : sparse array of shape (k, k)
        How readily somebody walks between places.
    hold : ndarray of shape (k,)
        How firmly each place keeps its own value.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> from cecib.image.walk import Smoother
    >>> pair = csr_array([[0.0, 1.0], [1.0, 0.0]])
    >>> Smoother(pair, np.ones(2))(np.array([[0.0], [3.0]])).round(3).ravel().tolist()
    [1.0, 2.0]
    """

    def __init__(self, links: csr_array, hold: Floats) -> None:
        self._hold = hold[:, None]
        self._factors = splu((diags_array(links.sum(axis=1) + hold) - links).tocsc())

    def __call__(self, values: Floats) -> Floats:
        """Give the smoothed values, a column for each of `values`."""
        return np.asarray(self._factors.solve(self._hold * values))
