"""Blocks of a file or folder, whatever its format."""

from __future__ import annotations

import os
from collections.abc import Sequence

from cecib.blocks import arrow_files, csv_files, parquet_files
from cecib.blocks.blocks import Blocks
from cecib.blocks.column_file import Paths
from cecib.blocks.frames import EXTENSIONS, first_file
from cecib.blocks.npy_files import npy
from cecib.files.endings import check_extension, extension
from cecib.input_errors import InputError, Named

_OPENERS = {
    parquet_files.EXTENSIONS: parquet_files.parquet,
    csv_files.EXTENSIONS: csv_files.csv,
    arrow_files.EXTENSIONS: arrow_files.arrow,
}


def open_blocks(
    path: Paths,
    *,
    features: Sequence[str] | None = None,
    labels: str | None = None,
    weights: str | None = None,
    rows: int | None = None,
    exclude: Sequence[str] = (),
) -> Blocks:
    """Open a file, a folder or a list of files by what their names end in.

    Parameters
    ----------
    path : str, path, or list of them
        A .parquet, .csv, .tsv, .arrow, .feather or .npy file; a folder or a list of files of one format. Text may be
        compressed, as in .csv.gz.
    features, labels, weights, rows, exclude
        As for `cecib.blocks.parquet`; for an NPY file as for `cecib.blocks.npy`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pandas as pd
    >>> from cecib.blocks import open_blocks
    >>> birds = pd.DataFrame({"wing": [70, 67, 71], "mass": [19.5, 15.0, 18.0]})
    >>> with TemporaryDirectory() as folder:
    ...     for part in ("january.parquet", "february.parquet"):
    ...         birds.to_parquet(Path(folder) / part)
    ...     blocks = open_blocks(folder)
    ...     blocks.n_rows, blocks.names
    (6, ['wing', 'mass'])
    >>> open_blocks("birds.xlsx")
    Traceback (most recent call last):
    ...
    ValueError: birds.xlsx (the data) must end in .parquet, .pq, .csv, .tsv, .arrow, .feather, .ipc or .npy (.csv, .tsv
    also with .gz, .zst or .bz2), got the extension '.xlsx': convert or rename it.
    """
    first = first_file(path)
    check_extension(first, EXTENSIONS, "the data")
    if extension(first) == ".npy":
        for name, given in (("features", features is not None), ("exclude", len(exclude) > 0)):
            if given:
                raise InputError(Named(name), f" cannot be chosen in {first}: an NPY file is used with all columns.")
        if not isinstance(path, str | os.PathLike) or os.path.isdir(path):
            raise ValueError(f"{first} is one of several files, but of NPY files one is read: join them.")
        return npy(path, labels=labels, weights=weights, rows=rows)
    (opener,) = (own for extensions, own in _OPENERS.items() if extension(first) in extensions)
    return opener(path, features=features, labels=labels, weights=weights, rows=rows, exclude=exclude)
