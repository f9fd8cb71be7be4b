"""Formats of tables: what is written is read again, in memory and in blocks; guesses are said; damage is named."""

import bz2
import gzip
import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

from cecib import blocks
from cecib.blocks.frames import open_frames
from cecib.files.reading_notes import reading_notes
from cecib.files.tables import read_table, write_table

FRAME = pd.DataFrame(
    {
        "wing": [70.25, -2e-150, 3e150, 0.1],
        "b,;": ["x", None, 'qu"ote\nline', "=1+1"],
        "count": [1, 2, 3, 2**53 + 1],
        "flag": [True, False, True, True],
    }
)
FORMATS = ["csv", "tsv", "jsonl", "ndjson", "json", "parquet", "pq", "arrow", "feather", "ipc", "xlsx"]
COMPRESSED = [f"{own}.{codec}" for own in ("csv", "tsv", "jsonl", "json") for codec in ("gz", "zst", "bz2")]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def read_in_blocks(path, rows=3):
    table = open_frames(path)
    return pd.concat(list(table.read(table.names, rows)), ignore_index=True)


@pytest.mark.parametrize("ending", [*FORMATS, *COMPRESSED])
def test_round_trip(ending):
    """Excel keeps fifteen digits of whole numbers, and texts that look like formulas stay texts."""
    frame = FRAME.assign(count=[1, 2, 3, 4]) if ending == "xlsx" else FRAME
    write_table(frame, f"t.{ending}")
    pd.testing.assert_frame_equal(read_table(f"t.{ending}"), frame, check_dtype=False)
    pd.testing.assert_frame_equal(read_in_blocks(f"t.{ending}"), frame, check_dtype=False)


@pytest.mark.parametrize(("codec", "compress"), [("gz", gzip.compress), ("bz2", bz2.compress)])
def test_other_programs_read_what_is_compressed(codec, compress):
    write_table(FRAME[["wing"]], f"t.csv.{codec}")
    assert pd.read_csv(f"t.csv.{codec}")["wing"].tolist() == FRAME["wing"].tolist()
    Path(f"two.csv.{codec}").write_bytes(compress(b"a,b\n1,2\n") + compress(b"3,4\n"))  # parts, one after the other
    assert read_table(f"two.csv.{codec}").to_numpy().tolist() == [[1, 2], [3, 4]]
    assert read_in_blocks(f"two.csv.{codec}").to_numpy().tolist() == [[1, 2], [3, 4]]


TEXT = "place;wing;mass\ncafé;1,5;1\nthé;2,25;2\nà la carte;3;7\n"
ENCODINGS = {
    "utf-8": None,
    "utf-8-sig": None,
    "latin-1": "encoding: Latin-1 (Windows-1252), since byte 0xe9 in line 2 is not UTF-8",
    "utf-16": "encoding: UTF-16",
    "utf-16-le": "encoding: UTF-16, by its zero bytes",
    "utf-16-be": "encoding: UTF-16, by its zero bytes",
    "utf-32": "encoding: UTF-32",
}


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings_and_decimal_commas_are_read_and_said(encoding, name):
    content = TEXT.encode(encoding)
    Path(name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    frame, table = read_table(name), open_frames(name)
    for read in (frame, read_in_blocks(name, 2)):
        assert read["place"].tolist() == ["café", "thé", "à la carte"]
        assert read["wing"].tolist() == [1.5, 2.25, 3.0]
        assert read["mass"].tolist() == [1, 2, 7]
    for notes in (reading_notes(frame), table.notes):
        assert notes[-1] == "decimal commas: wing"
        expected = ENCODINGS[encoding]
        assert len(notes) == (1 if expected is None else 2)
        assert expected is None or notes[0].startswith(expected)


@pytest.mark.parametrize("cells", [["1,234", "999", "2,000"], ["1,5", "x", "2"], ["1,2,3", "4", "5"]])
def test_commas_that_may_be_something_else_stay_text(cells):
    Path("t.csv").write_text("a;b\n" + "".join(f"{cell};1\n" for cell in cells))
    frame = read_table("t.csv")
    assert frame["a"].tolist() == cells
    assert reading_notes(frame) == []


JSON = {
    "records": [{"wing": 70, "diet": "seeds"}, {"wing": 67.5, "diet": None}],
    "records that lack cells": [{"wing": 70, "diet": "seeds"}, {"wing": 67.5}],
    "columns": {"wing": [70, 67.5], "diet": ["seeds", None]},
    "pandas": {"wing": {"0": 70, "1": 67.5}, "diet": {"0": "seeds", "1": None}},
    "split": {"columns": ["wing", "diet"], "index": [0, 1], "data": [[70, "seeds"], [67.5, None]]},
    "table": {"schema": {"fields": []}, "data": [{"wing": 70, "diet": "seeds"}, {"wing": 67.5, "diet": None}]},
}


@pytest.mark.parametrize("name", JSON)
def test_json(name):
    Path("t.json").write_text(json.dumps(JSON[name]))
    frame = read_table("t.json")
    assert frame["wing"].tolist() == [70.0, 67.5]
    assert frame["diet"].fillna("").tolist() == ["seeds", ""]


def workbook(*sheets):
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"sheet {number}")
        for row in rows:
            sheet.append(row)
    book.save("t.xlsx")


