"""Tables that are written in blocks."""

import errno
import os
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cecib.files.block_writer import write_blocks
from cecib.files.tables import read_table, write_table


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def frame():
    """The first rows have no category."""
    category = pd.Series([None] * 50 + ["a", 'qu"ote\nline'] * 25, dtype="str")
    return pd.DataFrame({"cluster": np.arange(100, dtype=np.int32), "category": category, "p": np.linspace(0, 1, 100)})


@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.parquet"])
def test_blocks_make_the_table(frame, name):
    write_table(frame, f"whole-{name}")
    with write_blocks(name) as write:
        for start in range(0, 100, 7):
            write(frame[start : start + 7])
    pd.testing.assert_frame_equal(read_table(name), read_table(f"whole-{name}"))
    if name != "t.parquet":
        assert Path(name).read_bytes() == Path(f"whole-{name}").read_bytes()


def test_a_column_that_begins_empty_holds_texts(frame):
    objects = frame.assign(category=frame["category"].astype(object).where(frame["category"].notna(), None))
    with write_blocks("t.parquet") as write:
        write(objects[:50])
        write(objects[50:])
    assert read_table("t.parquet")["category"].tolist()[50:] == frame["category"].tolist()[50:]


def test_standard_output_gets_all_or_nothing(frame, capsysbinary):
    def fail_half_way():
        with write_blocks("-") as write:
            write(frame)
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        fail_half_way()
    assert capsysbinary.readouterr().out == b""
    with write_blocks("-") as write:
        write(frame[:10])
        write(frame[10:])
    assert capsysbinary.readouterr().out.decode() == frame.to_csv(index=False)


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_a_failure_leaves_the_old_file(frame, name):
    write_table(frame[:3], name)
    old = Path(name).read_bytes()

    def fail_half_way():
        with write_blocks(name) as write:
            write(frame)
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        fail_half_way()
    assert os.listdir() == [name]
    assert Path(name).read_bytes() == old


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of file sizes")
@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "-"])
def test_a_full_disk_is_one_sentence_and_leaves_the_old_file(frame, name):
    import resource
    import signal

    if name != "-":
        write_table(frame[:3], name)
    before, old = resource.getrlimit(resource.RLIMIT_FSIZE), sorted(os.listdir())
    random = np.random.default_rng(0)

    def fill():
        with write_blocks(name) as write:
            for _ in range(20):
                write(pd.DataFrame({"x": random.normal(size=10_000)}))

    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
        with pytest.raises(OSError, match="make room, or choose another folder") as raised:
            fill()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert raised.value.errno == errno.EFBIG
    assert name in ("-", raised.value.filename)
    assert sorted(os.listdir()) == old
