"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_IWUSR
from tempfile import gettempdir
from time import time

from cecib.files.signals import undisturbed

_STALE_SECONDS = 3600
NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)  # raised by writing, which knows no names


@contextmanager
def whole_files() -> Iterator[Callable[[str | os.PathLike[str]], Path]]:
    """Give a function that tells a temporary path for each file; all appear when the block ends without an error.

    Everything is written first. Then all files take their places, in the order in which they were asked for, one right
    after the other and undisturbed by signals. A file that was there before keeps its permissions.

    Whatever happens, each file is the former one or the new one, whole; and if the last one is new, so are all. A
    process that is killed may leave temporary files, ``.cecib-….part``: they are removed by whoever next writes
    there, an hour later.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.files.whole_files import whole_files
    >>> with TemporaryDirectory() as folder:
    ...     with whole_files() as temporary:
    ...         _ = temporary(Path(folder) / "table.csv").write_text("a,b")
    ...         _ = temporary(Path(folder) / "model").write_text("m")
    ...     sorted(file.name for file in Path(folder).iterdir())
    ['model', 'table.csv']
    """
    outputs: list[_Output] = []

    def temporary(path: str | os.PathLike[str]) -> Path:
        outputs.append(_Output(path))
        outputs[-1].create()
        return outputs[-1].temporary

    try:
        yield temporary
        for output in outputs:
            output.make_ready()
        with undisturbed():
            for output in outputs:
                output.put()
    except OSError as error:
        paths = {str(output.temporary): str(output.path) for output in outputs}
        if outputs:
            refuse_lack_of_room(error, outputs[-1].path)
        if error.filename not in paths:
            raise
        raise OSError(error.errno, _with_advice(error), paths[error.filename]) from None
    finally:
        for output in outputs:
            output.drop()


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a temporary path to write to; it takes the place of `path` when the block ends without an error.

    Parameters
    ----------
    path : str or path
        Where the file is to appear. A device or a pipe is written to, never replaced.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.files.whole_files import whole_file
    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder) / "note.txt") as temporary:
    ...         _ = temporary.write_text("whole")
    ...     [file.name for file in Path(folder).iterdir()]
    ['note.txt']
    """
    with whole_files() as temporary:
        yield temporary(path)


def refuse_lack_of_room(error: OSError, path: str | os.PathLike[str]) -> None:
    """Say which file a full disk has no room for, if that is the error."""
    if error.filename is None and error.errno in NO_ROOM:
        raise OSError(error.errno, _with_advice(error), str(path)) from None


def _with_advice(error: OSError) -> str:
    said, advice = error.strerror or "", "make room, or choose another folder"
    return f"{said}: {advice}" if error.errno in NO_ROOM and advice not in said else said


class _Output:
    """A file to be, and where it is written meanwhile."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path
        self.target = Path(os.path.realpath(path))
        self.is_stream = self.target.exists() and not self.target.is_file()
        self.mode = S_IMODE(self.target.stat().st_mode) if self.target.is_file() else None
        folder = Path(gettempdir()) if self.is_stream else self.target.parent
        self.temporary = folder / f".cecib-{secrets.token_hex(6)}.part"

    def create(self) -> None:
        """Make the temporary file, empty; nobody may read it who may not read the file that it is to replace."""
        _remove_stale(self.temporary.parent)
        mode = 0o600 if self.is_stream else 0o666 if self.mode is None else self.mode | S_IWUSR
        os.close(os.open(self.temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))

    def make_ready(self) -> None:
        """Do all that takes time: write to streams, give files their permissions."""
        if self.is_stream:
            with open(self.temporary, "rb") as source, open(self.target, "wb") as sink:
                shutil.copyfileobj(source, sink)
        elif self.mode is not None:
            self.temporary.chmod(self.mode)

    def put(self) -> None:
        """Put a file in its place."""
        if not self.is_stream:
            os.replace(self.temporary, self.target)

    def drop(self) -> None:
        """Leave nothing behind."""
        self.temporary.unlink(missing_ok=True)


def _remove_stale(folder: Path) -> None:
    """Remove what killed processes have left; what others are writing to is younger."""
    for path in folder.glob(".cecib-*.part"):
        with suppress(OSError):
            if path.stat().st_mtime < time() - _STALE_SECONDS:
                path.unlink()


def check_writable(path: str | os.PathLike[str], argument: str) -> None:
    """Refuse, before any work is done, a path that no file can be written to.

    Examples
    --------
    >>> from cecib.files.whole_files import check_writable
    >>> check_writable("/no/such/folder/out.csv", "--out")
    Traceback (most recent call last):
    ...
    OSError: --out names a file in /no/such/folder, which is not a folder: create it first.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise OSError(f"{argument} must name a file, got the folder {path}: add a file name.")
    if not target.parent.is_dir():
        raise OSError(f"{argument} names a file in {target.parent}, which is not a folder: create it first.")
    place = target if target.exists() and not target.is_file() else target.parent
    if not os.access(place, os.W_OK):
        raise OSError(f"{argument} names {path}, which may not be written to: choose another folder.")


def check_apart(outputs: Mapping[str, str | None], inputs: Mapping[str, str]) -> None:
    """Refuse, before any work is done, an output that would replace an input or another output.

    Parameters
    ----------
    outputs : mapping of str to str or None
        Path by argument; None if it was not given.
    inputs : mapping of str to str
        Path by what the file is.

    Examples
    --------
    >>> from cecib.files.whole_files import check_apart
    >>> check_apart({"--out": "birds.csv"}, {"the data": "birds.csv"})
    Traceback (most recent call last):
    ...
    ValueError: --out names birds.csv, which is also the data and would be replaced: choose another name.
    """
    taken = {os.path.realpath(path): what for what, path in inputs.items()}
    for argument, path in outputs.items():
        if path is None:
            continue
        target = os.path.realpath(path)
        if os.path.exists(target) and not os.path.isfile(target):
            continue
        if target in taken:
            raise ValueError(
                f"{argument} names {path}, which is also {taken[target]} and would be replaced: choose another name."
            )
        taken[target] = argument
