"""For long work a bar on a terminal, and lines otherwise."""

import io
import sys
from time import sleep

import pytest

from cecib.cli import progress
from cecib.search import Keeper, Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_silence_on_short_work_without_a_terminal(cecib, birds_csv):
    assert cecib("cluster", birds_csv).err == ""


@pytest.mark.parametrize(("patience", "is_shown"), [(0.0, True), (60.0, False)])
def test_bar_only_on_long_work(monkeypatch, patience, is_shown):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", patience)
    with progress.progress_of_fit() as callback:
        callback(Progress(restart=0, n_init=10, pass_=3, moves=7, n_clusters=6, cost=1.5))
        callback(Progress(restart=1, n_init=10, pass_=1, moves=9, n_clusters=8, cost=1.7))
    assert ("start 2 of 10, pass 1, 8 clusters" in terminal.getvalue()) == is_shown


def test_whole_fit_with_a_bar(cecib, birds_csv, monkeypatch, capsys):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.0)
    assert cecib("cluster", birds_csv, "--labels", "diet", "--model", "m.cecib").status == 0
    assert "clustering" in terminal.getvalue()


PASS = Progress(0, 1, 4, 20, 12, 16.26871, "passes", 50_000, 100_000)
SAID = [
    (Progress(0, 1, 0, 0, 0, float("nan"), "survey", 250_000), "survey, 250,000 rows read"),
    (Progress(0, 1, 0, 0, 0, float("nan"), "survey", 250_000, 10**6), "survey, 250,000 of 1,000,000 rows read"),
    (
        Progress(0, 1, 0, 0, 0, float("nan"), "survey", 10**6, 10**6),
        "sample of 1,000,000 rows, looking for the directions and beta",
    ),
    (Progress(1, 4, 7, 9, 12, 1.5), "start 1 of 4, pass 7, 12 clusters"),
    (PASS, "pass 4 of all rows, 50% done, 12 clusters, cost 16.2687, 0.02% of rows moved"),
    (
        PASS._replace(rows_done=100_000),
        "pass 4 of all rows, 12 clusters, cost 16.2687, 0.02% of rows moved",
    ),
    (PASS._replace(pass_=1, n_clusters=0, moves=0), "pass 1 of all rows, 50% done"),
]


@pytest.mark.parametrize(("reported", "said"), SAID)
def test_what_is_said(reported, said):
    words = progress.Words()
    words.take(reported)
    assert words.text == said


def test_a_line_every_few_seconds_in_pipes_and_log_files(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_LINE_SECONDS", 0.05)
    keeper = Keeper()
    with progress.progress_of_fit(keeper) as callback:
        sleep(0.2)
        callback(PASS)
        sleep(0.2)
        keeper.stop()
        sleep(0.2)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "cecib: 0 s, looking for the directions and beta"
    assert f"cecib: 0 s, {SAID[4][1]}" in lines
    assert " s, stopping, pass 4 of all rows" in lines[-1]
