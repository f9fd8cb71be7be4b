"""Sets of compounds that bind to the 5-HT1A receptor: fingerprints, and the expert's hierarchy of classes."""

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

from cecib.datasets.dataset import Dataset
from cecib.datasets.kinds.entry import Entry
from cecib.datasets.preparation import component_names
from cecib.datasets.preprocessing import principal_components, standardised, without_constants
from cecib.datasets.sources import web
from cecib.datasets.sources.cache import cache_folder, keep_file
from cecib.datasets.sources.content import read_table
from cecib.datasets.sources.folder import Folder, find_file
from cecib.datasets.sources.missing import MissingDatasetError

N_BITS = 4860
_REPOSITORY = "mareksmieja/SEC"
_COMMIT = "bfc007bd8a33e28997282f70a7cd74f5d731d1d4"
_FILES = ("KRFP_sparse.txt", "maccs_with_class.csv")


@dataclass(frozen=True, eq=False)
class Ligands:
    """Compounds, each as its set bits, with class names at several levels.

    Attributes
    ----------
    bits : list of str
        Indices of the set bits, separated by blanks.
    levels : mapping of str to ndarray
        ``"class"`` and the coarser levels, if any.
    """

    bits: list[str]
    levels: Mapping[str, NDArray[Any]]

    def features(self, n_components: int, *, is_standardised: bool = False) -> NDArray[np.float64]:
        """Principal components of the binary fingerprints, each bit standardised before or not."""
        matrix = np.zeros((len(self.bits), N_BITS))
        for row, indices in enumerate(self.bits):
            matrix[row, [int(i) for i in indices.split()]] = 1.0
        varying = without_constants(matrix)
        return principal_components(standardised(varying) if is_standardised else varying, n_components)

    def checksum(self) -> str:
        """SHA-256 of the compounds and their classes as text, sorted."""
        lines = sorted(f"{bits},{name}" for bits, name in zip(self.bits, self.levels["class"], strict=True))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class LigandEntry(Entry):
    """A set of compounds.

    Attributes
    ----------
    checksum : str
        Of compounds and classes, whatever their order.
    n_components : int
        Principal components of the fingerprints.
    columns : mapping of str to str
        Column of the file in a data folder, by level: ``"class"`` and the coarser ones.
    hierarchy : mapping of str to tuple of str
        Names of the levels, by the expert's code; empty for all compounds under the expert's own names.
    is_standardised : bool
        Whether bits are standardised before the principal components are taken.
    """

    checksum: str
    n_components: int
    columns: Mapping[str, str]
    hierarchy: Mapping[str, tuple[str, ...]]
    is_standardised: bool = False

    @property
    def download_advice(self) -> str:
        """What to do for a download."""
        return f"connect to the internet and call load again (github.com/{_REPOSITORY})"

    def load(self, name: str, data_dir: Folder, *, download: bool) -> Dataset:
        """Find the compounds and take the principal components of their fingerprints."""
        ligands, source = self.find(name, data_dir, download=download)
        levels = dict(ligands.levels)
        classes = levels.pop("class")
        features = ligands.features(self.n_components, is_standardised=self.is_standardised)
        return self.dataset(name, features, classes, component_names(self.n_components), source, coarser=levels)

    def find(self, name: str, data_dir: Folder, *, download: bool) -> tuple[Ligands, str]:
        """Compounds and where they were found; those of the web must have the checksum."""
        path = find_file(self.file, data_dir)
        if path is not None:
            return read_ligands(path, self.columns), str(path)
        kept = [cache_folder() / file for file in _FILES]
        try:
            if all(file.is_file() for file in kept):
                texts, source = [file.read_text() for file in kept], str(cache_folder())
            elif download:
                source = f"{web.WEB.github}/{_REPOSITORY}"
                texts = [web.WEB.read(f"{source}/{_COMMIT}/dane/manual/{file}").decode() for file in _FILES]
            else:
                raise self.missing(name, data_dir, [])
            ligands = parse_ligands(texts[0], texts[1], self.hierarchy, tuple(self.columns))
        except MissingDatasetError:
            raise
        except web.SOURCE_FAULTS as fault:
            raise self.missing(name, data_dir, [f"{web.WEB.github}/{_REPOSITORY}: {fault}"]) from None
        if ligands.checksum() != self.checksum:
            raise self.missing(name, data_dir, [f"{source}: the content has another checksum"])
        for file, text in zip(kept, texts, strict=True):
            if not file.is_file():
                keep_file(file, text.encode())
        return ligands, source


def read_ligands(path: Path, columns: Mapping[str, str]) -> Ligands:
    """Read the ligands from a file of the data folder; `columns` tells the column of each level."""
    rows = read_table(path)
    return Ligands(
        [row["krfp_on_bits"] for row in rows],
        {level: np.array([row[column] for row in rows]) for level, column in columns.items()},
    )


def parse_ligands(
    fingerprints: str, expert: str, hierarchy: Mapping[str, tuple[str, ...]], levels: tuple[str, ...]
) -> Ligands:
    """Read the source's two text files, of 3696 compounds.

    With a hierarchy, only compounds of its classes are kept whose fingerprint occurs once among all: so
    the paper's 284 are found. The rule is inferred from the paper's class sizes, which it matches.
    """
    bits = [" ".join(line.split()) for line in fingerprints.splitlines()[1:]]
    names = [row[-1].strip() for row in csv.reader(io.StringIO(expert)) if row]
    if len(bits) != len(names):
        raise ValueError(f"fingerprints and expert classes must match, got {len(bits)} and {len(names)}.")
    if not hierarchy:
        labels = [re.sub(r"^\(\w+\) ", "", name).replace("Ergoliny", "Ergolines") for name in names]
        return Ligands(bits, {"class": np.array(labels)})
    occurrences = Counter(bits)
    codes = [name[1 : name.index(")")] for name in names]
    chosen = [
        row for code in hierarchy for row in range(len(bits)) if codes[row] == code and occurrences[bits[row]] == 1
    ]
    groups = [hierarchy[codes[row]] for row in chosen]
    named = {level: np.array([group[i] for group in groups]) for i, level in enumerate(levels)}
    return Ligands([bits[row] for row in chosen], named)