def test_a_workbook_of_several_sheets():
    """The first that is not empty; missing cells are told as in text, empty rows at the end do not count."""
    workbook([], [["wing", "diet", None], [70, "NA", None], [67.5, "seeds", None], [None, None, None]], [["x"], [1]])
    frame = read_table("t.xlsx")
    assert frame.columns.tolist() == ["wing", "diet"]
    assert frame["wing"].tolist() == [70.0, 67.5]
    assert frame["diet"].isna().tolist() == [True, False]
    assert reading_notes(frame) == ["sheet: 'sheet 1' is read, 'sheet 0', 'sheet 2' are not"]


@pytest.mark.parametrize(
    ("head", "names"), [(["wing", 2019], ["wing", "2019"]), ([70.5, 2], ["1", "2"]), ([70, 2], ["1", "2"])]
)
def test_the_head_of_a_workbook_is_told_from_measurements(head, names):
    workbook([head, [1.5, 2.5]])
    assert read_table("t.xlsx").columns.tolist() == names


def write_h5ad(path, X, obsm=None):
    """Write what AnnData writes: a matrix, dense or sparse, names, and annotations of several kinds."""
    import h5py

    with h5py.File(path, "w") as file:
        if isinstance(X, np.ndarray):
            file["X"] = X
        else:
            group = file.create_group("X")
            group.attrs["encoding-type"] = f"{X.format}_matrix"
            for part in ("data", "indices", "indptr"):
                group[part] = getattr(X, part)
        obs, var = file.create_group("obs"), file.create_group("var")
        for group, names in ((obs, [f"cell{i}" for i in range(4)]), (var, ["g0", "g1"])):
            group.attrs["_index"] = "_index"
            group["_index"] = names
        obs.attrs["column-order"] = ["type", "depth", "age"]
        obs["depth"] = np.arange(4.0)
        kinds = obs.create_group("type")
        kinds["codes"], kinds["categories"] = np.array([0, 1, -1, 1], dtype=np.int8), ["B", "T"]
        ages = obs.create_group("age")
        ages["values"], ages["mask"] = np.arange(4), np.array([False, True, False, False])
        if obsm is not None:
            file["obsm/X_pca"] = obsm


