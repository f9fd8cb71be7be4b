"""Glass."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.content import Content, content_of
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.package import PackageSource
from cecib.datasets.sources.spelling import Spelling
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource


def read_bokeh(path: Path) -> Content:
    """Read forensic_glass.csv, where RI is given as 1000 · (index − 1.518)."""
    rows = list(csv.reader(io.StringIO(path.read_text())))[1:]
    content = content_of((row[:-1], row[-1]) for row in rows)
    content.features[:, 0] = np.round(1.518 + content.features[:, 0] / 1000, 5)
    return content


ENTRY = TableEntry(
    title="Glass",
    file="glass.csv",
    description="Glass fragments by their use, 214 rows: refractive index and eight oxides. Nothing changed.",
    licence=UCI_LICENCE,
    citation="B. German (1987), UCI Repository, doi:10.24432/C5WW2P.",
    features="RI,Na,Mg,Al,Si,K,Ca,Ba,Fe",
    checksums=("89e03bb9e1c0d349cfb2dd2f23a08afdb90a8f24149929fb4666b19426c91f21",),
    spelling=Spelling(
        (
            ("building_windows_float", "1", "WinF", "build wind float"),
            ("building_windows_nonfloat", "2", "WinNF", "build wind non-float"),
            ("vehicle_windows_float", "3", "Veh", "vehic wind float"),
            ("containers", "5", "Con", "containers"),
            ("tableware", "6", "Tabl", "tableware"),
            ("headlamps", "7", "Head", "headlamps"),
        )
    ),
    packages=(PackageSource("bokeh_sampledata", "bokeh_sampledata", ("_data/forensic_glass.csv",), read_bokeh),),
    web=(UciSource("42/glass+identification.zip", ("glass.data",), 1), OpenmlSource(41)),
)
