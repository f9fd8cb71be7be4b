"""The data sets of a run: loaded once per process."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import numpy as np

from cecib.datasets import Dataset, MissingDatasetError, load


@lru_cache(maxsize=32)
def dataset(name: str, data: str | None) -> Dataset:
    """Load a set that is at hand, or return the one loaded before."""
    return load(name, data, download=False)


def digest(found: Dataset) -> str:
    """Short digest of features and classes; the last bits of the features do not count."""
    text = hashlib.sha256((np.round(found.X, 6) + 0.0).tobytes())
    text.update("\n".join(map(str, found.classes.tolist())).encode())
    return text.hexdigest()[:12]


def available(
    names: tuple[str, ...], data: str | None, download: bool = False
) -> tuple[dict[str, str], dict[str, str]]:
    """Digests of the sets that can be had, and for the others why not; a download is kept, and then at hand."""
    found: dict[str, str] = {}
    missing: dict[str, str] = {}
    for name in names:
        try:
            if download:
                load(name, data)
            found[name] = digest(dataset(name, data))
        except (MissingDatasetError, ImportError) as fault:
            missing[name] = str(fault)
    return found, missing
