"""Tables on a terminal: what the data hold is shown, and not obeyed. In files and pipes it is what it is."""

import sys

import pandas as pd
import pytest

EVIL = "x\x1b[2J\u202e\x07\rx"
SHOWN = r"x\x1b[2J\u202e\x07\rx"


@pytest.fixture
def evil(birds, cecib):
    """A table with a label and a column that a terminal would obey, and its model."""
    birds["diet"] = birds["diet"].replace("seeds", EVIL)
    birds.assign(**{f"note {EVIL}": EVIL}).to_parquet("birds.parquet")
    assert cecib("cluster", "birds.parquet", "--labels", "diet", "--clusters", 3, "--model", "m.cecib").status == 0


COMMANDS = {
    "predict": ("predict", "m.cecib", "birds.parquet"),
    "ask": ("ask", "m.cecib", "birds.parquet", "--labels", "diet", "-n", 3, "--out", "-"),
    "cluster": ("cluster", "birds.parquet", "--labels", "diet", "--clusters", 3, "--out", "-"),
    "tree": ("tree", "m.cecib", "--out", "-"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_terminal_is_sent_no_control_character(evil, cecib, monkeypatch, name):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    result = cecib(*COMMANDS[name])
    assert result.status == 0
    assert not set(result.out) & set("\x1b\u202e\x07\r")
    assert (SHOWN in result.out) == (name != "tree")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_pipe_gets_what_the_data_hold(evil, cecib, name):
    result = cecib(*COMMANDS[name])
    assert result.status == 0
    assert (EVIL in result.out) == (name != "tree")


def test_a_file_gets_what_the_data_hold(evil, cecib):
    assert cecib("predict", "m.cecib", "birds.parquet", "--out", "o.csv").status == 0
    assert EVIL in set(pd.read_csv("o.csv", lineterminator="\n")["category"])
