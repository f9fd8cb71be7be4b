"""A file of columns, of which some are read a few rows at a time."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from cecib.blocks.folders import files_of
from cecib.files.tables import refuse_repeated_names
from cecib.files.unchanged import Unchanged
from cecib.files.unlabelled import spellings
from cecib.input_errors import InputError

Place = Callable[[int], str]  # where a row of the file is, in words
Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

_BATCH = 131_072  # rows of a column of labels that are looked at at once


class ColumnFile(ABC):
    """A file of columns, as it was when it was first looked at.

    Attributes
    ----------
    path : str
        Where it is.
    types : dict of str to pyarrow.DataType
        Its columns, with what each holds.
    n_rows : int or None
        How many rows it has; None if that is known only after reading them.
    notes : sequence of str
        What is to be said of how it is read.
    whole_at_first : sequence of str
        Columns that are read as fractions, since such may follow, and begin with whole numbers.
    """

    kind: str  # of file, with its article
    names_found: list[str]  # two may be the same, which is refused
    types: dict[str, Any]
    n_rows: int | None = None
    notes: Sequence[str] = ()
    whole_at_first: Sequence[str] = ()

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = str(path)
        self.file = Unchanged(path)
        with self.in_one_sentence():
            self.types = self.look()
        refuse_repeated_names(self.names_found, self.path)
        if not self.types:
            raise ValueError(f"{self.path} has no column: expected a table with one row per point.")

    @abstractmethod
    def look(self) -> dict[str, Any]:
        """Find the columns and their types."""

    @abstractmethod
    def stored(self, columns: Sequence[str], rows: int) -> Generator[Any]:
        """Give record batches of the columns, in any order, with at most so many rows."""

    def first(self, rows: int) -> Iterator[Any]:
        """Give record batches of all columns that begin with the first rows."""
        return self.batches(list(self.types), rows)

    def batches(self, columns: Sequence[str], rows: int, place: Place | None = None) -> Iterator[Any]:
        """Give record batches of the columns, in this order, with at most so many rows."""
        self.file.check()
        with closing(self.stored(columns, rows)) as stored:
            while True:
                with self.in_one_sentence(place):
                    batch = next(stored, None)
                if batch is None:
                    break
                yield batch.select(list(columns))
        self.file.check()

    def unlabelled_cells(self, column: str) -> Counter[str]:
        """Count cells of a column of labels that are not empty and yet count as unlabelled."""
        return spellings((batch.column(0) for batch in self.batches([column], _BATCH)), is_written=False)

    @contextmanager
    def in_one_sentence(self, place: Place | None = None) -> Iterator[None]:
        """Say in one sentence what a reader stumbles over; bad metadata raise whatever they do."""
        try:
            yield
        except (InputError, MemoryError):
            raise
        except Exception as error:
            self.file.check()
            raise ValueError(self.sentence(error, place or self._row)) from None

    def _row(self, row: int) -> str:
        return f"{self.path}, row {row + 1:,}"

    def sentence(self, error: Exception, place: Place) -> str:
        """Say what is wrong with the file, or with a row of it."""
        reason = " ".join(str(error).split("\n", 1)[0].rstrip(".").split())[:160]
        return f"{self.path} is damaged or not {self.kind} ({reason}): write it anew."


def find_files(path: Paths, extensions: Sequence[str], opened: Callable[[Path], ColumnFile]) -> list[ColumnFile]:
    """Open a file, the files of a folder that end so, part.2 before part.10, or those of a list."""
    if not isinstance(path, str | os.PathLike):
        files = [Path(item) for item in path]
        if not files:
            raise ValueError("The list of files is empty: name at least one.")
    elif os.path.isdir(path):
        files = files_of(path, extensions)
    else:
        files = [Path(path)]
    found = [opened(file) for file in files]
    check_same_columns(found)
    return found


def check_same_columns(files: Iterable[ColumnFile]) -> None:
    """Refuse files that have not the columns of the first."""
    first, *others = files
    for other in others:
        missing = [name for name in first.types if name not in other.types]
        more = [name for name in other.types if name not in first.types]
        if missing or more:
            what = f"lacks the column {missing[0]!r}" if missing else f"has the column {more[0]!r} besides"
            raise ValueError(f"{other.path} {what}, unlike {first.path}: all files need the same columns.")


def visible_columns(schema: Any) -> list[str]:
    """Names of the columns of an Arrow schema, without those that are the index of a pandas frame."""
    index = [name for name in (schema.pandas_metadata or {}).get("index_columns", ()) if isinstance(name, str)]
    return [name for name in schema.names if name not in index]
