"""Blocks of Arrow and Feather files."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from cecib.blocks.blocks import Blocks
from cecib.blocks.column_blocks import ColumnBlocks
from cecib.blocks.column_file import ColumnFile, Paths, find_files, visible_columns
from cecib.extras import require
from cecib.input_errors import InputError

EXTENSIONS = (".arrow", ".feather", ".ipc")


def arrow(
    path: Paths,
    *,
    features: Sequence[str] | None = None,
    labels: str | None = None,
    weights: str | None = None,
    rows: int | None = None,
    exclude: Sequence[str] = (),
) -> Blocks:
    """Blocks of an Arrow IPC or Feather file, or of several; files are mapped into memory, not read into it.

    Parameters
    ----------
    path : str, path, or list of them
        A file, a folder of such files, or a list of files, all with the same columns; as for `cecib.blocks.parquet`.
    features, labels, weights, rows, exclude
        As for `cecib.blocks.parquet`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pandas as pd
    >>> from cecib.blocks import arrow
    >>> birds = pd.DataFrame({"wing": [70, 67, 71], "mass": [19.5, 15.0, 18.0], "diet": ["seeds", None, "insects"]})
    >>> with TemporaryDirectory() as folder:
    ...     birds.to_feather(Path(folder) / "birds.feather")
    ...     [block.points.shape for block in arrow(Path(folder) / "birds.feather", labels="diet", rows=2)]
    [(2, 2), (1, 2)]
    """
    require("cli", "pandas", "pyarrow")
    files = find_files(path, EXTENSIONS, ArrowColumns)
    return ColumnBlocks(files, path, features=features, labels=labels, weights=weights, rows=rows, exclude=exclude)


class ArrowColumns(ColumnFile):
    """The columns of an Arrow IPC file, a stream in a file, or Feather."""

    kind = "an Arrow file"

    def look(self) -> dict[str, Any]:
        """Find the columns; those that are the index of a pandas frame are left out."""
        import pyarrow as pa
        import pyarrow.dataset

        with open(self.path, "rb") as file:
            head = file.read(6)
        if head.startswith(b"FEA1"):
            raise InputError(f"{self.path} is in the first version of Feather: write it anew with pyarrow.")
        self._is_stream = head != b"ARROW1"
        with pa.memory_map(self.path) as source, self._reader(source, None) as reader:
            self._schema = reader.schema
        if not self._is_stream:
            self.n_rows = pyarrow.dataset.dataset(self.path, format="ipc").count_rows()
        self.names_found = visible_columns(self._schema)
        own = zip(self._schema.names, self._schema.types, strict=True)
        return {name: kind for name, kind in own if name in self.names_found}

    def stored(self, columns: Sequence[str], rows: int) -> Generator[Any]:
        """Give record batches, which are parts of the file."""
        import pyarrow as pa

        wanted: list[int] | None = [self._schema.get_field_index(name) for name in columns]
        if len(set(columns)) == len(self._schema):
            wanted = None  # pyarrow copies whole batches where it is to choose fields
        with pa.memory_map(self.path) as source, self._reader(source, wanted) as reader:
            numbers = None if self._is_stream else range(reader.num_record_batches)
            for batch in reader if numbers is None else map(reader.get_batch, numbers):
                yield from (batch.slice(start, rows) for start in range(0, len(batch), rows))

    def _reader(self, source: Any, wanted: list[int] | None) -> Any:
        from pyarrow import ipc

        options = ipc.IpcReadOptions(included_fields=wanted)
        return (ipc.open_stream if self._is_stream else ipc.open_file)(source, options=options)
