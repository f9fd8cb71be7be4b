"""Colours that stay: a cluster keeps its colour from one answer to the next, though clusters are numbered by size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Colours:
    """Gives numbers of colours to the clusters of each partition, those of the one before where rows are the same.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.explore.colours import Colours
    >>> colours = Colours()
    >>> colours.of(np.array([0, 0, 0, 1, 1]), 2)
    [0, 1]
    >>> colours.of(np.array([1, 1, 2, 0, 0]), 3)
    [1, 0, 2]
    """

    def __init__(self) -> None:
        self._labels: NDArray[np.int64] | None = None
        self._colours: list[int] = []

    def of(self, labels: NDArray[np.int32], k: int) -> list[int]:
        """Give each cluster a colour: where most of its rows were, if no larger part has taken it."""
        own = labels.astype(np.int64)
        colours = [-1] * k
        if self._labels is not None:
            former = len(self._colours)
            shared = np.bincount(self._labels * k + own, minlength=former * k)
            for pair in np.argsort(-shared, kind="stable")[: np.count_nonzero(shared)].tolist():
                old, new = divmod(pair, k)
                if colours[new] < 0 and self._colours[old] not in colours:
                    colours[new] = self._colours[old]
        free = iter(number for number in range(2 * k + len(self._colours)) if number not in colours)
        self._labels, self._colours = own, [next(free) if colour < 0 else colour for colour in colours]
        return list(self._colours)
