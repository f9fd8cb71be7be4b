import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def table():
    """A thousand rows: row numbers, three features of different types, labels with gaps, weights."""
    random = np.random.default_rng(0)
    diet = pd.Series(random.choice(["seeds", "insects", "fish"], 1000), dtype=object)
    diet[random.random(1000) < 0.7] = None
    return pd.DataFrame(
        {
            "bird": np.arange(1, 1001),
            "wing": random.normal(size=1000).round(6),
            "count": random.integers(0, 50, 1000),
            "diet": diet,
            "mass": random.normal(size=1000).round(6),
            "many": random.integers(1, 4, 1000).astype(float),
            "note": "text",
        }
    )


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
