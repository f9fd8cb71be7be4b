import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from cecib.input_errors import InputError
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


@pytest.mark.parametrize("values", [[3, 4, 5], [3.5, 4.5, 5.5], ["a", "b", "c"], [True, False, True]])
def test_masked_entries_are_unlabelled(values):
    y = np.ma.masked_array(values, mask=[False, True, False])
    expected = read_side_information([values[0], None, values[2]], 3)
    for masked in (y, y[:, None], list(y)):
        side = read_side_information(masked, 3)
        assert side.index.tolist() == expected.index.tolist()
        assert side.categories.tolist() == expected.categories.tolist()
    unmasked = read_side_information(np.ma.masked_array(values), 3)
    assert unmasked.index.tolist() == read_side_information(values, 3).index.tolist()


BIG = 2**63


@pytest.mark.parametrize(
    "y",
    [
        [BIG + 1, BIG + 2, -1],
        [BIG + 1, BIG + 2, None],
        [BIG + 1, BIG + 2, float("nan")],
        [2**53, 2**53 + 1, float("nan")],
        [2**70, 2**70 + 1, -1],
        [float(2**53), 2**53 + 1, None],
    ],
)
def test_large_integers_stay_apart(y):
    """As floating-point numbers they would be one category."""
    side = read_side_information(y, 3)
    assert side.index.tolist() == [0, 1, -1]
    assert side.categories.tolist() == y[:2]
    assert side.decode([0, 1]).tolist() == y[:2]


def test_unsigned_categories_are_integers_again():
    side = read_side_information(np.array([BIG + 1, BIG + 2], dtype=np.uint64), 2)
    assert side.decode([1, -1]).tolist() == [BIG + 2, -1]
    assert read_side_information(np.array([3, 4], dtype=np.uint64), 2).decode([1, -1]).dtype == np.int64


@pytest.mark.parametrize("start", [2**53, 2**63])
@pytest.mark.parametrize("kind", ["UInt64", "uint64[pyarrow]", "category", "array", "frame", "polars", "arrow"])
def test_large_integers_with_gaps_stay_apart(start, kind):
    """A column with gaps becomes an array of floats, in which these would be one category."""
    values = [start + 1, None, start + 2, start + 3]
    own = pd.Series(values, dtype="uint64[pyarrow]" if kind == "uint64[pyarrow]" else "UInt64")
    y = {
        "category": lambda: own.astype("category"),
        "array": lambda: own.array,
        "frame": lambda: own.to_frame(),
        "polars": lambda: pl.Series(values, dtype=pl.UInt64),
        "arrow": lambda: pa.array(values, pa.uint64()),
    }.get(kind, lambda: own)()
    side = read_side_information(y, 4)
    assert side.index.tolist() == [0, -1, 1, 2]
    assert side.categories.tolist() == [start + 1, start + 2, start + 3]


@pytest.mark.parametrize("y", [[2.0**53, np.nan], [-1e300, 1.0], np.array([2**24, 1], dtype=np.float32)])
def test_floats_that_do_not_tell_whole_numbers_apart_are_refused(y):
    with pytest.raises(InputError, match="no longer tells whole numbers apart: give such categories as integers"):
        read_side_information(y, 2)
