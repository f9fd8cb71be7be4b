"""Sets that are a picture: its pixels, the expert's scribbles, and a mask."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cecib.datasets.dataset import Dataset, Picture
from cecib.datasets.kinds.entry import Entry
from cecib.datasets.preparation import component_names
from cecib.datasets.preprocessing import principal_components, windows
from cecib.datasets.sources.content import read_table
from cecib.datasets.sources.folder import Folder, data_folder
from cecib.side_information import UNLABELLED

_CODES = {"background": 0, "foreground": 1}


@dataclass(frozen=True, kw_only=True)
class PictureEntry(Entry):
    """A picture; it comes from a data folder only.

    Attributes
    ----------
    scribbles : str
        File of rectangles ``y0, x0, y1, x1, label``.
    mask : str
        File of ones where the object is, zeros elsewhere.
    n_components : int
        Principal components of the windows around the pixels.
    advice : str
        What to do for a download.
    """

    scribbles: str
    mask: str
    n_components: int
    advice: str

    @property
    def download_advice(self) -> str:
        """What to do for a download."""
        return self.advice

    def load(self, name: str, data_dir: Folder, *, download: bool) -> Dataset:
        """Find the picture and describe its pixels."""
        folder = data_folder(data_dir)
        files = (self.file, self.scribbles, self.mask)
        if folder is None or not all((folder / file).is_file() for file in files):
            raise self.missing(name, data_dir, [f"{data_dir or 'CECIB_DATA'}: it must hold {', '.join(files)}"])
        picture = read_picture(*(folder / file for file in files))
        features = principal_components(windows(picture.pixels), self.n_components)
        classes = np.where(picture.mask.ravel(), "object", "background")
        source = str((folder / self.file).parent)
        return self.dataset(name, features, classes, component_names(self.n_components), source, picture=picture)


def read_picture(pixels: Path, scribbles: Path, mask: Path) -> Picture:
    """Read the three files of a picture; needs Pillow, which comes with matplotlib."""
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("reading the picture needs Pillow: pip install 'cecib[plot]'.") from None
    with Image.open(pixels) as opened:
        colours = np.asarray(opened.convert("RGB"), dtype=np.uint8)
    inside = np.loadtxt(mask, delimiter=",", ndmin=2) > 0.5
    if inside.shape != colours.shape[:2]:
        raise ValueError(f"the mask must have the shape of the picture, {colours.shape[:2]}, got {inside.shape}.")
    return Picture(colours, _read_scribbles(scribbles, inside.shape), inside)


def _read_scribbles(path: Path, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Rectangles ``y0, x0, y1, x1, label``; the first line and column are inside, the last outside."""
    scribbles = np.full(shape, UNLABELLED, dtype=np.int64)
    for row in read_table(path):
        y0, x0, y1, x1 = (int(row[key]) for key in ("y0", "x0", "y1", "x1"))
        scribbles[y0:y1, x0:x1] = _CODES[row["label"]]
    return scribbles
