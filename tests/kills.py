"""Kill -9 at random moments: each output is the former file or the new one, never half of one.

    PYTHONPATH=tests python -m kills --kills 100

A process writes the same outputs over and over, in two versions in turn, and is killed after a random time. Then each
output has to be one of the two versions, to the last byte; and what the processes leave must not be in anybody's way.
A fit in blocks that was killed goes on from its checkpoint, so its outputs are the same however often that happens.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from cecib import CECIB
from cecib.cli import main as cecib
from cecib.explore.saving import save
from cecib.explore.session import Session
from cecib.files.tables import read_table
from cecib.whole import checkpoint, fitting

AGE = 7200  # seconds, after which a temporary file belongs to nobody
_PRELOADED = ["kills", "cecib.experiments", "cecib.reading.plotting", "matplotlib.pyplot", "pyarrow"]
_PAPER = ("paper", "threshold", "--quick", "--jobs", "1", "--out", "report", "--draws")

_OFTEN = (
    (fitting, "_LEAST_ROWS", 500),
    (fitting, "_NUMBERS", 500),
    (checkpoint, "_SECONDS", 0.0),
    (checkpoint, "_SHARE", 1e9),
)
_TREE = ("--plot", "t.svg", "--out", "t.csv")


@dataclass(frozen=True)
class Work:
    """Two versions of a command, by their arguments, and the files that both write, in the order of their places.

    Those of `timed` tell how long fits took, so that only their number of lines is known.
    """

    versions: tuple[tuple[str, ...], tuple[str, ...]]
    outputs: tuple[str, ...]
    timed: tuple[str, ...] = ()
    longest: float = 1.5  # seconds until a kill

    def contents(self) -> tuple[bytes, ...]:
        return tuple(self._content(name) for name in self.outputs)

    def _content(self, name: str) -> bytes:
        content = Path(name).read_bytes()
        return b"%d lines, end %r" % (content.count(b"\n"), content[-1:]) if name in self.timed else content


def cluster_of(data: str) -> tuple[str, ...]:
    fit = ("cluster", data, "--labels", "label", "--clusters", "3", "--restarts", "1", "--jobs", "1")
    return (*fit, "--model", "m.cecib", "--plot", "p.svg", "--report", "r.html", "--out", "o.csv")


def in_blocks(name: str) -> tuple[str, ...]:
    fit = ("cluster", f"{name}_rows", "--labels", "label", "--jobs", "1", "--checkpoint", f"{name}.checkpoint")
    return (*fit, "--model", "m.cecib", "--out", "o.csv")


WORKS = {
    "cluster": Work((cluster_of("a.csv"), cluster_of("b.csv")), ("m.cecib", "p.svg", "r.html", "o.csv")),
    "predict": Work(
        (("predict", "a.cecib", "a.csv", "--out", "o.csv"), ("predict", "b.cecib", "b.csv", "--out", "o.csv")),
        ("o.csv",),
    ),
    "ask": Work(
        (("ask", "a.cecib", "a.csv", "--out", "o.csv"), ("ask", "b.cecib", "b.csv", "--out", "o.csv")),
        ("o.csv",),
    ),
    "tree": Work(
        (("tree", "a.cecib", *_TREE), ("tree", "b.cecib", *_TREE)),
        ("t.svg", "t.csv"),
    ),
    "checkpoint": Work((in_blocks("a"), in_blocks("b")), ("m.cecib", "o.csv"), longest=3.0),
    "save": Work((("save", "a.cecib"), ("save", "b.cecib")), ("m.cecib",)),
    "paper": Work(
        ((*_PAPER, "1"), (*_PAPER, "2")),
        tuple(
            f"report/{name}"
            for name in (
                "runs.csv", "results.json.gz", "figures/threshold.png", "figures/threshold.svg", "tables/threshold.csv",
                "index.html",
            )
        ),
        timed=("report/runs.csv",),
        longest=6.0,
    ),
}  # fmt: skip


def perform(arguments: tuple[str, ...]) -> int:
    """Do one piece of work in the current folder."""
    if arguments[0] == "save":
        CECIB.load(arguments[1]).save("m.cecib")
        return 0
    if arguments[0] == "explore":
        explore_and_save(arguments[1])
        return 0
    make_way()
    with ExitStack() as stack:
        if "--checkpoint" in arguments:  # a sample that is smaller than the data, and checkpoints after each pass
            for module, name, value in _OFTEN:
                stack.enter_context(patch.object(module, name, value))
        return cecib(list(arguments))


def silently(arguments: tuple[str, ...]) -> int:
    """Do one piece of work, and say nothing."""
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        return perform(arguments)


def make_way() -> None:
    """Let a report take the place of a fuller one, which would stay."""
    Path("report/report.json").unlink(missing_ok=True)


def explore_and_save(data: str) -> None:
    """Do what the page of `cecib explore` does when it saves."""
    frame = read_table(data)
    with Session(frame.drop(columns="label"), labels=frame["label"], log=None) as session:
        save(session)


def repeat(name: str, folder: str) -> None:
    os.chdir(folder)
    while True:
        for arguments in WORKS[name].versions:
            silently(arguments)


def new_processes() -> Any:
    """Give what starts processes that have imported all there is."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(_PRELOADED)
    return processes


