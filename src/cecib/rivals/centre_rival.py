"""Rivals whose clusters have centres."""

from __future__ import annotations

from numpy.typing import ArrayLike

from cecib.rivals.arrays import Floats, Integers
from cecib.rivals.distances import nearest
from cecib.rivals.rival import Rival


class CentreRival(Rival):
    """A rival that puts a new point, taken as unlabelled, into the cluster with the nearest centre."""

    cluster_centers_: Floats

    def predict(self, X: ArrayLike) -> Integers:
        """Nearest centre of each row, which is taken as unlabelled."""
        return nearest(self._read_points(X), self.cluster_centers_)
