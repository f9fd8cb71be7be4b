"""Which columns of a table are features and which are labels, and whether their cells will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.files.tables import extension, read_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ColumnChoice:
    """Names of the features, and why other columns were left out."""

    features: list[str]
    left_out: dict[str, str]


def find_column(name: str, names: Sequence[str], argument: str) -> str:
    """Find a column by its name, or by its position counting from 1."""
    if name in names:
        return name
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return names[int(name) - 1]
    raise ValueError(f"{argument} names the column {name!r}, which the data do not have: they have {_listing(names)}.")


def parse_features(text: str, names: Sequence[str], labels: Sequence[str] = ()) -> list[str]:
    """Read a list of names, positions and ranges FIRST:LAST; a range passes over the label columns."""
    chosen: list[str] = []
    for item in [text] if text in names else [part.strip() for part in text.split(",")]:
        if item not in names and ":" in item:
            first, last = (find_column(end.strip(), names, "--features") for end in item.split(":", 1))
            start, stop = names.index(first), names.index(last)
            if start > stop:
                raise ValueError(f"--features has the range {item!r}, whose ends are in the wrong order: swap them.")
            chosen += [name for name in names[start : stop + 1] if name not in labels]
        else:
            chosen.append(find_column(item, names, "--features"))
    for label in labels:
        if label in chosen:
            raise ValueError(f"--features holds the label column {label!r}: leave it out, labels are not features.")
    return list(dict.fromkeys(chosen))


def choose_features(
    frame: pd.DataFrame,
    labels: Sequence[str] = (),
    group: str | None = None,
    drawn_by: Sequence[str] = (),
    ids: str | None = None,
) -> ColumnChoice:
    """Take every column of numbers that is neither a label, the group, a row number, nor where rows are drawn."""
    features, left_out = [], {}
    others = dict.fromkeys(drawn_by, "where rows are drawn") | dict.fromkeys(labels, "the label")
    others |= {name: reason for name, reason in ((group, "the group"), (ids, "names of rows")) if name is not None}
    for name in frame.columns:
        reason = others.get(name) or _reason_to_leave_out(frame, name)
        if reason is None:
            features.append(name)
        else:
            left_out[name] = reason
    if not features:
        found = ", ".join(f"{name!r} ({reason})" for name, reason in left_out.items())
        raise ValueError(f"--features is needed, since no column of numbers was found among {found}: name the columns.")
    return ColumnChoice(features, left_out)


def read_features(frame: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Take the features out of a table as finite numbers, or name the column and row of the first other cell."""
    import pandas as pd

    columns: dict[str, NDArray[Any]] = {}
    for name in names:
        values = _as_numbers(frame[name])
        _refuse_not_finite(values, name)
        columns[name] = values
    return pd.DataFrame(columns)


def read_label_columns(frame: pd.DataFrame, argument: str | None) -> tuple[list[str], Any]:
    """Find the label columns, coarse to fine, or read the labels from an NPY file; empty cells and −1 become None."""
    import pandas as pd

    if argument is None:
        return [], None
    if extension(argument) == ".npy" and argument not in frame.columns and Path(argument).exists():
        labels = read_table(argument)
        if len(labels) != len(frame):
            raise ValueError(
                f"--labels must hold {len(frame)} entries, one per row of the data, got {len(labels)}: match them."
            )
        names = [] if labels.shape[1] == 1 else [f"level {level + 1}" for level in range(labels.shape[1])]
        columns = [clean_labels(labels.iloc[:, level]) for level in range(labels.shape[1])]
        return [], columns[0] if len(columns) == 1 else pd.DataFrame(dict(zip(names, columns, strict=True)))
    given = [argument] if argument in frame.columns else [part.strip() for part in argument.split(",")]
    names = list(dict.fromkeys(find_column(part, list(frame.columns), "--labels") for part in given))
    if len(names) == 1:
        return names, clean_labels(frame[names[0]])
    return names, pd.DataFrame({name: pd.Series(clean_labels(frame[name])) for name in names})


def clean_labels(column: pd.Series[Any]) -> NDArray[Any]:
    """Put None where a cell of text is empty or −1; columns of numbers are as they are."""
    values = column.to_numpy()
    if values.dtype.kind in "biuf":
        return values
    cleaned = np.empty(len(values), dtype=object)
    is_missing = column.isna().to_numpy()
    cleaned[:] = [None if gone else _clean_label(value) for value, gone in zip(values, is_missing, strict=True)]
    return cleaned


def _clean_label(value: Any) -> Any:
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
        _as_numbers(column)
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


def _as_numbers(column: pd.Series[Any]) -> NDArray[Any]:
    import pandas as pd

    if not _is_number(column):
        numbers = pd.to_numeric(column.astype("object"), errors="coerce")
        is_text = (numbers.isna() & column.notna()).to_numpy() | (column.dtype.kind in "cmM")
        if is_text.any():
            _refuse_text(column, int(np.flatnonzero(is_text)[0]))
        column = numbers
    return column.to_numpy(dtype=np.float32 if column.dtype == np.float32 else np.float64, na_value=np.nan)


def _refuse_text(column: pd.Series[Any], row: int) -> None:
    cell = str(column.iloc[row])
    advice = "correct it, or choose other columns with --features"
    if _is_decimal_comma(cell):
        advice = "write decimals with a point, or choose other columns with --features"
    raise ValueError(f"Column {str(column.name)!r} must hold numbers, got {cell[:40]!r} in row {row + 1}: {advice}.")


def _is_decimal_comma(cell: str) -> bool:
    return cell.count(",") == 1 and cell.replace(",", "").lstrip("+-").isdecimal()


def _refuse_not_finite(values: NDArray[Any], name: str) -> None:
    is_bad = ~np.isfinite(values)
    if is_bad.any():
        row = int(np.flatnonzero(is_bad)[0])
        what = "an empty cell or NaN" if np.isnan(values[row]) else "infinity"
        others = f" and {int(is_bad.sum()) - 1} more" if is_bad.sum() > 1 else ""
        raise ValueError(
            f"Column {name!r} must hold finite numbers, got {what} in row {row + 1}{others}: fill or remove such rows, "
            "or choose other columns with --features."
        )


def _listing(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:12])
    return shown if len(names) <= 12 else f"{shown} and {len(names) - 12} more"
