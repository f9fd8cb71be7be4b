"""Tables that are written in blocks, whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import TYPE_CHECKING, Any, BinaryIO

from cecib.files.compression import sink
from cecib.files.endings import STANDARD_STREAM, extension, split_ending
from cecib.files.excel_tables import write_excel
from cecib.files.json_tables import as_lines
from cecib.files.standard_output import write_lines
from cecib.files.whole_files import refuse_lack_of_room, whole_file

if TYPE_CHECKING:
    import pandas as pd

Write = Callable[["pd.DataFrame"], None]
_ROWS = 50_000  # whose text is made at once


@contextmanager
def write_blocks(path: str | os.PathLike[str]) -> Iterator[Write]:
    """Give a function that writes the next rows of a table; the file appears when the block ends without an error.

    Parameters
    ----------
    path : str or path
        A .csv, .tsv, .jsonl, .json, .parquet, .arrow, .feather or .xlsx file; text may be compressed, as in .csv.gz.
        "-" is standard output, as CSV, which also gets all rows or none.

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
                with _text(kept) as write:
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
def write_blocks_as(path: Path, ending: str) -> Iterator[Write]:
    """Give a function that writes the next rows in the format of an extension, whatever the path is called."""
    format_, codec = split_ending(ending)
    with open(path, "wb") as file, _WRITERS[format_](file, codec) as write:
        yield write


@contextmanager
def _text(file: BinaryIO, codec: str | None = None, separator: str = ",") -> Iterator[Write]:
    is_first = True
    with sink(file, codec) as stream:

        def write(frame: pd.DataFrame) -> None:
            nonlocal is_first
            for part in _parts(frame):
                text = part.to_csv(index=False, sep=separator, lineterminator="\n", header=is_first)
                stream.write(text.encode())
                is_first = False

        yield write


@contextmanager
def _json(file: BinaryIO, codec: str | None = None, *, is_list: bool = False) -> Iterator[Write]:
    """Write a record per line, or a list of them."""
    is_first = True
    with sink(file, codec) as stream:

        def write(frame: pd.DataFrame) -> None:
            nonlocal is_first
            for part in _parts(frame):
                between = (",\n", "[\n") if is_list else ("\n", "")
                lines = between[0].join(as_lines(part))
                if lines:
                    stream.write((between[is_first] + lines).encode())
                    is_first = False

        yield write
        stream.write({(True, True): b"[]\n", (True, False): b"\n]\n"}.get((is_list, is_first), b"\n"))


def _parts(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """Give so many rows that their text is small beside them; of a table without rows the names of its columns."""
    yield from (frame[start : start + _ROWS] for start in range(0, max(len(frame), 1), _ROWS))


@contextmanager
def _columns(file: BinaryIO, codec: str | None, make: Callable[[BinaryIO, Any], Any]) -> Iterator[Write]:
    """Write each block as a part of its own; a file object of ours knows by itself why it cannot be written to."""
    import pyarrow as pa

    writer: Any = None
    schema: Any = None

    def write(frame: pd.DataFrame) -> None:
        nonlocal writer, schema
        frame = _of_one_type(pa, frame)
        if writer is None:
            schema = _schema(pa, frame)
            writer = make(file, schema)
        try:
            table = pa.Table.from_pandas(frame, schema=schema, preserve_index=False)
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            reason = str(error).split("\n", 1)[0].rstrip(".")[:120]
            raise ValueError(
                f"A column holds something else in later rows than at first ({reason}): write .csv or .jsonl."
            ) from None
        writer.write_table(table)

    try:
        yield write
    except BaseException:
        if writer is not None:
            with suppress(Exception):  # it closes what it has, and would do so later, when the file is gone
                writer.close()
        raise
    if writer is not None:
        writer.close()


def _parquet(file: BinaryIO, codec: str | None = None) -> AbstractContextManager[Write]:
    import pyarrow.parquet

    return _columns(file, codec, pyarrow.parquet.ParquetWriter)


def _arrow(file: BinaryIO, codec: str | None = None) -> AbstractContextManager[Write]:
    from pyarrow import ipc

    return _columns(file, codec, ipc.new_file)


def _excel(file: BinaryIO, codec: str | None = None) -> AbstractContextManager[Write]:
    return write_excel(file)


_WRITERS: dict[str, Callable[[BinaryIO, str | None], AbstractContextManager[Write]]] = {
    ".csv": _text,
    ".tsv": partial(_text, separator="\t"),
    ".jsonl": _json,
    ".ndjson": _json,
    ".json": partial(_json, is_list=True),
    ".parquet": _parquet,
    ".pq": _parquet,
    ".arrow": _arrow,
    ".feather": _arrow,
    ".ipc": _arrow,
    ".xlsx": _excel,
}
WRITABLE = tuple(_WRITERS)


def _of_one_type(pa: Any, frame: pd.DataFrame) -> pd.DataFrame:
    """Write cells of a column as texts if they are of several types, which files of columns do not take."""
    for name in frame.columns[[kind.kind == "O" for kind in frame.dtypes]]:
        try:
            pa.array(frame[name], from_pandas=True)
        except (pa.ArrowException, OverflowError):
            frame = frame.assign(**{name: frame[name].map(str, na_action="ignore")})
    return frame


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
