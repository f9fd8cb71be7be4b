"""Columns of text that hold numbers: what is read, what is set aside, what is left a text."""

import numpy as np
import pandas as pd
import pytest

from cecib.files.columns import as_numbers, choose_features, read_features
from cecib.files.number_texts import MARKS, number_texts
from cecib.files.tables import read_table

READ = {
    "marks": (["1.5", ".", "2", "?", "-", "--", "*", "", None, "-3e2"], [1.5] + [np.nan, 2] + [np.nan] * 6 + [-300]),
    "decimal commas with marks": (["1,5", ".", "2"], [1.5, np.nan, 2]),
    "commas and points": (["1,382.87", "999", "12,000"], [1382.87, 999, 12000]),
    "two commas": (["1,382,000", "1,500"], [1382000, 1500]),
    "apostrophes": (["1'000.50", "2’500", "-7"], [1000.5, 2500, -7]),
    "spaces": (["1 382", "12\u00a0345", "7"], [1382, 12345, 7]),
    "spaces and commas": (["1 382,87", "12,5"], [1382.87, 12.5]),
    "dollars": (["$1,382.87", "-$5", "$-2", "0"], [1382.87, -5, -2, 0]),
    "euros": (["0 €", "12,50 €", "\u22123 €"], [0, 12.5, -3]),
    "percent": (["12%", "3.5 %"], [12, 3.5]),
    "numbers among texts": ([5, 7.5, "-", "1e-3"], [5, 7.5, np.nan, 0.001]),
    "no thousands": (["0,123", "0,456"], [0.123, 0.456]),
}
UNCERTAIN = {
    "one comma": ["1,382", "999"],
    "points between thousands": ["1.382,87", "5"],
    "two currencies": ["$5", "€7"],
    "some percent": ["5%", "7"],
    "dollars and one comma": ["$1,382", "$2,000"],
}
TEXTS = {
    "dates": ["2020-01-31", "2020-02-01", "2020-02-03"],
    "other dates": ["31.01.2020", "01.02.2020"],
    "times": ["10:30", "11:15"],
    "versions": ["1.2.3", "1.2.4"],
    "marks alone": ["?", ".", "?"],
    "a word": ["1", "2", "three"],
    "two units": ["$5%", "$7%"],
    "two signs": ["-$-5", "$7"],
    "a range": ["1-2", "3-4"],
}


@pytest.mark.parametrize("name", READ)
def test_what_is_read(name):
    cells, numbers = READ[name]
    column = pd.Series(cells, name="x", dtype=object)
    assert np.array_equal(number_texts(column).values, numbers, equal_nan=True)
    assert np.array_equal(as_numbers(column), numbers, equal_nan=True)
    assert choose_features(pd.DataFrame({"x": column, "y": 1.0})).features[0] == "x"


@pytest.mark.parametrize("name", UNCERTAIN)
def test_what_is_uncertain_is_set_aside(name):
    frame = pd.DataFrame({"x": UNCERTAIN[name], "y": np.arange(len(UNCERTAIN[name])) * 1.5})
    assert choose_features(frame).left_out == {"x": "numbers with separators or units: write them plainly"}
    with pytest.raises(ValueError, match="Column 'x' must hold numbers, got "):
        read_features(frame, ["x"])


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_no_number(name):
    assert number_texts(pd.Series(TEXTS[name])) is None


def test_a_slip_is_named_and_not_a_mark():
    with pytest.raises(ValueError, match="got 'three' in row 3"):
        as_numbers(pd.Series(["1", "?", "three", "4", "5"], name="x"))


def test_points_between_thousands_where_the_file_has_decimal_commas(tmp_path):
    (tmp_path / "t.csv").write_text("wing;price\n1,5;1.382,87\n2,5;5\n", encoding="utf-8")
    frame = read_table(tmp_path / "t.csv")
    assert read_features(frame, choose_features(frame).features)["price"].tolist() == [1382.87, 5.0]


def test_marks_are_all_that_is_left_out_of_a_long_column():
    cells = [str(i) for i in range(5000)]
    cells[4321] = MARKS[1]
    values = number_texts(pd.Series(cells)).values
    assert np.flatnonzero(np.isnan(values)).tolist() == [4321]
    assert number_texts(pd.Series([*cells, "x"])) is None
