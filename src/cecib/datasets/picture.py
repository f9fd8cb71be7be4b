"""The image set: pixels, scribbles and mask from the data folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cecib.datasets.content import read_table
from cecib.datasets.dataset import Picture
from cecib.side_information import UNLABELLED

FILES = ("247085_70x46.png", "247085_scribbles.csv", "247085_dogmask_70x46.csv")
_CODES = {"background": 0, "foreground": 1}


def read_picture(folder: Path) -> Picture:
    """Read the three files of the picture; needs Pillow, which comes with matplotlib."""
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("reading the picture needs Pillow: pip install 'cecib[plot]'.") from None
    with Image.open(folder / FILES[0]) as opened:
        pixels = np.asarray(opened.convert("RGB"), dtype=np.uint8)
    mask = np.loadtxt(folder / FILES[2], delimiter=",", ndmin=2) > 0.5
    if mask.shape != pixels.shape[:2]:
        raise ValueError(f"the mask must have the shape of the picture, {pixels.shape[:2]}, got {mask.shape}.")
    return Picture(pixels, _read_scribbles(folder / FILES[1], mask.shape), mask)


def _read_scribbles(path: Path, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Rectangles ``y0, x0, y1, x1, label``; the first line and column are inside, the last outside."""
    scribbles = np.full(shape, UNLABELLED, dtype=np.int64)
    for row in read_table(path):
        y0, x0, y1, x1 = (int(row[key]) for key in ("y0", "x0", "y1", "x1"))
        scribbles[y0:y1, x0:x1] = _CODES[row["label"]]
    return scribbles
