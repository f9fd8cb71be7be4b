"""Optdigits."""

from __future__ import annotations

from pathlib import Path

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.preparation import varying
from cecib.datasets.sources.content import Content
from cecib.datasets.sources.keel import KEEL_CITATION, KEEL_LICENCE, keel, read_keel

_N_CELLS = 64
_CONSTANT = (0, 39)


def read_varying(path: Path) -> Content:
    """Leave out the two cells that no digit touches."""
    return varying(read_keel(path))


ENTRY = TableEntry(
    title="Optdigits",
    file="wide/optdigits.csv.gz",
    description="Written digits, 5620 rows: counts of dark pixels, 0 to 16, in 62 cells of an 8 × 8 grid; the two that "
    "are always 0 left out.",
    licence=KEEL_LICENCE,
    citation=KEEL_CITATION,
    features=",".join(f"cell{i}" for i in range(_N_CELLS) if i not in _CONSTANT),
    checksums=("b294651d02e3671cb3bf14f7ddb2db37bc45a4fa4eed5e683b64525901544115",),
    packages=(keel("optdigits", read_varying),),
)
