"""`cecib explore`: its page, its end, and a newcomer's mistakes."""

import json
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")
COMMAND = [sys.executable, "-m", "cecib.cli", "explore"]

MISTAKES = {
    "no file": (["gone.csv"], "gone.csv does not exist: check the path of the data."),
    "standard input": (["-"], "cannot come from standard input: name a file."),
    "a column that is not there": (
        ["birds.csv", "--labels", "food"],
        "--labels names the column 'food', which the data do not have: they have 'wing', 'mass', 'diet'.",
    ),
    "several levels": (["birds.csv", "--labels", "diet,mass"], "--labels names 2 levels, and the page shows one"),
    "one coordinate": (["birds.csv", "--xy", "wing"], "--xy must name two columns, such as umap1,umap2, got 'wing'"),
    "labels as features": (["birds.csv", "--labels", "diet", "--features", "wing,diet"], "holds the label column"),
    "texts as features": (["birds.csv", "--features", "diet"], "Column 'diet' must hold numbers, got 'seeds'"),
    "a port": (["birds.csv", "--port", "99999"], "--port: must be a number from 1 to 65535"),
    "a log that is the data": (["birds.csv", "--log", "birds.csv"], "--log names birds.csv, which is also the data"),
    "a log that is a table": (["birds.csv", "--log", "other.csv"], "other.csv is not a log of cecib explore"),
    "a log in no folder": (["birds.csv", "--log", "none/log"], "which is not a folder: create it first."),
    "numbers as labels": (["many.csv", "--labels", "id"], "labels name 1,500 categories, and 1,000 is the most"),
}


@pytest.mark.parametrize(("arguments", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_one_sentence(cecib, birds_csv, tmp_path, arguments, words):
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    rows = "".join(f"{i},{i * 0.1:.3f}\n" for i in range(5, 1505))
    (tmp_path / "many.csv").write_text(f"id,x\n{rows}")
    result = cecib("explore", *arguments)
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert words in result.err
    assert (tmp_path / "other.csv").read_text() == "a,b\n1,2\n"


def test_each_file_has_a_log_of_its_own(birds_csv, birds):
    """Files of one name and several endings do not share one; a log of a former version is found by its file."""
    from cecib.cli.explore import log_path
    from cecib.explore.log import Fingerprint, Log

    birds.to_parquet("birds.parquet")
    given = {name: SimpleNamespace(data=name, log=None) for name in ("birds.csv", "birds.parquet")}
    assert log_path(given["birds.csv"]).name == "birds.csv.explore.jsonl"
    Log("birds.explore.jsonl", Fingerprint.of_file(birds_csv)).close()
    assert log_path(given["birds.csv"]).name == "birds.explore.jsonl"
    assert log_path(given["birds.parquet"]).name == "birds.parquet.explore.jsonl"
    Path("birds.csv.explore.jsonl").touch()
    assert log_path(given["birds.csv"]).name == "birds.csv.explore.jsonl"


def test_help_names_the_pictures_that_open(cecib):
    from cecib.explore.pixels import ENDINGS

    said = " ".join(cecib("explore", "--help").out.split())
    assert ", ".join(ENDINGS) in said


def test_a_table_that_has_changed_is_refused(cecib, birds_csv, birds):
    from cecib.explore.log import Fingerprint, Log

    Log("birds.explore.jsonl", Fingerprint.of_file(birds_csv), {"labels": "diet"}).close()
    assert "was begun with --labels diet" in cecib("explore", "birds.csv").err
    birds.assign(wing=birds["wing"] + 1).to_csv(birds_csv, index=False)
    result = cecib("explore", "birds.csv", "--labels", "diet")
    assert result.status == 2
    assert "is another file: put the former one back, or begin anew with --log" in result.err


def test_a_port_that_is_taken_is_told(cecib, birds_csv):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = cecib("explore", "birds.csv", "--no-browser", "--port", taken.getsockname()[1])
    assert result.status == 2
    assert "is in use or may not be used" in result.err


def begin(*arguments):
    """Start the command, and give it with its port and token."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    child = subprocess.Popen([*COMMAND, *arguments, "--no-browser"], text=True, **pipes)
    said = [child.stdout.readline()]
    while said[-1] and "http" not in said[-1]:
        said.append(child.stdout.readline())
    found = re.fullmatch(r"birds\.csv: http://127\.0\.0\.1:(\d+)/#([\w-]{20,})\n", said[-1])
    assert found, said
    assert said[0].startswith("features: ")
    return child, SimpleNamespace(port=int(found[1]), token=found[2])


@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM"])
def test_it_ends_cleanly_and_says_where_labels_are(birds_csv, how):
    from explored import Page

    child, server = begin("birds.csv", "--labels", "diet")
    page = Page(server)
    page.send("hello")
    page.wait("partition")
    assert page.ask("label", category="nectar", rows=[100, 101])["type"] == "done"
    child.send_signal(getattr(signal, how))
    out, err = child.communicate(timeout=60)
    page.close()
    assert "22 rows are labelled, kept in birds.csv.explore.jsonl" in out
    assert err == ""
    assert child.returncode == (0 if how == "SIGINT" else 143)
    log = Path("birds.csv.explore.jsonl").read_text()
    assert server.token not in out.partition("\n")[2] + log
    _, opened, entry = map(json.loads, log.splitlines())
    assert opened["features"] == ["wing", "mass"]
    assert (entry["category"], entry["rows"]) == ("nectar", [100, 101])


def test_what_a_killed_one_has_kept_is_there_again(birds_csv):
    from explored import Page

    child, server = begin("birds.csv")
    page = Page(server)
    page.ask("hello")
    page.ask("label", category="nectar", rows=[7])
    child.kill()
    child.communicate(timeout=60)
    child, server = begin("birds.csv")
    again = Page(server)
    again.send("hello")
    told = again.wait("labels")
    assert told.header["categories"] == ["nectar"]
    assert told.header["can_undo"]
    assert told.buffers["labels"][7] == 0
    again.close()
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=60)


def test_a_browser_is_opened_unless_told_otherwise(cecib, birds_csv, monkeypatch):
    from cecib.explore.server import Server

    opened = threading.Event()
    monkeypatch.setattr("webbrowser.open", lambda address: opened.set())
    monkeypatch.setattr(Server, "run", lambda self: self._socket.close())
    assert cecib("explore", "birds.csv", "--no-browser").status == 0
    assert not opened.is_set()
    assert cecib("explore", "birds.csv").status == 0
    assert opened.is_set()


def test_labels_are_answered_from_a_model(cecib, birds_csv, birds, tmp_path):
    """`cecib cluster --from`, which the lines of a session use."""
    import pandas as pd

    from cecib import CECIB

    assert cecib("cluster", "birds.csv", "--features", "wing,mass", "--model", "m.cecib").status == 0
    assert cecib("cluster", "birds.csv", "--labels", "diet", "--from", "m.cecib", "--out", "out.csv").status == 0
    X = birds[["wing", "mass"]]
    again = CECIB(random_state=0).fit(X).relabelled(X, birds["diet"])
    assert pd.read_csv("out.csv")["cluster"].tolist() == again.labels_.tolist()
    for wrong, words in (
        (["--clusters", "3"], "--from keeps to the clusters of a model, so --clusters has no place"),
        (["--features", "wing"], "the features here are 'wing': make them the same with --features"),
        (["--out", "m.cecib.csv", "--model", "m.cecib"], "which is also the model of --from"),
    ):
        result = cecib("cluster", "birds.csv", "--from", "m.cecib", *wrong)
        assert (result.status, words in result.err) == (2, True), result.err