@pytest.mark.parametrize("kind", ["dense", "csr", "csc", "components"])
def test_cells(kind):
    """Their matrix, or the components if there are any, are features; what is said of cells is not, whatever it is."""
    from scipy import sparse

    from cecib.files.columns import choose_features

    X = np.array([[0.0, 1.5], [2.0, 0.0], [3.5, 1.0], [0.0, 0.5]])
    stored = {"csr": sparse.csr_matrix, "csc": sparse.csc_matrix}.get(kind, np.asarray)(X)
    write_h5ad("t.h5ad", stored, X[:, ::-1] if kind == "components" else None)
    frame = read_table("t.h5ad")
    choice = choose_features(frame)
    assert choice.features == (["X_pca_1", "X_pca_2"] if kind == "components" else ["g0", "g1"])
    assert np.array_equal(frame[choice.features], X[:, ::-1] if kind == "components" else X)
    assert choice.ids == ["cell"]
    assert frame["type"].fillna("").tolist() == ["B", "T", "", "T"]
    assert frame["age"].isna().tolist() == [False, True, False, False]
    assert len(reading_notes(frame)) == 1


def xlsx_cut_in_half():
    workbook([["a"], *[[i] for i in range(100)]])
    content = Path("t.xlsx").read_bytes()
    return content[: len(content) // 2]


def gz_cut_in_half():
    content = gzip.compress("".join(["a,b\n", *(f"{i},{i * i % 97}\n" for i in range(1000))]).encode())
    return content[: len(content) // 2]


DAMAGED = {
    "a workbook cut in half": ("t.xlsx", xlsx_cut_in_half, "t.xlsx is damaged or not an .xlsx workbook .no archive"),
    "no workbook": ("t.xlsx", lambda: b"a,b\n1,2\n", "t.xlsx is damaged or not an .xlsx workbook"),
    "gzip cut in half": ("t.csv.gz", gz_cut_in_half, "t.csv.gz is cut off or damaged .gzip: Truncated"),
    "no gzip": ("t.csv.gz", lambda: b"\x1f\x8b" + bytes(40), "t.csv.gz is cut off or damaged .gzip"),
    "no zstd": ("t.csv.zst", lambda: b"\x28\xb5\x2f\xfd" + bytes(40), "t.csv.zst is cut off or damaged .zstd"),
    "a broken line": (
        "t.jsonl",
        lambda: b'{"a": 1}\n' * 6 + b'{"a": \n' + b'{"a": 1}\n',
        "t.jsonl, line 7 is no JSON record .Expecting value.: repair or remove it",
    ),
    "a line that is a list": ("t.jsonl", lambda: b'{"a": 1}\n[1]\n', "t.jsonl, line 2 is no JSON record .it is a list"),
    "a deep line": ("t.jsonl", lambda: b"[" * 100_000, "t.jsonl, line 1 is no JSON record .nested too deeply"),
    "broken JSON": ("t.json", lambda: b'[{"a": 1},\n{"a": 2]', "t.json is not whole JSON: .* in line 2, column 8"),
    "no table": ("t.json", lambda: b'[1, {"a": 2}]', "t.json holds no table"),
    "no cells": ("t.h5ad", lambda: b"a,b\n1,2\n", "t.h5ad is damaged or not an .h5ad file"),
    "an old Feather": ("t.feather", lambda: b"FEA1" + bytes(40), "first version of Feather"),
    "no Arrow": ("t.arrow", lambda: b"a,b\n1,2\n", "t.arrow is damaged or not an Arrow file"),
    "UTF-16 cut in half": ("t.csv", lambda: "a,b\n1,2\n".encode("utf-16")[:-1], "begins as UTF-16 text, but byte"),
    "nothing": ("t.jsonl", lambda: b"", "t.jsonl is empty"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_damage_is_named(case):
    name, make, words = DAMAGED[case]
    Path(name).write_bytes(make())
    with pytest.raises(ValueError, match=words) as raised:
        read_table(name)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("case", [case for case in DAMAGED if DAMAGED[case][0].startswith("t.csv.")])
def test_damage_is_named_in_blocks(case):
    name, make, words = DAMAGED[case]
    Path(name).write_bytes(make())
    with pytest.raises(ValueError, match=words):
        read_in_blocks(name, 100)


def test_h5ad_that_lacks_its_parts():
    import h5py

    with h5py.File("t.h5ad", "w") as file:
        file["something"] = 3
    with pytest.raises(ValueError, match=r"t\.h5ad is damaged or not an \.h5ad file"):
        read_table("t.h5ad")


@pytest.mark.parametrize("module", ["openpyxl", "h5py"])
def test_a_missing_extra_is_named(monkeypatch, module):
    import importlib.util

    name, extra = {"openpyxl": ("t.xlsx", "excel"), "h5py": ("t.h5ad", "h5ad")}[module]
    Path(name).write_bytes(b"x")
    found = importlib.util.find_spec
    monkeypatch.setattr("cecib.extras.find_spec", lambda own: None if own == module else found(own))
    with pytest.raises(ModuleNotFoundError, match=rf"needs {module}.*pip install 'cecib\[{extra}\]'"):
        read_table(name)


@pytest.mark.parametrize("ending", ["csv.gz", "json", "feather", "xlsx"])
def test_standard_input_is_told_from_its_first_bytes(monkeypatch, ending):
    write_table(FRAME[["wing", "flag"]], f"t.{ending}")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(f"t.{ending}").read_bytes())))
    assert read_table("-")["wing"].tolist() == FRAME["wing"].tolist()


def test_columns_of_several_types_are_written_as_texts():
    frame = pd.DataFrame({"note": pd.Series([1, "x", None], dtype=object)})
    for ending in ("parquet", "feather"):
        write_table(frame, f"t.{ending}")
        assert read_table(f"t.{ending}")["note"].fillna("").tolist() == ["1", "x", ""]


@pytest.mark.parametrize("ending", ["csv.gz", "json", "jsonl", "feather", "xlsx"])
def test_tables_without_rows_are_whole(ending):
    write_table(FRAME[:0], f"t.{ending}")
    with pytest.raises(ValueError, match=r"rows|empty|no table"):
        read_table(f"t.{ending}")


def test_a_folder_of_compressed_files():
    Path("parts").mkdir()
    for number in range(3):
        write_table(pd.DataFrame({"a": [number, 9.5], "b": [1.0, 2.0]}), f"parts/{number}.csv.zst")
    opened = blocks.open_blocks("parts")
    assert np.concatenate([block.points[:, 0] for block in opened]).tolist() == [0.0, 9.5, 1.0, 9.5, 2.0, 9.5]
    assert opened.notes == []


def test_blocks_say_what_they_guess_and_leave_out():
    content = ["id;wing;mass;year\n", *(f"{i};{i * 7 % 31},5;{i % 5};2013\n" for i in range(50))]
    Path("t.csv.gz").write_bytes(gzip.compress("".join(content).encode("utf-16")))
    opened = blocks.csv("t.csv.gz", exclude=["mass"])
    assert (opened.names, opened.notes) == (["wing", "year"], ["encoding: UTF-16", "decimal commas: wing"])
    assert opened.left_out == {"id": "row numbers", "mass": "excluded"}
    assert next(iter(opened)).points[:3, 0].tolist() == [0.5, 7.5, 14.5]


def test_a_cell_that_is_no_number_after_decimal_commas(monkeypatch):
    monkeypatch.setattr("cecib.blocks.csv_files._BLOCK", 1_000)
    Path("t.csv").write_text("a;b\n" + "1,5;2\n" * 1_000 + "x;2\n")
    with pytest.raises(ValueError, match=r"Column 'a' must hold numbers with decimal commas, .*, got 'x'"):
        list(blocks.csv("t.csv"))


def test_all_columns_that_will_not_do_are_named_in_blocks():
    frame = pd.DataFrame({"a": [1.0, np.nan], "b": [np.inf, 2.0], "c": [1.0, 2.0]})
    pa.parquet.write_table(pa.Table.from_pandas(frame), "t.parquet")
    with pytest.raises(ValueError, match=r"2 columns hold .*'a' \(an empty.* row 2\) and 'b' \(infinity .* row 1\)"):
        list(blocks.parquet("t.parquet"))
