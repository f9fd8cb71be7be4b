"""`cecib ask`: rows to have labelled next."""

import io
import re
from pathlib import Path

import pandas as pd
import pytest

from cecib import CECIB


@pytest.fixture
def model_file(cecib, birds_csv, tmp_path):
    assert cecib("cluster", birds_csv, "--labels", "diet", "--model", "birds.cecib").status == 0
    return tmp_path / "birds.cecib"


def test_ask_agrees_with_the_library(cecib, model_file, birds, birds_csv):
    """Rows count from 1; the label column is kept, for the answers."""
    result = cecib("ask", model_file, birds_csv, "--labels", "diet", "-n", "5", "--out", "ask.csv")
    assert (result.status, result.err) == (0, "")
    out = pd.read_csv("ask.csv")
    found = CECIB.load(model_file).ask(birds[["wing", "mass"]], birds["diet"], 5)
    assert out["row"].tolist() == [one.row + 1 for one in found]
    assert out["reason"].tolist() == [one.reason for one in found]
    assert out["value"].tolist() == pytest.approx([one.value for one in found], abs=1e-3)
    assert out.columns.tolist() == [
        "row",
        "reason",
        "value",
        "clusters",
        "category",
        "category_probability",
        "diet",
    ]


def test_the_list_is_printed(cecib, model_file, birds_csv):
    """The new group, that no label reaches, stands first."""
    result = cecib("ask", model_file, birds_csv, "--labels", "diet", "-n", "3")
    lines = [line.strip() for line in result.out.splitlines() if line.strip()]
    assert lines[0].split() == ["row", "value", "clusters", "probably", "why"]
    assert len(lines) == 2 + 3
    assert lines[2].endswith("a cluster no label reaches")


def test_table_on_standard_output(cecib, model_file, birds_csv):
    result = cecib("ask", model_file, birds_csv, "--labels", "diet", "--out", "-")
    assert len(pd.read_csv(io.StringIO(result.out))) == 10
    assert "a cluster no label reaches" in result.err


def test_columns_of_the_data_are_kept(cecib, model_file, birds):
    """Whatever they are called."""
    birds.assign(row=[f"bird {i}" for i in range(120)], place="reef").to_csv("named.csv", index=False)
    assert cecib("ask", model_file, "named.csv", "--labels", "diet", "--out", "ask.csv").status == 0
    out = pd.read_csv("ask.csv")
    assert out["row (data)"].tolist() == [f"bird {row - 1}" for row in out["row"]]
    assert set(out["place"]) == {"reef"}


def test_without_names_and_without_labels(cecib, birds, birds_csv):
    CECIB(random_state=0).fit(birds[["wing", "mass"]].to_numpy()).save("array.cecib")
    result = cecib("ask", "array.cecib", birds_csv, "--labels", "diet")
    assert result.status == 0
    result = cecib("ask", "array.cecib", birds_csv, "--features", "wing,mass")
    assert (result.status, "no labels" in result.out) == (0, False)


def test_a_model_with_labels_says_that_none_are_given(cecib, model_file, birds_csv):
    result = cecib("ask", model_file, birds_csv)
    assert result.out.endswith("rows that have one may be listed; name their column with --labels\n")
    assert "no labels" not in cecib("ask", model_file, birds_csv, "--labels", "diet").out


def test_nothing_to_ask(cecib, model_file, birds):
    """All rows are labelled, rightly; the table is empty but whole."""
    birds["diet"] = ["seeds"] * 40 + ["insects"] * 40 + ["fish"] * 40
    birds.to_csv("all.csv", index=False)
    result = cecib("ask", model_file, "all.csv", "--labels", "diet", "--out", "ask.csv")
    assert result.status == 0
    assert result.out == "nothing to ask: all rows are labelled, and no label looks wrong\n"
    assert len(pd.read_csv("ask.csv")) == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-n", "0"], ["-n", "1 or more", "'0'"]),
        (["-n", "ten"], ["'ten'"]),
        (["--labels", "food"], ["--labels", "'food'", "'diet'"]),
        (["--out", "birds.csv"], ["--out", "the data"]),
        (["--out", "birds.cecib"], ["--out"]),
        (["--out", "ask.doc"], ["--out", "'.doc'"]),
    ],
)
def test_bad_arguments(cecib, model_file, birds_csv, arguments, words):
    before = birds_csv.read_bytes(), model_file.read_bytes()
    result = cecib("ask", model_file, birds_csv, *arguments)
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert all(word in result.err for word in words), result.err
    assert (birds_csv.read_bytes(), model_file.read_bytes()) == before


def test_missing_model(cecib, birds_csv):
    result = cecib("ask", "gone.cecib", birds_csv)
    assert (result.status, result.err) == (2, "cecib: gone.cecib does not exist: check the path of the model.\n")


def test_help_has_an_example(cecib):
    assert "example: cecib ask finches.cecib finches.csv" in " ".join(cecib("ask", "--help").out.split())


def test_the_list_of_the_page_is_what_is_printed(cecib):
    """docs/ask.md shows the finches."""
    root = Path(__file__).resolve().parents[2]
    finches = root / "examples" / "finches.csv"
    assert cecib("cluster", finches, "--labels", "diet", "--model", "finches.cecib").status == 0
    printed = [line.rstrip() for line in cecib("ask", "finches.cecib", finches, "--labels", "diet").out.splitlines()]
    (shown,) = re.findall(r"```text\n(.*?)```", (root / "docs" / "ask.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    assert shown.splitlines() == [line for line in printed if line]
