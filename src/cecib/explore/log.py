"""The log beside the data: a line of JSON for each action, appended and on the disk before it counts.

It is undo, recovery after a crash, replay and provenance. The first line names the data, so that a table that has
changed is refused. A last line that a crash has torn is dropped: that was the action in flight.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from errno import ENOENT, ENOSPC
from hashlib import sha256
from pathlib import Path
from typing import Any

_VERSION = 1
_PIECE = 1 << 20
_HEAD = b'{"cecib": "explore"'
_LABELS = "begun_with"  # a digest of the labels that a session begins with


@dataclass(frozen=True)
class Fingerprint:
    """What tells a table from another: its name, size and digest.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.explore.log import Fingerprint
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "birds.csv"
    ...     _ = file.write_text("wing,mass")
    ...     own = Fingerprint.of_file(file)
    >>> own.name, own.size
    ('birds.csv', 9)
    """

    name: str
    size: int
    digest: str

    @classmethod
    def of_file(cls, path: str | os.PathLike[str]) -> Fingerprint:
        """Look at a file."""
        found = sha256()
        with open(path, "rb") as file:
            while piece := file.read(_PIECE):
                found.update(piece)
        return cls(Path(path).name, os.stat(path).st_size, found.hexdigest())

    @classmethod
    def of_bytes(cls, name: str, parts: Iterable[bytes | memoryview]) -> Fingerprint:
        """Look at what is in memory."""
        found, size = sha256(), 0
        for part in parts:
            found.update(part)
            size += len(part) if isinstance(part, bytes) else part.nbytes
        return cls(name, size, found.hexdigest())


def is_about(path: str | os.PathLike[str], data: str | os.PathLike[str]) -> bool:
    """Whether there is a log that is about a file: of its name, as it was then, or of what it holds, called otherwise.

    Examples
    --------
    >>> from cecib.explore.log import is_about
    >>> is_about("birds.explore.jsonl", "birds.csv")  # neither is there
    False
    """
    try:
        with open(path, "rb") as file:
            first = file.readline(_PIECE)
        own = json.loads(first).get("data") if first.startswith(_HEAD) else None
        if not isinstance(own, dict):
            return False
        return own.get("name") == Path(data).name or own.get("digest") == Fingerprint.of_file(data).digest
    except (OSError, ValueError):
        return False


class Log:
    """An append-only file of what was done.

    Parameters
    ----------
    path : path-like
        The file; it is made if it is not there.
    data : Fingerprint
        The data that it is about.
    begin : dict
        What the first line says beside: where labels came from, and such. A file that says otherwise is refused.

    Attributes
    ----------
    entries : list of dict
        What was done before, oldest first.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.explore.log import Fingerprint, Log
    >>> data = Fingerprint("birds.csv", 9, "4a7d")
    >>> with TemporaryDirectory() as folder:
    ...     log = Log(Path(folder) / "birds.explore.jsonl", data, {"labels": "diet"})
    ...     log.append({"do": "undo"})
    ...     log.close()
    ...     again = Log(Path(folder) / "birds.explore.jsonl", data, {"labels": "diet"})
    ...     again.close()
    >>> [entry["do"] for entry in again.entries]
    ['undo']
    """

    def __init__(self, path: str | os.PathLike[str], data: Fingerprint, begin: dict[str, Any] | None = None) -> None:
        self.path = Path(path)
        is_new = not self.path.exists()
        self._file = open(self.path, "a+b", buffering=0)  # noqa: SIM115
        try:
            _lock(self._file.fileno(), self.path)
            self._file.seek(0)
            whole = _whole_lines(self._file.read(), self.path)
            header, self.entries = _parsed(whole, self.path)
            self._end = sum(map(len, whole))
            self._file.truncate(self._end)
            if header is None:
                self._begin({"cecib": "explore", "version": _VERSION, "data": vars(data), **(begin or {})}, is_new)
            else:
                self._check(header, data, begin or {})
        except BaseException:
            self._file.close()
            raise

    def append(self, entry: dict[str, Any]) -> None:
        """Write a line; when this returns it is on the disk. If there is no room, nothing of it stays."""
        line = json.dumps({**entry, "time": datetime.now(UTC).isoformat(timespec="milliseconds")}) + "\n"
        content = line.encode("ascii")
        self._check_place()
        try:
            if self._file.write(content) != len(content):
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            os.fsync(self._file.fileno())
        except OSError as error:
            self._forget()
            raise OSError(
                error.errno, f"{error.strerror}: the action was not done; make room for the log", str(self.path)
            ) from None
        self._end += len(content)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _begin(self, header: dict[str, Any], is_new: bool) -> None:
        """Write the first line; a file that is new and has no room for it goes."""
        try:
            self.append(header)
        except OSError:
            if is_new:
                with suppress(OSError):
                    self.path.unlink()
            raise
        if is_new:
            _keep_name(self.path.parent)

    def _check_place(self) -> None:
        """Make sure that nobody has taken the file away."""
        with suppress(FileNotFoundError):
            if os.path.samestat(os.stat(self.path), os.fstat(self._file.fileno())):
                return
        raise OSError(ENOENT, "The log was taken away: the action was not done; begin anew", str(self.path))

    def _forget(self) -> None:
        """Take back a line that was not written whole."""
        with suppress(OSError):
            self._file.truncate(self._end)

    def _check(self, header: dict[str, Any], data: Fingerprint, begin: dict[str, Any]) -> None:
        own = header.get("data")
        if header.get("version") != _VERSION or not isinstance(own, dict) or type(own.get("size")) is not int:
            raise ValueError(f"{self.path} was written by another version of cecib: name another file with --log.")
        if (own.get("size"), own.get("digest")) != (data.size, data.digest):
            raise ValueError(
                f"{self.path} is about {own.get('name')} of {own['size']:,} bytes, and {data.name} of "
                f"{data.size:,} bytes is another file: put the former one back, or begin anew with --log."
            )
        for name, value in begin.items():
            if name == _LABELS and header.get(name) != value:
                raise ValueError(f"{self.path} was begun with other labels: give the same, or begin anew with --log.")
            if header.get(name) != value:
                was = f"with --{name} {header[name]}" if header.get(name) is not None else f"without --{name}"
                raise ValueError(f"{self.path} was begun {was}: do the same, or begin anew with --log.")


def _whole_lines(content: bytes, path: Path) -> list[bytes]:
    """Give the lines that were written whole: all but a torn last one."""
    if content[: len(_HEAD)] != _HEAD[: len(content)]:
        raise ValueError(f"{path} is not a log of cecib explore: name another file with --log.")
    lines = content.splitlines(keepends=True)
    return lines[:-1] if lines and not (lines[-1].endswith(b"\n") and _is_object(lines[-1])) else lines


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _parsed(lines: list[bytes], path: Path) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """Read the first line, if there is one, and the others."""
    found: list[dict[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        if not _is_object(line):
            raise ValueError(f"{path} is damaged in line {number}: repair it, or begin anew with --log.")
        found.append(json.loads(line))
    return (found[0], found[1:]) if found else (None, [])


def _lock(file: int, path: Path) -> None:
    """Keep a second process from writing to the same log."""
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise OSError(f"{path} is in use by another cecib explore: close that one, or name another file.") from None


def _keep_name(folder: Path) -> None:
    """Make sure that the name of a new file is on the disk too."""
    try:
        directory = os.open(folder, os.O_RDONLY)
    except OSError:  # a system that does not open folders
        return
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
