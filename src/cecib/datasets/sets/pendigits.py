"""Pendigits."""

from __future__ import annotations

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.keel import keel
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource

ENTRY = TableEntry(
    title="Pendigits",
    file="large/pendigits.csv.gz",
    description="Digits written with a pen by 44 people, 10992 rows, eight points of the stroke. Nothing changed.",
    licence=UCI_LICENCE,
    citation="E. Alpaydin, F. Alimoglu (1996), UCI Repository, doi:10.24432/C5MG6K.",
    features="x1,y1,x2,y2,x3,y3,x4,y4,x5,y5,x6,y6,x7,y7,x8,y8",
    checksums=("150b2bd8763d58fdb568ee52be7a479e59dac8d5b07614accff8156d8d062be5",),
    packages=(keel("penbased"),),
    web=(
        UciSource("81/pen+based+recognition+of+handwritten+digits.zip", ("pendigits.tra", "pendigits.tes")),
        OpenmlSource(32),
    ),
)
