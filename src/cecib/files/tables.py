"""Tables, whole: the door by which files and standard input become frames, and frames become files.

Text must have the same number of fields in every row. The first row names the columns; if it holds measurements
instead, and in NPY files, columns are named by their position, counting from 1.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cecib.extras import require
from cecib.files.binary_tables import parse_arrow, parse_npy, parse_parquet
from cecib.files.block_writer import WRITABLE, write_blocks_as
from cecib.files.compression import decompressed
from cecib.files.endings import STANDARD_STREAM, check_extension, extension, split_ending
from cecib.files.excel_tables import parse_excel
from cecib.files.h5ad_tables import read_h5ad
from cecib.files.json_tables import parse_json, parse_lines
from cecib.files.standard_output import write_lines
from cecib.files.text_tables import parse_tabs, parse_text
from cecib.files.whole_files import check_writable, whole_file

if TYPE_CHECKING:
    import pandas as pd

_PARSERS: dict[str, Callable[[bytes, str], pd.DataFrame]] = {
    ".csv": parse_text,
    ".tsv": parse_tabs,
    ".jsonl": parse_lines,
    ".ndjson": parse_lines,
    ".json": parse_json,
    ".parquet": parse_parquet,
    ".pq": parse_parquet,
    ".arrow": parse_arrow,
    ".feather": parse_arrow,
    ".ipc": parse_arrow,
    ".xlsx": parse_excel,
    ".npy": parse_npy,
}
_CELLS = ".h5ad"
READABLE = (*_PARSERS, _CELLS)
_MARKS = {b"PAR1": ".parquet", b"\x93NUMPY": ".npy", b"ARROW1": ".arrow", b"FEA1": ".feather"}
_STREAM_MARKS = {b"\xff\xff\xff\xff": ".arrow", b"PK\x03\x04": ".xlsx", b"[": ".json", b"{": ".json"}


def read_table(source: str | os.PathLike[str]) -> pd.DataFrame:
    r"""Read a table from a file, or from standard input if the source is "-".

    Parameters
    ----------
    source : str or path
        A .csv, .tsv, .jsonl, .json, .parquet, .arrow, .feather, .xlsx, .h5ad or .npy file; text may be compressed,
        as in .csv.gz, .csv.zst and .csv.bz2. What standard input holds is told from its first bytes.

    Returns
    -------
    DataFrame
        One or more rows; column names are texts, all different. What was guessed, such as an encoding or decimal
        commas, is among `cecib.files.reading_notes.reading_notes`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.files.tables import read_table
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "birds.csv"
    ...     _ = file.write_text("wing;mass;diet\n70;19.5;seeds\n67;15.0;\n")
    ...     read_table(file)
       wing  mass   diet
    0    70  19.5  seeds
    1    67  15.0    NaN
    """
    require("cli", "pandas", "pyarrow")
    name = "standard input" if source == STANDARD_STREAM else str(source)
    if source != STANDARD_STREAM:
        check_extension(source, READABLE, "the data")
    frame = read_h5ad(source) if extension(source) == _CELLS else _parsed(_read_bytes(source), source, name)
    # an unnamed column, as of row numbers written by pandas or R, goes by its position
    frame.columns = [str(column) or str(position) for position, column in enumerate(frame.columns, start=1)]
    refuse_repeated_names(list(frame.columns), name)
    if frame.empty:
        raise ValueError(f"{name} has {len(frame)} rows and {frame.shape[1]} columns: expected at least one of each.")
    return frame


def write_table(frame: pd.DataFrame, path: str | os.PathLike[str]) -> None:
    """Write a table, whole or not at all, in the format of the file's extension; to standard output if it is "-"."""
    if path == STANDARD_STREAM:
        if sys.stdout.isatty():
            write_lines(frame.to_csv(index=False, lineterminator="\n"))
        else:
            frame.to_csv(sys.stdout, index=False)  # piece by piece: a reader may leave early
        return
    with whole_file(path) as temporary:
        write_table_as(frame, temporary, extension(path))


def write_table_as(frame: pd.DataFrame, path: Path, ending: str) -> None:
    """Write a table in the format of an extension, whatever the path is called."""
    with write_blocks_as(path, ending) as write:
        write(frame)


def check_table_output(path: str | None, argument: str = "--out") -> None:
    """Refuse, before any work is done, an argument that no table can be written to."""
    if path == STANDARD_STREAM:
        if sys.__stdout__ is None:
            raise OSError(f"{argument} - needs standard output, which is closed: name a file.")
    elif path is not None:
        check_extension(path, WRITABLE, argument)
        check_writable(path, argument)
        if extension(path) == ".xlsx":
            require("excel", "openpyxl")


def refuse_repeated_names(names: list[str], source: str) -> None:
    """Refuse a table in which two columns are called the same."""
    name, count = Counter(names).most_common(1)[0] if names else ("", 0)
    if count > 1:
        raise ValueError(f"{source} has {count} columns called {name!r}: give each its own name.")


def _parsed(content: bytes, source: str | os.PathLike[str], name: str) -> pd.DataFrame:
    content = decompressed(content, name)
    if not content.strip():
        raise ValueError(f"{name} is empty: expected a table with a header and one row per point.")
    marks = _MARKS | _STREAM_MARKS if source == STANDARD_STREAM else _MARKS
    told = next((own for mark, own in marks.items() if content.lstrip().startswith(mark)), None)
    return _PARSERS[told or split_ending(extension(source)).format or ".csv"](content, name)


def _read_bytes(source: str | os.PathLike[str]) -> bytes:
    if source == STANDARD_STREAM:
        if sys.stdin is None:
            raise OSError("The data are to come from standard input, which is closed: name a file.")
        stream: BinaryIO = sys.stdin.buffer
        return stream.read()
    try:
        return Path(source).read_bytes()
    except FileNotFoundError:
        raise FileNotFoundError(f"{source} does not exist: check the path of the data.") from None
    except IsADirectoryError:
        raise OSError(f"{source} is a folder: expected a file.") from None
    except PermissionError:
        raise OSError(f"{source} may not be read: check its permissions.") from None
