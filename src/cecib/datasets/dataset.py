"""What loading a data set gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.side_information import UNLABELLED


@dataclass(frozen=True, eq=False)
class Picture:
    """The picture behind an image data set; row i·width + j of X is the pixel in line i, column j.

    Attributes
    ----------
    pixels : ndarray of shape (height, width, 3), uint8
        The colours.
    scribbles : ndarray of shape (height, width), int64
        What the expert marked: 1 foreground, 0 background, −1 nothing.
    mask : ndarray of shape (height, width), bool
        Where the object is.
    """

    pixels: NDArray[np.uint8]
    scribbles: NDArray[np.int64]
    mask: NDArray[np.bool_]

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.mask.shape[0], self.mask.shape[1]


@dataclass(frozen=True, eq=False)
class Dataset:
    """Features, reference classes, and where they come from.

    Attributes
    ----------
    name : str
        The name it was loaded by.
    X : ndarray of shape (n, d), float64
        Features, after the preprocessing that `description` tells.
    classes : ndarray of shape (n,)
        Reference class of each row.
    feature_names : tuple of str
        One name per column of `X`.
    description, licence, citation, source : str
        What it is, what may be done with it, whom to cite, where this copy was read.
    coarser : mapping of str to ndarray
        Coarser reference groupings by name, e.g. ``"top"`` and ``"mid"`` of the chemistry set.
    picture : Picture or None
        For an image, its pixels, scribbles and mask.

    Examples
    --------
    >>> from cecib.datasets import make_subgroups
    >>> flowers = make_subgroups(n_samples=60, random_state=0)
    >>> flowers.X.shape, flowers.n_classes, sorted(flowers.coarser)
    ((60, 2), 4, ['top'])
    """

    name: str
    X: NDArray[np.float64]
    classes: NDArray[Any]
    feature_names: tuple[str, ...]
    description: str
    licence: str
    citation: str
    source: str
    coarser: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    picture: Picture | None = None

    @property
    def n_classes(self) -> int:
        """How many reference classes there are."""
        return len(np.unique(self.classes))

    @property
    def target(self) -> NDArray[np.int64]:
        """Reference classes as integers, in sorted order of their names."""
        return np.unique(self.classes, return_inverse=True)[1].astype(np.int64)


@dataclass(frozen=True, eq=False)
class Story:
    """A synthetic data set together with the labels that an expert gave.

    Attributes
    ----------
    dataset : Dataset
        The points and the truth.
    y : ndarray of shape (n,), int64
        The expert's categories, −1 where the expert said nothing.
    is_wrong : ndarray of shape (n,), bool
        Which labels are wrong.
    """

    dataset: Dataset
    y: NDArray[np.int64]
    is_wrong: NDArray[np.bool_]

    @property
    def is_labelled(self) -> NDArray[np.bool_]:
        """Which points the expert labelled."""
        return np.not_equal(self.y, UNLABELLED)
