"""The files of a folder that hold rows, in their order."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from cecib.files.endings import extension

_DIGITS = re.compile(r"(\d+)")


def files_of(folder: str | os.PathLike[str], extensions: Sequence[str]) -> list[Path]:
    """Find the files of a folder that end so, part.2 before part.10, or say that there is none.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.blocks.folders import files_of
    >>> with TemporaryDirectory() as folder:
    ...     for name in ("part.10.csv", "part.2.csv", "notes.txt"):
    ...         _ = (Path(folder) / name).write_text("wing")
    ...     [file.name for file in files_of(folder, [".csv"])]
    ['part.2.csv', 'part.10.csv']
    """
    items = [item for item in Path(folder).iterdir() if not item.name.startswith(".")]
    files = [item for item in items if extension(item) in extensions and item.is_file()]
    if files:
        return sorted(files, key=lambda file: _parts(file.name))
    folders = sorted((item.name for item in items if item.is_dir()), key=_parts)
    if folders:
        raise ValueError(
            f"{folder} has no file of rows, only sub-folders such as {folders[0]}, which are not read: give one of "
            "them, or a list of files in Python."
        )
    raise ValueError(f"{folder} is a folder without any {', '.join(extensions)} file: check the path.")


def refuse_formats(files: Sequence[Path], formats: Iterable[Sequence[str]]) -> None:
    """Refuse files of a folder that are of several formats.

    Parameters
    ----------
    files : sequence of path
        At least one.
    formats : iterable of sequences of str
        What files of each format end in.
    """
    firsts = [next((file for file in files if extension(file) in own), None) for own in formats]
    found = [file.name for file in firsts if file is not None]
    if len(found) > 1:
        raise ValueError(
            f"{files[0].parent} holds files of several formats, such as {' and '.join(found[:2])}: put those of one "
            "format into a folder of their own."
        )


def _parts(name: str) -> list[tuple[bool, int, str]]:
    """Give a key by which names are sorted as Dask sorts them: numbers in them by their size."""
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in _DIGITS.split(name)]
