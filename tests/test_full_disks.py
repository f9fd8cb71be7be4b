"""A handful of what `python -m full_disks` does at length, and standard output that has no room."""

import os
import subprocess
import sys

import numpy as np
import pytest

if sys.platform != "linux":
    pytest.skip("needs POSIX processes and limits", allow_module_level=True)

from cecib import CECIB
from cecib.files.whole_files import whole_files
from full_disks import ALL, LIMIT, VOLUME, disk, fill_disk

ROOMS = {  # bytes: for each file by a limit, so that a later output has none; for all together on a volume
    "cluster": (12_000, 36_864),
    "ask": (100, 0),
    "tree": (1_000, 4_096),
    "checkpoint": (50_000, 0),
    "save": (2_000, 4_096),
    "paper": (40_000, 49_152),
    "explore": (10_000, 20_480),
    "predict csv": (5_000, 4_096),
}


@pytest.fixture(scope="module", params=[LIMIT, VOLUME])
def kind(request):
    with disk(request.param) as reason:
        if reason:
            pytest.skip(reason)
        yield request.param


@pytest.mark.parametrize("name", ROOMS)
def test_too_little_room(kind, name):
    """Refused in one sentence that names the file; the former ones stay as they are, and nothing is left over."""
    room = dict(zip((LIMIT, VOLUME), ROOMS[name], strict=True))[kind]
    assert fill_disk(name, kind, room, is_new=kind == VOLUME)


@pytest.mark.parametrize("name", [name for name in ALL if name.startswith("predict ")])
def test_no_room_in_any_format(kind, name):
    assert fill_disk(name, kind, 4_096)


def test_enough_room(kind):
    """What refuses the others is the room, and nothing else."""
    assert not fill_disk("predict", kind, 16_384)


def test_no_room_for_another_file(tmp_path):
    """A volume that holds no more files, however short."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k,nr_inodes=2", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("mounting a volume is not permitted here")
    try:
        (folder / "a").touch()
        with (
            pytest.raises(OSError, match=r"No space left .*: make room, .*: '.*table.csv'"),
            whole_files() as temporary,
        ):
            temporary(folder / "table.csv")
        assert os.listdir(folder) == ["a"]
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_standard_output_without_room(tmp_path, monkeypatch):
    """In a process of its own, at whose end Python writes what is left."""
    monkeypatch.chdir(tmp_path)
    CECIB(2, n_init=1, random_state=0).fit(np.random.default_rng(0).normal(size=(60, 2))).save("m.cecib")
    with open("/dev/full", "w") as full:
        tree = [sys.executable, "-m", "cecib.cli", "tree", "m.cecib"]
        ended = subprocess.run(tree, stdout=full, stderr=subprocess.PIPE)
    assert ended.stderr == b"cecib: standard output: No space left on device.\n"
    assert ended.returncode == 2
