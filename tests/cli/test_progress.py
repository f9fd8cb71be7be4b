"""A bar for long work on a terminal, silence otherwise."""

import io
import sys

import pytest

from cecib.cli import progress
from cecib.search import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_silence_without_a_terminal(cecib, birds_csv):
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
