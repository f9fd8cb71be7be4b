import numpy as np
import pandas as pd
import polars as pl
import pytest

from cecib.side_information import read_side_information


@pytest.mark.parametrize(
    "y",
    [
        [1, -1, 0, 1],
        np.array([1, -1, 0, 1], dtype=np.int8),
        np.array([1.0, np.nan, 0.0, 1.0]),
        [1, None, 0, 1],
        pd.Series([1, pd.NA, 0, 1], dtype="Int64"),
        pl.Series([1, None, 0, 1]),
        np.array([[1], [-1], [0], [1]]),
    ],
)
def test_numbers_keep_their_values_and_missing_is_minus_one(y):
    side = read_side_information(y, 4)
    assert side.index.tolist() == [1, -1, 0, 1]
    assert side.categories.tolist() == [0, 1]
    assert side.decode([0, 1, -1]).tolist() == [0, 1, -1]


@pytest.mark.parametrize(
    "y",
    [
        ["b", None, "a", "b"],
        ["b", np.nan, "a", "b"],
        ["b", -1, "a", "b"],
        np.array(["b", None, "a", "b"], dtype=object),
        pd.Series(["b", None, "a", "b"]),
        pd.Series(["b", pd.NA, "a", "b"], dtype="string"),
        pd.Series(["b", None, "a", "b"], dtype="category"),
        pd.Categorical(["b", None, "a", "b"]),
        pl.Series(["b", None, "a", "b"]),
    ],
)
def test_texts_of_every_kind(y):
    side = read_side_information(y, 4)
    assert side.index.tolist() == [1, -1, 0, 1]
    assert list(side.categories) == ["a", "b"]
    assert side.decode([-1, 0]).tolist() == [None, "a"]


def test_booleans_are_two_categories():
    side = read_side_information([True, False, None], 3)
    assert side.index.tolist() == [1, 0, -1]


def test_no_labels_at_all():
    assert read_side_information(None, 3).index.tolist() == [-1, -1, -1]
    assert read_side_information([-1, -1, -1], 3).n_categories == 0
    assert read_side_information([None, None, None], 3).n_categories == 0


def test_wrong_length_is_named():
    with pytest.raises(ValueError, match="y must have 5 entries, one per row of X, got 3"):
        read_side_information([1, 2, 3], 5)


@pytest.mark.parametrize("y", [np.array(["a", -1]), np.array(["a", np.nan])])
def test_missing_labels_that_numpy_made_into_text_are_refused(y):
    with pytest.raises(ValueError, match="dtype=object"):
        read_side_information(y, 2)


def test_tables_and_infinity_are_refused():
    with pytest.raises(ValueError, match="one-dimensional"):
        read_side_information(np.zeros((3, 2)), 3)
    with pytest.raises(ValueError, match="infinity"):
        read_side_information([1.0, np.inf], 2)
