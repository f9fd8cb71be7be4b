"""Model files of this version and of older ones load, and predict what is on record."""

import json

import numpy as np
import pytest

from cecib import CECIB
from cecib.files.model_files import VERSION
from golden_models import FOLDER, RECORD, STORIES, predictions

EXPECTED = json.loads(RECORD.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_golden_file_predicts_what_is_on_record(name):
    found, expected = predictions(CECIB.load(FOLDER / f"{name}.cecib")), EXPECTED[name]
    assert found.keys() == expected.keys()
    for key, value in expected.items():
        if isinstance(value, str):
            assert found[key] == value
        else:
            np.testing.assert_allclose(found[key], value, rtol=1e-7, atol=1e-9)


def test_there_are_files_of_this_version():
    """A new version of the format gets files of its own: ``python tests/golden_models.py``."""
    assert {f"version_{VERSION}_{story.__name__}" for story in STORIES} <= EXPECTED.keys()
    assert {path.stem for path in FOLDER.glob("*.cecib")} == EXPECTED.keys()
