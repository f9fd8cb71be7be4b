"""Blocks of Parquet files."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from cecib.blocks.blocks import Blocks
from cecib.blocks.column_blocks import ColumnBlocks
from cecib.blocks.column_file import ColumnFile, Paths, find_files, visible_columns
from cecib.extras import require

EXTENSIONS = (".parquet", ".pq")
_BUFFER = 1 << 16  # read so much of a column at a time, and not all that a row group has of it


def parquet(
    path: Paths,
    *,
    features: Sequence[str] | None = None,
    labels: str | None = None,
    weights: str | None = None,
    rows: int | None = None,
    exclude: Sequence[str] = (),
) -> Blocks:
    """Blocks of a Parquet file, or of several.

    Parameters
    ----------
    path : str, path, or list of them
        A file, a folder whose Parquet files are read in the order of their names, part.2 before part.10, or a list of
        files. All need the same columns. Sub-folders are not read.
    features : list of str, optional
        Columns to cluster by; by default all columns of numbers but the labels, the weights, names of rows and dates,
        as far as the types and the first rows tell; dates that are named here count days.
    labels : str, optional
        The column of categories; empty cells, NaN and −1 are unlabelled.
    weights : str, optional
        The column that says how many points each row stands for.
    rows : int, optional
        Rows of a block; by default about 1.25 million numbers, whatever the row groups are.
    exclude : list of str, optional
        Columns that are no features.

    Returns
    -------
    Blocks
        Each pass reads the files anew; memory holds a few blocks.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pandas as pd
    >>> from cecib.blocks import parquet
    >>> birds = pd.DataFrame({"wing": [70, 67, 71], "mass": [19.5, 15.0, 18.0], "diet": ["seeds", None, "insects"]})
    >>> with TemporaryDirectory() as folder:
    ...     birds.to_parquet(Path(folder) / "birds.parquet")
    ...     blocks = parquet(Path(folder) / "birds.parquet", labels="diet", rows=2)
    ...     blocks.names, [block.side.categories.tolist() for block in blocks]
    (['wing', 'mass'], [['seeds'], ['insects']])
    """
    require("cli", "pandas", "pyarrow")
    files = find_files(path, EXTENSIONS, ParquetColumns)
    return ColumnBlocks(files, path, features=features, labels=labels, weights=weights, rows=rows, exclude=exclude)


class ParquetColumns(ColumnFile):
    """The columns of a Parquet file."""

    kind = "a Parquet file"

    def look(self) -> dict[str, Any]:
        """Find the columns; those that are the index of a pandas frame are left out."""
        import pyarrow.parquet

        with pyarrow.parquet.ParquetFile(self.path) as file:
            self._metadata = file.metadata
            schema = file.schema_arrow
        self.n_rows = self._metadata.num_rows
        self.names_found = visible_columns(schema)
        return {name: kind for name, kind in zip(schema.names, schema.types, strict=True) if name in self.names_found}

    def stored(self, columns: Sequence[str], rows: int) -> Generator[Any]:
        """Give record batches; texts come as numbers of a dictionary."""
        import pyarrow as pa
        import pyarrow.parquet

        texts = [name for name in columns if _is_text(pa, self.types[name])]
        with pyarrow.parquet.ParquetFile(
            # pre_buffer: its threads may still run when the process ends, which then aborts
            self.path, metadata=self._metadata, read_dictionary=texts, buffer_size=_BUFFER, pre_buffer=False
        ) as file:  # fmt: skip
            yield from file.iter_batches(rows, columns=list(columns))


def _is_text(pa: Any, kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))
