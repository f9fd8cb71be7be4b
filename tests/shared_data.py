"""Where the data of the paper lie on a developer's machine, if they do."""

import os
from pathlib import Path

import pytest

from cecib.datasets import Dataset, load
from cecib.datasets.catalogue import CATALOGUE


def shared_data(name: str) -> Path:
    """Path of a data file, or a skip that says why."""
    folders = [os.environ.get("CECIB_DATA"), Path(__file__).resolve().parents[2] / "shared" / "data"]
    for folder in folders:
        if folder and (Path(folder) / name).exists():
            return Path(folder) / name
    pytest.skip(f"needs {name}: set CECIB_DATA to a folder that holds it")


def folder_of(name: str) -> Path:
    """Data folder that holds a data set of the paper, or a skip."""
    file = CATALOGUE[name].file
    return shared_data(file).parents[file.count("/")]


def shared_set(name: str) -> Dataset:
    """A data set of the paper, preprocessed as there, or a skip."""
    return load(name, folder_of(name))
