"""Where the development data lie; tests that need them are skipped elsewhere."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def shared_data(name: str) -> Path:
    """Path of a development data file, or skip the test."""
    folders = [Path(os.environ["CECIB_DATA"])] if os.environ.get("CECIB_DATA") else []
    folders.append(ROOT.parent / "shared" / "data")
    for folder in folders:
        if (folder / name).exists():
            return folder / name
    pytest.skip(f"{name} is not among the development data: set CECIB_DATA to their folder.")
