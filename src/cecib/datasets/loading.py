"""Load a data set by name."""

from __future__ import annotations

import os

from cecib.datasets.catalogue import CATALOGUE, NAMES
from cecib.datasets.dataset import Dataset


def load(name: str, data_dir: str | os.PathLike[str] | None = None, *, download: bool = True) -> Dataset:
    """Load a data set; those of the paper are preprocessed as there.

    Looked for in a folder, then in installed packages, then (with a checksum, and kept in a cache)
    at UCI, OpenML or GitHub.

    Parameters
    ----------
    name : str
        One of `cecib.datasets.NAMES`. The paper's are ``"ecoli"``, ``"glass"``, ``"iris"``, ``"segmentation"``,
        ``"user_modeling"``, ``"vertebral"``, ``"wine"``, ``"chem"`` and ``"image"``; the others are larger or
        wider. The ``description`` of the result tells the preprocessing.
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
    return CATALOGUE[name].load(name, data_dir, download=download)
