"""Line ends of all kinds: the same table, whole and in blocks, wherever a block ends; returns alone are said."""

import gzip
from itertools import cycle
from pathlib import Path

import pandas as pd
import pytest

from cecib import blocks
from cecib.blocks.frames import open_frames
from cecib.files.reading_notes import reading_notes
from cecib.files.tables import read_table

ROWS = [(i * 7 % 31 + 0.5, "a\rb" if i == 3 else "x\r\ny" if i == 5 else f"place {i}", i) for i in range(200)]
LINES = ["wing,place,count", *(f'{wing},"{place}",{count}' for wing, place, count in ROWS)]
ALONE, MIXED = "line ends: carriage returns alone", "line ends: mixed, some of them carriage returns alone"
ENDS = {
    "feeds": (["\n"], None),
    "both": (["\r\n"], None),
    "returns": (["\r"], ALONE),
    "returns first": (["\r", "\n", "\r\n"], MIXED),
    "returns later": (["\r\n", "\n", "\r"], MIXED),
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def text(ends, lines=LINES):
    return "".join(line + end for line, end in zip(lines, cycle(ends), strict=False))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz"])
@pytest.mark.parametrize("kind", ENDS)
def test_all_line_ends_are_read(kind, name, encoding):
    """Returns within quotes belong to the cell."""
    ends, note = ENDS[kind]
    content = text(ends).encode(encoding)
    Path(name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    frame, table = read_table(name), open_frames(name)
    for read in (frame, pd.concat(list(table.read(table.names, 7)), ignore_index=True)):
        assert [*read.itertuples(index=False, name=None)] == ROWS
    encoded = ["encoding: UTF-16"] if encoding == "utf-16" else []
    assert reading_notes(frame) == list(table.notes) == encoded + ([] if note is None else [note])


@pytest.mark.parametrize("kind", ["both", "returns", "returns later"])
def test_wherever_a_block_ends(monkeypatch, kind):
    """Also between a carriage return and its line feed, which is no return alone."""
    ends, note = ENDS[kind]
    Path("t.csv").write_bytes(text(ends).encode())
    for size in range(300, 340):
        monkeypatch.setattr("cecib.blocks.csv_files._BLOCK", size)
        opened = blocks.csv("t.csv", features=["wing", "count"])
        found = [tuple(point) for block in opened for point in block.points]
        assert found == [(wing, count) for wing, _, count in ROWS]
        assert opened.notes == ([] if note is None else [note])


def test_the_head_of_a_large_file_is_no_more_than_a_block(monkeypatch):
    """A file without a line feed is not taken for a single line, which would have to be in memory."""
    monkeypatch.setattr("cecib.blocks.csv_files._BLOCK", 400)
    Path("t.csv").write_bytes(text(["\r"]).encode())
    assert blocks.csv_files.CsvColumns("t.csv")._size == 400


def test_rows_that_will_not_do_are_named_by_their_number():
    Path("t.csv").write_bytes(b"a,b\r1,2\r3,4,5\r")
    with pytest.raises(ValueError, match=r"Expected 2 columns, got 3: 3,4,5"):
        read_table("t.csv")
    Path("t.csv").write_bytes("a,b\r1,2\r3,é\r".encode("latin-1"))
    (said, ends) = reading_notes(read_table("t.csv"))
    assert "byte 0xe9 in line 3" in said
    assert ends == ALONE


@pytest.mark.parametrize("kind", ENDS)
def test_records_in_lines(kind):
    ends, note = ENDS[kind]
    Path("t.jsonl").write_bytes(text(ends, [f'{{"a": {i}, "b": "x"}}' for i in range(9)]).encode())
    frame = read_table("t.jsonl")
    assert frame["a"].tolist() == [*range(9)]
    assert reading_notes(frame) == ([] if note is None else [note])
