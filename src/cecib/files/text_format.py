"""How a table is written as text: its separator, and whether the first row names the columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from cecib.files.line_ends import first_line

MISSING_TEXTS = ["", "NA", "N/A", "n/a", "nan", "NaN", "NAN", "null", "NULL", "None", "<NA>", "#N/A"]
_MARK = b"\xef\xbb\xbf"  # of UTF-8, which some programs put first
_MEASUREMENT = re.compile(r"[-+]?\d*\.\d+([eE][-+]?\d+)?|[-+]?\d+[eE][-+]?\d+")
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


@dataclass(frozen=True)
class TextFormat:
    """The separator, and whether columns go by their position because the first row holds measurements."""

    separator: str
    is_headless: bool

    def names(self, found: list[str]) -> list[str]:
        """Give the names of columns; one without a name, as of row numbers written by pandas or R, its position."""
        return [str(i) if self.is_headless or not name else name for i, name in enumerate(found, start=1)]

    def read_options(self, block_size: int, encoding: str = "utf-8") -> Any:
        """Options for the reader: one thread, so that errors name the row."""
        from pyarrow import csv

        return csv.ReadOptions(
            block_size=block_size,
            autogenerate_column_names=self.is_headless,
            use_threads=False,
            encoding="utf8" if encoding == "utf-8" else encoding,
        )

    def parse_options(self) -> Any:
        """Options for the parser."""
        from pyarrow import csv

        return csv.ParseOptions(delimiter=self.separator, newlines_in_values=True)


def names_a_column(cell: Any) -> bool:
    """Whether a cell of the first row names a column, and is no measurement."""
    return not isinstance(cell, float) and _MEASUREMENT.fullmatch(str(cell).strip()) is None


def convert_options(types: dict[str, Any] | None = None, columns: list[str] | None = None) -> Any:
    """Options for the converter, with what is a missing cell."""
    from pyarrow import csv

    return csv.ConvertOptions(
        null_values=MISSING_TEXTS, strings_can_be_null=True, column_types=types, include_columns=columns
    )


def text_options(columns: list[str]) -> Any:
    """Options for the converter, so that cells of some columns are as they are written."""
    import pyarrow as pa
    from pyarrow import csv

    return csv.ConvertOptions(column_types=dict.fromkeys(columns, pa.string()), include_columns=columns)


def find_format(content: bytes, separator: str | None = None) -> TextFormat:
    r"""Find the format from the first row.

    Examples
    --------
    >>> from cecib.files.text_format import find_format
    >>> find_format(b"wing;mass\n70;19.5\n")
    TextFormat(separator=';', is_headless=False)
    """
    header = first_line(content.removeprefix(_MARK).lstrip()).decode()
    if separator is None:
        separator = max(",\t;|", key=header.count)
    cells = [cell.strip().strip('"') for cell in header.split(separator)]
    return TextFormat(separator, all(map(_NUMBER.fullmatch, cells)) or any(map(_MEASUREMENT.fullmatch, cells)))
