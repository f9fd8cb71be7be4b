"""Tables with empty cells on the command line."""

import numpy as np
import pandas as pd
import pytest

from cecib.cli import large
from cecib.files.tables import read_table


@pytest.fixture
def table():
    """Two kinds of birds, some not measured in all ways, one not at all, and a column that nobody filled in."""
    rng = np.random.default_rng(0)
    kind = np.arange(120) % 2
    frame = pd.DataFrame(
        {"wing": 70 + 9.0 * kind + rng.normal(size=120), "mass": 20 - 8.0 * kind + rng.normal(size=120)}
    )
    frame["tail"] = 40 + rng.normal(size=120)
    frame = frame.mask(rng.random(frame.shape) < 0.15)
    frame.loc[0] = [70.0, np.nan, 40.0]
    frame.loc[1] = np.nan
    frame.loc[2] = [70.0, 20.0, 40.0]
    frame["egg"] = np.where(np.arange(120) < 3, 1.0 + np.arange(120), np.nan)
    frame["diet"] = np.where(np.arange(120) % 10 < 2, np.where(kind == 0, "seeds", "insects"), None)
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


def test_blocks_take_no_rows_with_empty_cells(cecib, table, monkeypatch):
    frame, _ = table
    monkeypatch.setattr(large, "_LARGE", 100)
    frame.drop(columns="egg").to_feather("birds.arrow")
    result = cecib("cluster", "birds.arrow")
    assert result.status == 2
    assert "empty cell or NaN" in result.err
    result = cecib("cluster", "birds.arrow", "--missing", "drop")
    assert result.status == 2
    assert "--missing drop needs all rows in memory, and birds.arrow is read in blocks" in result.err
