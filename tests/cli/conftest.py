import sys
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from cecib.cli import main


@dataclass
class Result:
    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def cecib(capsys):
    """Run the command line in this process."""

    def run(*arguments):
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Result(status, captured.out, captured.err)

    return run


@pytest.fixture
def stdin(monkeypatch):
    """Put bytes on standard input."""

    def give(content):
        import io

        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return give


@pytest.fixture
def birds():
    """Three groups of forty, every fourth point of the first two labelled."""
    random = np.random.default_rng(0)
    X = np.vstack([random.normal(centre, 1, (40, 2)) for centre in ([0, 0], [12, 0], [0, 12])]).round(3)
    diet = pd.Series([None] * 120, dtype=object)
    diet[0:40:4], diet[40:80:4] = "seeds", "insects"
    return pd.DataFrame({"wing": X[:, 0], "mass": X[:, 1], "diet": diet})


@pytest.fixture
def birds_csv(birds, tmp_path):
    path = tmp_path / "birds.csv"
    birds.to_csv(path, index=False)
    return path
