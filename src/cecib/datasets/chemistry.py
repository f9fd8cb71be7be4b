"""The chemistry sets: fingerprints of ligands of the 5-HT1A receptor, and the expert's hierarchy."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.datasets.content import read_table
from cecib.datasets.preprocessing import principal_components, without_constants

N_BITS = 4860
_HIERARCHY = {
    "R": ("sulfonaimides", "aimides", "piperazines"),
    "F": ("terminal_amides", "aimides", "piperazines"),
    "N": ("benzylpiperazines", "benzylpiperazines", "piperazines"),
    "X": ("arylamines_2_atom_linker", "arylamines", "alkylamines"),
    "Y": ("arylamines_4_atom_linker", "arylamines", "alkylamines"),
    "P": ("indolylalkylamines", "indolylalkylamines", "alkylamines"),
}


@dataclass(frozen=True, eq=False)
class Ligands:
    """Compounds, each as its set bits, with class names at several levels.

    Attributes
    ----------
    bits : list of str
        Indices of the set bits, separated by blanks.
    levels : mapping of str to ndarray
        ``"class"`` and, for the small set, ``"mid"`` and ``"top"``.
    """

    bits: list[str]
    levels: Mapping[str, NDArray[Any]]

    def features(self, n_components: int) -> NDArray[np.float64]:
        """Principal components of the binary fingerprints."""
        matrix = np.zeros((len(self.bits), N_BITS))
        for row, indices in enumerate(self.bits):
            matrix[row, [int(i) for i in indices.split()]] = 1.0
        return principal_components(without_constants(matrix), n_components)

    def checksum(self) -> str:
        """SHA-256 of the compounds and their classes as text, sorted."""
        lines = sorted(f"{bits},{name}" for bits, name in zip(self.bits, self.levels["class"], strict=True))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def read_ligands(path: Path, *, is_small: bool) -> Ligands:
    """Read the ligands from a file of the data folder."""
    rows = read_table(path)
    columns = {"class": "leaf", "mid": "mid", "top": "top"} if is_small else {"class": "class"}
    return Ligands(
        [row["krfp_on_bits"] for row in rows],
        {level: np.array([row[column] for row in rows]) for level, column in columns.items()},
    )


def parse_ligands(fingerprints: str, expert: str, *, is_small: bool) -> Ligands:
    """Read the source's two text files, of 3696 compounds.

    The small set, the paper's 284 compounds, are those of six expert classes whose fingerprint
    occurs once among all; the rule is inferred from the paper's class sizes, which it matches.
    """
    bits = [" ".join(line.split()) for line in fingerprints.splitlines()[1:]]
    names = [row[-1].strip() for row in csv.reader(io.StringIO(expert)) if row]
    if len(bits) != len(names):
        raise ValueError(f"fingerprints and expert classes must match, got {len(bits)} and {len(names)}.")
    if not is_small:
        labels = [re.sub(r"^\(\w+\) ", "", name).replace("Ergoliny", "Ergolines") for name in names]
        return Ligands(bits, {"class": np.array(labels)})
    occurrences = Counter(bits)
    codes = [name[1 : name.index(")")] for name in names]
    chosen = [
        row for code in _HIERARCHY for row in range(len(bits)) if codes[row] == code and occurrences[bits[row]] == 1
    ]
    groups = [_HIERARCHY[codes[row]] for row in chosen]
    levels = {level: np.array([group[i] for group in groups]) for i, level in enumerate(("class", "mid", "top"))}
    return Ligands([bits[row] for row in chosen], levels)
