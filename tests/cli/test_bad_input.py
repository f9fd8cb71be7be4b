"""One sentence on standard error that names what is wrong and the remedy; exit status 2; nothing written."""

import numpy as np
import pandas as pd
import pytest

GOOD = "a,b,label\n" + "".join(
    f"{i * 0.37 % 3:.2f},{i * 0.71 % 5:.2f},{'x' if i % 9 == 0 else ''}\n" for i in range(60)
)


def edited(old, new):
    assert old in GOOD
    return GOOD.replace(old, new, 1)


# content of data.csv, further arguments, words of the error
FILES = {
    "empty": (b"", [], ["data.csv is empty"]),
    "only blanks": (b" \n\n", [], ["data.csv is empty"]),
    "no rows": (b"a,b,label\n", [], ["data.csv has 0 rows", "at least one"]),
    "truncated": (
        GOOD[: GOOD.rindex(",", 0, -5)].encode(),
        [],
        ["data.csv is not a whole table", "Expected 3 columns"],
    ),
    "too many fields": (edited("0.37,", "9,0.37,").encode(), [], ["Row #3", "Expected 3 columns, got 4"]),
    "half of utf-16": (GOOD.encode("utf-16")[:-1], [], ["data.csv begins as UTF-16", "save it as UTF-8"]),
    "binary": (b"PK\x03\x04\0\0\0\0", [], ["data.csv must be text", "binary"]),
    "binary beyond ASCII": (bytes(range(256)), [], ["data.csv must be text", "0x80"]),
    "repeated names": (GOOD.replace("a,b,label", "a,a,label").encode(), [], ["2 columns called 'a'"]),
    "no label column": (GOOD.encode(), ["--labels", "lable"], ["--labels", "'lable'", "'a', 'b', 'label'"]),
    "no such level": (GOOD.encode(), ["--labels", "label,lable"], ["--labels", "'lable'"]),
    "level as feature": (GOOD.encode(), ["--labels", "label,a", "--features", "a,b"], ["'a'", "leave it out"]),
    "label position": (GOOD.encode(), ["--labels", "4"], ["--labels", "'4'"]),
    "no such feature": (GOOD.encode(), ["--features", "a,c"], ["--features", "'c'"]),
    "no such features": (GOOD.encode(), ["--features", "a,zz,yy"], ["--features", "the columns 'zz', 'yy'"]),
    "range backwards": (GOOD.encode(), ["--features", "b:a"], ["--features", "'b:a'", "swap"]),
    "label as feature": (GOOD.encode(), ["--labels", "label", "--features", "a,label"], ["'label'", "leave it out"]),
    "missing cell": (
        edited("0.37,", ",").encode(),
        ["--missing", "fail"],
        ["'a'", "row 2", "empty cell or NaN", "--missing model"],
    ),
    "infinity": (edited("0.37,", "inf,").encode(), [], ["'a'", "row 2", "infinity"]),
    "overflow": (edited("0.37,", "1e999,").encode(), [], ["'a'", "row 2", "infinity"]),
    "text among numbers": (edited("0.37,", "x,").encode(), [], ["'a'", "'x'", "row 2"]),
    "text as feature": (GOOD.replace(",x", ",y").encode(), ["--features", "a,label"], ["'label'", "'y'", "row 1"]),
    "commas of thousands": (
        b"a;b\n1,500;2\n2,500;4\n990;1\n",
        ["--features", "a,b"],
        ["'a'", "'1,500'", "with a point", "--features"],
    ),
    "several columns": (
        edited("0.37,0.71,", "x,,").replace("0.74,1.42,", "0.74,inf,").encode(),
        [],
        ["2 columns hold", "'a' ('x' in row 2)", "'b' (infinity in row 3)", "--exclude a,b."],
    ),
    "nothing left": (GOOD.encode(), ["--exclude", "a,b", "--labels", "label"], ["--features", "'a' (excluded)"]),
    "no such column to exclude": (GOOD.encode(), ["--exclude", "c"], ["--exclude", "'c'"]),
    "numbers as texts": (GOOD.encode(), ["--one-hot", "a"], ["--one-hot", "'a'", "holds numbers"]),
    "label as texts": (GOOD.encode(), ["--labels", "label", "--one-hot", "label"], ["--one-hot", "'label'", "label"]),
    "no texts": (b"a,b\n1.5,2\n3,5\n", ["--one-hot", "all"], ["--one-hot all", "2 to 20 texts"]),
    "a text of the label": (
        GOOD.encode(),
        ["--labels", "label", "--features", "a,label=x"],
        ["--features", "'label'", "leave it out"],
    ),
    "one text": (GOOD.encode(), ["--one-hot", "label"], ["--one-hot", "'label'", "1 different text", "leave it out"]),
    "suspects of nothing": (GOOD.encode(), ["--suspects", "s.csv"], ["--suspects", "--labels"]),
    "nothing numeric": (b"a,b\nx,y\nz,u\nv,w\n", [], ["--features", "no column of numbers"]),
    "empty feature": (b"a,b\n1,\n2,\n", ["--features", "b"], ["'b'", "All 2 rows of the data are empty"]),
    "clusters above rows": (GOOD.encode(), ["--clusters", "61"], ["--clusters", "60", "61"]),
    "constant, entropy": (
        b"a,b\n1,2\n1,3\n1,5\n1,4\n1,9\n",
        ["--criterion", "entropy", "--features", "a,b"],
        ["'a'", "--criterion evidence"],
    ),
    "duplicate, entropy": (
        b"a,b\n1,1\n4,4\n2,2\n8,8\n5,5\n",
        ["--criterion", "entropy", "--features", "a,b"],
        ["'b'", "--criterion evidence"],
    ),
    "equal rows, entropy": (
        b"a,b\n1,2\n1,2\n1,2\n1,2\n",
        ["--criterion", "entropy"],
        ["All rows of the data are equal (4 rows), so --criterion entropy has", "--criterion evidence"],
    ),
    "one row, entropy": (b"a,b\n1.5,2\n", ["--criterion", "entropy"], ["--criterion evidence"]),
    "n < d, entropy": (b"a,b,c\n1,2,3\n3,1,2\n", ["--criterion", "entropy"], ["2 rows", "3 columns"]),
    "squares out of range": (b"a,b\n1e300,2\n3e300,1\n2e300,5\n", [], ["'a'", "rescale"]),
    "unknown family": (GOOD.encode(), ["--family", "round"], ["--family must be one of", "'round'"]),
    "column called as a parameter": (
        b"n_clusters=5,criterion\n1,2\n1,3\n1,5\n1,4\n1,9\n",
        ["--criterion", "entropy", "--features", "1:2"],
        ["Column 'n_clusters=5' is constant, so --criterion entropy has", "or use --criterion evidence."],
    ),
    "beta out of range": (
        GOOD.encode(),
        ["--beta", "1e10"],
        ["--beta must be ", "a number from 0 to 1e+09, got 10000000000"],
    ),
    "one row in words": (b"a,b\n1.5,2\n", ["--criterion", "entropy"], ["got 1 row and 2 columns"]),
}


