"""Where the data of the paper lie on a developer's machine, if they do."""

import os
from pathlib import Path

import pytest


def shared_data(name: str) -> Path:
    """Path of a data file, or a skip that says why."""
    folders = [os.environ.get("CECIB_DATA"), Path(__file__).resolve().parents[2] / "shared" / "data"]
    for folder in folders:
        if folder and (Path(folder) / name).exists():
            return Path(folder) / name
    pytest.skip(f"needs {name}: set CECIB_DATA to a folder that holds it")
