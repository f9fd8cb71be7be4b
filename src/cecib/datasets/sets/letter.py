"""Letter."""

from __future__ import annotations

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.keel import keel
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource

ENTRY = TableEntry(
    title="Letter",
    file="large/letter.csv.gz",
    description="Printed capital letters in many fonts, 20000 rows, sixteen integer features. Nothing changed.",
    licence=UCI_LICENCE,
    citation="D. Slate (1991), UCI Repository, doi:10.24432/C5ZP40.",
    features="x-box,y-box,width,high,onpix,x-bar,y-bar,x2bar,y2bar,xybar,x2ybr,xy2br,x-ege,xegvy,y-ege,yegvx",
    checksums=("81bb70144aa4327b17ba875d02a4c9d5c2396692f4553a25bdcb6f4e3018dab3",),
    packages=(keel("letter"),),
    web=(UciSource("59/letter+recognition.zip", ("letter-recognition.data",), 1, 0), OpenmlSource(6)),
)