@pytest.mark.parametrize("name", FILES)
def test_bad_table(cecib, tmp_path, name):
    content, arguments, words = FILES[name]
    (tmp_path / "data.csv").write_bytes(content)
    outputs = ["--out", "o.csv", "--model", "m.cecib", "--plot", "p.png"]
    assert_refused(cecib("cluster", "data.csv", *arguments, *outputs), words)
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


ARGUMENTS = {
    "no command": ([], ["COMMAND"]),
    "unknown command": (["clutser", "good.csv"], ["'clutser'", "cluster"]),
    "no data": (["cluster"], ["DATA"]),
    "unknown option": (["cluster", "good.csv", "--label-column", "x"], ["--label-column"]),
    "missing file": (["cluster", "gone.csv"], ["gone.csv does not exist"]),
    "a folder": (["cluster", "folder.csv"], ["folder.csv is a folder"]),
    "another format": (["cluster", "good.doc"], ["good.doc", ".csv", ".feather", ".xlsx", ".gz", "'.doc'"]),
    "compressed columns": (["cluster", "good.parquet.gz"], ["good.parquet.gz", "'.parquet.gz'"]),
    "no workbook": (["cluster", "gone.xlsx"], ["gone.xlsx does not exist"]),
    "keep": (["cluster", "--keep", "good.csv"], ["--keep", "all, ids or none", "'good.csv'", "--keep-best"]),
    "no extension": (["cluster", "good"], ["good", "no extension"]),
    "negative beta": (["cluster", "good.csv", "--beta", "-1"], ["--beta", "0 or more", "'-1'"]),
    "beta NaN": (["cluster", "good.csv", "--beta", "nan"], ["--beta", "finite", "'nan'"]),
    "beta inf": (["cluster", "good.csv", "--beta", "inf"], ["--beta", "finite"]),
    "beta text": (["cluster", "good.csv", "--beta", "much"], ["--beta", "'much'"]),
    "no clusters": (["cluster", "good.csv", "--clusters", "0"], ["--clusters", "1 or more", "'0'"]),
    "half a cluster": (["cluster", "good.csv", "--clusters", "2.5"], ["--clusters", "'2.5'"]),
    "no restarts": (["cluster", "good.csv", "--restarts", "0"], ["--restarts"]),
    "min-size": (["cluster", "good.csv", "--min-size", "1.5"], ["--min-size", "'1.5'"]),
    "seed": (["cluster", "good.csv", "--seed", "-3"], ["--seed", "'-3'"]),
    "jobs": (["cluster", "good.csv", "--jobs", "0"], ["--jobs", "'0'"]),
    "criterion": (["cluster", "good.csv", "--criterion", "aic"], ["--criterion", "'aic'", "evidence", "entropy"]),
    "out extension": (["cluster", "good.csv", "--out", "o.doc"], ["--out", "'.doc'", ".parquet"]),
    "plot extension": (["cluster", "good.csv", "--plot", "p.bmp"], ["--plot", "'.bmp'", ".png, .svg or .pdf"]),
    "out folder": (["cluster", "good.csv", "--out", "no/o.csv"], ["--out", "not a folder", "create"]),
    "model folder": (["cluster", "good.csv", "--model", "no/m"], ["--model", "not a folder"]),
    "plot folder": (["cluster", "good.csv", "--plot", "no/p.png"], ["--plot", "not a folder"]),
    "out is a folder": (["cluster", "good.csv", "--out", "folder.csv"], ["--out", "folder.csv", "file name"]),
    "out is the data": (["cluster", "good.csv", "--out", "./good.csv"], ["--out", "the data", "another name"]),
    "model is the data": (["cluster", "good.csv", "--model", "good.csv"], ["--model", "the data"]),
    "out is the model": (["cluster", "good.csv", "--out", "o.csv", "--model", "o.csv"], ["--model", "also --out"]),
    "suspects are the table": (
        ["cluster", "good.csv", "--labels", "label", "--out", "o.csv", "--suspects", "o.csv"],
        ["--suspects", "also --out"],
    ),
    "prediction is the data": (["predict", "m.cecib", "good.csv", "--out", "good.csv"], ["--out", "the data"]),
    "predict without model": (["predict", "gone.cecib", "good.csv"], ["gone.cecib does not exist"]),
    "tree without model": (["tree", "gone.cecib"], ["gone.cecib does not exist"]),
    "tree of a table": (["tree", "good.csv"], ["good.csv is damaged or not a model"]),
    "tree cut at nothing": (["tree", "m.cecib", "-n", "0"], ["-n", "1 or more", "'0'"]),
    "tree model without a number": (["tree", "m.cecib", "--model", "c.cecib"], ["--model", "-n N"]),
    "tree over its model": (["tree", "m.cecib", "-n", "1", "--model", "m.cecib"], ["--model", "the model"]),
    "tree picture": (["tree", "m.cecib", "--plot", "t.bmp"], ["--plot", "'.bmp'", ".png, .svg or .pdf"]),
    "tree table": (["tree", "m.cecib", "--out", "t.doc"], ["--out", "'.doc'"]),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_bad_arguments(cecib, tmp_path, name):
    arguments, words = ARGUMENTS[name]
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "folder.csv").mkdir()
    assert_refused(cecib(*arguments), words)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.csv", "good.csv"]
    assert (tmp_path / "good.csv").read_text() == GOOD


