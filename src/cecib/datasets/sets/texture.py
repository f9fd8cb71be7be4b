"""Texture."""

from __future__ import annotations

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.keel import KEEL_CITATION, KEEL_LICENCE, keel

_N_FEATURES = 40

ENTRY = TableEntry(
    title="Texture",
    file="wide/texture.csv.gz",
    description="Eleven textures, 5500 rows, forty moments of fourth order; classes nearly Gaussian. Nothing changed.",
    licence=KEEL_LICENCE,
    citation=KEEL_CITATION,
    features=",".join(f"moment{i + 1}" for i in range(_N_FEATURES)),
    checksums=("17b884c691e1f0070ff5cf917118033ba5b0d2a38a359a779392b6cc59d44220",),
    packages=(keel("texture"),),
)
