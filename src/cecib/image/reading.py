"""What users give, checked: pictures and scribbles."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.cost import Floats
from cecib.input_errors import InputError, Named

UNLABELLED = 0
_DIGITS = 6  # of a colour: what float32, float64 and 16 bits agree on, so that they give the same regions
_ROUNDING = 1e-6
_LARGEST_BYTE = 255
_REMEDIES = {
    2: "give channel_axis=None for a grey picture",
    3: "say with channel_axis which axis has the channels; of a volume, which is not supported, give one slice",
}


def read_image(image: ArrayLike, channel_axis: Any) -> Floats:
    """Read a picture as floats, lines × columns × channels.

    Integers are taken for shares of the largest value of their type, as in scikit-image; wider ones whose values all
    lie between 0 and 255 are taken for bytes, which is what NumPy makes of lists of pixels. Floats of grey and colour
    pictures have to lie between 0 and 1, and integers may not be negative; other numbers of channels are measurements
    of any size. A fourth channel beside colours, opacity, that is the same everywhere is left out; where it is not, all
    four are measurements.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.image.reading import read_image
    >>> read_image(np.array([[0, 255]], dtype=np.uint8), None).ravel().tolist()
    [0.0, 1.0]
    >>> read_image([[0, 255]], None).ravel().tolist()
    [0.0, 1.0]
    >>> read_image(np.zeros((3, 4, 5)), 0).shape
    (4, 5, 3)
    """
    name = Named("image")
    if np.ma.is_masked(image):
        raise InputError(name, " has masked pixels: fill them first.")
    given = np.asarray(image)
    if given.dtype.kind not in "buif":
        raise InputError(name, f" must hold numbers, got {given.dtype}.")
    wanted = 2 if channel_axis is None else 3
    if given.ndim != wanted:
        remedy = _REMEDIES.get(given.ndim, "give one picture; volumes are not supported")
        raise InputError(name, f" must have {wanted} axes, got shape {given.shape}: {remedy}.")
    if channel_axis is not None:
        if not isinstance(channel_axis, numbers.Integral) or not -3 <= int(channel_axis) < 3:
            raise InputError(
                Named("channel_axis"), f" must be None or an axis of the picture, from -3 to 2, got {channel_axis!r}."
            )
        given = np.moveaxis(given, int(channel_axis), -1)
    else:
        given = given[..., None]
    if given.size == 0:
        raise InputError(name, f" must have pixels, got shape {given.shape}.")
    given = _without_opacity(given)
    values = given / float(_largest(given)) if given.dtype.kind in "iu" else given.astype(np.float64)
    if not np.isfinite(values).all():
        raise InputError(name, " has values that are not finite: fill them first.")
    is_picture = given.shape[2] in (1, 3)
    if is_picture and given.dtype.kind == "i" and given.min() < 0:
        raise InputError(name, f" of integers must be 0 or more, got {given.min()}: shift it first.")
    if is_picture and given.dtype.kind == "f" and (values.min() < -_ROUNDING or values.max() > 1 + _ROUNDING):
        raise InputError(
            name, f" of floats must lie between 0 and 1, got {values.min():g} to {values.max():g}: divide it first."
        )
    return np.ascontiguousarray(values.round(_DIGITS) if is_picture else values)


def _without_opacity(given: NDArray[Any]) -> NDArray[Any]:
    """Leave out a fourth channel that is the same everywhere, where the others may be colours."""
    if given.shape[2] != 4 or not (given[..., 3] == given[0, 0, 3]).all():
        return given
    colours = given[..., :3]
    is_light = given.dtype.kind != "f" or bool(colours.max() <= 1 + _ROUNDING)
    return colours if is_light and colours.min() >= -_ROUNDING else given


def _largest(given: NDArray[np.integer[Any]]) -> int:
    """Give what full brightness is: that of bytes where all values would be bytes, whatever they are kept in."""
    is_bytes = given.dtype.itemsize > 1 and given.min() >= 0 and given.max() <= _LARGEST_BYTE
    return _LARGEST_BYTE if is_bytes else int(np.iinfo(given.dtype).max)


def read_scribbles(labels: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.integer[Any]]:
    """Read scribbles: 0 for unlabelled pixels, positive integers for categories.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.image.reading import read_scribbles
    >>> read_scribbles([[0, 2]], (1, 2)).tolist()
    [[0, 2]]
    >>> read_scribbles([[0, 2]], (2, 2))
    Traceback (most recent call last):
    ...
    cecib.input_errors.InputError: labels must have the shape of the picture, (2, 2), got (1, 2).
    """
    name = Named("labels")
    if np.ma.is_masked(labels):
        raise InputError(name, " has masked pixels: give 0 for them.")
    given = np.asarray(labels)
    if given.dtype.kind not in "iu":
        raise InputError(
            name, f" must be integers, 0 for unlabelled pixels and 1, 2, … for categories, got {given.dtype}."
        )
    if given.shape != shape:
        raise InputError(name, f" must have the shape of the picture, {shape}, got {given.shape}.")
    if given.min() < UNLABELLED:
        raise InputError(name, f" must be 0 or positive, got {given.min()}: 0 means unlabelled.")
    return given
