"""Pictures with their regions, and scribbles: the paper's dog and three pictures that come with scikit-image.

The polygons in picture_masks.json are ours, drawn by hand on scikit-image's coffee, astronaut and rocket. The dog
(481 × 321) is read from a folder that the user has: its licence allows no copies. Its object is what at least half of
the six annotators say.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from skimage import data, draw, io, transform

MASKS = json.loads(Path(__file__).with_name("picture_masks.json").read_text(encoding="utf-8"))
NAMES = ("dog", *MASKS)
BACKGROUND, OBJECT = 1, 2
_WIDTH, _LENGTH = 3, 60  # pixels of a stroke
_SHARE, _MOST = 0.02, 0.1  # of the picture that is scribbled on; of the object
_MARGIN = 4  # pixels that strokes keep from the edge of a region


def load(name: str, folder: str | None) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Read a picture and where its object is."""
    if name == "dog":
        return _dog(Path(folder or os.environ.get("CECIB_DATA", "")) / "bsds")
    image = getattr(data, name)()
    mask = np.zeros(image.shape[:2], dtype=bool)
    for polygon in MASKS[name]["polygons"]:
        mask |= draw.polygon2mask(mask.shape, np.array(polygon)[:, ::-1])
    return image, mask


def is_there(name: str, folder: str | None) -> bool:
    """Whether a picture can be read."""
    return name != "dog" or (Path(folder or os.environ.get("CECIB_DATA", "")) / "bsds" / "247085.jpg").is_file()


def scribbles(mask: NDArray[np.bool_], seed: int) -> NDArray[np.uint8]:
    """Strokes on 2 % of the pixels, half on the object, but no more than a tenth of it; they keep off the edges."""
    random = np.random.default_rng(seed)
    drawn = np.zeros(mask.shape, dtype=np.uint8)
    wanted = _SHARE * mask.size
    inside = min(wanted / 2, _MOST * mask.sum())
    for category, region, n in ((BACKGROUND, ~mask, wanted - inside), (OBJECT, mask, inside)):
        core = ndimage.binary_erosion(region, iterations=_MARGIN, border_value=1)
        places = np.argwhere(core)
        while (drawn == category).sum() < n:
            place, angle = places[random.integers(len(places))].astype(float), random.uniform(0, 2 * np.pi)
            for _ in range(_LENGTH):
                y, x = np.round(place).astype(int)
                if not (0 <= y < mask.shape[0] and 0 <= x < mask.shape[1]) or not core[y, x]:
                    break
                if (drawn == category).sum() >= n:
                    break
                half = _WIDTH // 2
                drawn[max(y - half, 0) : y + half + 1, max(x - half, 0) : x + half + 1] = category
                angle += random.normal(0, 0.15)
                place += np.sin(angle), np.cos(angle)
    return drawn


def mean_overlap(found: NDArray[np.integer], mask: NDArray[np.bool_]) -> float:
    """Intersection over union, mean of object and background."""
    pairs = ((found == BACKGROUND, ~mask), (found == OBJECT, mask))
    return float(np.mean([(a & b).sum() / (a | b).sum() for a, b in pairs]))


def _dog(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    image = io.imread(folder / "247085.jpg")
    small = np.loadtxt(folder / "247085_dogmask_70x46.csv", delimiter=",")
    rough = transform.resize(small, image.shape[:2], order=1) > 0.5
    votes = np.zeros(rough.shape, dtype=int)
    for segments in np.load(folder / "247085_segments.npz")["segments"]:
        own = segments.ravel()
        votes += (np.bincount(own, rough.ravel()) > np.bincount(own) / 2)[segments]
    return image, votes >= 3
