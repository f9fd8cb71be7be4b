"""The user's folder of data."""

from __future__ import annotations

import os
from pathlib import Path

Folder = str | os.PathLike[str] | None


def data_folder(data_dir: Folder) -> Path | None:
    """Return the user's data folder: the argument, else ``CECIB_DATA``, else None."""
    chosen = data_dir if data_dir is not None else os.environ.get("CECIB_DATA")
    return Path(chosen).expanduser() if chosen else None


def find_file(file: str, data_dir: Folder) -> Path | None:
    """Return the file of that name in the data folder, or None."""
    folder = data_folder(data_dir)
    if folder is None:
        return None
    path = folder / file
    return path if path.is_file() else None
