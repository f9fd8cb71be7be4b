"""The demo keeps its promise: two coarse labels on a tenth of the birds, six populations found."""

import csv
import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def rows(name):
    with open(EXAMPLES / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_data_are_what_the_generator_makes():
    finches, truth = runpy.run_path(str(EXAMPLES / "make_finches.py"))["make_finches"]()
    for made, kept in ((finches, rows("finches.csv")), (truth, rows("finches_truth.csv"))):
        assert [[str(value) for value in row] for row in made] == [list(row.values()) for row in kept]


def test_data_are_as_described():
    finches, truth = rows("finches.csv"), rows("finches_truth.csv")
    labelled = [row for row in finches if row["diet"]]
    assert len(labelled) * 10 == len(finches)
    assert {row["diet"] for row in labelled} == {"seeds", "insects"}
    assert len({row["population"] for row in truth}) == 6
    assert sum(row["label_is_wrong"] == "1" for row in truth) == 5


def test_demo(capfd):
    demo = runpy.run_path(str(EXAMPLES / "demo.py"))
    assert demo["main"]() == 0
    story = capfd.readouterr().out
    assert "cecib found 6 clusters" in story
    assert "5 labels look wrong; 5 of the 5 slips" in story
    nmi = float(story.split("agree by NMI ")[1].split()[0])
    assert nmi == pytest.approx(0.98, abs=0.02)
    assert (EXAMPLES.parent / "demo" / "finches.png").exists()
