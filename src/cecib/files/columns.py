"""Which columns of a table are features and which are labels, and whether their cells will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from cecib.input_errors import InputError, Named

if TYPE_CHECKING:
    import pandas as pd

Place = Callable[[int], str]  # where a row is, in words; counted from 0 here and from 1 in what is said


def _row(row: int) -> str:
    return f"row {row + 1}"


@dataclass(frozen=True)
class ColumnChoice:
    """Names of the features, and why other columns were left out."""

    features: list[str]
    left_out: dict[str, str]


def choose_features(
    frame: pd.DataFrame,
    labels: Sequence[str] = (),
    group: str | None = None,
    drawn_by: Sequence[str] = (),
    ids: str | None = None,
    weight: str | None = None,
) -> ColumnChoice:
    """Take every column of numbers that is neither a label, the group, a row number, nor where rows are drawn.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.columns import choose_features
    >>> frame = pd.DataFrame({"bird": [1, 2, 3], "wing": [70, 67, 71], "mass": [19.5, 15.0, 18.0], "diet": ["a"] * 3})
    >>> choose_features(frame, labels=["diet"])
    ColumnChoice(features=['wing', 'mass'], left_out={'bird': 'row numbers', 'diet': 'the label'})
    """
    features, left_out = [], {}
    others = dict.fromkeys(drawn_by, "where rows are drawn") | dict.fromkeys(labels, "the label")
    single = ((group, "the group"), (ids, "names of rows"), (weight, "the weight"))
    others |= {name: reason for name, reason in single if name is not None}
    for name in frame.columns:
        reason = others.get(name) or _reason_to_leave_out(frame, name)
        if reason is None:
            features.append(name)
        else:
            left_out[name] = reason
    if not features:
        found = ", ".join(f"{name!r} ({reason})" for name, reason in left_out.items())
        raise InputError(
            Named("features"), f" is needed, since no column of numbers was found among {found}: name the columns."
        )
    return ColumnChoice(features, left_out)


def read_features(
    frame: pd.DataFrame, names: Sequence[str], place: Place = _row, missing: str | None = None
) -> pd.DataFrame:
    """Take the features out of a table as finite numbers, or name the column and place of the first other cell.

    Empty cells are NaN if `missing` is "model" or "drop"; if it is "fail", they would be with "model".

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.columns import read_features
    >>> read_features(pd.DataFrame({"wing": [70, 67], "diet": ["a", "b"]}), ["wing"])["wing"].tolist()
    [70.0, 67.0]
    """
    import pandas as pd

    columns: dict[str, NDArray[Any]] = {}
    for name in names:
        values = as_numbers(frame[name], place)
        if missing in ("model", "drop"):
            check_finite(np.where(np.isnan(values), 0.0, values), name, place)
        else:
            check_finite(values, name, place, (", or use ", Named("missing", "model")) if missing == "fail" else ())
        columns[name] = values
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


def _reason_to_leave_out(frame: pd.DataFrame, name: str) -> str | None:
    column = frame[name]
    if column.isna().all():
        return "empty"
    if not _is_number(column):
        if not _looks_numeric(column):
            return "not numbers"
        as_numbers(column)
    if (
        len(column) > 2
        and column.dtype.kind in "iu"
        and not column.isna().any()
        and (np.diff(column.to_numpy()) == 1).all()
    ):
        return "row numbers"
    return None


def _is_number(column: pd.Series[Any]) -> bool:
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    return bool(is_numeric_dtype(column) or is_bool_dtype(column)) and column.dtype.kind != "c"


def _looks_numeric(column: pd.Series[Any]) -> bool:
    """Whether most of the cells are numbers, also with decimal commas, so that the others are probably slips."""
    import pandas as pd
    from pandas.api.types import is_object_dtype, is_string_dtype

    if not (is_object_dtype(column) or is_string_dtype(column)):
        return False
    n_numbers = pd.to_numeric(column, errors="coerce").notna().sum()
    n_commas = sum(isinstance(cell, str) and _is_decimal_comma(cell) for cell in column)
    return bool(n_numbers + n_commas > column.notna().sum() / 2)


def as_numbers(column: pd.Series[Any], place: Place = _row) -> NDArray[Any]:
    """Read a column as float32 where it is that, float64 otherwise, or name the first cell that is no number.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.columns import as_numbers
    >>> as_numbers(pd.Series(["1.5", "2", None], name="wing")).tolist()
    [1.5, 2.0, nan]
    """
    import pandas as pd

    if not _is_number(column):
        numbers = pd.to_numeric(column.astype("object"), errors="coerce")
        is_text = (numbers.isna() & column.notna()).to_numpy() | (column.dtype.kind in "cmM")
        if is_text.any():
            row = int(np.flatnonzero(is_text)[0])
            refuse_text(str(column.name), str(column.iloc[row]), place(row))
        column = numbers
    return column.to_numpy(dtype=np.float32 if column.dtype == np.float32 else np.float64, na_value=np.nan)


def refuse_text(name: str, cell: str, where: str) -> NoReturn:
    """Name a cell that should hold a number."""
    advice = "write decimals with a point" if _is_decimal_comma(cell) else "correct it"
    raise InputError(
        f"Column {name!r} must hold numbers, got {cell[:40]!r} in {where}: {advice}, or choose other columns with ",
        Named("features"),
        ".",
    )


def _is_decimal_comma(cell: str) -> bool:
    return cell.count(",") == 1 and cell.replace(",", "").lstrip("+-").isdecimal()


def check_finite(values: NDArray[Any], name: str, place: Place, further: Sequence[str | Named] = ()) -> None:
    """Refuse empty cells, NaN and infinity, and say where the first is; `further` is one more remedy."""
    is_good = np.isfinite(values)
    if not is_good.all():
        rows = np.flatnonzero(~is_good)
        what = "an empty cell or NaN" if np.isnan(values[rows[0]]) else "infinity"
        others = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
        raise InputError(
            f"Column {name!r} must hold finite numbers, got {what} in {place(int(rows[0]))}{others}: fill or remove "
            "such rows, or choose other columns with ",
            Named("features"),
            *further,
            ".",
        )


def listing(names: Sequence[str]) -> str:
    """Name the first dozen columns."""
    shown = ", ".join(repr(name) for name in names[:12])
    return shown if len(names) <= 12 else f"{shown} and {len(names) - 12} more"
