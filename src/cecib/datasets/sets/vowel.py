"""Vowel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.content import Content
from cecib.datasets.sources.keel import KEEL_CITATION, KEEL_LICENCE, keel, read_keel

_N_OTHERS = 3


def read_formants(path: Path) -> Content:
    """Leave out the first three columns: which half, speaker and sex."""
    content = read_keel(path)
    return replace(content, features=content.features[:, _N_OTHERS:])


ENTRY = TableEntry(
    title="Vowel",
    file="wide/vowel.csv.gz",
    description="Eleven vowels of English, 990 rows, the ten formant features; speaker and sex left out.",
    licence=KEEL_LICENCE,
    citation=KEEL_CITATION,
    features="F0,F1,F2,F3,F4,F5,F6,F7,F8,F9",
    checksums=("266247641e755ceefd77f7aff32508b12802511480176a45bb3ab113c1f5b698",),
    packages=(keel("vowel", read_formants),),
)
