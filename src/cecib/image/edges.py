"""Edges of regions: found on patches, drawn anew pixel by pixel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from cecib.cost import Floats
from cecib.image.superpixels import Borders
from cecib.image.walk import NOWHERE, conductances, walk

_REACH = 5  # pixels on either side of an edge that are decided anew
_SOFTNESS, _LEAST = 0.3, 1e-4  # of the walk between pixels


def redrawn(
    colours: Floats, regions: NDArray[np.intp], scribbles: NDArray[np.intp], n_categories: int
) -> NDArray[np.intp]:
    """Decide the pixels near edges anew, by a walk from the pixels around; `scribbles` stay, −1 where there are none.

    Examples
    --------
    The edge of the regions is a column beside that of the picture:

    >>> import numpy as np
    >>> from cecib.image.edges import redrawn
    >>> picture = np.zeros((9, 12, 1))
    >>> picture[:, 6:] = 50.0
    >>> regions = np.zeros((9, 12), dtype=np.intp)
    >>> regions[:, 7:] = 1
    >>> redrawn(picture, regions, np.full((9, 12), -1), 2)[0].tolist()
    [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
    """
    regions = np.where(scribbles == NOWHERE, regions, scribbles)
    is_edge = np.zeros(regions.shape, dtype=bool)
    for axis in (0, 1):
        steps = np.diff(regions, axis=axis) != 0
        low, high = [slice(None)] * 2, [slice(None)] * 2
        low[axis], high[axis] = slice(None, -1), slice(1, None)
        is_edge[tuple(low)] |= steps
        is_edge[tuple(high)] |= steps
    if not is_edge.any():
        return regions
    is_open = _is_open(is_edge, regions, n_categories) & (scribbles == NOWHERE)
    is_near = ndimage.binary_dilation(is_open)
    number = np.where(is_near, np.cumsum(is_near).reshape(is_near.shape) - 1, NOWHERE)
    links = conductances(colours[is_near], _neighbours(number), _SOFTNESS, _LEAST)
    seeds = np.where(is_open, NOWHERE, regions)[is_near]
    if (seeds == NOWHERE).all():
        return regions
    result = regions.copy()
    result[is_near] = walk(links, seeds, n_categories).argmax(axis=1)
    return result


def _is_open(is_edge: NDArray[np.bool_], regions: NDArray[np.intp], n_categories: int) -> NDArray[np.bool_]:
    """Which pixels are near an edge; the middle of what is thin is not, so that nothing vanishes."""
    depth = ndimage.distance_transform_cdt(~is_edge, "taxicab") + 1
    is_open = depth <= _REACH
    for category in range(n_categories):
        own = np.where(regions == category, depth, 0)
        is_open &= (own == 0) | (own < ndimage.maximum_filter(own, 2 * _REACH + 1))
    return np.asarray(is_open)


def _neighbours(number: NDArray[np.intp]) -> Borders:
    first = np.concatenate([number[:, :-1].ravel(), number[:-1].ravel()])
    second = np.concatenate([number[:, 1:].ravel(), number[1:].ravel()])
    are_both = (first != NOWHERE) & (second != NOWHERE)
    return Borders(first[are_both], second[are_both], np.ones(int(are_both.sum())))
