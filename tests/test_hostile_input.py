"""Inputs at the edge: rounding, far points, odd memory layouts."""

from __future__ import annotations

import numpy as np

from cecib import CECIB
from cecib.families import FixedSpherical


def test_rounding_of_weights_leaves_no_cluster_without_points() -> None:
    for seed in range(30):
        rng = np.random.default_rng(seed)
        X, weights = rng.normal(size=(20, 1)), rng.exponential(size=20) + 1e-3
        model = CECIB(
            n_clusters=5, family=FixedSpherical(2.0), min_cluster_size=0.0, init="random", n_init=3, random_state=seed
        )
        model.fit(X, sample_weight=weights)
        assert len(np.unique(model.labels_)) == model.n_clusters_
