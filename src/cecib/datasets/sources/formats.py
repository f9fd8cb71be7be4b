"""The text formats in which repositories publish data sets."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from pathlib import PurePosixPath


def delimited_rows(text: str) -> list[list[str]]:
    r"""Rows of a file separated by commas or blanks; blank lines, comments and ``@`` lines are left out.

    Examples
    --------
    >>> from cecib.datasets.sources.formats import delimited_rows
    >>> delimited_rows("1, 2, a\n\n3  4 b\n")
    [['1', '2', 'a'], ['3', '4', 'b']]
    """
    lines = [line.strip() for line in text.splitlines()]
    kept = [line for line in lines if line and line[0] not in "@%;"]
    return [_split(line) for line in kept]


def arff_rows(text: str) -> tuple[list[str], list[list[str]]]:
    r"""Attribute names and rows of a dense ARFF file.

    Examples
    --------
    >>> from cecib.datasets.sources.formats import arff_rows
    >>> arff_rows("@relation r\n@attribute 'a b' real\n@attribute c {x,'y z'}\n@data\n1,'y z'\n")
    (['a b', 'c'], [['1', 'y z']])
    """
    head, found, body = _split_at_data(text)
    if not found:
        raise ValueError("an ARFF file must have a line '@data', got none.")
    names = re.findall(r"(?im)^\s*@attribute\s+('[^']*'|\"[^\"]*\"|\S+)", head)
    return [name.strip("'\"") for name in names], delimited_rows(body)


def archive_member(archive: bytes, name: str) -> bytes:
    """Return the file called `name` in a zip archive, in any folder or in an archive inside it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        members = opened.namelist()
        for member in members:
            if PurePosixPath(member).name == name:
                return opened.read(member)
        for member in members:
            if member.endswith(".zip"):
                try:
                    return archive_member(opened.read(member), name)
                except KeyError:
                    continue
    raise KeyError(f"the archive must hold {name}, got {', '.join(members)}.")


def _split(line: str) -> list[str]:
    if "," not in line:
        return line.split()
    fields = next(csv.reader([line], quotechar="'" if "'" in line else '"', skipinitialspace=True))
    return [value.strip() for value in fields]


def _split_at_data(text: str) -> tuple[str, bool, str]:
    match = re.search(r"(?im)^\s*@data\s*$", text)
    return (text[: match.start()], True, text[match.end() :]) if match else (text, False, "")
