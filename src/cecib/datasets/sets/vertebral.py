"""Vertebral."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.content import Content
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.spelling import Spelling
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource


def prepare(content: Content) -> Content:
    """Round to two decimals, which is what UCI's file has; some copies have more."""
    return replace(content, features=np.round(content.features, 2))


ENTRY = TableEntry(
    title="Vertebral",
    file="vertebral.csv",
    description="Patients' spines: hernia, spondylolisthesis or normal, 310 rows, six angles and lengths "
    "with two decimals. Nothing changed.",
    licence=UCI_LICENCE,
    citation="G. Barreto, A. Neto (2011), UCI Repository, doi:10.24432/C5K89B.",
    features="pelvic incidence,pelvic tilt,lumbar lordosis angle,sacral slope,pelvic radius,grade of spondylolisthesis",
    checksums=("7075ee407044acc658ee7fa6e563c2ccea08543299f04c8612460eb074a0ad51",),
    number_format=".2f",
    spelling=Spelling(
        (
            ("hernia", "DH"),
            ("spondylolisthesis", "SL"),
            ("normal", "NO"),
        ),
        by_size={60: "hernia", 150: "spondylolisthesis", 100: "normal"},
    ),
    web=(UciSource("212/vertebral+column.zip", ("column_3C.dat",)), OpenmlSource(1523)),
    prepare=prepare,
)
