"""Load a data set of the paper by name."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.datasets.catalogue import CATALOGUE
from cecib.datasets.content import Content
from cecib.datasets.dataset import Dataset
from cecib.datasets.picture import FILES, read_picture
from cecib.datasets.preprocessing import (
    first_occurrences,
    largest_classes,
    principal_components,
    standardised,
    windows,
    without_constants,
)
from cecib.datasets.sources import data_folder, find_content, find_ligands, missing

NAMES = tuple(CATALOGUE)
_LIGAND_COMPONENTS = {"chem": 10, "chem_large": 50}


def load(name: str, data_dir: str | os.PathLike[str] | None = None, *, download: bool = True) -> Dataset:
    """Load a data set, preprocessed as in the paper.

    Looked for in a folder, then in installed packages, then (with a checksum, and kept in a cache)
    at UCI, OpenML or GitHub.

    Parameters
    ----------
    name : str
        ``"ecoli"``, ``"glass"``, ``"iris"``, ``"segmentation"``, ``"user_modeling"``, ``"vertebral"``,
        ``"wine"``, ``"chem"``, ``"image"``, or one of the larger sets ``"pendigits"``, ``"letter"``,
        ``"segmentation_full"``, ``"chem_large"``. The ``description`` of the result tells the preprocessing.
    data_dir : path, optional
        Folder with the files; by default the environment variable ``CECIB_DATA``.
    download : bool, default=True
        Whether to try the internet if the set is nowhere else.

    Returns
    -------
    Dataset
        Features, reference classes, description, licence and citation.

    Raises
    ------
    MissingDatasetError
        If the set is nowhere; the message tells the ways to get it.

    Notes
    -----
    Row order is that of the source: the same in UCI's files and in a folder made from them, another in
    some copies (Glass at OpenML is shuffled).

    Examples
    --------
    Wine is inside scikit-learn:

    >>> from cecib.datasets import load
    >>> wine = load("wine", download=False)
    >>> wine.X.shape, wine.n_classes
    ((178, 13), 3)
    """
    if name not in CATALOGUE:
        raise ValueError(f"name must be one of {', '.join(NAMES)}, got {name!r}.")
    if name == "image":
        return _load_image(data_dir)
    if name in _LIGAND_COMPONENTS:
        return _load_ligands(name, data_dir, download=download)
    content, source = find_content(name, data_dir, download=download)
    features, classes, names = _PREPARATIONS.get(name, _as_is)(name, content)
    return _dataset(name, features, classes, names, source)


_Prepared = tuple[NDArray[np.float64], NDArray[Any], tuple[str, ...]]


def _as_is(name: str, content: Content) -> _Prepared:
    names = tuple(CATALOGUE[name].features.split(","))
    if len(names) != content.features.shape[1]:
        raise ValueError(f"{name} must have {len(names)} features, got {content.features.shape[1]}.")
    return content.features, content.classes, names


def _ecoli(name: str, content: Content) -> _Prepared:
    kept = content.keep(largest_classes(content.classes, 5))
    return principal_components(kept.features, 5), kept.classes, _component_names(5)


def _segmentation(name: str, content: Content) -> _Prepared:
    scaled = standardised(without_constants(content.features))
    return principal_components(scaled, 5), content.classes, _component_names(5)


def _distinct_segmentation(name: str, content: Content) -> _Prepared:
    return _segmentation(name, content.keep(first_occurrences(content.features)))


def _vertebral(name: str, content: Content) -> _Prepared:
    return _as_is(name, Content(np.round(content.features, 2), content.classes))


_PREPARATIONS: dict[str, Callable[[str, Content], _Prepared]] = {
    "ecoli": _ecoli,
    "segmentation": _segmentation,
    "segmentation_full": _distinct_segmentation,
    "vertebral": _vertebral,
}


def _load_ligands(name: str, data_dir: str | os.PathLike[str] | None, *, download: bool) -> Dataset:
    ligands, source = find_ligands(name, data_dir, download=download)
    n_components = _LIGAND_COMPONENTS[name]
    levels = dict(ligands.levels)
    classes = levels.pop("class")
    features = ligands.features(n_components)
    return _dataset(name, features, classes, _component_names(n_components), source, coarser=levels)


def _load_image(data_dir: str | os.PathLike[str] | None) -> Dataset:
    folder = data_folder(data_dir)
    if folder is None or not all((folder / "bsds" / file).is_file() for file in FILES):
        raise missing("image", data_dir, [f"{data_dir or 'CECIB_DATA'}: it must hold bsds/{', bsds/'.join(FILES)}"])
    picture = read_picture(folder / "bsds")
    features = principal_components(windows(picture.pixels), 5)
    classes = np.where(picture.mask.ravel(), "object", "background")
    return _dataset("image", features, classes, _component_names(5), str(folder / "bsds"), picture=picture)


def _component_names(n_components: int) -> tuple[str, ...]:
    return tuple(f"PC{i + 1}" for i in range(n_components))


def _dataset(
    name: str,
    features: NDArray[np.float64],
    classes: NDArray[Any],
    feature_names: tuple[str, ...],
    source: str,
    *,
    coarser: dict[str, NDArray[Any]] | None = None,
    picture: Any = None,
) -> Dataset:
    entry = CATALOGUE[name]
    return Dataset(
        name=name,
        X=np.ascontiguousarray(features, dtype=np.float64),
        classes=classes,
        feature_names=feature_names,
        description=entry.description,
        licence=entry.licence,
        citation=entry.citation,
        source=source,
        coarser=coarser or {},
        picture=picture,
    )
