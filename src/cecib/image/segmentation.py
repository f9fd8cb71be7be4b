"""Regions of a picture from scribbles, in one call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cecib.image.picture import Picture
from cecib.image.reading import read_image, read_scribbles


def segment(
    image: ArrayLike,
    labels: ArrayLike,
    *,
    channel_axis: int | None = -1,
    features: Any = "texture",
    superpixel_size: int | None = None,
    beta: float = 2.0,
    return_clusters: bool = False,
    random_state: int | np.random.RandomState | None = 0,
    n_jobs: int | None = None,
) -> Any:
    """Divide a picture into regions, from a few scribbles.

    The pixels are put together to patches (superpixels), and these are clustered by what they look like. What the
    clusters say of a patch and what its neighbours say are put together. To add scribbles and ask again, make a
    `Picture` once: it answers in a fraction of the time.

    Parameters
    ----------
    image : array-like of shape (lines, columns) or with an axis of channels
        The picture: integers, or floats from 0 to 1. Integers that would all fit into bytes are taken for bytes. A
        fourth channel, opacity, is left out if it is the same everywhere, and otherwise a measurement like the others.
    labels : array-like of int, of shape (lines, columns)
        Scribbles: a positive integer for each category, 0 for unlabelled pixels.
    channel_axis : int or None, default=-1
        The axis of the channels; None: there is none, the picture is grey.
    features : {"texture", "colour"} or array-like of shape (lines, columns, d), default="texture"
        What clusters see of a pixel.
    superpixel_size : int, default=None
        Pixels of a patch on average. None: by the size of the picture. 1: each pixel by itself, which takes longer.
    beta : float, default=2.0
        How much a labelled patch counts beside what it looks like.
    return_clusters : bool, default=False
        Whether to give the cluster of each pixel too.
    random_state : int, RandomState instance or None, default=0
        Seed of the search for clusters.
    n_jobs : int, default=None
        Threads.

    Returns
    -------
    categories : ndarray of shape (lines, columns)
        The category of each pixel, with the type of `labels`; scribbles stay what they are. 0 if there are none.
    clusters : ndarray of shape (lines, columns)
        The cluster of each pixel, 0 for the largest; only if asked for.

    Examples
    --------
    >>> import numpy as np
    >>> from skimage import data
    >>> from cecib.image import segment
    >>> image = data.coffee()[::2, ::2]
    >>> scribbles = np.zeros(image.shape[:2], dtype=int)
    >>> scribbles[60:66, 90:180] = scribbles[150:156, 80:200] = 1  # the cup, the saucer
    >>> scribbles[20:26, 240:290] = scribbles[100:190, 5:10] = 2  # the table
    >>> regions, clusters = segment(image, scribbles, return_clusters=True)
    >>> regions[75, 145], regions[10, 290], bool(clusters.max() > 2)
    (np.int64(1), np.int64(2), True)
    """
    read_scribbles(labels, read_image(image, channel_axis).shape[:2])  # before all that takes long
    picture = Picture(
        image,
        channel_axis=channel_axis,
        features=features,
        superpixel_size=superpixel_size,
        beta=beta,
        random_state=random_state,
        n_jobs=n_jobs,
    )
    return picture.segment(labels, return_clusters=return_clusters)