@pytest.mark.parametrize("extension", ["parquet", "npy"])
@pytest.mark.parametrize("damage", ["cut", "other format"])
def test_damaged_binary_file(cecib, tmp_path, extension, damage):
    path = tmp_path / f"data.{extension}"
    frame = pd.DataFrame(np.arange(60.0).reshape(30, 2) ** 2, columns=["a", "b"])
    if extension == "npy":
        np.save(path, frame.to_numpy())
    else:
        frame.to_parquet(path)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 2 // 3] if damage == "cut" else b"a,b\n1,2\n")
    assert_refused(cecib("cluster", path, "--out", "o.csv"), ["damaged or not a", f"data.{extension}"])


def test_npy_that_would_execute_code_or_is_no_table(cecib, tmp_path):
    np.save(tmp_path / "objects.npy", np.array([{"a": 1}], dtype=object))
    assert_refused(cecib("cluster", "objects.npy"), ["objects.npy", "NPY file of numbers"])
    np.save(tmp_path / "cube.npy", np.zeros((3, 3, 3)))
    assert_refused(cecib("cluster", "cube.npy"), ["cube.npy", "(3, 3, 3)"])


BROKEN_HEADERS = {
    "bracket": (b"(30, 2)", b"(30,))"),
    "no dictionary": (b"{'descr'", b"['descr'"),
    "null": (b"<f8", b"\0f8"),
    "no type": (b"'<f8'", b"'<q9'"),
    "negative": (b"(30, 2)", b"(-3,-2)"),
    "power": (b"(30, 2)", b"(9**99)"),
    "version": (b"NUMPY\x01", b"NUMPY\x09"),
}


@pytest.mark.parametrize("name", BROKEN_HEADERS)
def test_npy_with_a_broken_header(cecib, tmp_path, name):
    path = tmp_path / "data.npy"
    np.save(path, np.arange(60.0).reshape(30, 2))
    old, new = BROKEN_HEADERS[name]
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new))
    assert_refused(cecib("cluster", "data.npy"), ["data.npy is damaged or not an NPY file"])


