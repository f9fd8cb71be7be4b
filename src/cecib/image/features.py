"""What a pixel looks like: its colour, and the texture around it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import ndimage

from cecib.cost import Floats
from cecib.input_errors import InputError, Named

NAMES = ("texture", "colour")
_NEAR = 3.0  # pixels, over which colours are averaged
_FINE, _COARSE, _AREA = 1.0, 3.0, 4.0  # pixels, over which textures are seen
_LIGHTEST = 100.0  # of lightness


class Features(NamedTuple):
    """Measurements of each pixel.

    Attributes
    ----------
    values : ndarray of shape (lines, columns, d)
        The measurements.
    names : tuple of str
        What they are called.
    """

    values: Floats
    names: tuple[str, ...]


def colours_of(image: Floats) -> Features:
    """Colours in which equal distances look equal: lightness, and for three channels the two axes of colour.

    Channels of another number are measurements, each in units in which it varies as lightness may.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.image.features import colours_of
    >>> colours_of(np.ones((1, 1, 3))).values.round().astype(int).ravel().tolist()
    [100, 0, 0]
    """
    n_channels = image.shape[2]
    if n_channels == 1:
        return Features(_LIGHTEST * image, ("lightness",))
    if n_channels == 3:
        from skimage.color import rgb2lab

        return Features(np.asarray(rgb2lab(np.clip(image, 0.0, 1.0))), ("lightness", "green to red", "blue to yellow"))
    deviation = image.std(axis=(0, 1))
    scaled = image * (_LIGHTEST / 4 / np.where(deviation > 0, deviation, 1.0))
    return Features(scaled, tuple(f"channel {c}" for c in range(n_channels)))


def features_of(colours: Features, wanted: Any) -> Features:
    """Measure each pixel: "texture", "colour", or what the user has measured.

    "texture" is the colour nearby, the steepness of the lightness at two scales, and how much it varies around.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.image.features import colours_of, features_of
    >>> features_of(colours_of(np.zeros((9, 9, 1))), "texture").names
    ('lightness', 'fine edges', 'coarse edges', 'roughness')
    """
    if not isinstance(wanted, str):
        return _own(wanted, colours.values.shape[:2])
    if wanted not in NAMES:
        raise InputError(
            Named("features"), f" must be {' or '.join(map(repr, NAMES))}, or an array of measurements of each pixel, "
            f"got {wanted!r}.",
        )  # fmt: skip
    if wanted == "colour":
        return colours
    near = ndimage.gaussian_filter(colours.values, _NEAR, axes=(0, 1))
    light = colours.values[..., 0] if len(colours.names) in (1, 3) else colours.values.mean(axis=2)
    mean = ndimage.gaussian_filter(light, _AREA)
    textures = (
        ndimage.gaussian_gradient_magnitude(light, _FINE),
        ndimage.gaussian_gradient_magnitude(light, _COARSE),
        np.maximum(ndimage.gaussian_filter(light * light, _AREA) - mean * mean, 0.0),
    )
    values = np.concatenate([near, np.log1p(np.stack(textures, axis=2))], axis=2)
    return Features(values, (*colours.names, "fine edges", "coarse edges", "roughness"))


def _own(measured: ArrayLike, shape: tuple[int, ...]) -> Features:
    values = np.asarray(measured)
    if values.ndim == 2:
        values = values[..., None]
    if values.ndim != 3 or values.shape[:2] != shape or values.shape[2] == 0 or values.dtype.kind not in "buif":
        raise InputError(
            Named("features"), f" must be {' or '.join(map(repr, NAMES))}, or numbers of shape "
            f"({shape[0]}, {shape[1]}, d), got {values.dtype} of shape {values.shape}.",
        )  # fmt: skip
    own = values.astype(np.float64)
    if not np.isfinite(own).all():
        raise InputError(Named("features"), " has values that are not finite: fill them first.")
    return Features(own, tuple(f"feature {j}" for j in range(own.shape[2])))
