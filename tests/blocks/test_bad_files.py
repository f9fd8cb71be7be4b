"""Files that will not do: one sentence that names the file, and the block, row and column where there is one."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from blocks.test_formats import WRITERS
from blocks.whole import joined
from cecib.blocks import csv, npy, open_blocks, parquet

NAMES = ["t.csv", "t.parquet", "t.feather"]


def refused(words, make, error=ValueError):
    with pytest.raises(error, match=words) as raised:
        make()
    message = str(raised.value)
    assert "\n" not in message
    assert message.endswith(".")
    assert "Arrow" not in message.replace("Arrow file", "")
    assert raised.value.__cause__ is None


@pytest.mark.parametrize("name", NAMES)
def test_a_cell_that_is_no_number_is_named(table, name):
    for value, words in ((np.nan, "an empty cell or NaN"), (np.inf, "infinity")):
        bad = table.copy()
        bad.loc[733, "mass"] = value
        WRITERS[name](bad, name)
        place = f"Column 'mass' must hold finite numbers, got {words} in {name}, block 8, row 734"
        refused(place, lambda: joined(open_blocks(name, features=["wing", "mass"], rows=100)))


@pytest.mark.parametrize("name", NAMES)
def test_one_message_names_columns_that_are_bad_later(table, name):
    """In another block, and in the rest of the one that is refused."""
    bad = table.copy()
    bad.loc[150, "mass"] = bad.loc[733, "wing"] = np.inf
    WRITERS[name](bad, name)
    first, later = (
        rf"'mass' \(infinity in {name}, block 2, row 151\)",
        rf"'wing' \(infinity in {name}, block 8, row 734\)",
    )
    refused(f"2 columns .*{later} and {first}", lambda: joined(open_blocks(name, features=["wing", "mass"], rows=100)))


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_cell_among_whole_numbers_is_named(table, name):
    bad = table.astype({"count": "Int64"})
    bad.loc[999, "count"] = None
    WRITERS[name](bad, name)
    refused(f"Column 'count' .* in {name}, block 10, row 1,000", lambda: joined(open_blocks(name, rows=100)))


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_weight_or_label_is_named(table, name):
    bad = table.copy()
    bad.loc[300, "many"], bad["infinite"] = -2.0, 1.0
    bad.loc[5, "infinite"] = np.inf
    WRITERS[name](bad, name)
    refused(
        f"weights must be finite numbers, 0 or more, got -2 in {name}, block 4, row 301",
        lambda: joined(open_blocks(name, features=["wing"], weights="many", rows=100)),
    )
    refused(
        f"labels must be finite categories, got infinity in {name}, block 1, row 6",
        lambda: joined(open_blocks(name, features=["wing"], labels="infinite", rows=100)),
    )


@pytest.mark.parametrize("name", NAMES)
def test_text_among_features_is_named(table, name):
    WRITERS[name](table, name)
    refused(
        f"Column 'note' must hold numbers, got 'text' in {name}, block 1, row 1: correct it, or choose other columns",
        lambda: joined(open_blocks(name, features=["wing", "note"])),
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"features": ["wing", "gone"]}, "features names the column 'gone', which t.parquet does not have"),
        ({"features": []}, "features names no column"),
        ({"features": ["diet"], "labels": "diet"}, "features holds the label column 'diet'"),
        ({"features": ["many"], "weights": "many"}, "features holds the weight column 'many'"),
        ({"labels": "gone"}, "labels names the column 'gone'"),
        (
            {"labels": ["diet", "note"]},
            "labels of blocks have one level, got 2 .*use fit with all rows in memory",
        ),
        ({"weights": "gone"}, "weights names the column 'gone'"),
        ({"rows": 1.5}, "rows must be an integer, 1 or more, got 1.5"),
    ],
)
def test_bad_arguments(table, given, words):
    table.to_parquet("t.parquet")
    refused(words, lambda: parquet("t.parquet", **given))


@pytest.mark.parametrize("name", [*NAMES, "t.npy"])
def test_files_that_are_no_such_files(name):
    refused(f"{name} does not exist", lambda: open_blocks(name), OSError)
    for content in (b"", b"\x00\x01\x02" * 1000, b"PAR1" * 9, b"ARROW1\0\0" * 9, b"FEA1" * 9, b"\x93NUMPY\x01\x00"):
        with open(name, "wb") as file:
            file.write(content)
        refused(name, lambda: open_blocks(name))


@pytest.mark.parametrize("name", [*WRITERS, "t.npy"])
def test_a_file_that_changes_between_two_passes(table, name):
    def write(own):
        np.save(name, own[["wing", "mass"]]) if name == "t.npy" else WRITERS[name](own, name)

    write(table)
    blocks = open_blocks(name, rows=100)
    joined(blocks)
    with open(name, "rb+") as file:
        file.truncate(os.path.getsize(name) * 2 // 3)
    refused(f"{name} has changed .from .* bytes. since it was first read: leave it alone", lambda: joined(blocks))
    write(table[:-1])
    refused(f"{name} has changed", lambda: joined(blocks))
    os.remove(name)
    refused(f"{name} is gone, and has to be read once more", lambda: joined(blocks), OSError)


@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.npy"])
def test_a_file_that_is_cut_off_in_the_middle_of_a_pass(name):
    """Not one that is mapped: then the system ends the process."""
    X = np.random.default_rng(0).normal(size=(200_000, 4))
    frame = pd.DataFrame(X, columns=list("abcd"))
    np.save(name, X) if name == "t.npy" else WRITERS[name](frame, name)
    passing = iter(open_blocks(name, rows=5_000))
    next(passing)
    with open(name, "rb+") as file:
        file.truncate(os.path.getsize(name) // 2)
    refused(f"{name} has changed", lambda: list(passing))


def test_files_of_a_folder_need_the_same_columns(table):
    table.to_parquet("a.parquet")
    table.drop(columns="mass").to_parquet("b.parquet")
    refused("b.parquet lacks the column 'mass', unlike a.parquet: all files need the same", lambda: parquet("."))
    table.assign(more=1).to_parquet("b.parquet")
    refused("b.parquet has the column 'more' besides, unlike a.parquet", lambda: parquet("."))


def test_places_that_hold_no_files():
    os.mkdir("empty")
    refused("empty is a folder without any", lambda: open_blocks("empty"))
    refused("empty is a folder without any .parquet", lambda: parquet("empty"))
    refused("list of files is empty", lambda: open_blocks([]))
    refused("list of files is empty", lambda: parquet([]))
    refused("must end in .parquet", lambda: open_blocks("t.xlsx"))


@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.feather"])
def test_a_table_without_rows(table, name):
    WRITERS[name](table[:0], name)
    refused(f"{name} has (0|no) rows", lambda: joined(open_blocks(name, features=["wing"])))
    refused(f"{name} has (0|no) rows", lambda: open_blocks(name))


def test_features_of_an_npy_file_cannot_be_chosen():
    np.save("t.npy", np.zeros((3, 2)))
    refused("features cannot be chosen in t.npy", lambda: open_blocks("t.npy", features=["1"]))
    refused("one of several files", lambda: open_blocks(["t.npy", "t.npy"]))
    assert npy("t.npy").names == ["1", "2"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "x,1\n",
            "Column 'a' must hold numbers as in its first rows, got 'x' in t.csv, block 11, row 5,001: ",
        ),
        ('"1,5",1\n', "got '1,5' in t.csv, block 11, row 5,001: write decimals with a point"),
        ("1\n", "t.csv is not a whole table: Row #5002: Expected 2 columns, got 1: 1 - repair or remove that row"),
        ("1,\n", "Column 'b' must hold finite numbers, got an empty cell or NaN in t.csv, block 11, row 5,001"),
        ('1,"' + "x" * 20_000, "t.csv has a row of more than|t.csv is not a whole table"),
    ],
)
def test_a_later_row_of_a_csv_file_is_named(monkeypatch, line, words):
    monkeypatch.setattr("cecib.blocks.csv_files._BLOCK", 4_000)
    with open("t.csv", "w") as file:
        file.write("a,b\n" + "".join(f"{i},{2 * i + 0.5}\n" for i in range(5_000)) + line)
    refused(words, lambda: joined(csv("t.csv", features=["a", "b"], rows=500)))


def test_texts_that_are_not_utf_8(monkeypatch):
    with open("t.csv", "wb") as file:
        file.write(b"a,y\n1,x\n2,\xff\0\n")
    refused("t.csv must be text, got binary data .byte 0xff in line 3", lambda: csv("t.csv", labels="y"))
    monkeypatch.setattr("cecib.blocks.csv_files._BLOCK", 1_000)
    with open("t.csv", "wb") as file:
        file.write(b"a,y\n" + b"5,x\n" * 1_000 + b"2,\xff\n")
    refused(
        "Column 'y' must be UTF-8 text, got other bytes in t.csv, block 1, row 1,001",
        lambda: joined(csv("t.csv", labels="y")),
    )


def test_names_that_are_not_distinct():
    for text, words in (("a,a\n1,2\n", "t.csv has 2 columns called 'a'"), (",,a\n1,2,3\n", "2 columns without a name")):
        with open("t.csv", "w") as file:
            file.write(text)
        refused(words, lambda: csv("t.csv"))


def test_errors_of_whoever_reads_the_blocks_are_theirs(table):
    table.to_parquet("t.parquet")

    def fail():
        for _ in parquet("t.parquet"):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fail()


@pytest.mark.parametrize("shape", [(2**32, 2**32), (2**62, 4), (-4, 2), ()])
def test_an_npy_file_of_an_impossible_shape_is_refused(shape):
    """Also one whose size is beyond what a machine's integers hold."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    Path("t.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(320))
    refused("t.npy (is cut off|must hold rows|is damaged)", lambda: npy("t.npy"))


def test_names_of_features_that_will_not_do(table):
    table.to_parquet("t.parquet")
    refused("features names the column 'wing' twice: name", lambda: parquet("t.parquet", features=["wing", "wing"]))
    refused("features names the columns 'zz', 'yy', which", lambda: parquet("t.parquet", features=["wing", "zz", "yy"]))
