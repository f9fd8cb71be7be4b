"""The paper's preprocessing: principal components, and what comes before them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray


def principal_components(X: ArrayLike, n_components: int) -> NDArray[np.float64]:
    """Scores of the centred, unscaled rows on the leading principal components.

    The sign of each component is fixed: its loading of largest modulus is positive.

    Examples
    --------
    >>> from cecib.datasets.preprocessing import principal_components
    >>> principal_components([[0.0, 0.0], [2.0, 0.0], [4.0, 0.0]], 1).ravel().tolist()
    [-2.0, 0.0, 2.0]
    """
    values = np.asarray(X, dtype=np.float64)
    if not 1 <= n_components <= min(values.shape):
        raise ValueError(
            f"n_components must lie between 1 and {min(values.shape)} for data of shape {values.shape}, "
            f"got {n_components}."
        )
    centred = values - values.mean(axis=0)
    factor = np.linalg.qr(centred, mode="r") if len(centred) > centred.shape[1] else centred
    _, _, loadings = np.linalg.svd(factor, full_matrices=False)
    leading = loadings[:n_components]
    largest = np.abs(leading).argmax(axis=1)
    signs = np.sign(leading[np.arange(n_components), largest])
    return np.ascontiguousarray(centred @ (leading * signs[:, None]).T)


def without_constants(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Drop the columns that have the same value in all rows."""
    return X[:, np.ptp(X, axis=0) > 0]


def standardised(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Centre each column and divide it by its sample standard deviation (divisor n − 1)."""
    return np.asarray((X - X.mean(axis=0)) / X.std(axis=0, ddof=1))


def largest_classes(classes: NDArray[Any], n_classes: int) -> NDArray[np.bool_]:
    """Which rows belong to the classes with the most members."""
    names, counts = np.unique(classes, return_counts=True)
    kept = names[np.argsort(-counts, kind="stable")[:n_classes]]
    return np.isin(classes, kept)


def first_occurrences(X: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the indices of the rows that have not occurred before, in order."""
    return np.sort(np.unique(X, axis=0, return_index=True)[1])


Padding = Literal["edge", "reflect", "constant"]


def windows(pixels: NDArray[np.uint8], size: int = 7, padding: Padding = "edge") -> NDArray[np.float64]:
    """Describe each pixel by the colours of the `size` × `size` window around it.

    Windows that reach over the border repeat the border's pixels, or see the picture in a mirror ("reflect"), or black
    ("constant").

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.datasets.preprocessing import windows
    >>> windows(np.zeros((46, 70, 3), dtype=np.uint8)).shape
    (3220, 147)
    """
    reach = size // 2
    padded = np.pad(pixels, ((reach, reach), (reach, reach), (0, 0)), mode=padding)
    views = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(0, 1))
    height, width = pixels.shape[:2]
    return views.transpose(0, 1, 3, 4, 2).reshape(height * width, -1).astype(np.float64)
