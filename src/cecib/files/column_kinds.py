"""What a column holds that is no measurement: dates, names of rows, the same in every row, text.

A column of numbers is set aside only if it plainly is none to cluster by: it counts the rows, it is called an ID and
differs in every row, it is called a date and holds dates, or it says nothing. In doubt it stays, and is mentioned.
"""

from __future__ import annotations

import re
from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

ROW_NUMBERS, ROW_NAMES = "row numbers", "names of rows"
DATES, CONSTANT, TEXT = "dates", "constant", "not numbers"
SEPARATORS = "numbers with separators or units: write them plainly"
FEW_TEXTS = 20  # different texts that a column may hold to be offered as columns of 0 and 1
_LEAST_ROWS = 3  # in which numbers count up, or names differ
_SURE = 20  # rows, from which on numbers that differ in all of them are worth a word
_MOST_STEPS = 0.5  # of row numbers are by one, if rows have been left out
_SEEN = 1000  # cells that tell whether texts are dates
_MOSTLY = 0.9
_ID = re.compile(
    r"(.*[\W_])?id|index|idx|key|uuid|guid|rowid|rownames?|row[ _]?(number|nr|no)?|unnamed: \d+", re.IGNORECASE
)
_HUMPED_ID = re.compile(r".*[a-z]I[Dd]")  # as in birdId, but not in fluid
_DATE_NAME = re.compile(r"date|datum|(^|[\W_])day$|timestamp|epoch|unixtime", re.IGNORECASE)
_CLOCK = r"\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?[AaPp][Mm])?"
_DATE = re.compile(
    rf"\s*((\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}[-/.](\d{{4}}|\d{{2}}))([T ]\s*{_CLOCK})?"
    rf"|{_CLOCK})\s*(Z|UTC|[-+]\d{{2}}:?\d{{2}})?\s*"
)
_DAYS = (19_000_101, 21_001_231)  # as numbers, year, month and day
_SECONDS = (6e8, 4e9)  # since 1970, of the years 1989 to 2096; also in thousandths and so on


def is_number(column: pd.Series[Any]) -> bool:
    """Whether a column holds numbers, or yes and no."""
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    return bool(is_numeric_dtype(column) or is_bool_dtype(column)) and column.dtype.kind != "c"


def reason_to_set_aside(column: pd.Series[Any]) -> str | None:
    """Say why a column of numbers is none to cluster by, or None.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.column_kinds import reason_to_set_aside
    >>> reason_to_set_aside(pd.Series([7, 8, 9], name="bird")), reason_to_set_aside(pd.Series([9, 4, 7], name="wing"))
    ('row numbers', None)
    >>> reason_to_set_aside(pd.Series([812, 40, 77], name="bird_id"))
    'names of rows'
    >>> reason_to_set_aside(pd.Series([20130101, 20130102, 20130102], name="date"))
    'dates'
    """
    values = _whole_numbers(column[column.notna()])
    if values is None or len(values) < _LEAST_ROWS:
        return None
    if _DATE_NAME.search(str(column.name)) and _are_dates(values):
        return DATES
    if column.dtype.kind in "iu" and _counts_rows(values):
        return ROW_NUMBERS
    return ROW_NAMES if is_called_id(str(column.name)) and len(np.unique(values)) == len(values) else None


def doubt(column: pd.Series[Any]) -> str | None:
    """Say what makes one doubt that a column of numbers that is kept is a measurement, or None.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.column_kinds import doubt
    >>> doubt(pd.Series([3, 3, 1], name="customer_id")), doubt(pd.Series([1.5, 2.5, 4.5], name="wing"))
    ('is called an ID', None)
    """
    values = _whole_numbers(column[column.notna()])
    if values is None or len(values) < _LEAST_ROWS:
        return None
    if is_called_id(str(column.name)):
        return "is called an ID"
    is_spread = column.dtype.kind in "iu" and len(values) >= _SURE and len(np.unique(values)) == len(values)
    if is_spread and np.ptp(values.astype(float)) + 1 == len(values):
        return "numbers the rows in another order"
    return None


def kind_of_text(column: pd.Series[Any]) -> str:
    """Say what a column that holds no numbers holds: dates, names of rows, or texts, and how many if there are few.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.column_kinds import kind_of_text
    >>> kind_of_text(pd.Series(["2020-01-31", "2020-02-01"])), kind_of_text(pd.Series(["a", "b", "c"]))
    ('dates', 'names of rows')
    >>> kind_of_text(pd.Series(["a", "b", "a", "b"]))
    'text of 2 values'
    """
    if has_dates(column):
        return DATES
    told = column[column.notna()]
    texts = told.map(str)
    n = texts.nunique()
    if len(column) >= _LEAST_ROWS and n == len(column):
        return ROW_NAMES
    if 2 <= n <= FEW_TEXTS and 2 * n <= len(told):
        return f"text of {n} values"
    return TEXT


def is_few_texts(reason: str) -> bool:
    """Whether a column is offered as columns of 0 and 1."""
    return reason.startswith("text of ")


def is_called_id(name: str) -> bool:
    """Whether a column is called as names of rows are.

    Examples
    --------
    >>> from cecib.files.column_kinds import is_called_id
    >>> [name for name in ("id", "birdId", "user_id", "Unnamed: 0", "fluid", "humid", "width") if is_called_id(name)]
    ['id', 'birdId', 'user_id', 'Unnamed: 0']
    """
    return _ID.fullmatch(name) is not None or _HUMPED_ID.fullmatch(name) is not None


def has_dates(column: pd.Series[Any]) -> bool:
    """Whether a column holds dates or times, by its type or as texts."""
    if column.dtype.kind in "mM" or column.dtype.name.startswith("period"):
        return True
    told = [cell for cell in column.iloc[:_SEEN] if not _is_missing(cell)]
    n = sum(isinstance(cell, date | time | timedelta) or _is_date(cell) for cell in told)
    return n > _MOSTLY * len(told)


def _is_date(cell: Any) -> bool:
    return isinstance(cell, str) and _DATE.fullmatch(cell) is not None


def _is_missing(cell: Any) -> bool:
    return cell is None or cell != cell


def _whole_numbers(column: pd.Series[Any]) -> NDArray[Any] | None:
    """Give the values if they are whole numbers, whatever their type."""
    values = column.to_numpy()
    if values.dtype.kind in "iu":
        return values
    if values.dtype.kind == "f" and np.isfinite(values).all() and (values == np.rint(values)).all():
        return values
    return None


def _counts_rows(values: NDArray[Any]) -> bool:
    """Whether numbers count up or down by one, or up and mostly by one, as where rows have been left out."""
    own = values.astype(float)
    steps = np.diff(own)
    if (steps == 1).all() or (steps == -1).all():
        return True
    return len(own) >= _SURE and bool((steps > 0).all()) and bool((steps == 1).mean() > _MOST_STEPS)


def _are_dates(values: NDArray[Any]) -> bool:
    own = values.astype(float)
    if _DAYS[0] <= own.min() and own.max() <= _DAYS[1]:
        month, day = own // 100 % 100, own % 100
        return bool(((month >= 1) & (month <= 12) & (day >= 1) & (day <= 31)).all())
    return any(_SECONDS[0] * unit <= own.min() and own.max() <= _SECONDS[1] * unit for unit in (1.0, 1e3, 1e6, 1e9))
