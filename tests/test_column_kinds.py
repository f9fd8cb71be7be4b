"""Which columns are no measurements: what counts or names rows, dates, what says nothing; real features stay."""

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets

from cecib.files.columns import choose_features, columns_that_name_rows, read_features
from cecib.files.tables import read_table
from shared_data import shared_data

N = 60
RANDOM = np.random.default_rng(0)
WING = pd.Series(RANDOM.normal(70, 3, N).round(1))
DAYS = pd.date_range("2020-01-01", periods=N)

SET_ASIDE = {
    "row numbers": ("nr", np.arange(5, 5 + N), "row numbers"),
    "row numbers downwards": ("nr", np.arange(N)[::-1], "row numbers"),
    "rows left out": ("nr", np.flatnonzero(RANDOM.random(2 * N) < 0.8)[:N], "row numbers"),
    "an ID": ("flight_id", RANDOM.permutation(1000)[:N], "names of rows"),
    "an ID with a hump": ("birdID", RANDOM.permutation(1000)[:N], "names of rows"),
    "an ID in floats": ("id", RANDOM.permutation(1000)[:N].astype(float), "names of rows"),
    "texts": ("name", [f"b{i}" for i in range(N)], "names of rows"),
    "dates": ("when", DAYS, "dates"),
    "dates with a zone": ("when", DAYS.tz_localize("UTC"), "dates"),
    "spans": ("when", DAYS - DAYS[0], "dates"),
    "days": ("when", DAYS.date, "dates"),
    "texts of dates": ("when", DAYS.strftime("%Y-%m-%dT%H:%M:%SZ"), "dates"),
    "European dates": ("when", DAYS.strftime("%d.%m.%Y %H:%M"), "dates"),
    "American dates": ("when", DAYS.strftime("%m/%d/%Y"), "dates"),
    "dates as numbers": ("date", DAYS.strftime("%Y%m%d").astype(int), "dates"),
    "seconds": ("timestamp", DAYS.as_unit("s").astype("int64").to_numpy(), "dates"),
    "a constant": ("year", np.full(N, 2013), "constant"),
    "a copy": ("width", WING, "a copy of wing"),
    "few texts": ("origin", ["EWR", "JFK", "LGA"] * 20, "text of 3 values"),
    "many texts": ("note", [f"n{i % 30}" for i in range(N)], "not numbers"),
    "nothing": ("note", [None] * N, "empty"),
}


@pytest.mark.parametrize("case", SET_ASIDE)
def test_set_aside(case):
    name, column, reason = SET_ASIDE[case]
    choice = choose_features(pd.DataFrame({"wing": WING, name: column}))
    assert (choice.features, choice.left_out) == (["wing"], {name: reason})


MEASURED = {
    "floats that all differ": ("mass", np.linspace(1, 2, N)),
    "integers that all differ": ("income", RANDOM.permutation(50_000)[:N]),
    "sorted integers with wide gaps": ("income", np.sort(RANDOM.permutation(50_000)[:N])),
    "every other number": ("height", np.arange(0, 2 * N, 2)),
    "called almost as an ID": ("fluid", RANDOM.permutation(1000)[:N]),
    "an index of something": ("price_index", RANDOM.permutation(1000)[:N]),
    "a small number called a date": ("update_count", RANDOM.integers(0, 9, N)),
    "yes and no": ("flew", RANDOM.random(N) < 0.5),
    "with gaps": ("mass", np.where(np.arange(N) == 3, np.nan, np.arange(N))),
    "almost constant": ("mass", np.r_[1.0, np.zeros(N - 1)]),
    "a rounded copy": ("width", WING.round()),
}


@pytest.mark.parametrize("case", MEASURED)
def test_measurements_stay(case):
    name, column = MEASURED[case]
    choice = choose_features(pd.DataFrame({"wing": WING, name: column}))
    assert (choice.features, choice.left_out, choice.doubts) == (["wing", name], {}, {})


