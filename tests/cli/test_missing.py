"""Tables with empty cells on the command line."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cecib.cli import large
from cecib.files.tables import read_table
from cecib.whole import fitting


def birds(n):
    """Two kinds of birds, some not measured in all ways, one not at all, and a column that nobody filled in."""
    rng = np.random.default_rng(0)
    kind = np.arange(n) % 2
    frame = pd.DataFrame({"wing": 70 + 9.0 * kind + rng.normal(size=n), "mass": 20 - 8.0 * kind + rng.normal(size=n)})
    frame["tail"] = 40 + rng.normal(size=n)
    frame = frame.mask(rng.random(frame.shape) < 0.15)
    frame.loc[0] = [70.0, np.nan, 40.0]
    frame.loc[1] = np.nan
    frame.loc[2] = [70.0, 20.0, 40.0]
    frame["egg"] = np.where(np.arange(n) < n // 40, 1.0 + np.arange(n), np.nan)
    frame["diet"] = np.where(np.arange(n) % 10 < 2, np.where(kind == 0, "seeds", "insects"), None)
    return frame, kind


@pytest.fixture
def table():
    frame, kind = birds(120)
    frame.to_csv("birds.csv", index=False)
    return frame, kind


def test_rows_count_by_what_they_have(cecib, table):
    _, kind = table
    result = cecib("cluster", "birds.csv", "--labels", "diet", "--out", "out.csv", "--model", "birds.cecib")
    assert result.status == 0
    assert "warning: Values are missing in features" in result.out
    assert "Feature 'egg' has values in 3 of 120 rows only, and was set aside." in result.out
    assert "no value at all, and went where rows are most frequent." in result.out
    found = read_table("out.csv")
    assert len(found) == 120
    agrees = (found["cluster"] == found["cluster"][0]) == (kind == 0)
    assert agrees.drop(1).mean() > 0.95
    assert cecib("predict", "birds.cecib", "birds.csv", "--out", "again.csv").status == 0
    assert read_table("again.csv")["cluster"].tolist() == found["cluster"].tolist()
    assert cecib("ask", "birds.cecib", "birds.csv", "--labels", "diet", "-n", "2").status == 0


def test_rows_may_be_left_out(cecib, table):
    frame, _ = table
    result = cecib("cluster", "birds.csv", "--features", "wing:tail", "--missing", "drop", "--model", "birds.cecib")
    assert result.status == 0
    assert "took no part in the search" in result.out
    assert cecib("predict", "birds.cecib", "birds.csv", "--missing", "drop", "--out", "out.csv").status == 0
    is_incomplete = frame[["wing", "mass", "tail"]].isna().any(axis=1)
    assert read_table("out.csv")["cluster"].isna().tolist() == is_incomplete.tolist()


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("command", [["cluster", "birds.csv"], ["predict", "birds.cecib", "birds.csv"]])
def test_they_may_be_refused(cecib, command):
    assert cecib("cluster", "birds.csv", "--model", "birds.cecib").status == 0
    result = cecib(*command, "--missing", "fail")
    assert result.status == 2
    assert "'wing' (an empty cell or NaN in row 2" in result.err
    assert result.err.strip().endswith("or use --missing model.")


@pytest.fixture
def in_blocks(monkeypatch):
    """More of them, in a file that is read in blocks and fitted to a sample."""
    monkeypatch.setattr(large, "_LARGE", 100)
    monkeypatch.setattr(fitting, "sample_size", lambda n_features: 600)
    frame, kind = birds(1_800)
    frame.to_parquet("many.parquet")
    return frame, kind


@pytest.mark.parametrize("missing", ["model", "drop"])
def test_blocks_with_empty_cells(cecib, in_blocks, missing):
    """The report counts them in all rows, and every row is written with its cluster."""
    frame, kind = in_blocks
    outputs = ["--out", "out.csv", "--model", "m.cecib", "--plot", "p.png", "--report", "r.html"]
    result = cecib("cluster", "many.parquet", "--labels", "diet", "--missing", missing, *outputs)
    assert result.status == 0
    is_gone = frame[["wing", "mass", "tail"]].isna()
    n_empty = is_gone.all(axis=1).sum()
    some = is_gone.any(axis=1).sum() - (n_empty if missing == "model" else 0)
    assert f"{some} of 1800 rows lack some, and" in result.out
    assert "Feature 'egg' has values in 45 of 1800 rows only, and was set aside." in result.out
    assert f"{n_empty} rows have no value at all" in result.out
    assert "features: wing, mass, tail\n" in result.out
    found = read_table("out.csv")
    for size in np.bincount(found["cluster"]):
        assert f" {size} " in result.out
    agrees = (found["cluster"] == found["cluster"][0]) == (kind == 0)
    assert agrees[~is_gone[["wing", "mass"]].all(axis=1)].mean() > 0.97
    assert "1800 rows" in Path("r.html").read_text(encoding="utf-8")
    assert cecib("predict", "m.cecib", "many.parquet", "--missing", "model", "--out", "again.csv").status == 0
    assert (read_table("again.csv")["cluster"] == found["cluster"]).mean() > 0.999


@pytest.mark.usefixtures("in_blocks")
def test_blocks_with_empty_cells_may_be_refused(cecib):
    result = cecib("cluster", "many.parquet", "--missing", "fail")
    assert result.status == 2
    assert "'wing' (an empty cell or NaN in many.parquet, block 1, row 2 and" in result.err
    assert result.err.strip().endswith("or use --missing model.")
