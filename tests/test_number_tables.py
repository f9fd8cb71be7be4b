"""What X may hold: numbers in any guise are taken, all else is refused with the columns and the remedy."""

import datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

from cecib import CECIB
from cecib.blocks import arrays
from cecib.input_errors import InputError

X = np.vstack([np.random.default_rng(0).normal(c, 1, (20, 2)) for c in (0, 9)]).round(2)
FRAME = pd.DataFrame(X, columns=["a", "b"])
DAYS = pd.date_range("2020-01-01", periods=40)


def fit(given):
    return CECIB(2, n_init=1, n_jobs=1, random_state=0, missing="fail").fit(given)


TAKEN = {
    "objects": X.astype(object),
    "decimals": np.array([[Decimal(str(value)) for value in row] for row in X.tolist()], dtype=object),
    "fractions": np.array([[Fraction(str(value)) for value in row] for row in X.tolist()], dtype=object),
    "texts": X.astype(str),
    "a list of texts": X.astype(str).tolist(),
    "nothing masked": np.ma.masked_array(X, mask=False),
    "nullable": FRAME.astype("Float64"),
    "arrow": FRAME.astype("double[pyarrow]"),
    "polars": pl.DataFrame({"a": X[:, 0], "b": X[:, 1]}),
    "lazy polars": pl.LazyFrame({"a": X[:, 0], "b": X[:, 1]}),
    "an Arrow table": pa.table({"a": X[:, 0], "b": X[:, 1]}),
    "an Arrow batch": pa.RecordBatch.from_pydict({"a": X[:, 0], "b": X[:, 1]}),
}


@pytest.mark.parametrize("name", TAKEN)
def test_numbers_in_any_guise_are_taken(name):
    assert fit(TAKEN[name]).cost_ == pytest.approx(fit(X).cost_)


def with_entry(value):
    given = X.astype(object)
    given[3, 1] = value
    return given