def test_doubtful_columns_stay_and_are_mentioned():
    frame = pd.DataFrame({"wing": WING, "rank": RANDOM.permutation(N), "nest_id": np.arange(N) // 4})
    choice = choose_features(frame)
    assert choice.features == ["wing", "rank", "nest_id"]
    assert choice.doubts == {"rank": "numbers the rows in another order", "nest_id": "is called an ID"}


def test_the_first_rows_do_not_tell_that_a_column_is_constant():
    frame = pd.DataFrame({"wing": WING, "year": 2013, "width": WING})
    assert choose_features(frame, is_whole=False).features == ["wing", "year", "width"]


def test_where_nothing_differs_all_columns_stay():
    assert choose_features(pd.DataFrame({"a": [1.0, 1.0], "b": [2.0, 2.0]})).features == ["a", "b"]


def test_columns_that_name_rows():
    frame = pd.DataFrame({"nr": np.arange(N), "name": [f"b{i}" for i in range(N)], "wing": WING, "day": DAYS})
    assert columns_that_name_rows(frame) == ["nr", "name"]


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits", "diabetes", "linnerud"])
def test_no_feature_of_real_data_is_set_aside(name):
    """But the three pixels of the digits that are always black."""
    frame = getattr(datasets, f"load_{name}")(as_frame=True).data
    choice = choose_features(frame)
    assert choice.doubts == {}
    assert set(choice.left_out.values()) <= {"constant"}
    assert all((frame[column] == frame[column].iloc[0]).all() for column in choice.left_out)


@pytest.mark.parametrize("name", ["ecoli", "glass", "segmentation_full", "user_modeling", "vertebral", "wine"])
def test_no_feature_of_the_papers_data_is_set_aside(name):
    frame = read_table(shared_data(f"{name}.csv"))
    choice = choose_features(frame)
    assert choice.doubts == {}
    numbers = [own for own in choice.left_out if pd.api.types.is_numeric_dtype(frame[own])]
    assert all((frame[own] == frame[own].iloc[0]).all() for own in numbers), choice.left_out


def test_dates_that_are_asked_for_count_days():
    frame = pd.DataFrame({"zone": DAYS.tz_localize("UTC"), "day": DAYS.date, "time": DAYS + pd.Timedelta(hours=12)})
    read = read_features(frame, ["zone", "day", "time"])
    assert read.iloc[0].tolist() == [18_262.0, 18_262.0, 18_262.5]
    assert (read.diff().dropna() == 1.0).all().all()


def test_texts_as_columns_of_0_and_1():
    """A missing text is missing, one that is not asked for in none of them; a column of that very name comes first."""
    frame = pd.DataFrame({"diet": ["seeds", None, "fish", " seeds"], "diet=fish": [5.0, 6.0, 7.0, 8.0]})
    read = read_features(frame, ["diet=seeds", "diet=fish"], missing="model")
    np.testing.assert_array_equal(read.to_numpy(), [[1.0, 5.0], [np.nan, 6.0], [0.0, 7.0], [1.0, 8.0]])


def test_a_blank_cell_is_an_empty_one():
    frame = pd.DataFrame({"wing": ["1.5", " ", "2"]})
    np.testing.assert_array_equal(
        read_features(frame, ["wing"], missing="model").to_numpy().ravel(), [1.5, np.nan, 2.0]
    )


def test_commas_that_may_stand_between_thousands_are_set_aside():
    """They are no names of rows, and no decimals for certain."""
    frame = pd.DataFrame({"mass": ["1,234", "2,345", "3,456"], "wing": [1.0, 2.0, 4.0]})
    choice = choose_features(frame)
    assert choice.features == ["wing"]
    assert choice.left_out == {"mass": "numbers with separators or units: write them plainly"}
    with pytest.raises(ValueError, match="no commas between thousands"):
        read_features(frame, ["mass"])
