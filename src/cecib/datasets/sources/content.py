"""The content of a data set as its source has it, before any preprocessing, and its checksum."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.datasets.sources.cache import keep_file


@dataclass(frozen=True, eq=False)
class Content:
    """Rows of numbers, each with the name of its class.

    Attributes
    ----------
    features : ndarray of shape (n, d), float64
        The numbers of the source.
    classes : ndarray of shape (n,), str
        Class names.
    names : tuple of str
        Names of the features, where they are known.
    """

    features: NDArray[np.float64]
    classes: NDArray[np.str_]
    names: tuple[str, ...] = ()

    def checksum(self, number_format: str = ".6g") -> str:
        """SHA-256 of the rows as text, sorted: sources differ in row order and in trailing digits."""
        lines = sorted(
            ",".join([*(format(value + 0.0, number_format) for value in row), name])
            for row, name in zip(self.features.tolist(), self.classes.tolist(), strict=True)
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def keep(self, rows: NDArray[Any]) -> Content:
        """Return the content of some rows."""
        return replace(self, features=self.features[rows], classes=self.classes[rows])


def content_of(rows: Iterable[tuple[Sequence[float | str], str]]) -> Content:
    """Gather (numbers, class) pairs."""
    pairs = list(rows)
    return Content(
        np.array([[float(value) for value in numbers] for numbers, _ in pairs], dtype=np.float64),
        np.array([name for _, name in pairs], dtype=np.str_),
    )


def read_table(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV file with a header, compressed or not."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def read_content(path: Path) -> Content:
    """Read a CSV file with columns ``f1..fN`` and ``class``; other columns are left out."""
    rows = read_table(path)
    if not rows or "class" not in rows[0] or "f1" not in rows[0]:
        raise ValueError(
            f"{path} must be a CSV file with a header, features f1..fN and a column 'class', and at least "
            "one row: see help(cecib.datasets)."
        )
    names = [f"f{i}" for i in range(1, len(rows[0])) if f"f{i}" in rows[0]]
    return content_of(([row[name] for name in names], row["class"]) for row in rows)


def write_content(path: Path, content: Content) -> None:
    """Write what `read_content` reads; the file appears whole or not at all."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([*(f"f{i + 1}" for i in range(content.features.shape[1])), "class"])
    for row, name in zip(content.features.tolist(), content.classes.tolist(), strict=True):
        writer.writerow([*map(repr, row), name])
    keep_file(path, gzip.compress(buffer.getvalue().encode(), mtime=0))
