"""Cells that are not empty and yet count as unlabelled are counted, by how they are written."""

import numpy as np
import pandas as pd
import pytest

NOTE = "label column diet: 3 cells 'None', 2 cells 'NA' and 1 cell '-1' count as unlabelled"


@pytest.fixture
def spelled(birds):
    birds.loc[100:102, "diet"] = "None"
    birds.loc[103:104, "diet"] = "NA"
    birds.loc[105, "diet"] = "-1"
    birds.to_csv("birds.csv", index=False)
    return birds


FIT = ("--labels", "diet", "--clusters", 3, "--restarts", 1)


def test_the_report_counts_them(cecib, spelled, stdin, tmp_path):
    result = cecib("cluster", "birds.csv", *FIT, "--model", "m.cecib", "--report", "r.html")
    assert NOTE in result.out.splitlines()
    assert "3 cells" in (tmp_path / "r.html").read_text()
    assert NOTE in cecib("ask", "m.cecib", "birds.csv", "--labels", "diet").out
    stdin((tmp_path / "birds.csv").read_bytes())
    assert NOTE in cecib("cluster", "-", *FIT).out


def test_in_blocks(cecib, spelled, tmp_path):
    (tmp_path / "folder").mkdir()
    spelled[:101].to_csv("folder/a.csv", index=False)
    spelled[101:].to_csv("folder/b.csv", index=False)
    assert NOTE in cecib("cluster", "folder", *FIT).out


@pytest.mark.parametrize("name", ["n.csv", "n.parquet", "n.feather"])
def test_numbers(cecib, birds, name):
    birds["diet"] = np.where(np.arange(120) % 4 == 0, np.arange(120) // 40, -1)
    {"n.csv": birds.to_csv, "n.parquet": birds.to_parquet, "n.feather": birds.to_feather}[name](name)
    assert "label column diet: 90 cells '-1' count as unlabelled" in cecib("cluster", name, *FIT).out


def test_empty_cells_are_nothing_to_speak_of(cecib, birds_csv):
    assert "unlabelled" not in cecib("cluster", birds_csv, *FIT).out


def test_texts_of_parquet_are_what_they_are(cecib, spelled):
    """There a missing value is missing, and a text is a category, but for −1."""
    spelled.to_parquet("birds.parquet")
    result = cecib("cluster", "birds.parquet", *FIT)
    assert "label column diet: 1 cell '-1' counts as unlabelled" in result.out
    assert "None 3" in result.out
    assert pd.read_parquet("birds.parquet")["diet"].nunique() == 5
