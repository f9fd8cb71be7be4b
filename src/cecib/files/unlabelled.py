"""Cells of a label column that are not empty and yet count as unlabelled: how each is written, and how often."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cecib.files.text_format import MISSING_TEXTS, TextFormat, text_options

if TYPE_CHECKING:
    import pandas as pd

_WRITTEN = "cecib: missing cells as they are written"  # among the attributes of a frame that was read from text
_NAMES = frozenset(MISSING_TEXTS) - {""}


def keep_spellings(frame: pd.DataFrame, written: list[str], content: bytes, form: TextFormat) -> None:
    """Let a frame that was read from text know how its missing cells were written, column by column.

    Parameters
    ----------
    frame : DataFrame
        What was read.
    written : list of str
        The names of its columns as they are written.
    content : bytes
        The text.
    form : TextFormat
        How it is written.
    """
    from pyarrow import csv

    gaps = frame.isna().any().to_numpy()
    columns = [name for name, has_gaps in zip(written, gaps, strict=True) if has_gaps and written.count(name) == 1]
    if not columns or not any(name.encode() in content for name in _NAMES):
        return
    options = form.read_options(len(content) + 1), form.parse_options()
    cells = csv.read_csv(io.BytesIO(content), *options, text_options(columns))
    found = {frame.columns[written.index(name)]: spellings([cells.column(name)]) for name in columns}
    remember_spellings(frame, found)


def remember_spellings(frame: pd.DataFrame, found: Mapping[str, Mapping[str, int]]) -> None:
    """Let a frame know how often missing cells were written in each way, column by column."""
    frame.attrs[_WRITTEN] = {name: {text: own[text] for text in own if text in _NAMES} for name, own in found.items()}


def spellings_in(frame: pd.DataFrame, name: str) -> Counter[str]:
    """Count the cells of a column of a table that was read."""
    found = Counter(frame.attrs.get(_WRITTEN, {}).get(name, {}))
    column = frame[name]
    if column.dtype.kind in "iuf":
        found["-1"] += int((column == -1).sum())
    else:
        found["-1"] += sum(isinstance(cell, str | int) and str(cell).strip() == "-1" for cell in column)
    return +found


def spellings(pieces: Iterable[Any], is_written: bool = True) -> Counter[str]:
    """Count cells in Arrow columns: −1, and in what was written as text also names of a missing value.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from cecib.files.unlabelled import spellings
    >>> spellings([pa.array(["seeds", "NA", "None", "", "None", " -1"])])
    Counter({'None': 2, 'NA': 1, '-1': 1})
    """
    import pyarrow.compute as pc

    found: Counter[str] = Counter()
    for piece in pieces:
        for pair in pc.value_counts(piece).to_pylist():
            value, count = pair["values"], pair["counts"]
            if isinstance(value, str) and is_written and value in _NAMES:
                found[value] += count
            elif value == -1 or (isinstance(value, str) and value.strip() == "-1"):
                found["-1"] += count
    return found


def label_notes(frame: pd.DataFrame, labels: Iterable[str]) -> list[str]:
    """Say it of the columns of labels of a table that was read."""
    return spelling_notes({name: spellings_in(frame, name) for name in labels})


def spelling_notes(found: dict[str, Counter[str]]) -> list[str]:
    """Say it, a line for each column that has such cells.

    Examples
    --------
    >>> from collections import Counter
    >>> from cecib.files.unlabelled import spelling_notes
    >>> spelling_notes({"diet": Counter({"None": 12, "-1": 1}), "kind": Counter()})
    ["label column diet: 12 cells 'None' and 1 cell '-1' count as unlabelled"]
    """
    notes = []
    for name, own in found.items():
        if own:
            cells = [f"{count:,} cell{'' if count == 1 else 's'} {text!r}" for text, count in own.most_common()]
            listed = " and ".join(filter(None, [", ".join(cells[:-1]), cells[-1]]))
            counts = "counts" if own.total() == 1 else "count"
            notes.append(f"label column {name}: {listed} {counts} as unlabelled")
    return notes
