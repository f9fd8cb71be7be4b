"""Names for the array types that the rivals pass to each other, and cluster labels of the common type."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Booleans = NDArray[np.bool_]


def as_labels(clusters: ArrayLike) -> Integers:
    """Cluster indices as int32, the type of every `labels_`."""
    return np.asarray(clusters, dtype=np.int32)
