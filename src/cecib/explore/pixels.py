"""Pictures from files, as pixels: what a page shows of them, and what an engine measures."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.explore.session import Picture
from cecib.extras import require

ENDINGS = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif", ".webp")
MOST_PIXELS = 2_000_000  # on a page
_LARGEST = 100_000_000  # that are read at all
_DEEP = {"I;16": 65_535.0, "I;16L": 65_535.0, "I;16B": 65_535.0, "I;16N": 65_535.0}


@dataclass(frozen=True, eq=False)
class Pixels:
    """A picture that was read.

    Attributes
    ----------
    values : ndarray of shape (lines, columns, 1) or (lines, columns, 3)
        Grey or colours from 0 to 1, what is transparent on white.
    rgba : ndarray of shape (lines, columns, 4)
        What is shown.
    full_size : tuple of int
        Columns and lines in the file; more than here if the picture was made smaller.
    """

    values: Floats
    rgba: NDArray[np.uint8]
    full_size: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        return self.rgba.shape[1], self.rgba.shape[0]

    def shown(self) -> Picture:
        """Give the picture as pages are told of it."""
        return Picture(*self.size, self.rgba)


def is_picture(path: str | os.PathLike[str]) -> bool:
    """Whether a file is called like a picture.

    Examples
    --------
    >>> from cecib.explore.pixels import is_picture
    >>> is_picture("photo.JPG"), is_picture("table.csv")
    (True, False)
    """
    return Path(path).suffix.lower() in ENDINGS


def read_pixels(path: str | os.PathLike[str], most: int = MOST_PIXELS) -> Pixels:
    """Read a picture as it is meant to be seen: turned as the camera says, of several the first.

    A picture of more than `most` pixels is made smaller by a whole number.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import numpy as np
    >>> from PIL import Image
    >>> from cecib.explore.pixels import read_pixels
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "grey.png"
    ...     Image.fromarray(np.full((4, 6), 255, dtype=np.uint8)).save(file)
    ...     found, smaller = read_pixels(file), read_pixels(file, 6)
    >>> found.values.shape, found.rgba[0, 0].tolist(), smaller.size, smaller.full_size
    ((4, 6, 1), [255, 255, 255, 255], (3, 2), (6, 4))
    """
    require("image", "PIL")
    from PIL import Image, ImageOps, UnidentifiedImageError

    name = Path(path).name
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path) as opened:
                _check_size(name, opened.size)
                found: Any = ImageOps.exif_transpose(opened)
                found.load()
    except FileNotFoundError:
        raise ValueError(f"{name} does not exist: check the path of the picture.") from None
    except UnidentifiedImageError:
        raise ValueError(f"{name} is no picture that can be read: give a PNG or JPEG file.") from None
    except Image.DecompressionBombError:
        raise ValueError(f"{name} has far more than {_LARGEST:,} pixels: make it smaller first.") from None
    except (OSError, SyntaxError, EOFError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # it is the file, not the picture
            raise
        raise ValueError(f"{name} is damaged and cannot be read: {str(error).rstrip('.')}.") from None
    full, factor = found.size, 1
    while -(-full[0] // factor) * -(-full[1] // factor) > most:
        factor += 1
    deep = _deep(found)
    if deep is None:
        colours = found.convert("RGBA")
        shown = np.asarray(colours.reduce(factor) if factor > 1 else colours)
        return Pixels(_on_white(shown), shown, full)
    grey = _reduced(deep, factor)
    light = np.rint(255.0 * grey).astype(np.uint8)
    return Pixels(grey[..., None], np.dstack([light, light, light, np.full_like(light, 255)]), full)


def _check_size(name: str, size: tuple[int, int]) -> None:
    if size[0] * size[1] > _LARGEST:
        raise ValueError(
            f"{name} has {size[0] * size[1]:,} pixels, and {_LARGEST:,} are the most that are read: "
            "make it smaller first."
        )


def _deep(picture: Any) -> Floats | None:
    """Grey of more than eight bits, from 0 to 1; None: the picture has eight."""
    if picture.mode in _DEEP:
        return np.asarray(np.asarray(picture, dtype=float) / _DEEP[picture.mode])
    if picture.mode not in ("I", "F"):
        return None
    values: Floats = np.nan_to_num(np.asarray(picture, dtype=float))
    low, high = float(values.min()), float(values.max())
    if low >= 0 and high <= 1:
        return values
    largest = next((most for most in (255.0, 65_535.0) if low >= 0 and high <= most), None)
    return values / largest if largest is not None else (values - low) / ((high - low) or 1.0)


def _reduced(grey: Floats, factor: int) -> Floats:
    lines, columns = (max(1, extent // factor) for extent in grey.shape)
    if factor == 1:
        return grey
    whole = grey[: lines * factor, : columns * factor]
    return np.asarray(whole.reshape(lines, factor, columns, factor).mean(axis=(1, 3)))


def _on_white(rgba: NDArray[np.uint8]) -> Floats:
    """Colours from 0 to 1, a single channel if the picture is grey."""
    share = rgba[..., 3:] / 255.0
    values = np.asarray(share * (rgba[..., :3] / 255.0) + (1.0 - share))
    is_grey = (values[..., :1] == values).all()
    return values[..., :1] if is_grey else values
