"""Full disks: what is written is the former file or the new one, nothing is left over, and one sentence names the file.

    PYTHONPATH=tests python -m full_disks --tries 25

A disk is full in two ways: no file may become larger than so many bytes (`RLIMIT_FSIZE`), which works everywhere; or
the folder is a small volume in memory that another file fills up, which needs the right to mount.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import numpy as np

from kills import WORKS, Work, make_way, perform, prepare

LIMIT, VOLUME = "limit", "volume"
FILLER = "filler"
_SIZE = 16 << 20  # bytes of a volume
_GROWS = (".jsonl", ".checkpoint", FILLER)  # what is appended to, and what is written on the way


def _predicted(ending: str) -> Work:
    name = f"o.{ending}"
    a, b = (("predict", f"{own}.cecib", f"{own}.csv", "--keep", "all", "--out", name) for own in "ab")
    return Work((a, b), (name,))


ENDINGS = ("csv", "csv.gz", "jsonl.zst", "json.bz2", "parquet", "feather", "xlsx")
EXPLORED = ("labels.csv", "clusters.csv", "model.cecib", "report.html", "again.py")
ALL: dict[str, Work] = {
    **WORKS,
    "explore": Work((("explore", "a.csv"), ("explore", "b.csv")), tuple(f"explored/{name}" for name in EXPLORED)),
    **{f"predict {ending}": _predicted(ending) for ending in ENDINGS},
}


@contextmanager
def volume() -> Iterator[Path | None]:
    """Give a folder that is a small volume of its own; None where that is not permitted."""
    folder = Path(tempfile.mkdtemp())
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", str(folder)]
    try:
        if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode != 0:
            yield None
            return
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
    finally:
        folder.rmdir()


@contextmanager
def filled(room: int) -> Iterator[None]:
    """Leave so many bytes of room on the volume of the current folder."""
    about = os.statvfs(".")
    with open(FILLER, "wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, about.f_bavail * about.f_frsize - room))
    try:
        yield
    finally:
        os.unlink(FILLER)


@contextmanager
def limited(room: int) -> Iterator[None]:
    """Let no file become larger than so many bytes; Python ignores the signal that comes with it."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def run(arguments: tuple[str, ...]) -> tuple[int, str]:
    """Do one piece of work in the current folder; give its status and what was said of errors."""
    said = StringIO()
    with redirect_stdout(StringIO()), redirect_stderr(said), patch("tempfile.tempdir", os.getcwd()):
        try:
            status = perform(arguments)
        except OSError as error:  # of the library, which raises
            said.write(f"cecib: {error}\n")
            status = 2
        gc.collect()  # so that whoever still wants to write says so
    return status, said.getvalue()


def all_files() -> dict[str, bytes]:
    """Read all files of the folder, but those that grow."""
    files = (path for path in Path().rglob("*") if path.is_file() and not path.name.endswith(_GROWS))
    return {str(path): path.read_bytes() for path in files}


def check_refusal(said: str, outputs: tuple[str, ...]) -> None:
    """It has to be one sentence, which names a file that was to be written."""
    lines = [line for line in said.splitlines() if line.strip()]
    assert len(lines) == 1, said
    assert lines[0].startswith("cecib: "), said
    assert any(name in lines[0] for name in (*outputs, "results.jsonl", "a.checkpoint")), said
    assert "make room" in lines[0], said


def fill_disk(name: str, kind: str, room: int, *, is_new: bool = False) -> bool:
    """Run with so many bytes for the largest file, or for all, in the place of former files or not; was it refused?"""
    work = ALL[name]
    make_way()
    for output in work.outputs:
        Path(output).parent.mkdir(parents=True, exist_ok=True)
        Path(output).write_bytes(b"former")
        if is_new:
            Path(output).unlink()
    before = all_files()
    with limited(room) if kind == LIMIT else filled(room):
        status, said = run(work.versions[0])
    assert status in (0, 2), f"status {status} with room for {room:,} bytes: {said}"
    if status == 2:
        assert all_files() == before, f"of {sorted(before)} is left {sorted(all_files())}"
        check_refusal(said, work.outputs)
    assert not [*Path().rglob(".cecib-*.part")]
    return status == 2


def fill_often(name: str, kind: str, tries: int, rng: np.random.Generator) -> str:
    """Leave random shares of the room that is needed, and none; say what was found."""
    status, said = run(ALL[name].versions[0])
    assert status == 0, said
    needed = (max if kind == LIMIT else sum)(Path(output).stat().st_size for output in ALL[name].outputs)
    n_refused = 0
    for i, room in enumerate([0, *(needed * rng.uniform(size=tries - 1)).astype(int).tolist()]):
        Path("a.checkpoint").unlink(missing_ok=True)
        n_refused += fill_disk(name, kind, room, is_new=i % 2 == 1)
    return f"| {name} | {kind} | {tries} | {n_refused} | 0 |"


@contextmanager
def disk(kind: str) -> Iterator[str | None]:
    """Go to a new folder, for a volume one on it; where there can be no volume, give the reason and stay."""
    before = os.getcwd()
    with volume() if kind == VOLUME else tempfile.TemporaryDirectory() as folder:
        if folder is None:
            yield "mounting a volume is not permitted here"
            return
        os.chdir(folder)
        try:
            prepare()
            yield None
        finally:
            os.chdir(before)


def main() -> None:
    parser = argparse.ArgumentParser(prog="full_disks", description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=25, help="of each command and kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("works", nargs="*", help=f"among {', '.join(ALL)}; default: all")
    arguments = parser.parse_args()
    print("| work | full by | tries | refused | half files |\n|---|---|---|---|---|")
    for kind in (LIMIT, VOLUME):
        for name in arguments.works or ALL:
            with disk(kind) as reason:
                print(
                    reason or fill_often(name, kind, arguments.tries, np.random.default_rng(arguments.seed)), flush=True
                )


if __name__ == "__main__":
    main()
