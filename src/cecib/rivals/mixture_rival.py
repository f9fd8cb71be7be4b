"""Rivals that are mixtures of Gaussians."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cecib.rivals.arrays import Floats, Integers, as_labels
from cecib.rivals.gaussian import log_densities, normalised
from cecib.rivals.rival import Rival


class MixtureRival(Rival):
    """A rival that puts a new point, taken as unlabelled, into the most probable cluster of its mixture."""

    weights_: Floats
    means_: Floats
    covariances_: Floats

    def predict(self, X: ArrayLike) -> Integers:
        """Most probable cluster of each row, which is taken as unlabelled."""
        return as_labels(self._log_joint(X).argmax(axis=1))

    def predict_proba(self, X: ArrayLike) -> Floats:
        """Probability of each cluster for each row, which is taken as unlabelled."""
        return normalised(self._log_joint(X))[0]

    def _log_joint(self, X: ArrayLike) -> Floats:
        return log_densities(self._read_points(X), self.means_, self.covariances_) + np.log(self.weights_)
