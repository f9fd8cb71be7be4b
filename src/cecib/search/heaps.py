"""Heaps: a dense spot within a group that is thin around it.

Where one group lies within another, no valley parts them along any direction, and the farthest points say nothing of
it. But around a heap there is less than within it: a ball of twice the radius holds hardly more points, and of points
that are spread evenly, or like a Gaussian, it holds far more. What is found is a start for a search under the cost, and
no more. In a single column a heap would cut what lies around it in two: there none is sought, nor in many directions,
where hardly a point is near another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from cecib.cost import Floats

_ROWS = 1_000  # looked at
_LEAST, _LEAST_SHARE, _MOST_SHARE = 10, 0.02, 1 / 3  # rows of a heap
_SCALES = 12  # radii, each by the number of rows within it
_MOST_DIRECTIONS = 10
_AROUND = 1 / 3  # of the rows of a heap, that there may be around it


def heap_within(rows: Floats) -> NDArray[np.bool_] | None:
    """Say which rows lie in a dense spot; None if there is none. How often a row occurs does not count.

    Parameters
    ----------
    rows : ndarray of shape (n, d)
        The points of a group.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.search.heaps import heap_within
    >>> rng = np.random.default_rng(0)
    >>> box, heap = rng.uniform(size=(500, 2)), rng.normal(0.5, 0.01, size=(60, 2))
    >>> bool(heap_within(np.vstack([box, heap]))[500:].mean() > 0.8)
    True
    >>> heap_within(box) is None
    True
    """
    if rows.shape[1] > _MOST_DIRECTIONS:
        return None
    different = np.unique(rows, axis=0)
    width = different.std(axis=0)
    n = min(len(different), _ROWS)
    least, most = max(_LEAST, int(_LEAST_SHARE * n)), int(_MOST_SHARE * n)
    if least >= most or (width > 0).sum() < 2:
        return None
    unit = np.where(width > 0, width, 1.0)
    some = different[np.linspace(0, len(different) - 1, n).astype(np.intp)] / unit
    squares = cdist(some, some, "sqeuclidean")
    sizes = np.unique(np.geomspace(least, most, _SCALES).astype(np.intp))
    radii = np.partition(squares, sizes, axis=1)[:, sizes]
    around, centre, radius = min(_around(squares, radii, j) for j in range(len(sizes)))
    if around > _AROUND:
        return None
    return np.asarray(((rows / unit - some[centre]) ** 2).sum(axis=1) <= radius)


def _around(squares: Floats, radii: Floats, j: int) -> tuple[float, int, float]:
    """Give the rows around the densest ball of one size, as a share of those within, its centre and squared radius."""
    centre = int(radii[:, j].argmin())
    radius = float(radii[centre, j])
    within = float((squares[centre] <= radius).sum())
    return float((squares[centre] <= 4.0 * radius).sum()) / within - 1.0, centre, radius
