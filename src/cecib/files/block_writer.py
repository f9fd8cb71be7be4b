"""Tables that are written in blocks, whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import TYPE_CHECKING, Any, BinaryIO

from cecib.files.standard_output import write_lines
from cecib.files.tables import SEPARATORS, STANDARD_STREAM, extension
from cecib.files.whole_files import refuse_lack_of_room, whole_file

if TYPE_CHECKING:
    import pandas as pd

Write = Callable[["pd.DataFrame"], None]


@contextmanager
def write_blocks(path: str | os.PathLike[str]) -> Iterator[Write]:
    """Give a function that writes the next rows of a table; the file appears when the block ends without an error.

    Parameters
    ----------
    path : str or path
        A .csv, .tsv or .parquet file; "-" for standard output, as CSV, which also gets all rows or none.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pandas as pd
    >>> from cecib.files.block_writer import write_blocks
    >>> with TemporaryDirectory() as folder:
    ...     with write_blocks(Path(folder) / "t.csv") as write:
    ...         write(pd.DataFrame({"cluster": [0, 1]}))
    ...         write(pd.DataFrame({"cluster": [1, 1]}))
    ...     (Path(folder) / "t.csv").read_text().split()
    ['cluster', '0', '1', '1', '1']
    """
    if path == STANDARD_STREAM:
        with TemporaryFile() as kept:
            try:
                with _text(kept, ",") as write:
                    yield write
            except OSError as error:
                refuse_lack_of_room(error, gettempdir())
                raise
            kept.seek(0)
            _copy_to_standard_output(kept)
        return
    with whole_file(path) as temporary, write_blocks_as(temporary, extension(path)) as write:
        yield write


@contextmanager
def write_blocks_as(path: Path, format_: str) -> Iterator[Write]:
    """Give a function that writes the next rows in the format of an extension, whatever the path is called."""
    with (
        open(path, "wb") as file,
        _parquet(file) if format_ == ".parquet" else _text(file, SEPARATORS[format_]) as write,
    ):
        yield write


@contextmanager
def _text(file: BinaryIO, separator: str) -> Iterator[Write]:
    is_first = True

    def write(frame: pd.DataFrame) -> None:
        nonlocal is_first
        frame.to_csv(file, index=False, sep=separator, lineterminator="\n", header=is_first)
        is_first = False

    yield write
    file.flush()


@contextmanager
def _parquet(file: BinaryIO) -> Iterator[Write]:
    """Write each block as a row group; a file object of ours knows by itself why it cannot be written to."""
    import pyarrow as pa
    import pyarrow.parquet

    writer: Any = None

    def write(frame: pd.DataFrame) -> None:
        nonlocal writer
        if writer is None:
            writer = pyarrow.parquet.ParquetWriter(file, _schema(pa, frame))
        writer.write_table(pa.Table.from_pandas(frame, schema=writer.schema, preserve_index=False))

    try:
        yield write
    except BaseException:
        if writer is not None:
            with suppress(Exception):  # it closes what it has, and would do so later, when the file is gone
                writer.close()
        raise
    if writer is not None:
        writer.close()


def _schema(pa: Any, frame: pd.DataFrame) -> Any:
    """Find the types; a column that begins with empty cells holds texts."""
    own = pa.Schema.from_pandas(frame, preserve_index=False)
    for i, field in enumerate(own):
        if pa.types.is_null(field.type):
            own = own.set(i, field.with_type(pa.string()))
    return own


def _copy_to_standard_output(kept: BinaryIO) -> None:
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is not None and not sys.stdout.isatty():
        sys.stdout.flush()
        shutil.copyfileobj(kept, buffer)
        return
    for line in kept:  # a terminal, or a stream of text that replaces standard output
        write_lines(line.decode())
