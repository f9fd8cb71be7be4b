"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


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
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with TemporaryDirectory() as folder:
            yield Path(folder, "file")
            with open(Path(folder, "file"), "rb") as source, open(target, "wb") as sink:
                shutil.copyfileobj(source, sink)
        return
    temporary = target.with_name(f".cecib-{secrets.token_hex(6)}.part")
    try:
        yield temporary
        os.replace(temporary, target)
    except OSError as error:
        if error.filename != str(temporary):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        temporary.unlink(missing_ok=True)


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
