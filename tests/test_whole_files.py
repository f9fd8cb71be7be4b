"""Outputs that appear whole: what a kill, a full disk and a leftover may do."""

import errno
import os
import subprocess
import sys
import time

import pytest

from cecib.experiments.machinery.cache import ResultCache
from cecib.files.whole_files import whole_files

KILLED = """
import os, sys
from cecib.files.whole_files import whole_files
replace, places = os.replace, int(sys.argv[1])
def replace_or_die(*paths):
    global places
    if places == 0:
        os.kill(os.getpid(), 9)
    places -= 1
    replace(*paths)
os.replace = replace_or_die
with whole_files() as temporary:
    for name in ("model", "plot", "table"):
        temporary(name).write_text("new")
"""


def write_three(version):
    with whole_files() as temporary:
        for name in ("model", "plot", "table"):
            temporary(name).write_text(version)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize("places", [0, 1, 2])
def test_a_kill_between_two_outputs(folder, places):
    """They take their places in the order in which they were asked for: if the last is new, all are."""
    write_three("old")
    assert subprocess.run([sys.executable, "-c", KILLED, str(places)]).returncode == -9
    found = [(folder / name).read_text() for name in ("model", "plot", "table")]
    assert found == ["new"] * places + ["old"] * (3 - places)
    write_three("newer")
    assert (folder / "table").read_text() == "newer"


def test_what_killed_processes_leave_is_removed_in_time(folder):
    """Not at once: another process may be writing it."""
    names = {".cecib-old.part": 7200, ".cecib-young.part": 60}
    for name, age in names.items():
        (folder / name).touch()
        os.utime(folder / name, (time.time() - age,) * 2)
    write_three("new")
    assert sorted(os.listdir()) == [".cecib-young.part", "model", "plot", "table"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_named_with_the_file():
    def fill():
        with whole_files() as temporary, open("/dev/full", "w") as file:
            temporary("table")
            file.write("x" * 100_000)

    with pytest.raises(OSError, match="make room, or choose another folder: 'table'") as raised:
        fill()
    assert raised.value.errno == errno.ENOSPC
    assert os.listdir() == []


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of file sizes")
def test_a_result_that_a_full_disk_has_cut_swallows_no_other(folder):
    """The disk is full in the middle of a line, and later has room again."""
    import resource
    import signal

    cache, before = ResultCache(folder / "results"), resource.getrlimit(resource.RLIMIT_FSIZE)
    cache.add("a", {"nmi": 1})
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, ((folder / "results").stat().st_size + 5, before[1]))
        with pytest.raises(OSError, match="File too large"):
            cache.add("b", {"nmi": 2})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert cache.get("b") is None
    cache.add("c", {"nmi": 3})
    known = ResultCache(folder / "results")
    assert [known.get(key) for key in "abc"] == [{"nmi": 1}, None, {"nmi": 3}]
