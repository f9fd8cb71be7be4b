"""Every format gives the rows of the same table, in blocks of any size, as often as wanted."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from blocks.whole import joined
from cecib.blocks import arrow, csv, npy, open_blocks, parquet
from cecib.files.columns import choose_features, clean_labels
from cecib.files.tables import read_table
from cecib.input_errors import InputError
from cecib.side_information import read_side_information

FEATURES = ["wing", "count", "mass"]


def write_stream(table, path):
    with pa.ipc.new_stream(path, pa.Schema.from_pandas(table, preserve_index=False)) as writer:
        writer.write_table(pa.Table.from_pandas(table, preserve_index=False), 300)


WRITERS = {
    "t.csv": lambda table, path: table.to_csv(path, index=False),
    "t.tsv": lambda table, path: table.to_csv(path, index=False, sep="\t"),
    "semicolons.csv": lambda table, path: table.to_csv(path, index=False, sep=";"),
    "t.parquet": lambda table, path: table.to_parquet(path, index=False),
    "groups.parquet": lambda table, path: table.to_parquet(path, index=False, row_group_size=77),
    "indexed.parquet": lambda table, path: table.set_index(table["bird"].to_numpy()[::-1]).to_parquet(path),
    "t.feather": lambda table, path: table.to_feather(path),
    "plain.feather": lambda table, path: table.to_feather(path, compression="uncompressed", chunksize=77),
    "stream.arrow": write_stream,
}


@pytest.mark.parametrize("rows", [None, 1, 7, 250, 1000, 5000])
@pytest.mark.parametrize("name", WRITERS)
def test_blocks_are_the_table(table, name, rows):
    if rows == 1:
        table = table[:20]
    WRITERS[name](table, name)
    blocks = open_blocks(name, labels="diet", weights="many", rows=rows)
    assert blocks.names == FEATURES
    reasons = {"bird": "row numbers", "diet": "the label", "many": "the weight", "note": "not numbers"}
    assert blocks.left_out == reasons
    assert blocks.n_rows in (len(table), None)
    assert name in blocks.source
    for _ in range(2):
        points, labels, weights = joined(blocks)
        np.testing.assert_array_equal(points, table[FEATURES].to_numpy(dtype=np.float64))
        assert labels == table["diet"].tolist()
        np.testing.assert_array_equal(weights, table["many"])
    if rows is not None:
        assert [len(block) for block in blocks][:-1] == [rows] * ((len(table) - 1) // rows)


@pytest.mark.parametrize("name", ["t.parquet", "t.feather"])
def test_single_precision_is_kept_where_all_features_have_it(table, name):
    single = table.astype({"wing": np.float32, "mass": np.float32})
    WRITERS[name](single, name)
    assert next(iter(open_blocks(name, features=["wing", "mass"]))).points.dtype == np.float32
    assert next(iter(open_blocks(name, features=["wing", "count"]))).points.dtype == np.float64
    np.testing.assert_array_equal(joined(open_blocks(name, features=["mass", "wing"]))[0], single[["mass", "wing"]])


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16, np.bool_, ">f8"])
def test_npy(dtype, order):
    X = np.asarray(np.random.default_rng(0).normal(size=(103, 4)) * 10, dtype=dtype, order=order)
    y = np.arange(103) % 3 - 1
    np.save("x.npy", X)
    np.save("y.npy", y)
    blocks = npy("x.npy", labels="y.npy", weights=np.ones(103, dtype=int), rows=10)
    assert (blocks.n_rows, blocks.n_features, blocks.is_named) == (103, 4, False)
    for _ in range(2):
        points, labels, weights = joined(blocks)
        np.testing.assert_array_equal(points, X)
        assert points.dtype == (np.float32 if dtype == np.float32 else np.float64)
        assert labels == [None if own == -1 else own for own in y]
        assert weights.tolist() == [1.0] * 103
    assert blocks.place(2, 3) == "x.npy, block 3, row 24"


def test_npy_of_one_column():
    np.save("x.npy", np.arange(5.0))
    assert joined(npy("x.npy", labels=["a", None, "b", "a", None], rows=2))[1] == ["a", None, "b", "a", None]
    assert joined(npy("x.npy"))[0].shape == (5, 1)


def test_a_folder_and_a_list(table):
    for i, name in enumerate(["b.parquet", "a.parquet", "c.parquet"]):
        table[i * 100 : i * 100 + 100].to_parquet(name)
    for blocks in (parquet(".", rows=64), parquet(["a.parquet", "b.parquet", "c.parquet"], rows=64), open_blocks(".")):
        points, _, _ = joined(blocks)
        order = [*range(100, 200), *range(100), *range(200, 300)]
        np.testing.assert_array_equal(points, table.loc[order, [*FEATURES[:2], "mass", "many"]])
        assert blocks.n_rows == 300
    blocks = parquet(".", rows=64)
    assert len(list(blocks)) == 5
    assert blocks.place(1, 35) == "a.parquet, block 2, row 100"
    assert blocks.place(1, 36) == "b.parquet, block 2, row 1"


@pytest.mark.parametrize(
    "labels",
    [
        ["a", "", None, "-1", " b ", "a"],
        [1, 2, -1, 2, 1, 1],
        [1.0, np.nan, 2.0, -1.0, 2.0, 1.0],
        [0.5, np.nan, 2.0, -1.0, 2.0, 1.0],
        [True, False, True, True, False, False],
        [True, None, True, None, False, False],
        pd.to_datetime(["2020-01-01", "2020-01-02", None, "2020-01-01", None, "2020-01-03"]),
        pd.Categorical(["a", "b", None, "a", "a", "a"], categories=["z", "b", "a"]),
        [None] * 6,
        [2**60, 2**60 + 1, 2**60, 5, 5, -1],
        pd.array([2**53 + 1, None, 2**53, 5, 5, -1], dtype="Int64"),
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.feather"])
def test_labels_mean_what_they_mean_in_memory(labels, name):
    frame = pd.DataFrame({"x": np.arange(6) * 0.5, "y": labels})
    WRITERS[name](frame, name)
    read = read_table(name) if name != "t.feather" else pd.read_feather(name)
    side = read_side_information(clean_labels(read["y"]), 6)
    (block,) = open_blocks(name, features=["x"], labels="y")
    assert block.side.index.tolist() == side.index.tolist()
    assert block.side.categories.tolist() == side.categories.tolist()
    assert block.side.categories.dtype.kind == side.categories.dtype.kind or not side.n_categories


def test_large_labels_of_a_csv_file_are_refused_where_they_would_be_floats(tmp_path):
    (tmp_path / "t.csv").write_text("x,y\n1.5,9223372036854775809\n2.5,9223372036854775810\n")
    with pytest.raises(InputError, match="no longer tells whole numbers apart"):
        list(csv(tmp_path / "t.csv", labels="y"))


def test_csv_fixes_types_by_the_first_cells_that_are_not_empty(monkeypatch):
    """Labels that begin late, and whole numbers that are followed by others."""
    monkeypatch.setattr("cecib.blocks.csv_files._BLOCK", 2_000)
    n = 1_000
    label = [""] * 900 + ["2", "3.0", "-1", ""] * 25
    lines = ["x,y,z,none\n"] + [f"{2 * i if i < 800 else i + 0.5},{label[i]},{i % 7},\n" for i in range(n)]
    with open("t.csv", "w") as file:
        file.writelines(lines)
    points, labels, _ = joined(csv("t.csv", labels="y", rows=300))
    assert set(labels[900:]) == {2, 3, None}
    assert points[-1].tolist() == [999.5, 5.0]
    assert csv("t.csv").left_out == {"y": "empty", "none": "empty"}
    assert joined(csv("t.csv", features=["x"], labels="none"))[1] == [None] * n


def test_features_are_chosen_as_in_memory(table):
    table.to_csv("t.csv", index=False)
    assert csv("t.csv").names == choose_features(read_table("t.csv")).features
    with open("u.csv", "w") as file:
        file.write("5.1,3.5,setosa\n4.9,3.0,setosa\n")
    assert csv("u.csv").names == ["1", "2"]


def test_names_that_parquet_might_take_for_parts_of_others():
    frame = pd.DataFrame({"a.b": [1.5, 2.5], "a": [3.5, 4.5], "": [5.5, 6.5]})
    frame.to_parquet("t.parquet")
    assert joined(parquet("t.parquet", features=["a"]))[0].tolist() == [[3.5], [4.5]]
    assert joined(parquet("t.parquet", features=["a.b"]))[0].tolist() == [[1.5], [2.5]]


def test_other_numbers():
    """Half precision, decimals, small whole numbers, texts that are numbers."""
    from decimal import Decimal

    columns = {
        "half": pa.array(np.array([1.5, 2.5], dtype=np.float16)),
        "decimal": pa.array([Decimal("1.25"), Decimal("2.5")]),
        "small": pa.array([1, 2], pa.uint8()),
        "text": pa.array(["1.5", "-2"]),
        "bit": pa.array([True, False]),
    }
    pa.parquet.write_table(pa.table(columns), "t.parquet")
    blocks = parquet("t.parquet")
    assert blocks.names == list(columns)
    assert joined(blocks)[0].tolist() == [[1.5, 1.25, 1.0, 1.5, 1.0], [2.5, 2.5, 2.0, -2.0, 0.0]]


def test_a_pass_may_be_left_and_two_may_run_at_once(table):
    table.to_parquet("t.parquet")
    blocks = parquet("t.parquet", rows=100)
    next(iter(blocks))
    for one, other in zip(blocks, blocks, strict=True):
        np.testing.assert_array_equal(one.points, other.points)


def test_arrow_batches_of_a_pass_stay_what_they_were(table):
    table.to_feather("t.feather")
    blocks = list(arrow("t.feather", rows=100))
    np.testing.assert_array_equal(np.concatenate([block.points for block in blocks])[:, 0], table["wing"])


def test_dictionaries_that_count_without_a_sign():
    """As polars writes them; entries that are the same once cleaned, and some that are null or do not occur."""
    words = pa.array(["fish", " a", "a", "-1", None])
    labels = pa.DictionaryArray.from_arrays(pa.array([2, 1, None, 3, 4], pa.uint32()), words)
    with pa.ipc.new_file("t.arrow", (table := pa.table({"x": [0.5] * 5, "y": labels})).schema) as writer:
        writer.write_table(table)
    (block,) = arrow("t.arrow", features=["x"], labels="y")
    assert block.side.categories.tolist() == ["a"]
    assert block.side.index.tolist() == [0, 0, -1, -1, -1]
