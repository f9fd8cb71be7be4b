"""Blocks put together again."""

import numpy as np


def joined(blocks):
    """Rows, decoded labels and weights of a pass; what has to hold of every block is checked."""
    points, labels, weights = [], [], []
    for block in blocks:
        assert block.points.dtype in (np.float32, np.float64)
        assert block.points.shape == (len(block), blocks.n_features)
        assert block.side.index.dtype == np.int32
        assert set(block.side.index) - {-1} == set(range(block.side.n_categories))
        points.append(block.points)
        labels += [None if i < 0 else block.side.categories[i] for i in block.side.index]
        if block.weights is not None:
            assert block.weights.dtype == np.float64
            weights.append(block.weights)
    return np.concatenate(points), labels, np.concatenate(weights) if weights else None
