"""Files that are read more than once, and have to be the same each time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NoReturn


class Unchanged:
    """A file as it was when it was first looked at.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.files.unchanged import Unchanged
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "x.csv"
    ...     _ = path.write_text("a,b")
    ...     file = Unchanged(path)
    ...     file.check()
    ...     file.size
    3
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path
        try:
            found = os.stat(path)
        except FileNotFoundError:
            raise FileNotFoundError(f"{path} does not exist: check the path of the data.") from None
        if os.path.isdir(path):
            raise OSError(f"{path} is a folder: expected a file.")
        if not os.access(path, os.R_OK):
            raise OSError(f"{path} may not be read: check its permissions.")
        self.size, self._time = found.st_size, found.st_mtime_ns

    def check(self) -> None:
        """Refuse a file that is gone or has changed."""
        try:
            found = os.stat(self.path)
        except OSError:
            raise FileNotFoundError(
                f"{self.path} is gone, and has to be read once more: put it back and begin again."
            ) from None
        if (found.st_size, found.st_mtime_ns) != (self.size, self._time):
            self.refuse_changed(found.st_size)

    def refuse_changed(self, size: int | None = None) -> NoReturn:
        """Say that the file is not what it was."""
        now = os.stat(self.path).st_size if size is None else size
        how = f" (from {self.size:,} to {now:,} bytes)" if now != self.size else ""
        raise ValueError(
            f"{self.path} has changed{how} since it was first read: leave it alone meanwhile, and begin again."
        )

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Open the file, if it is what it was."""
        self.check()
        with open(self.path, "rb") as file:
            yield file
