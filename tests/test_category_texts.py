"""Categories keep their type in a model file, or are refused."""

from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB

CATEGORIES = [
    (0, 1), (0.5, np.nan), (True, None), ("a", 3), (None, None), ("a\0", "a"), ("", "\ud800"),
    (b"a\0", b"a"), (b"a", "a"),
    (date(2020, 1, 1), None), (datetime(2020, 1, 1, 2, 3, 4, 5), datetime(2020, 1, 1, tzinfo=UTC)),
    (np.datetime64("2020-01-01"), np.datetime64("2020-01-01T02", "ns")), (np.datetime64("2020-01", "W"), None),
    (pd.Timestamp("2020-01-01 02:03:04.000000005"), pd.Timestamp("2020-01-01", tz="Europe/Warsaw")),
    (("a", 1), ("a", (None, date(2020, 1, 1)))), (2**70, -(2**70)), (1e308, "1e308"),
]  # fmt: skip


@pytest.mark.parametrize("pair", CATEGORIES, ids=repr)
def test_categories_of_every_type(pair, tmp_path):
    """Categories are equal after save and load, and of the same type."""
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.empty(60, dtype=object)
    for i in range(60):
        y[i] = pair[i % 2]
    fitted = CECIB(2, random_state=0, beta=1).fit(X, y)
    fitted.save(tmp_path / "m")
    loaded = CECIB.load(tmp_path / "m")
    assert loaded.categories_.tolist() == fitted.categories_.tolist()
    assert [type(value) for value in loaded.categories_] == [type(value) for value in fitted.categories_]
    assert loaded.predict_category(X).tolist() == fitted.predict_category(X).tolist() or pair[0] == 0.5


class Colour(Enum):
    RED = "red"


@pytest.mark.parametrize("category", [Colour.RED, 1j, Decimal(1), pd.Interval(0, 1), ("a", float("nan"))])
def test_categories_that_would_change_are_refused(category, tmp_path):
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.empty(60, dtype=object)
    for i in range(30):
        y[i] = category
    model = CECIB(2, random_state=0, beta=1).fit(X, y)
    with pytest.raises(ValueError, match=f"of type {type(category).__name__}: fit with texts instead"):
        model.save(tmp_path / "m")
    assert not (tmp_path / "m").exists()


def test_names_of_columns_that_would_change_are_refused(tmp_path):
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(60, 2)), columns=["a", "a\0"])
    with pytest.raises(ValueError, match="null character"):
        CECIB(2, random_state=0).fit(X).save(tmp_path / "m")
