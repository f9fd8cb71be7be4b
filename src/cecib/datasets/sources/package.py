"""Data sets inside packages that happen to be installed; nothing is imported but scikit-learn."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cecib.datasets.sources.content import Content


@dataclass(frozen=True)
class PackageSource:
    """A package that ships a set.

    Attributes
    ----------
    package : str
        Its name in Python.
    pip_name : str
        Its name for pip.
    files : tuple of str
        The files to read, below the folder of the package.
    read : callable
        From the paths of the files to the content, with the class names of the source.
    """

    package: str
    pip_name: str
    files: tuple[str, ...]
    read: Callable[..., Content]

    def content(self) -> Content | None:
        """Read the set, or return None if the package is not installed or has no such files."""
        folder = _folder_of(self.package)
        if folder is None or not all((folder / file).is_file() for file in self.files):
            return None
        return self.read(*(folder / file for file in self.files))


def _folder_of(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(places[0]) if places else None
