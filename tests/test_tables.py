"""Tables and whole files."""

import os
import signal
import stat

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cecib.files.columns import clean_labels
from cecib.files.tables import read_table, write_table
from cecib.files.whole_files import whole_file, whole_files


@pytest.mark.parametrize("extension", ["csv", "tsv", "parquet"])
def test_round_trip(tmp_path, extension):
    frame = pd.DataFrame({"a": [1.5, -2e-150, 3e150], "b,;\t": ["x", None, 'qu"ote\nline'], "c": [1, 2, 3]})
    write_table(frame, tmp_path / f"t.{extension}")
    pd.testing.assert_frame_equal(read_table(tmp_path / f"t.{extension}"), frame, check_dtype=False)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n", ["1", "2", "3"]),
        ("1,2\n3,4\n", ["1", "2"]),
        ("place,2019,2020\ncliff,4,5\n", ["place", "2019", "2020"]),
        ('"a";"b"\n1;2\n', ["a", "b"]),
        ("\n\na\n1\n2\n", ["a"]),
        (",a\n0,1.5\n1,2.5\n", ["1", "a"]),
    ],
)
def test_header_is_told_from_data(tmp_path, text, columns):
    (tmp_path / "t.csv").write_text(text)
    assert list(read_table(tmp_path / "t.csv").columns) == columns


def test_whole_file_respects_the_umask_and_follows_links(tmp_path):
    (tmp_path / "link").symlink_to("target")
    before = os.umask(0o027)
    try:
        with whole_file(tmp_path / "link") as temporary:
            temporary.write_text("new")
    finally:
        os.umask(before)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "target").stat().st_mode) == 0o640


def test_failure_leaves_the_old_file(tmp_path):
    (tmp_path / "f").write_text("old")

    def fail_half_way():
        with whole_file(tmp_path / "f") as temporary:
            temporary.write_text("ne")
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        fail_half_way()
    assert [path.name for path in tmp_path.iterdir()] == ["f"]
    assert (tmp_path / "f").read_text() == "old"


def test_errors_name_the_file_and_not_its_temporary(tmp_path):
    def write_nowhere():
        with whole_file(tmp_path / "gone" / "f") as temporary:
            temporary.write_text("x")

    with pytest.raises(FileNotFoundError) as caught:
        write_nowhere()
    assert caught.value.filename == str(tmp_path / "gone" / "f")


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX device")
def test_devices_are_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with whole_file(pipe) as temporary:
        temporary.write_text("through the pipe")
    assert os.read(reader, 100) == b"through the pipe"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o444])
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path, mode):
    """Also while it is being written: nobody else may read then what nobody else may read later."""
    target = tmp_path / "f"
    target.write_text("old")
    target.chmod(mode)
    with whole_file(target) as temporary:
        assert not stat.S_IMODE(temporary.stat().st_mode) & ~mode & ~stat.S_IWUSR
        temporary.write_text("new")
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == mode


def write_both(folder, a, b):
    with whole_files() as temporary:
        temporary(folder / "a").write_text(a)
        temporary(folder / "b").write_text(b)


def test_files_appear_together_even_if_a_signal_comes_between(tmp_path, monkeypatch):
    """Ctrl-C between the two waits until both are there."""
    replace = os.replace

    def interrupt(*paths):
        signal.raise_signal(signal.SIGINT)
        replace(*paths)

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_both(tmp_path, "new", "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_no_file_appears_before_all_are_written(tmp_path):
    (tmp_path / "a").write_text("old")
    with pytest.raises(TypeError):
        write_both(tmp_path, "new", None)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == "old"


@pytest.mark.parametrize("start", [2**53, 2**63])
@pytest.mark.parametrize("extension", ["csv", "parquet"])
def test_large_whole_numbers_with_gaps_are_exact(tmp_path, start, extension):
    """Identifiers of labels, say: as floats, neighbours would be one."""
    values, path = [start + 1, None, start + 2], tmp_path / f"t.{extension}"
    if extension == "csv":
        path.write_text("id,a\n" + "".join(f"{'' if value is None else value},1.5\n" for value in values))
    else:
        pq.write_table(pa.table({"id": pa.array(values, pa.uint64()), "a": [1.5] * 3}), path)
    found = clean_labels(read_table(path)["id"])
    assert found.tolist() == values
    assert read_table(path)["a"].dtype == float
