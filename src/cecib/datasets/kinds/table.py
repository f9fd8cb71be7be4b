"""Sets that are tables of numbers, each row with its class."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath

import numpy as np

from cecib.datasets.dataset import Dataset
from cecib.datasets.kinds.entry import Entry
from cecib.datasets.preparation import as_it_is
from cecib.datasets.sources import web
from cecib.datasets.sources.cache import cache_folder
from cecib.datasets.sources.content import Content, read_content, write_content
from cecib.datasets.sources.folder import Folder, find_file
from cecib.datasets.sources.package import PackageSource
from cecib.datasets.sources.spelling import AS_WE_DO, Spelling


@dataclass(frozen=True, kw_only=True)
class TableEntry(Entry):
    """A table of numbers.

    Attributes
    ----------
    features : str
        Names of the source's features, separated by commas.
    checksums : tuple of str
        Accepted checksums of the content: more than one where a source leaves out rows that we drop
        (Ecoli) or has lost the last digit of some numbers (Segmentation).
    number_format : str
        How numbers are written for the checksum.
    spelling : Spelling
        How the sources spell the classes.
    packages : tuple of PackageSource
        Packages that ship it, best first.
    web : tuple of WebSource
        Places to download it from, best first.
    prepare : callable
        From the content of the source to what is clustered.
    """

    features: str
    checksums: tuple[str, ...]
    number_format: str = ".6g"
    spelling: Spelling = AS_WE_DO
    packages: tuple[PackageSource, ...] = ()
    web: tuple[web.WebSource, ...] = ()
    prepare: Callable[[Content], Content] = as_it_is

    @property
    def pip_names(self) -> tuple[str, ...]:
        """Names, for pip, of the packages that ship the set."""
        return tuple(package.pip_name for package in self.packages)

    @property
    def download_advice(self) -> str:
        """What to do for a download."""
        if not self.web:
            return "none known to us for this set"
        places = " or ".join(source.label for source in self.web)
        return f"connect to the internet and call load again ({places})"

    def load(self, name: str, data_dir: Folder, *, download: bool) -> Dataset:
        """Find the table and prepare it."""
        content, source = self.find(name, data_dir, download=download)
        names = tuple(self.features.split(","))
        if len(names) != content.features.shape[1]:
            raise ValueError(
                f"{name} must have {len(names)} features, got {content.features.shape[1]} in {source}: "
                "see help(cecib.datasets)."
            )
        ready = self.prepare(replace(content, names=names))
        return self.dataset(name, ready.features, ready.classes, ready.names, source)

    def find(self, name: str, data_dir: Folder, *, download: bool) -> tuple[Content, str]:
        """Content of the table and where it was found.

        A file in the user's folder is taken at its word; what a package or the web gives must have
        one of the checksums.
        """
        path = find_file(self.file, data_dir)
        if path is not None:
            return read_content(path), str(path)
        notes: list[str] = []
        for package in self.packages:
            place = f"package {package.package}"
            content = self._tried(package.content, place, notes)
            if content is not None:
                return content, place
        kept = self._kept()
        if kept is not None:
            return kept, str(self._cached)
        for source in self.web if download else ():
            place = source.address(web.WEB)
            content = self._tried(partial(source.content, web.WEB), place, notes)
            if content is not None:
                write_content(self._cached, content)
                return content, place
        raise self.missing(name, data_dir, notes)

    def is_genuine(self, content: Content) -> bool:
        """Whether the content has one of the checksums."""
        return content.checksum(self.number_format) in self.checksums

    @property
    def _cached(self) -> Path:
        stem = PurePosixPath(self.file).name.split(".")[0]
        return cache_folder() / f"{stem}.csv.gz"

    def _tried(self, read: Callable[[], Content | None], place: str, notes: list[str]) -> Content | None:
        """Genuine content in our spelling, or None with a note of what was wrong."""
        try:
            content = read()
            if content is None:
                return None
            spelled = self.spelling.ours(content.classes.tolist())
        except web.SOURCE_FAULTS as fault:
            notes.append(f"{place}: {fault}")
            return None
        content = replace(content, classes=np.array(spelled, dtype=np.str_))
        if self.is_genuine(content):
            return content
        notes.append(f"{place}: the content has another checksum")
        return None

    def _kept(self) -> Content | None:
        """Content from the cache, or None if it is not there or spoilt."""
        if not self._cached.is_file():
            return None
        try:
            content = read_content(self._cached)
        except (OSError, EOFError, ValueError, zlib.error):
            return None
        return content if self.is_genuine(content) else None