@pytest.mark.parametrize("dtype", ["V8", [("a", "f8", (2,)), ("b", "f8")], [("a", [("b", "f8")])]])
def test_npy_of_raw_bytes_or_nested_fields(cecib, dtype):
    np.save("data.npy", np.zeros(5, dtype=dtype))
    assert_refused(cecib("cluster", "data.npy"), ["data.npy must hold numbers or texts", "got dtype"])


def test_npy_that_is_an_archive(cecib, tmp_path):
    np.savez(tmp_path / "x.npz", a=np.zeros(3))
    (tmp_path / "x.npz").rename("data.npy")
    assert_refused(cecib("cluster", "data.npy"), ["data.npy is an archive"])


@pytest.mark.parametrize(
    "metadata",
    [
        b"{",
        b"\xff",
        b'{"columns": 3, "index_columns": 5}',
        b'{"index_columns": [{"kind": "range", "start": "a"}], "columns": [], "column_indexes": []}',
    ],
)
def test_parquet_with_bad_metadata(cecib, metadata):
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table({"a": [1.0, 2.0, 3.0], "b": [2.0, 3.0, 1.0]})
    parquet.write_table(table.replace_schema_metadata({b"pandas": metadata}), "data.parquet")
    assert_refused(cecib("cluster", "data.parquet"), ["data.parquet is damaged or not a Parquet file"])


def test_control_characters_are_shown_and_not_sent(cecib, tmp_path):
    """A terminal would obey them: in labels, names of columns, and errors."""
    evil = "x\x1b[2J\u202e\x07"
    shown = r"x\x1b[2J\u202e\x07"
    (tmp_path / "data.csv").write_text(GOOD.replace("a,b,label", f"a,b{evil},label").replace(",x", f",{evil}"))
    result = cecib("cluster", "data.csv", "--labels", "label")
    assert result.status == 0
    assert f"features: a, b{shown}" in result.out
    assert f"categories: {shown} 7" in result.out
    assert shown in result.out.split("cost")[0]  # the table
    assert not set(evil[1:3] + evil[-2:]) & set(result.out) - {"["}
    refused = cecib("cluster", f"gone{evil}.csv")
    assert_refused(refused, [f"gone{shown}.csv does not exist"])
    assert "\x1b" not in refused.err


def test_label_file_of_the_wrong_length(cecib, tmp_path):
    (tmp_path / "good.csv").write_text(GOOD)
    np.save(tmp_path / "y.npy", np.zeros(59, dtype=int))
    assert_refused(cecib("cluster", "good.csv", "--labels", "y.npy"), ["--labels", "60 entries", "got 59"])


def test_file_that_may_not_be_read_or_written(cecib, tmp_path, monkeypatch):
    """Root may do everything, so the operating system's answer is played."""
    (tmp_path / "good.csv").write_text(GOOD)
    with monkeypatch.context() as patch:
        patch.setattr("cecib.files.whole_files.os.access", lambda *_: False)
        assert_refused(cecib("cluster", "good.csv", "--out", "o.csv"), ["--out", "may not be written"])

    def refuse(*_):
        raise PermissionError(13, "Permission denied", "good.csv")

    monkeypatch.setattr("pathlib.Path.read_bytes", refuse)
    assert_refused(cecib("cluster", "good.csv"), ["good.csv", "may not be read"])


def test_full_disk_leaves_nothing(cecib, tmp_path, monkeypatch):
    """The plot fails after the model was written: neither appears, and an older result stays as it was."""
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "m.cecib").write_text("older")

    def fail(*_):
        raise OSError(28, "No space left on device", "p.png")

    monkeypatch.setattr("cecib.reading.plotting.save_figure", fail)
    result = cecib(
        "cluster", "good.csv", "--labels", "label", "--model", "m.cecib", "--plot", "p.png", "--out", "o.csv"
    )
    assert_refused(result, ["p.png", "No space left on device"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.csv", "m.cecib"]
    assert (tmp_path / "m.cecib").read_text() == "older"


@pytest.mark.parametrize(("extra", "module"), [("cli", "pandas"), ("cli", "rich"), ("plot", "matplotlib")])
def test_missing_extra(cecib, tmp_path, monkeypatch, extra, module):
    import importlib.util

    (tmp_path / "good.csv").write_text(GOOD)
    found = importlib.util.find_spec
    monkeypatch.setattr("cecib.extras.find_spec", lambda name: None if name == module else found(name))
    result = cecib("cluster", "good.csv", "--plot", "p.png")
    assert_refused(result, [module, f"pip install 'cecib[{extra}]'"])


def assert_refused(result, words):
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("cecib: ")
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err
    for word in words:
        assert word in result.err, result.err
