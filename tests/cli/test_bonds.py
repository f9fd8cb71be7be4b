"""--groups, --apart and --ids."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

N = 80


@pytest.fixture
def table():
    """Two blobs far apart, groups called nests (the second lies across both), and names of the rows."""
    X = np.random.default_rng(0).normal(size=(N, 2)) + 12 * (np.arange(N) % 2)[:, None]
    frame = pd.DataFrame(X.round(3), columns=["length", "width"])
    frame["nest"] = ["" if i >= 6 else "east" if i % 2 else "west" for i in range(N)]
    frame["name"] = [f"b{i}" for i in range(N)]
    frame.to_csv("data.csv", index=False)
    return frame


def write(text, name="pairs.csv"):
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_groups_and_pairs_are_taken_into_account(cecib, table):
    table["nest"] = ["across" if i in (0, 1) else "" for i in range(N)]
    table.to_csv("data.csv", index=False)
    result = cecib("cluster", "data.csv", "--groups", "nest", "--apart", write("a,b\n3,5\n"), "--out", "out.csv")
    assert result.status == 0
    labels = pd.read_csv("out.csv")["cluster"]
    assert labels[0] == labels[1]
    assert "pairs that should be apart and share a cluster: 1 (rows 3 and 5)" in result.out
    assert "nest (the group)" in result.out


def test_rows_may_be_called_by_their_names(cecib, table):
    result = cecib("cluster", "data.csv", "--apart", write("a,b\nb2,b4\n b0, b7\n"), "--ids", "name")
    assert result.status == 0
    assert "share a cluster: 1 (rows 3 and 5)" in result.out


def test_all_pairs_within_groups_are_named(cecib, table):
    result = cecib("cluster", "data.csv", "--groups", "nest", "--apart", write("a,b\n1,3\n1,9\n2,4\n"))
    assert result.status == 2
    said = "row 1: rows 1 and 3 are both in group 'west' and row 3: rows 2 and 4 are both in group 'east': drop these"
    assert said in result.err


def test_groups_by_numbers(cecib, table):
    table["nest"] = np.where(np.arange(N) < 6, np.arange(N) % 2, -1)
    table.to_csv("data.csv", index=False)
    assert "nest (the group)" in cecib("cluster", "data.csv", "--groups", "3").out


def test_groups_in_which_labels_differ_are_announced(cecib, table):
    table["diet"] = ["seeds" if i == 2 else "insects" if i == 4 else "" for i in range(N)]
    table.to_csv("data.csv", index=False)
    result = cecib("cluster", "data.csv", "--groups", "nest", "--labels", "diet")
    assert "groups in which labels differ: 1 (those of rows 1)" in result.out


BAD = {
    "no such column": (["--groups", "nets"], "", ["--groups", "'nets'"]),
    "group as feature": (["--groups", "width", "--features", "length,width"], "", ["--features", "'width'"]),
    "no such file": (["--apart", "none.csv"], "", ["none.csv"]),
    "three columns": ([], "a,b,c\n1,2,3\n", ["pairs.csv must have two columns", "got 3"]),
    "no header": ([], "1,2\n3,4\n", ["pairs.csv", "1, 2", "names of the columns"]),
    "no row number": ([], "a,b\n1,2\n3,x\n", ["pairs.csv, row 2", "1 to 80", "'x'"]),
    "row 0": ([], "a,b\n0,2\n", ["pairs.csv, row 1", "got 0"]),
    "row 81": ([], "a,b\n1,2\n2,81\n", ["pairs.csv, row 2", "got 81"]),
    "fraction": ([], "a,b\n1,2.5\n", ["pairs.csv, row 1", "2.5"]),
    "empty cell": ([], "a,b\n1,2\n3,\n", ["pairs.csv, row 2", "an empty cell"]),
    "itself": ([], "a,b\n4,4\n", ["pairs.csv, row 1", "row 4 is apart from itself"]),
    "within a group": (["--groups", "nest"], "a,b\n1,2\n1,5\n", ["pairs.csv, row 2", "rows 1 and 5", "'west'"]),
    "unknown name": (["--ids", "name"], "a,b\nb1,b99\n", ["pairs.csv, row 1", "no row is called 'b99'", "'name'"]),
    "ambiguous name": (["--ids", "nest"], "a,b\neast,west\n", ["pairs.csv, row 1", "3 rows are called 'east'"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_pairs_are_told_with_file_row_and_value(cecib, table, case):
    arguments, text, words = BAD[case]
    if text:
        arguments = [*arguments, "--apart", write(text)]
    result = cecib("cluster", "data.csv", *arguments, "--out", "out.csv")
    assert result.status == 2
    assert all(word in result.err for word in words), result.err
    assert result.err.count("\n") == 1
    assert not Path("out.csv").exists()


def test_names_without_pairs_are_written(cecib, table):
    assert cecib("cluster", "data.csv", "--ids", "name", "--out", "out.csv").status == 0
    assert pd.read_csv("out.csv").columns[:2].tolist() == ["name", "cluster"]


def test_the_file_of_pairs_is_not_overwritten(cecib, table):
    result = cecib("cluster", "data.csv", "--apart", write("a,b\n1,2\n"), "--out", "pairs.csv")
    assert result.status == 2
    assert "--out" in result.err
    assert Path("pairs.csv").read_text(encoding="utf-8") == "a,b\n1,2\n"
