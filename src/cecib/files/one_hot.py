"""Texts as numbers: a column of 0 and 1 for each text that a column holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cecib.in_words import counted
from cecib.input_errors import InputError, Named

if TYPE_CHECKING:
    import pandas as pd

_BETWEEN = "="
_MOST = 100  # texts of a column


def one_hot_names(frame: pd.DataFrame, column: str) -> list[str]:
    """Name the columns of 0 and 1 that a column of text becomes.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.one_hot import one_hot_names
    >>> one_hot_names(pd.DataFrame({"diet": ["seeds", "insects", None, "seeds"]}), "diet")
    ['diet=insects', 'diet=seeds']
    """
    texts = sorted(set(_texts(frame[column]).dropna()))
    if not 2 <= len(texts) <= _MOST:
        raise InputError(
            Named("one_hot"), f" names the column {column!r}, which holds {counted(texts, 'different text')}: expected "
            f"2 to {_MOST}, so group them, or leave it out.",
        )  # fmt: skip
    return [f"{column}{_BETWEEN}{text}" for text in texts]


def one_hot_column(frame: pd.DataFrame, name: str) -> pd.Series[Any]:
    """Make one of these columns of a table; a missing text is missing in all, one that is not among them is in none."""
    source = source_of(name, list(frame.columns))
    if source is None:
        raise KeyError(name)
    texts = _texts(frame[source])
    own = (texts == name[len(source) + len(_BETWEEN) :]).fillna(False).astype(float)
    return own.where(texts.notna()).rename(name)


def source_of(name: str, columns: Sequence[str]) -> str | None:
    """Name the column that a feature is read from: itself, or the column of text before the equals sign.

    Examples
    --------
    >>> from cecib.files.one_hot import source_of
    >>> source_of("diet=seeds", ["wing", "diet"]), source_of("wing", ["wing"]), source_of("mass", ["wing"])
    ('diet', 'wing', None)
    """
    if name in columns:
        return name
    return next((own for own in columns if name.startswith(f"{own}{_BETWEEN}")), None)


def _texts(column: pd.Series[Any]) -> pd.Series[Any]:
    return column.map(lambda cell: str(cell).strip(), na_action="ignore")