def prepare() -> None:
    """Make two tables and a model of each in the current folder."""
    for seed, name in enumerate("ab"):
        rng = np.random.default_rng(seed)
        group = rng.integers(3, size=300)
        X = rng.normal(size=(300, 3)) + 6.0 * group[:, None]
        labels = [f"group {g}" if i < 60 else "" for i, g in enumerate(group.tolist())]
        rows = (f"{','.join(map(repr, x))},{label}\n" for x, label in zip(X.tolist(), labels, strict=True))
        Path(f"{name}.csv").write_text("x,y,z,label\n" + "".join(rows))
        Path(f"{name}_rows").mkdir(exist_ok=True)
        for part in range(8):
            Path(f"{name}_rows/{part}.csv").write_text(Path(f"{name}.csv").read_text())
        CECIB(3, n_init=1, random_state=0, n_jobs=1).fit(X).save(f"{name}.cecib")


def references(work: Work) -> list[tuple[bytes, ...]]:
    """Both versions of all outputs, the second of them left in place."""
    found = []
    for arguments in (*work.versions, *work.versions):
        assert silently(arguments) == 0
        found.append(work.contents())
    assert found[:2] == found[2:], "the outputs differ from time to time"
    return found[:2]


def which_version(work: Work, known: list[tuple[bytes, ...]]) -> list[int]:
    """Of each output, which version it is."""
    found = []
    for name, content, *versions in zip(work.outputs, work.contents(), *known, strict=True):
        assert content in versions, f"{name} is neither the former nor the new file"
        found.append(versions.index(content))
    return found


def left_over() -> list[Path]:
    return [*Path().rglob(".cecib-*.part")]


def kill_often(name: str, kills: int, rng: np.random.Generator) -> str:
    """Kill so many times; say what was found."""
    work = WORKS[name]
    prepare()
    known = references(work)
    n_mixed = n_left = 0
    for _ in range(kills):
        if name == "paper":  # let fits be done again
            results = Path("report/results.jsonl").read_bytes()
            Path("report/results.jsonl").write_bytes(results[: int(rng.uniform(0.7, 1.0) * len(results))])
        before = len(left_over())
        process = new_processes().Process(target=repeat, args=(name, os.getcwd()))
        process.start()
        process.join(rng.uniform(0.0, work.longest))
        assert process.is_alive(), f"{name} ended by itself, with status {process.exitcode}"
        process.kill()
        process.join()
        versions = which_version(work, known)
        # Files take their places one after the other: the new ones are those up to some place.
        assert sum(a != b for a, b in pairwise(versions)) <= 1, f"{name}: {versions}"
        n_mixed += len(set(versions)) > 1
        n_left += len(left_over()) > before
    for path in left_over():
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime - AGE))
    assert references(work) == known
    assert not left_over(), "temporary files are left for ever"
    return f"| {name} | {kills} | 0 | {n_mixed} | {n_left} |"


def in_new_folders(task: object, names: list[str], number: int, seed: int) -> Iterator[str]:
    """Do a task for each command in a folder of its own."""
    before = os.getcwd()
    for name in names:
        folder = tempfile.mkdtemp()
        os.chdir(folder)
        try:
            yield task(name, number, np.random.default_rng(seed))
        finally:
            os.chdir(before)
            shutil.rmtree(folder)


def main() -> None:
    parser = argparse.ArgumentParser(prog="kills", description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100, help="of each command")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("commands", nargs="*", help=f"among {', '.join(WORKS)}; default: all")
    arguments = parser.parse_args()
    names = arguments.commands or [*WORKS]
    print("| command | kills | half files | new beside old | temporary files left |\n|---|---|---|---|---|")
    for line in in_new_folders(kill_often, names, arguments.kills, arguments.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
