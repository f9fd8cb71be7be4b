"""Tables: CSV, TSV, Parquet and NPY in; CSV, TSV and Parquet out.

Text must be UTF-8 with the same number of fields in every row. The first row names the columns; if it holds
measurements instead, and in NPY files, columns are named by their position, counting from 1.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from cecib.extras import require
from cecib.files.standard_output import write_lines
from cecib.files.text_format import check_encoding, convert_options, find_format
from cecib.files.unlabelled import keep_spellings
from cecib.files.whole_files import check_writable, whole_file
from cecib.files.whole_numbers import exact_whole_numbers

if TYPE_CHECKING:
    import pandas as pd

STANDARD_STREAM = "-"
SEPARATORS = {".csv": ",", ".tsv": "\t"}
READABLE = (".csv", ".tsv", ".parquet", ".npy")
WRITABLE = (".csv", ".tsv", ".parquet")


def read_table(source: str | os.PathLike[str]) -> pd.DataFrame:
    r"""Read a table from a file, or from standard input if the source is "-".

    Parameters
    ----------
    source : str or path
        A .csv, .tsv, .parquet or .npy file; what standard input holds is told from its first bytes.

    Returns
    -------
    DataFrame
        One or more rows; column names are texts, all different.

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
    content = _read_bytes(source)
    if not content.strip():
        raise ValueError(f"{name} is empty: expected a table with a header and one row per point.")
    if content.startswith(b"PAR1") or name.endswith(".parquet"):
        frame = _parse_parquet(content, name)
    elif content.startswith(b"\x93NUMPY") or name.endswith(".npy"):
        frame = _parse_npy(content, name)
    else:
        frame = _parse_text(content, name, "\t" if name.endswith(".tsv") else None)
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


def write_table_as(frame: pd.DataFrame, path: Path, format_: str) -> None:
    """Write a table in the format of an extension, whatever the path is called."""
    if format_ == ".parquet":
        frame.to_parquet(path, index=False)
    else:
        frame.to_csv(path, index=False, sep=SEPARATORS[format_], lineterminator="\n")


def extension(path: str | os.PathLike[str]) -> str:
    """Lower-case extension of a file name, with its dot."""
    return Path(path).suffix.lower()


def check_extension(path: str | os.PathLike[str], known: tuple[str, ...], argument: str) -> None:
    """Refuse a file whose format its name does not tell."""
    if extension(path) not in known:
        expected = f"{', '.join(known[:-1])} or {known[-1]}"
        found = f"the extension {extension(path)!r}" if extension(path) else "no extension"
        raise ValueError(f"{path} ({argument}) must end in {expected}, got {found}: convert or rename it.")


def check_table_output(path: str | None) -> None:
    """Refuse, before any work is done, an --out that no table can be written to."""
    if path == STANDARD_STREAM:
        if sys.__stdout__ is None:
            raise OSError("--out - needs standard output, which is closed: name a file.")
    elif path is not None:
        check_extension(path, WRITABLE, "--out")
        check_writable(path, "--out")


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


def _parse_text(content: bytes, name: str, separator: str | None) -> pd.DataFrame:
    import pandas as pd
    import pyarrow
    from pyarrow import csv

    check_encoding(content, name)
    form = find_format(content, separator)
    try:
        # one block: types are inferred from the whole file
        options = form.read_options(len(content) + 1), form.parse_options(), convert_options()
        table = csv.read_csv(io.BytesIO(content), *options)
    except pyarrow.ArrowInvalid as error:
        reason = " ".join(str(error).removeprefix("CSV parse error: ").split())
        raise ValueError(f"{name} is not a whole table: {reason[:160]} - repair or remove that row.") from None
    frame: pd.DataFrame = exact_whole_numbers(table, content, form).to_pandas(integer_object_nulls=True)
    frame.columns = pd.Index(form.names(list(map(str, frame.columns))))
    keep_spellings(frame, table.schema.names, content, form)
    return frame


def _parse_parquet(content: bytes, name: str) -> pd.DataFrame:
    import pyarrow.parquet

    try:
        # pre_buffer: its threads may still run when the process ends, which then aborts
        table = pyarrow.parquet.read_table(io.BytesIO(content), pre_buffer=False)
        frame: pd.DataFrame = table.to_pandas(integer_object_nulls=True).reset_index(drop=True)
        return frame
    except MemoryError:
        raise
    except Exception as error:  # bad metadata raise whatever the reader stumbles over
        raise ValueError(f"{name} is damaged or not a Parquet file ({_first_line(error)}): write it anew.") from None


def _parse_npy(content: bytes, name: str) -> pd.DataFrame:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd headers
            array = np.load(io.BytesIO(content), allow_pickle=False)
    except MemoryError:
        raise
    except Exception as error:  # a broken header is read as Python and raises whatever that does
        raise ValueError(
            f"{name} is damaged or not an NPY file of numbers ({_first_line(error)}): write it anew with numpy.save."
        ) from None
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name} is an archive of arrays: write one array with numpy.save.")
    return array_frame(array, name)


def array_frame(array: NDArray[Any], name: str) -> pd.DataFrame:
    """Make a table of an array, rows by columns or with named fields, or say why it is none.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.files.tables import array_frame
    >>> array_frame(np.zeros((1, 2)), "x.npy")
         1    2
    0  0.0  0.0
    """
    import pandas as pd

    kind = array.dtype
    fields = [kind[name] for name in kind.names] if kind.names else [kind]
    if any(field.kind == "V" for field in fields):
        raise ValueError(f"{name} must hold numbers or texts, got dtype {array.dtype}: convert it.")
    if array.ndim not in ((1,) if array.dtype.names else (1, 2)):
        raise ValueError(f"{name} must hold a table, rows by columns, got an array of shape {array.shape}: reshape it.")
    frame = pd.DataFrame(array)
    if array.dtype.names is None:
        frame.columns = _positions(frame.shape[1])
    return frame


def _positions(n_columns: int) -> pd.Index[str]:
    import pandas as pd

    return pd.Index([str(position) for position in range(1, n_columns + 1)])


def refuse_repeated_names(names: list[str], source: str) -> None:
    """Refuse a table in which two columns are called the same."""
    name, count = Counter(names).most_common(1)[0] if names else ("", 0)
    if count > 1:
        raise ValueError(f"{source} has {count} columns called {name!r}: give each its own name.")


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0].rstrip(".")[:120]