REFUSED = {
    "text": (with_entry("x"), "Column '1' of X holds text, such as 'x' in row 3: .* leave it out or encode it"),
    "texts": (np.full((4, 2), "x"), "Columns '0' and '1' of X hold text"),
    "dates": (np.column_stack([DAYS, DAYS]), "Columns '0' and '1' of X hold dates or times: .* such as days"),
    "spans": (np.column_stack([DAYS - DAYS[0]] * 2), "hold dates or times"),
    "a date": (with_entry(datetime.date(2020, 1, 1)), "Column '1' of X holds dates or times"),
    "no time": (with_entry(pd.NaT), "Column '1' of X holds dates or times"),
    "a complex number": (with_entry(1j), "Column '1' of X holds complex numbers .* as two columns"),
    "complex numbers": (X + 1j, "Columns '0' and '1' of X hold complex numbers"),
    "sparse complex numbers": (sparse.csr_array(X + 1j), "X holds complex numbers"),
    "pandas.NA": (with_entry(pd.NA), "Column '1' of X holds missing values: .*fill it"),
    "a dict": (with_entry({"a": 1}), "Column '1' of X holds objects, such as a dict in row 3"),
    "a large number": (with_entry(10**400), "Column '1' of X holds numbers too large for floats: .*rescale it"),
    "masked": (
        np.ma.masked_array(X, mask=np.arange(80).reshape(40, 2) == 7),
        r"X has 1 masked entry, the first in column '1' \(row 3\): drop such rows or fill them",
    ),
    "masked in two columns": (
        np.ma.masked_array(X, mask=np.arange(80).reshape(40, 2) >= 77),
        r"X has 3 masked entries in columns '0' and '1', the first in column '1' \(row 38\)",
    ),
    "the masked constant": (np.ma.masked, "X must be a table of numbers, rows by columns, got a masked constant"),
    "a list of dicts": ([{"a": 1.0}], "X must be a table .*, got a list of dicts: .* pandas.DataFrame"),
    "an Arrow table": (pa.table({"wing": [1.0], "diet": ["x"]}), "Column 'diet' of X holds text, such as 'x' in row 0"),
    "a lazy frame": (pl.LazyFrame({"wing": [1.0], "diet": ["x"]}), "Column 'diet' of X holds text"),
    "all there is": (
        FRAME.assign(c=DAYS, d="x", e=np.nan, f=np.inf, g=pd.array([1, None] * 20, dtype="Int64")),
        "Column 'c' .* dates or times, and column 'd' text, .*, and column 'f' inf",
    ),
    "gaps in several columns": (
        FRAME.assign(c=[np.inf, np.nan] * 20, d=[0, np.nan] * 20),
        r"X contains NaN in columns 'c' \(row 1\) and 'd' \(row 1\) and infinity in column 'c' \(row 0\): drop or",
    ),
    "fields": (
        np.array([(1.0, 2.0)], dtype=[("a", float), ("b", float)]),
        "fields 'a' and 'b': .*structured_to_unstructured",
    ),
    "many columns": (
        FRAME.assign(c=DAYS, d="x", e=DAYS.tz_localize("UTC"), f=DAYS.to_period("D")),
        "Columns 'c', 'e' and 'f' of X hold dates or times, and column 'd' text, such as 'x' in row 0: features must",
    ),
    "numbered columns": (pd.DataFrame({0: X[:, 0], 1: DAYS}), "Column '1' of X holds dates or times"),
    "polars": (pl.DataFrame({"a": X[:, 0], "b": DAYS.to_numpy()}), "Column 'b' of X holds dates or times"),
    "two of a name": (pd.DataFrame(X, columns=["a", "a"]), "X has 2 columns called 'a': give each its own name"),
    "uneven rows": ([[1.0, 2.0], [3.0]], "X has rows of different lengths"),
    "a dictionary": ({"a": [1.0]}, "X must be a table of numbers, rows by columns, got dict"),
    "nothing": (None, "X must be a table of numbers, rows by columns, got NoneType"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_all_else_is_refused(name):
    given, said = REFUSED[name]
    with pytest.raises(InputError, match=said) as raised:
        fit(given)
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["masked", "dates", "a complex number", "text"])
def test_other_doors(name):
    """Prediction, streams and blocks look at the same things."""
    given, said = REFUSED[name]
    model = fit(X)
    with pytest.raises(InputError, match=said):
        model.predict(given)
    with pytest.raises(InputError, match=said):
        CECIB(2, missing="fail").partial_fit(given)
    with pytest.raises(InputError, match=said.replace("X", "block 1")):
        CECIB(2, missing="fail").fit_blocks([given])


def test_paths_and_blocks_where_rows_are_to_be_in_memory():
    with pytest.raises(InputError, match=r"X must be a table of numbers, got the text 'birds.csv': read"):
        CECIB(2).partial_fit("birds.csv")
    with pytest.raises(InputError, match=r"X must be .* got blocks, .*: for findings use .*findings_in_blocks\.$"):
        fit(X).findings(arrays([X]))


@pytest.mark.parametrize("make", [pa.table, pl.LazyFrame])
def test_names_of_columns_are_known(make):
    """Labels may come so too."""
    given = make({"wing": X[:, 0], "mass": X[:, 1]})
    model = CECIB(2, n_init=1, n_jobs=1, random_state=0).fit(given, make({"diet": ["seeds", None] * 20}))
    assert (model.feature_names_in_.tolist(), model.categories_.tolist()) == (["wing", "mass"], ["seeds"])
    assert np.array_equal(model.predict(given), model.labels_)
    assert CECIB(2, n_init=1).fit_blocks([given]).feature_names_in_.tolist() == ["wing", "mass"]


def test_an_array_of_three_dimensions_is_no_table_even_if_masked():
    with pytest.raises(ValueError, match="dim 3"):
        fit(np.ma.masked_array(np.zeros((3, 3, 3)), mask=True))


def test_a_frame_of_other_columns_is_told_so():
    with pytest.raises(ValueError, match="feature names"):
        fit(FRAME).predict(FRAME.assign(c="x"))


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (np.ones(40) * 1j, "sample_weight must hold numbers, got complex128"),
        (DAYS.to_numpy(), "must hold numbers, got datetime64"),
        (["x"] * 40, "must hold numbers, got <U1"),
        (np.ma.masked_array(np.ones(40), mask=np.arange(40) == 3), "has masked entries"),
        ([object()] * 40, "must hold numbers, got objects"),
    ],
)
def test_weights(weights, said):
    with pytest.raises(InputError, match=f"sample_weight .*{said.removeprefix('sample_weight ')}"):
        CECIB(2).fit(X, sample_weight=weights)
