"""Tables a few rows at a time, as pandas frames."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cecib.blocks import arrow_files, csv_files, parquet_files
from cecib.blocks.blocks import rows_per_block
from cecib.blocks.column_blocks import as_frame, first_rows
from cecib.blocks.column_file import ColumnFile, Paths, find_files
from cecib.blocks.folders import files_of, refuse_formats
from cecib.extras import require
from cecib.files.binary_tables import array_frame
from cecib.files.endings import extension
from cecib.files.npy_rows import NpyRows
from cecib.files.reading_notes import reading_notes
from cecib.files.tables import read_table

if TYPE_CHECKING:
    import pandas as pd

_KINDS: dict[tuple[str, ...], type[ColumnFile]] = {
    parquet_files.EXTENSIONS: parquet_files.ParquetColumns,
    csv_files.EXTENSIONS: csv_files.CsvColumns,
    arrow_files.EXTENSIONS: arrow_files.ArrowColumns,
}
EXTENSIONS = (*(own for extensions in _KINDS for own in extensions), ".npy")


class Frames(ABC):
    """A table of which some columns are read, a few rows at a time.

    Attributes
    ----------
    names : list of str
        Its columns.
    notes : sequence of str
        What is to be said of how it is read.
    """

    names: list[str]
    notes: Sequence[str] = ()

    @abstractmethod
    def first(self) -> pd.DataFrame:
        """Read the first rows of all columns, to see what they hold."""

    @abstractmethod
    def read(self, columns: Sequence[str], rows: int) -> Iterator[pd.DataFrame]:
        """Read some columns, so many rows at a time."""


def open_frames(path: str | os.PathLike[str]) -> Frames:
    r"""Open a table to read it a few rows at a time.

    Parameters
    ----------
    path : str or path
        Any file that `cecib.files.tables.read_table` takes, or a folder of Parquet, CSV, TSV, Arrow or Feather files,
        all of one format. JSON, .xlsx and .h5ad files are read whole.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.blocks.frames import open_frames
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "birds.csv"
    ...     _ = file.write_text("wing,mass\n70,19.5\n67,15.0\n71,18.0\n")
    ...     table = open_frames(file)
    ...     table.names, [frame["mass"].tolist() for frame in table.read(["mass"], rows=2)]
    (['wing', 'mass'], [[19.5, 15.0], [18.0]])
    """
    require("cli", "pandas", "pyarrow")
    first = first_file(path)
    if not os.path.isdir(path) and extension(first) not in EXTENSIONS:
        return WholeFrames(read_table(first))
    if extension(first) == ".npy":
        return NpyFrames(path)
    ((extensions, kind),) = (item for item in _KINDS.items() if extension(first) in item[0])
    return ColumnFrames(find_files(path, extensions, kind), str(path))


class ColumnFrames(Frames):
    """A table in one or more files of columns."""

    def __init__(self, files: Sequence[ColumnFile], source: str) -> None:
        self._files, self._source = files, source
        self.names = list(files[0].types)
        self.notes = list(dict.fromkeys(note for file in files for note in file.notes))

    def first(self) -> pd.DataFrame:
        """Read the first rows of all columns."""
        frame: pd.DataFrame = first_rows(self._files)
        return frame

    def read(self, columns: Sequence[str], rows: int) -> Iterator[pd.DataFrame]:
        """Read some columns."""
        kept: list[Any] = []
        n_kept = total = 0
        for batch in (batch for file in self._files for batch in file.batches(columns, rows)):
            taken, total = 0, total + len(batch)
            while taken < len(batch):
                kept.append(batch.slice(taken, rows - n_kept))
                taken, n_kept = taken + len(kept[-1]), n_kept + len(kept[-1])
                if n_kept == rows:
                    yield self._whole_numbers(_joined(kept))
                    kept, n_kept = [], 0
        if total == 0:
            raise ValueError(f"{self._source} has 0 rows and {len(self.names)} columns: expected at least one of each.")
        if kept:
            yield self._whole_numbers(_joined(kept))

    def _whole_numbers(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Give whole numbers as such, as far as they were read as fractions only because some may follow."""
        names = {name for file in self._files for name in file.whole_at_first if name in frame.columns}
        whole = [name for name in names if frame[name].dtype.kind == "f" and (frame[name].dropna() % 1 == 0).all()]
        return frame.astype(dict.fromkeys(whole, "Int64")) if whole else frame


def _joined(batches: list[Any]) -> pd.DataFrame:
    """Put batches together, which may be of other types in other files."""
    import pandas as pd
    import pyarrow as pa

    if all(batch.schema.equals(batches[0].schema) for batch in batches):
        return as_frame(pa.Table.from_batches(batches))
    return pd.concat([as_frame(pa.Table.from_batches([batch])) for batch in batches], ignore_index=True)


class NpyFrames(Frames):
    """A table in an NPY file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path, self._rows = str(path), NpyRows(path)
        self.names = list(array_frame(self._rows.read(0, 0), self._path).columns)
        if not self.names or not self._rows.shape[0]:
            raise ValueError(f"{path} has the shape {self._rows.shape}: expected at least one row and one column.")

    def first(self) -> pd.DataFrame:
        """Read the first rows of all columns."""
        return next(self.read(self.names, rows_per_block(len(self.names))))

    def read(self, columns: Sequence[str], rows: int) -> Iterator[pd.DataFrame]:
        """Read some columns."""
        n_rows = self._rows.shape[0]
        for start in range(0, n_rows, rows):
            yield array_frame(self._rows.read(start, min(start + rows, n_rows)), self._path)[list(columns)]


class WholeFrames(Frames):
    """A table that is in memory."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame
        self.names, self.notes = list(frame.columns), reading_notes(frame)

    def first(self) -> pd.DataFrame:
        """Give all rows."""
        return self._frame

    def read(self, columns: Sequence[str], rows: int) -> Iterator[pd.DataFrame]:
        """Give some columns."""
        for start in range(0, len(self._frame), rows):
            yield self._frame[start : start + rows][list(columns)].reset_index(drop=True)


def first_file(path: Paths) -> str | os.PathLike[str]:
    """Give the file itself, or the first of a list or of a folder."""
    if not isinstance(path, str | os.PathLike):
        if not path:
            raise ValueError("The list of files is empty: name at least one.")
        return path[0]
    if not os.path.isdir(path):
        return path
    files = files_of(path, EXTENSIONS)
    refuse_formats(files, [*_KINDS, (".npy",)])
    return files[0]
