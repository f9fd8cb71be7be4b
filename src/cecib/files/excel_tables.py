"""Tables in Excel workbooks."""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, time
from typing import TYPE_CHECKING, Any, BinaryIO
from zipfile import BadZipFile

from cecib.extras import require
from cecib.files.reading_notes import add_note
from cecib.files.records import frame_of, plain_columns
from cecib.files.standard_output import visible
from cecib.files.text_format import MISSING_TEXTS, names_a_column
from cecib.files.unlabelled import remember_spellings

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 1_048_575  # of a sheet, below the names of columns
_ERRORS = ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!")
_CELLS = (bool, int, float, datetime, time, type(None))  # that a sheet holds beside texts
_SPECIAL = ("=", "#")  # with which formulas and errors begin
_MISSING = frozenset({*MISSING_TEXTS, *_ERRORS})


def parse_excel(content: bytes, name: str) -> pd.DataFrame:
    """Read the first sheet that is not empty; formulas count as what they last came to."""
    require("excel", "openpyxl")
    import openpyxl

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and validations, which do not matter here
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            sheets = book.worksheets
            read = ((sheet.title, _rows(sheet)) for sheet in sheets)
            title, rows = next(((title, rows) for title, rows in read if rows), ("", []))
    except MemoryError:
        raise
    except Exception as error:  # a damaged part raises whatever the reader stumbles over
        reason = "no archive" if isinstance(error, BadZipFile) else str(error).split("\n", 1)[0].rstrip(".")[:120]
        raise ValueError(f"{name} is damaged or not an .xlsx workbook ({reason}): save it anew.") from None
    if not rows:
        raise ValueError(f"{name} is empty: expected a sheet with a header and one row per point.")
    frame = _frame(rows, name)
    if len(sheets) > 1:
        others = [repr(sheet.title) for sheet in sheets if sheet.title != title]
        add_note(frame, f"sheet: {title!r} is read, {', '.join(others)} {'is' if len(others) == 1 else 'are'} not")
    return frame


def _rows(sheet: Any) -> list[tuple[Any, ...]]:
    """Read the cells, without the empty rows and columns at the end."""
    sheet.reset_dimensions()  # which some programs write wrongly
    rows = [tuple(row) for row in sheet.iter_rows(values_only=True)]
    while rows and all(cell is None for cell in rows[-1]):
        rows.pop()
    first = next((i for i, row in enumerate(rows) if any(cell is not None for cell in row)), 0)
    width = max((i + 1 for row in rows for i, cell in enumerate(row) if cell is not None), default=0)
    return [(*row[:width], *[None] * (width - len(row))) for row in rows[first:]]


def _frame(rows: Sequence[tuple[Any, ...]], name: str) -> pd.DataFrame:
    """Take the first row for names, unless it holds measurements or nothing but numbers."""
    head, told = rows[0], [cell for cell in rows[0] if cell is not None]
    has_names = all(map(names_a_column, told)) and not all(isinstance(cell, int) for cell in told)
    names = [str(i) if not has_names or cell is None else str(cell).strip() for i, cell in enumerate(head, start=1)]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0]
        raise ValueError(f"{name} has {twice[1]} columns called {twice[0]!r}: give each its own name.")
    cells = list(zip(*(rows[1:] if has_names else rows), strict=True)) or [()] * len(names)
    found = {
        own: Counter(cell for cell in column if _is_missing(cell)) for own, column in zip(names, cells, strict=True)
    }
    columns = {
        own: [None if _is_missing(cell) else cell for cell in column] for own, column in zip(names, cells, strict=True)
    }
    frame = frame_of(columns)
    remember_spellings(frame, found)
    return frame


def _is_missing(cell: Any) -> bool:
    return isinstance(cell, str) and cell.strip() in _MISSING


@contextmanager
def write_excel(file: BinaryIO) -> Iterator[Callable[[pd.DataFrame], None]]:
    """Give a function that writes the next rows to a sheet; a text that looks like a formula stays a text."""
    require("excel", "openpyxl")
    import openpyxl
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("clusters")
    n_rows = 0

    def cell_of(value: Any) -> Any:
        if isinstance(value, _CELLS) and getattr(value, "tzinfo", None) is None:
            return value
        text = str(value)
        if text[:1] not in _SPECIAL and ILLEGAL_CHARACTERS_RE.search(text) is None:
            return text
        cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub(lambda own: visible(own[0]), text))
        cell.data_type = "s"
        return cell

    def write(frame: pd.DataFrame) -> None:
        nonlocal n_rows
        if n_rows == 0:
            sheet.append([cell_of(str(name)) for name in frame.columns])
        n_rows += len(frame)
        if n_rows > MOST_ROWS:
            raise ValueError(
                f"An .xlsx sheet has room for {MOST_ROWS:,} rows, got {n_rows:,} or more: write .parquet or .csv.gz."
            )
        for row in zip(*plain_columns(frame), strict=True):
            sheet.append([cell_of(value) for value in row])

    try:
        yield write
        book.save(file)
    except BaseException:
        _drop_rows(sheet)
        raise


def _drop_rows(sheet: Any) -> None:
    """Remove the file in which openpyxl keeps rows until the book is written, and which it leaves after an error."""
    with suppress(Exception):  # it would go on writing
        sheet.close()
    with suppress(AttributeError, OSError, ValueError):  # there is none yet, or none any more
        sheet._writer.cleanup()
