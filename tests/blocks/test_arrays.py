"""Blocks that are given as arrays."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from blocks.test_formats import WRITERS
from blocks.whole import joined
from cecib import CECIB
from cecib.blocks import arrays, npy

X = np.arange(12.0).reshape(6, 2)


def test_items_are_rows_with_or_without_labels_and_weights():
    blocks = arrays([X, (X, list("abcabc")), (X, None, np.ones(6)), (X.astype(int), [1, -1] * 3, [2] * 6)])
    assert (blocks.names, blocks.is_named, blocks.n_rows) == (["0", "1"], False, 24)
    for _ in range(2):
        one, two, three, four = blocks
        assert one.points is X or np.shares_memory(one.points, X)
        assert two.side.categories.tolist() == ["a", "b", "c"]
        assert three.weights.tolist() == [1.0] * 6
        assert four.points.dtype == np.float64
        assert four.side.index.tolist() == [0, -1] * 3
        assert one.weights is None
    assert blocks.place(3, 1) == "block 4, row 2"


def test_frames_and_sparse_matrices_and_lists():
    frame = pd.DataFrame(X, columns=["a", "b"])
    assert (arrays([frame]).names, arrays([frame]).is_named) == (["a", "b"], True)
    for given in (frame, sparse.csr_matrix(X), X.tolist(), X[:, ::-1][:, ::-1], X.astype(object)):
        np.testing.assert_array_equal(joined(arrays([given, given]))[0], np.vstack([X, X]))


def test_a_function_that_makes_an_iterator():
    blocks = arrays(lambda: (X * i for i in range(3)))
    assert blocks.n_rows is None
    assert len(joined(blocks)[0]) == len(joined(blocks)[0]) == 18


def bad(values, row, column, value):
    values = values.copy()
    values[row, column] = value
    return values


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ((x for x in [X]), "only once, but each pass begins anew: give a list"),
        (iter([X]), "only once"),
        (X, r"got one: give \[X\]"),
        (pd.DataFrame(X), r"got one: give \[X\]"),
        ([], "holds no array"),
        (None, "must be arrays that can be gone through again and again, got NoneType"),
        (3, "got int: give a list of arrays, a path, or blocks"),
        ([X, X[:, :1]], "Block 2 has 1 columns, the first one 2"),
        ([X[:, 0]], r"Block 1 must have the shape \(rows, features\), got \(6,\)"),
        ([X, bad(X, 4, 1, np.nan)], "Column '1' must hold finite numbers, got an empty cell or NaN in block 2, row 5"),
        ([X, bad(X, 4, 0, -np.inf)], "Column '0' must hold finite numbers, got infinity in block 2, row 5"),
        ([X.astype(str)], "must hold numbers, got dtype"),
        ([np.full((2, 2), "a", dtype=object)], "Columns '0' and '1' of block 1 hold text"),
        ([(X, list("ab"))], "Block 1: y must have 6 entries"),
        ([(X, np.zeros((6, 2)))], "labels of blocks have one level, got 2 columns.*use fit"),
        ([(X, None, [1, 1, 1, 1, 1, -1])], "weights must be finite numbers, 0 or more, got -1 in block 1, row 6"),
        ([(X, None, [1])], "weights of block 1 must have 6 entries"),
        ([(X, 1, 2, 3)], "got 4 parts in block 1"),
        ([pd.DataFrame(X, columns=["a", "b"]), pd.DataFrame(X, columns=["b", "a"])], "Block 2 has other columns"),
    ],
)
def test_bad_items_are_named(items, words):
    with pytest.raises(ValueError, match=words) as raised:
        joined(arrays(items))
    assert str(raised.value).count(". ") == 0


@pytest.mark.parametrize(
    ("array", "given", "words"),
    [
        (np.zeros((3, 2)), {"labels": np.zeros(4)}, "labels must hold 3 entries, one per row of x.npy"),
        (np.zeros((3, 2)), {"labels": np.zeros((3, 2))}, "labels of blocks have one level"),
        (np.zeros((3, 2)), {"weights": [1, np.inf, 1]}, "got inf in x.npy, block 1, row 2"),
        (np.zeros((3, 2)), {"rows": 0}, "rows must be an integer, 1 or more, got 0"),
        (np.zeros((0, 2)), {}, "x.npy has the shape"),
        (np.zeros((3, 2, 2)), {}, "x.npy must hold numbers, rows by columns"),
        (np.array([["a"]]), {}, "x.npy must hold numbers"),
        (np.array([[1.0], [np.nan]]), {"rows": 1}, "Column '1' must hold finite numbers.*x.npy, block 2, row 2"),
    ],
)
def test_bad_npy_files_are_named(array, given, words):
    np.save("x.npy", array)
    with pytest.raises(ValueError, match=words):
        joined(npy("x.npy", **given))


def test_objects_in_npy_files_are_refused():
    np.save("x.npy", np.array([[None]], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match=r"x.npy must hold numbers or texts, got dtype object"):
        npy("x.npy")


def test_texts_of_an_npy_file_are_labels_as_in_other_files():
    np.save("x.npy", np.zeros((5, 1)))
    np.save("y.npy", np.array(["a", "", "-1", " b", "a"]))
    assert joined(npy("x.npy", labels="y.npy", rows=3))[1] == ["a", None, None, "b", "a"]
    np.save("y.npy", np.array([0.0, 1.0, np.inf, 1.0, 1.0]))
    with pytest.raises(ValueError, match=r"x.npy, block 1, row 1 and below: y must hold finite categories"):
        joined(npy("x.npy", labels="y.npy"))


def test_arrays_and_npy_need_neither_arrow_nor_pandas(tmp_path):
    np.save("x.npy", X)
    code = """
import sys
sys.modules["pyarrow"] = sys.modules["pandas"] = None
import numpy as np
from cecib import CECIB
from cecib.blocks import arrays, npy, open_blocks, parquet
print(sum(len(block) for blocks in (arrays([(np.zeros((3, 2)), [1, 2, 2])]), open_blocks("x.npy")) for block in blocks))
try:
    parquet("x.parquet")
except ModuleNotFoundError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.stdout.splitlines() == ["9", "This needs pandas, which is not installed: pip install 'cecib[cli]'."]


@pytest.mark.parametrize("name", ["t.parquet", "t.csv", "t.feather"])
def test_a_process_may_end_in_the_middle_of_a_pass(name):
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(200_000, 4)), columns=list("abcd"))
    WRITERS[name](frame, name)
    code = f"from cecib.blocks import open_blocks; own = iter(open_blocks({name!r}, rows=1000)); next(own); print(1)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (told.returncode, told.stdout, told.stderr) == (0, "1\n", "")


@pytest.mark.parametrize("given", [5, iter([X]), [(X, None, None, None)], X])
def test_messages_call_blocks_what_they_are_called_there(given):
    with pytest.raises(ValueError, match=r"^blocks "):
        CECIB().fit_blocks(given)
    with pytest.raises(ValueError, match=r"^items "):
        arrays(given)


def test_arrays_without_rows():
    with pytest.raises(ValueError, match="the sequence of arrays holds no rows: "):
        CECIB().fit_blocks([X[:0]])
