"""Fits come out as recorded; `recorded_fits.py` says which, and records them anew."""

import json

import pytest

from recorded_fits import RECORD, fits, result

FITS = fits()
RECORDED = json.loads(RECORD.read_text(encoding="utf-8"))


def test_every_fit_is_on_record():
    """And nothing else is."""
    assert list(RECORDED) == list(FITS)


@pytest.mark.parametrize("name", FITS)
def test_fits_come_out_as_recorded(name):
    """The partition, the number of clusters and of passes exactly; the cost to 1e-9."""
    found, recorded = result(FITS[name]()), RECORDED[name]
    assert found.keys() == recorded.keys()
    for key, value in recorded.items():
        assert found[key] == (pytest.approx(value, rel=1e-9) if key == "cost" else value), key
