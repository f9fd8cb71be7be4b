"""Superpixels: small patches of like pixels, their summaries and who is whose neighbour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats

_COMPACTNESS = 10.0  # of lightness, that a patch may differ in before it is bent
_LEAST = 4  # pixels: smaller patches are no patches
_FEWEST, _MOST, _USUAL = 1_000, 6_000, 60  # patches of a picture, pixels of a patch, by default


@dataclass(frozen=True, eq=False)
class Borders:
    """Which patches touch.

    Attributes
    ----------
    first, second : ndarray of shape (b,)
        The patches of each pair.
    lengths : ndarray of shape (b,)
        How many pairs of neighbouring pixels they share.
    """

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    lengths: Floats


@dataclass(frozen=True, eq=False)
class Patches:
    """Patches as summaries of their pixels.

    Attributes
    ----------
    sizes : ndarray of shape (k,)
        Pixels of each.
    means : ndarray of shape (k, d)
        Mean of each.
    covariances : ndarray of shape (k, d, d)
        How the pixels of each scatter around it.
    """

    sizes: Floats
    means: Floats
    covariances: Floats

    def rows(self, weight: float) -> tuple[Floats, Floats, NDArray[np.intp]]:
        """Say the same in rows: d + 1 for each patch, with its weight, its mean and its scatter.

        Their weights come second, the patch of each third.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib.image.superpixels import Patches
        >>> one = Patches(np.array([8.0]), np.array([[1.0, 2.0]]), np.array([[[2.0, 1.0], [1.0, 3.0]]]))
        >>> points, weights, patches = one.rows(0.5)
        >>> weights.sum(), points.mean(axis=0).round(6).tolist(), patches.tolist()
        (np.float64(4.0), [1.0, 2.0], [0, 0, 0])
        >>> np.cov(points.T, bias=True).round(6).tolist()
        [[2.0, 1.0], [1.0, 3.0]]
        """
        k, d = self.means.shape
        own, turned = np.linalg.eigh(self.covariances)
        roots = turned * np.sqrt(np.maximum(own, 0.0))[:, None, :]
        points = self.means[:, None, :] + np.einsum("kij,pj->kpi", roots, _simplex(d))
        return points.reshape(-1, d), np.repeat(weight * self.sizes / (d + 1), d + 1), np.repeat(np.arange(k), d + 1)


def usual_size(n_pixels: int) -> int:
    """Pixels of a patch by default: 60, less in a small picture, more in a large one.

    Examples
    --------
    >>> from cecib.image.superpixels import usual_size
    >>> [usual_size(n) for n in (3_000, 20_000, 240_000, 1_200_000)]
    [1, 20, 60, 200]
    """
    size = max(min(_USUAL, n_pixels // _FEWEST), n_pixels // _MOST)
    return size if size >= _LEAST else 1


def find_superpixels(colours: Floats, size: int) -> NDArray[np.int32]:
    """Divide a picture into patches of about `size` pixels by SLIC; each pixel gets the number of its patch.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.image.superpixels import find_superpixels
    >>> find_superpixels(np.zeros((2, 3, 1)), 1).tolist()
    [[0, 1, 2], [3, 4, 5]]
    """
    n = colours.shape[0] * colours.shape[1]
    if size < _LEAST or n < 2 * size:
        return np.arange(n, dtype=np.int32).reshape(colours.shape[:2])
    from skimage.segmentation import slic

    width = float(colours.max() - colours.min()) or 1.0  # slic divides by it
    found = slic(
        colours,
        n_segments=n // size,
        compactness=_COMPACTNESS / width,
        convert2lab=False,
        channel_axis=-1,
        start_label=0,
    )
    return np.unique(found, return_inverse=True)[1].reshape(found.shape).astype(np.int32)


def summarise(values: Floats, patches: NDArray[np.int32]) -> Patches:
    """Summarise the pixels of each patch."""
    own = patches.ravel()
    rows = values.reshape(own.size, -1)
    d = rows.shape[1]
    sizes = np.bincount(own).astype(float)
    means = np.stack([np.bincount(own, column) for column in rows.T], axis=1) / sizes[:, None]
    rest = rows - means[own]
    covariances = np.empty((len(sizes), d, d))
    for i in range(d):
        for j in range(i, d):
            covariances[:, i, j] = covariances[:, j, i] = np.bincount(own, rest[:, i] * rest[:, j]) / sizes
    return Patches(sizes, means, covariances)


def borders_of(patches: NDArray[np.int32]) -> Borders:
    """Find the pairs of patches that touch.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.image.superpixels import borders_of
    >>> found = borders_of(np.array([[0, 0, 1], [0, 0, 1]], dtype=np.int32))
    >>> found.first.tolist(), found.second.tolist(), found.lengths.tolist()
    ([0], [1], [2.0])
    """
    n = int(patches.max()) + 1
    pairs = np.concatenate(
        [_pairs(patches[:, :-1], patches[:, 1:]), _pairs(patches[:-1], patches[1:])], axis=1, dtype=np.int64
    )
    low, high = pairs.min(axis=0, initial=n), pairs.max(axis=0, initial=0)
    numbers, lengths = np.unique(low * n + high, return_counts=True)
    return Borders(numbers // n, numbers % n, lengths.astype(float))


def _pairs(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    differ = a != b
    return np.stack([a[differ], b[differ]])


def _simplex(d: int) -> Floats:
    """Points of mean 0 and covariance 1, d + 1 in d dimensions."""
    directions, _ = np.linalg.qr(np.column_stack([np.ones(d + 1), np.eye(d + 1)[:, :d]]))
    return np.asarray(directions[:, 1:] * np.sqrt(d + 1))
