"""Chemistry: all 3696 ligands of the 5-HT1A receptor."""

from __future__ import annotations

from cecib.datasets.kinds.ligands import LigandEntry
from cecib.datasets.sets import chem

ENTRY = LigandEntry(
    title="Chemistry, all ligands",
    file="large/chem_5ht1a_3696.csv.gz",
    description="3696 ligands of the 5-HT1A receptor in 28 chemical classes: Klekota–Roth fingerprints, centred, "
    "unscaled, first fifty principal components.",
    licence=chem.LICENCE,
    citation=chem.CITATION,
    checksum="e5e0cb4ed1d3b48ee9eca4ec8b14331ce106fd7c4db2cc724aaffb5e54ca0e46",
    n_components=50,
    columns={"class": "class"},
    hierarchy={},
)
