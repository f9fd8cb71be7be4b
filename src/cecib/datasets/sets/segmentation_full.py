"""Segmentation: all its distinct rows, in the paper's five components."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.preparation import distinct
from cecib.datasets.sets import segmentation
from cecib.datasets.sources.content import Content, content_of
from cecib.datasets.sources.keel import keel
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.package import PackageSource
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource

_PIXEL_COUNT = "9.0"


def read_river(path: Path) -> Content:
    """Read segment.csv.zip, which leaves out the constant third feature."""
    with zipfile.ZipFile(path) as archive:
        text = archive.read(archive.namelist()[0]).decode()
    rows = list(csv.reader(io.StringIO(text)))[1:]
    return content_of(([*row[:2], _PIXEL_COUNT, *row[2:-1]], row[-1]) for row in rows)


def prepare(content: Content) -> Content:
    """Keep the distinct rows, then as the paper does with the 210."""
    return segmentation.prepare(distinct(content))


ENTRY = TableEntry(
    title="Segmentation, all rows",
    file="segmentation_full.csv",
    description="All 2310 regions of the Segmentation set, of which 2086 are distinct and kept. The constant "
    "feature dropped, each column standardised, first five principal components.",
    licence=UCI_LICENCE,
    citation=segmentation.CITATION,
    features=segmentation.FEATURES,
    checksums=(
        "788deb59f1a922ff33c474dea5a1e32375e300f32e0b304ec6ffc934fc69128c",
        "f5cf8aa8f4bc343d611a31f24cbf8ffa7705c17693f299f4e774aa8778e0d5d5",
    ),
    spelling=segmentation.SPELLING,
    packages=(PackageSource("river", "river", ("datasets/segment.csv.zip",), read_river), keel("segment")),
    web=(
        UciSource("50/image+segmentation.zip", ("segmentation.data", "segmentation.test"), 1, 0),
        OpenmlSource(36),
    ),
    prepare=prepare,
)
