"""User Modeling."""

from __future__ import annotations

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.spelling import Spelling
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource

ENTRY = TableEntry(
    title="User Modeling",
    file="user_modeling.csv",
    description="Students' knowledge of a subject in four levels, 403 rows, five measures of study. Nothing changed.",
    licence=UCI_LICENCE,
    citation="H. T. Kahraman, S. Sagiroglu, I. Colak (2013), UCI Repository, doi:10.24432/C5231X.",
    features="STG,SCG,STR,LPR,PEG",
    checksums=("c63c3068f65df974f64e299e7f7237747f4dee5f2a4f139c0239cc1ea9f115eb",),
    spelling=Spelling(
        (
            ("very_low", "very low"),
            ("low",),
            ("middle",),
            ("high",),
        ),
        by_size={24: "very_low", 26: "very_low", 50: "very_low", 129: "low", 122: "middle", 102: "high"},
    ),
    web=(UciSource("257/data.csv"), OpenmlSource(1508)),
)
