"""What the catalogue knows of any data set."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.datasets.dataset import Dataset, Picture
from cecib.datasets.sources.folder import Folder
from cecib.datasets.sources.missing import MissingDatasetError, missing


@dataclass(frozen=True, kw_only=True)
class Entry(ABC):
    """One data set.

    Attributes
    ----------
    title : str
        Its name in tables and figures.
    file : str
        Name of its file in a data folder.
    description, licence, citation : str
        What `cecib.datasets.load` passes on.
    """

    title: str
    file: str
    description: str
    licence: str
    citation: str

    @property
    def pip_names(self) -> tuple[str, ...]:
        """Names, for pip, of the packages that ship the set."""
        return ()

    @property
    @abstractmethod
    def download_advice(self) -> str:
        """What to do for a download."""

    @abstractmethod
    def load(self, name: str, data_dir: Folder, *, download: bool) -> Dataset:
        """Find the set, which has the given name, and prepare it."""

    def missing(self, name: str, data_dir: Folder, notes: Sequence[str]) -> MissingDatasetError:
        """Say that the set is nowhere, and the ways to get it."""
        return missing(name, data_dir, notes, file=self.file, packages=self.pip_names, download=self.download_advice)

    def dataset(
        self,
        name: str,
        X: NDArray[np.float64],
        classes: NDArray[Any],
        feature_names: tuple[str, ...],
        source: str,
        *,
        coarser: Mapping[str, NDArray[Any]] | None = None,
        picture: Picture | None = None,
    ) -> Dataset:
        """Put what was read together with what is known."""
        return Dataset(
            name=name,
            X=np.ascontiguousarray(X, dtype=np.float64),
            classes=classes,
            feature_names=feature_names,
            description=self.description,
            licence=self.licence,
            citation=self.citation,
            source=source,
            coarser=coarser or {},
            picture=picture,
        )
