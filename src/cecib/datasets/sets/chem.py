"""Chemistry: the paper's 284 ligands of the 5-HT1A receptor."""

from __future__ import annotations

from cecib.datasets.kinds.ligands import LigandEntry

LICENCE = "No licence is stated at the source (github.com/mareksmieja/SEC): ask its authors before republishing."
CITATION = (
    "D. Warszycki et al. (2013), expert classes; M. Śmieja, D. Warszycki, J. Tabor, A. J. Bojarski, "
    "PLoS ONE 9(7) (2014) e102069; J. Klekota, F. P. Roth, Bioinformatics 24 (2008) 2518–2525."
)

ENTRY = LigandEntry(
    title="Chemistry",
    file="chem_5ht1a.csv",
    description="284 ligands of the 5-HT1A receptor in six chemical classes under two (top) and four (mid) coarser "
    "ones: Klekota–Roth fingerprints, centred, unscaled, first ten principal components.",
    licence=LICENCE,
    citation=CITATION,
    checksum="e938f290e061928640abf13b5c64886b1ffc5fc97c0733148f83f40fa4e1a29a",
    n_components=10,
    columns={"class": "leaf", "mid": "mid", "top": "top"},
    hierarchy={
        "R": ("sulfonaimides", "aimides", "piperazines"),
        "F": ("terminal_amides", "aimides", "piperazines"),
        "N": ("benzylpiperazines", "benzylpiperazines", "piperazines"),
        "X": ("arylamines_2_atom_linker", "arylamines", "alkylamines"),
        "Y": ("arylamines_4_atom_linker", "arylamines", "alkylamines"),
        "P": ("indolylalkylamines", "indolylalkylamines", "alkylamines"),
    },
)
