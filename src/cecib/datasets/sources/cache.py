"""The folder that keeps downloads."""

from __future__ import annotations

import os
from pathlib import Path

from cecib.files.whole_files import whole_file


def cache_folder() -> Path:
    """Folder of downloaded sets: ``CECIB_CACHE``, or ``cecib`` in the user's cache folder."""
    chosen = os.environ.get("CECIB_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cecib"


def keep_file(path: Path, data: bytes) -> None:
    """Write a file so that no reader ever sees half of it; its folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as temporary:
        temporary.write_bytes(data)
