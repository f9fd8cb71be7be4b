"""Which columns of a table are features and which are labels, and whether their cells will do."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from cecib.files.column_errors import ColumnError, all_faults
from cecib.files.column_kinds import (
    CONSTANT,
    ROW_NAMES,
    ROW_NUMBERS,
    SEPARATORS,
    doubt,
    is_few_texts,
    is_number,
    kind_of_text,
    reason_to_set_aside,
)
from cecib.files.number_texts import is_mark, number_texts
from cecib.files.one_hot import one_hot_column
from cecib.input_errors import InputError, Named

if TYPE_CHECKING:
    import pandas as pd

_THOUSANDS = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?")
_ROLES = "cecib: columns that are no features"  # among the attributes of a frame
Place = Callable[[int], str]  # where a row is, in words; counted from 0 here and from 1 in what is said


def _row(row: int) -> str:
    return f"row {row + 1}"


@dataclass(frozen=True)
class ColumnChoice:
    """Names of the features, why other columns were left out, and what speaks against some that were not."""

    features: list[str]
    left_out: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, str] = field(default_factory=dict)

    @property
    def ids(self) -> list[str]:
        """Columns that name the rows."""
        return [name for name, reason in self.left_out.items() if reason in (ROW_NUMBERS, ROW_NAMES)]

    @property
    def offered(self) -> list[str]:
        """Columns of few texts, which could be taken as columns of 0 and 1."""
        return [name for name, reason in self.left_out.items() if is_few_texts(reason)]


def choose_features(
    frame: pd.DataFrame,
    labels: Sequence[str] = (),
    group: str | None = None,
    drawn_by: Sequence[str] = (),
    ids: str | None = None,
    weight: str | None = None,
    exclude: Sequence[str] = (),
    is_whole: bool = True,
    with_separators: bool = True,
) -> ColumnChoice:
    """Take every column of numbers, but those that have another part to play, name rows, are dates, or say nothing.

    Parameters
    ----------
    frame : DataFrame
        The table, or its first rows.
    labels, group, drawn_by, ids, weight, exclude
        Columns that are no features for other reasons.
    is_whole : bool
        Whether these are all rows; a column that is constant, or a copy, in the first of them may not be later.
    with_separators : bool
        Whether columns such as of 1,382.87 or 12 % are taken.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.columns import choose_features
    >>> frame = pd.DataFrame({"bird": [1, 2, 3], "wing": [70, 67, 71], "mass": [19.5, 15.0, 18.0], "diet": ["a"] * 3})
    >>> choose_features(frame.assign(flew=1, span=frame["wing"]), labels=["diet"]).left_out
    {'bird': 'row numbers', 'diet': 'the label', 'flew': 'constant', 'span': 'a copy of wing'}
    """
    features, left_out = [], {}
    others = dict(frame.attrs.get(_ROLES, {}))
    others |= dict.fromkeys(drawn_by, "where rows are drawn") | dict.fromkeys(exclude, "excluded")
    others |= dict.fromkeys(labels, "the label")
    single = ((group, "the group"), (ids, ROW_NAMES), (weight, "the weight"))
    others |= {name: reason for name, reason in single if name is not None}
    for name in frame.columns:
        reason = others.get(name) or _reason_to_leave_out(frame[name], with_separators=with_separators)
        if reason is None:
            features.append(name)
        else:
            left_out[name] = reason
    if not features:
        raise NoFeatureError(left_out)
    if is_whole:
        silent = _silent(frame, features)
        if len(silent) < len(features):  # or else there is nothing to cluster by
            left_out |= silent
            features = [name for name in features if name not in silent]
    left_out = {name: left_out[name] for name in frame.columns if name in left_out}
    found = {name: doubt(frame[name]) for name in features}
    return ColumnChoice(features, left_out, {name: text for name, text in found.items() if text is not None})


def columns_that_name_rows(frame: pd.DataFrame) -> list[str]:
    """Name the columns of a table, or of its first rows, that name rows."""
    roles = frame.attrs.get(_ROLES, {})
    reasons = {name: roles.get(name) or _reason_to_leave_out(frame[name]) for name in frame.columns}
    return ColumnChoice([], {name: reason for name, reason in reasons.items() if reason is not None}).ids


def tell_roles(frame: pd.DataFrame, roles: dict[str, str]) -> None:
    """Let a frame know what some of its columns are that are no features, whatever they hold."""
    frame.attrs[_ROLES] = roles


class NoFeatureError(InputError):
    """A table without a column to cluster by."""

    def __init__(self, left_out: dict[str, str]) -> None:
        self.left_out = left_out
        found = ", ".join(f"{name!r} ({reason})" for name, reason in left_out.items())
        super().__init__(
            Named("features"), f" is needed, since no column of numbers was found among {found}: name the columns."
        )


def read_features(
    frame: pd.DataFrame, names: Sequence[str], place: Place = _row, missing: str | None = None
) -> pd.DataFrame:
    """Take the features out of a table as finite numbers, or name all columns that hold something else.

    A feature "diet=seeds" that is no column says whether the column "diet" holds "seeds".

    Empty cells are NaN if `missing` is "model" or "drop"; if it is "fail", they would be with "model".

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.columns import read_features
    >>> birds = pd.DataFrame({"wing": [70, 67], "diet": ["seeds", "insects"]})
    >>> read_features(birds, ["wing", "diet=seeds"]).to_numpy().tolist()
    [[70.0, 1.0], [67.0, 0.0]]
    >>> read_features(birds.assign(mass=[float("nan"), 15.0]), ["wing", "mass", "diet"])
    Traceback (most recent call last):
    ...
    cecib.files.column_errors.SeveralColumnsError: 2 columns hold what is no finite number, 'mass' (an empty cell or NaN
    in row 1) and 'diet' ('seeds' in row 1): fill or correct such cells, or leave the columns out with
    exclude='mass,diet'.
    """
    import pandas as pd

    columns: dict[str, NDArray[Any]] = {}
    with all_faults() as looking_at:
        for name in names:
            with looking_at():
                column = frame[name] if name in frame.columns else one_hot_column(frame, name)
                columns[name] = values = as_numbers(column, place)
                check_values(values, name, place, missing)
    return pd.DataFrame(columns)


def clean_labels(column: pd.Series[Any]) -> NDArray[Any]:
    """Put None where a cell of text is empty or −1; columns of numbers are as they are, also where they have gaps."""
    has_gaps = column.dtype.kind in "iu" and bool(column.isna().any())  # as an array these would be floats
    values = column.to_numpy(dtype=object) if has_gaps else column.to_numpy()
    if values.dtype.kind in "biuf":
        return values
    cleaned = np.empty(len(values), dtype=object)
    is_missing = column.isna().to_numpy()
    cleaned[:] = [None if gone else clean_label(value) for value, gone in zip(values, is_missing, strict=True)]
    return cleaned


def clean_label(value: Any) -> Any:
    """Read one label of a file: None for a text that is empty or −1."""
    if not isinstance(value, str):
        return value if isinstance(value, (bool, int, float, np.generic)) else str(value)
    text = value.strip()
    return None if text in ("", "-1") else text


def _reason_to_leave_out(column: pd.Series[Any], *, with_separators: bool = True) -> str | None:
    if column.isna().all():
        return "empty"
    if is_number(column):
        return reason_to_set_aside(column)
    own = number_texts(column)
    if own is not None and (own.values is None or (own.example is not None and not with_separators)):
        return SEPARATORS
    return None if own is not None or _looks_numeric(column) else kind_of_text(column)


def _silent(frame: pd.DataFrame, names: Sequence[str]) -> dict[str, str]:
    """Find columns that say nothing: constant ones, and exact copies of an earlier one."""
    found: dict[str, str] = {}
    firsts: dict[bytes, str] = {}
    for name in names:
        if not is_number(frame[name]):
            continue
        values = as_numbers(frame[name]).astype(np.float64) + 0.0  # no negative zero
        if len(values) > 1 and (values == values[0]).all():
            found[name] = CONSTANT
            continue
        own = sha256(values.tobytes()).digest()
        if len(values) > 1 and own in firsts:
            found[name] = f"a copy of {firsts[own]}"
        firsts.setdefault(own, name)
    return found


def _looks_numeric(column: pd.Series[Any]) -> bool:
    """Whether most of the cells are numbers, also with decimal commas, so that the others are probably slips."""
    import pandas as pd
    from pandas.api.types import is_object_dtype, is_string_dtype

    if not (is_object_dtype(column) or is_string_dtype(column)):
        return False
    n_numbers = pd.to_numeric(column, errors="coerce").notna().sum()
    n_commas = sum(isinstance(cell, str) and _has_commas(cell) for cell in column)
    return bool(n_numbers + n_commas > column.notna().sum() / 2)


def as_numbers(column: pd.Series[Any], place: Place = _row, *, with_separators: bool = True) -> NDArray[Any]:
    """Read a column as float32 where it is that, float64 otherwise, or name the first cell that is no number.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.columns import as_numbers
    >>> as_numbers(pd.Series(["1.5", "2", " ", None, "?"], name="wing")).tolist()
    [1.5, 2.0, nan, nan, nan]
    """
    import pandas as pd

    if column.dtype.kind == "M" or isinstance(_first_told(column), date):
        return _days(column)
    if not is_number(column):
        is_odd = column.dtype.kind in "cm"
        column = column.astype("object").map(lambda cell: None if isinstance(cell, str) and not cell.strip() else cell)
        numbers = pd.to_numeric(column, errors="coerce")
        is_text = (numbers.isna() & column.notna() & ~column.map(is_mark)).to_numpy() | is_odd
        if is_text.any():
            own = number_texts(column) if with_separators and not is_odd else None
            if own is not None and own.values is not None:
                return own.values
            row = int(np.flatnonzero(is_text)[0])
            refuse_text(str(column.name), str(column.iloc[row]), place(row))
        column = numbers
    return column.to_numpy(dtype=np.float32 if column.dtype == np.float32 else np.float64, na_value=np.nan)


def _first_told(column: pd.Series[Any]) -> Any:
    if column.dtype.kind != "O":
        return None
    first = column.first_valid_index()
    return None if first is None else column.loc[first]


def _days(column: pd.Series[Any]) -> NDArray[Any]:
    """Read dates as days since the beginning of 1970."""
    import pandas as pd

    own = pd.to_datetime(column, errors="coerce", utc=True)
    days = (own - pd.Timestamp(0, tz="UTC")) / pd.Timedelta(days=1)
    return days.to_numpy(dtype=np.float64, na_value=np.nan)


def refuse_text(name: str, cell: str, where: str) -> NoReturn:
    """Name a cell that should hold a number."""
    advice = "write decimals with a point, and no commas between thousands" if _has_commas(cell) else "correct it"
    raise ColumnError(
        f"Column {name!r} must hold numbers, got {cell[:40]!r} in {where}: {advice}, or choose other columns with ",
        Named("features"),
        ".",
        name=name,
        holds=f"{cell[:40]!r} in {where}",
    )


def _has_commas(cell: str) -> bool:
    """Whether a cell is a number but for commas, at its decimals or between thousands."""
    is_decimal = cell.count(",") == 1 and cell.replace(",", "").lstrip("+-").isdecimal()
    return is_decimal or _THOUSANDS.fullmatch(cell.strip()) is not None


def check_finite(values: NDArray[Any], name: str, place: Place, further: Sequence[str | Named] = ()) -> None:
    """Refuse empty cells, NaN and infinity, and say where the first is; `further` is one more remedy."""
    is_good = np.isfinite(values)
    if not is_good.all():
        rows = np.flatnonzero(~is_good)
        what = "an empty cell or NaN" if np.isnan(values[rows[0]]) else "infinity"
        others = f" and {len(rows) - 1:,} more" if len(rows) > 1 else ""
        holds = f"{what} in {place(int(rows[0]))}{others}"
        raise ColumnError(
            f"Column {name!r} must hold finite numbers, got {holds}: fill or remove such rows, or choose other columns "
            "with ",
            Named("features"),
            *further,
            ".",
            name=name,
            holds=holds,
            further=tuple(further),
        )


def check_values(values: NDArray[Any], name: str, place: Place, missing: str | None) -> None:
    """Refuse infinity, and what is missing unless `missing` is "model" or "drop"."""
    if missing in ("model", "drop"):
        if np.isinf(values).any():
            check_finite(np.where(np.isnan(values), 0.0, values), name, place)
        return
    check_finite(values, name, place, (", or use ", Named("missing", "model")) if missing == "fail" else ())


def listing(names: Sequence[str]) -> str:
    """Name the first dozen columns."""
    shown = ", ".join(repr(name) for name in names[:12])
    return shown if len(names) <= 12 else f"{shown} and {len(names) - 12} more"


def columns_called(names: Sequence[Any]) -> str:
    """Name columns in a sentence.

    Examples
    --------
    >>> from cecib.files.columns import columns_called
    >>> columns_called(["wing"]), columns_called(["wing", "mass"])
    ("the column 'wing'", "the columns 'wing', 'mass'")
    """
    return f"the column{'' if len(names) == 1 else 's'} {listing(names)}"
