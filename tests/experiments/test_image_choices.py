"""Padding and scribbles, the choices that the paper leaves open in section 5.7."""

import numpy as np
import pytest

from cecib.datasets import Picture
from cecib.datasets.preprocessing import windows
from cecib.experiments.paper.sensitivity_image import SCRIBBLES, scribbled


def made():
    mask = np.zeros((10, 12), dtype=bool)
    mask[:, :6] = True
    scribbles = np.full(mask.shape, -1)
    scribbles[2:6, 1:5] = 1
    scribbles[2:6, 8:10] = 0
    return Picture(np.zeros((10, 12, 3), dtype=np.uint8), scribbles, mask)


@pytest.mark.parametrize("how", SCRIBBLES)
def test_scribbles_are_right_and_never_more(how):
    """Every way marks both regions, each pixel with its own, and no more than the scribbles do."""
    picture = made()
    y = scribbled(picture, how, seed=0)
    assert y.shape == picture.shape
    for category in (0, 1):
        assert 0 < (y == category).sum() <= (picture.scribbles == category).sum()
        assert (picture.mask[y == category] == bool(category)).all()


def test_as_many_pixels_at_random():
    """By lot there are exactly as many of each region, elsewhere."""
    picture = made()
    y = scribbled(picture, SCRIBBLES[-1], seed=0)
    assert [(y == c).sum() for c in (0, 1)] == [(picture.scribbles == c).sum() for c in (0, 1)]
    assert (y != picture.scribbles).any()


def test_padding_changes_the_windows_at_the_border_only():
    """Beyond the border a window repeats the edge, mirrors the picture, or is black."""
    pixels = np.random.default_rng(0).integers(1, 255, size=(9, 9, 3)).astype(np.uint8)
    seen = {padding: windows(pixels, 3, padding).reshape(9, 9, 3, 3, 3) for padding in ("edge", "reflect", "constant")}
    for own in seen.values():
        assert (own[1:-1, 1:-1] == seen["edge"][1:-1, 1:-1]).all()
    assert (seen["edge"][0, 4, 0, 1] == pixels[0, 4]).all()
    assert (seen["reflect"][0, 4, 0, 1] == pixels[1, 4]).all()
    assert (seen["constant"][0, 4, 0, 1] == 0).all()
