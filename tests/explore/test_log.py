"""The log: what is in it counts, what a crash has torn does not, and a table that has changed is refused."""

import json
import os
import sys

import pytest

from cecib.explore.log import Fingerprint, Log

DATA = Fingerprint("birds.csv", 9, "4a7d")


def write(path, *entries, begin=None):
    log = Log(path, DATA, begin)
    for entry in entries:
        log.append(entry)
    log.close()


def read(path, data=DATA, begin=None):
    log = Log(path, data, begin)
    log.close()
    return [{name: value for name, value in entry.items() if name != "time"} for entry in log.entries]


def test_lines_are_kept_in_order_with_their_time(tmp_path):
    write(tmp_path / "log", {"do": "undo"}, {"do": "redo"})
    assert read(tmp_path / "log") == [{"do": "undo"}, {"do": "redo"}]
    header, *lines = map(json.loads, (tmp_path / "log").read_text().splitlines())
    assert header["data"] == {"name": "birds.csv", "size": 9, "digest": "4a7d"}
    assert all(line["time"].endswith("+00:00") for line in lines)


def test_a_torn_last_line_is_dropped_wherever_it_is_torn(tmp_path):
    """A process may be killed, or the power fail, after any byte: at most the last action is lost."""
    path = tmp_path / "log"
    write(path, {"do": "label", "category": "é\n", "rows": [1]}, {"do": "undo"})
    content = path.read_bytes()
    ends = [i + 1 for i, letter in enumerate(content) if letter == ord("\n")]
    for cut in range(len(content)):
        path.write_bytes(content[:cut])
        whole = sum(end <= cut for end in ends)
        assert len(read(path)) == max(0, whole - 1)
        write(path, {"do": "redo"})  # and it goes on
        assert read(path)[-1] == {"do": "redo"}


def test_a_last_line_of_zeros_is_dropped(tmp_path):
    """As file systems leave it when the power fails."""
    write(tmp_path / "log", {"do": "undo"})
    with open(tmp_path / "log", "ab") as file:
        file.write(b"\0" * 20 + b"\n")
    assert read(tmp_path / "log") == [{"do": "undo"}]


def test_a_damaged_line_in_the_middle_is_named(tmp_path):
    write(tmp_path / "log", {"do": "undo"}, {"do": "redo"})
    lines = (tmp_path / "log").read_bytes().splitlines(keepends=True)
    (tmp_path / "log").write_bytes(lines[0] + b"?" + lines[1] + lines[2])
    with pytest.raises(ValueError, match="log is damaged in line 2: repair it, or begin anew with --log"):
        read(tmp_path / "log")


@pytest.mark.parametrize("content", [b"wing,mass\n1,2\n", b"\x93NUMPY\x01", b'{"cecib": "model"}\n', b"{}"])
def test_another_file_is_refused_and_left_as_it_is(tmp_path, content):
    (tmp_path / "birds.csv").write_bytes(content)
    with pytest.raises(ValueError, match=r"birds\.csv is not a log of cecib explore: name another file"):
        read(tmp_path / "birds.csv")
    assert (tmp_path / "birds.csv").read_bytes() == content


def test_a_table_that_has_changed_is_refused(tmp_path):
    write(tmp_path / "log", {"do": "undo"})
    with pytest.raises(ValueError, match=r"is about birds\.csv of 9 bytes, and birds\.csv of 12 bytes is another file"):
        read(tmp_path / "log", Fingerprint("birds.csv", 12, "b00c"))
    assert read(tmp_path / "log", Fingerprint("moved.csv", 9, "4a7d")) == [{"do": "undo"}]


def test_it_is_begun_as_before(tmp_path):
    write(tmp_path / "log", begin={"labels": "diet"})
    with pytest.raises(ValueError, match="was begun with --labels diet: do the same"):
        read(tmp_path / "log", begin={"labels": None})
    write(tmp_path / "other", begin={"labels": None})
    with pytest.raises(ValueError, match="was begun without --labels: do the same"):
        read(tmp_path / "other", begin={"labels": "diet"})


def test_one_log_has_one_writer(tmp_path):
    pytest.importorskip("fcntl")
    log = Log(tmp_path / "log", DATA)
    with pytest.raises(OSError, match="is in use by another cecib explore"):
        Log(tmp_path / "log", DATA)
    log.close()
    assert read(tmp_path / "log") == []


def test_what_the_disk_has_no_room_for_leaves_nothing(tmp_path, monkeypatch):
    log = Log(tmp_path / "log", DATA)
    log.append({"do": "undo"})
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        with pytest.raises(OSError, match="No space left on device: the action was not done; make room"):
            log.append({"do": "redo"})
    log.append({"do": "redo"})
    log.close()
    assert read(tmp_path / "log") == [{"do": "undo"}, {"do": "redo"}]


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of file sizes")
@pytest.mark.parametrize("before", [[], ["log"]])
def test_a_disk_without_room_for_the_first_line_leaves_what_was_there(tmp_path, before):
    """No file, or an empty one; which begins as ever once there is room."""
    from full_disks import limited

    for name in before:
        (tmp_path / name).touch()
    with limited(20), pytest.raises(OSError, match=": the action was not done; make room"):
        Log(tmp_path / "log", DATA)
    assert os.listdir(tmp_path) == before
    write(tmp_path / "log", {"do": "undo"})
    assert read(tmp_path / "log") == [{"do": "undo"}]


def test_fingerprints_tell_bytes_apart(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"wing,mass")
    (tmp_path / "b.csv").write_bytes(b"wing.mass")
    one, other = (Fingerprint.of_file(tmp_path / name) for name in ("a.csv", "b.csv"))
    assert one.size == other.size
    assert one.digest != other.digest
    assert Fingerprint.of_bytes("a.csv", [b"wing,", b"mass"]) == one


def test_a_log_that_was_taken_away_keeps_nothing_and_says_so(tmp_path):
    log = Log(tmp_path / "log", DATA)
    (tmp_path / "log").unlink()
    with pytest.raises(OSError, match="The log was taken away: the action was not done"):
        log.append({"do": "undo"})
    (tmp_path / "log").write_text("")
    with pytest.raises(OSError, match="taken away"):
        log.append({"do": "undo"})
    log.close()


def test_nonsense_in_the_first_line_is_refused_in_a_sentence(tmp_path):
    for size in ("null", '"12"', "[" * 100_000):
        (tmp_path / "log").write_text(f'{{"cecib": "explore", "version": 1, "data": {{"size": {size}}}}}\n{{}}\n')
        with pytest.raises(ValueError, match=r"another version of cecib|is damaged in line 1"):
            Log(tmp_path / "log", DATA)
