"""A pass needs the memory of a few blocks, whatever the size of the file and of its row groups."""

import tracemalloc

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from blocks.test_formats import WRITERS
from cecib.blocks import open_blocks

N_ROWS = 800_000
WHOLE = {  # all rows stored together
    "t.parquet": lambda frame, path: frame.to_parquet(path, row_group_size=N_ROWS),
    "plain.feather": lambda frame, path: frame.to_feather(path, compression="uncompressed", chunksize=N_ROWS),
}


@pytest.mark.parametrize("name", ["t.parquet", "t.csv", "t.feather", "plain.feather", "t.npy"])
def test_memory_is_bounded(name, monkeypatch):
    """The file has 800,000 rows in one row group, 32 MB as numbers; blocks have 0.4 MB."""
    monkeypatch.setattr("cecib.blocks.csv_files._BLOCK", 100_000)
    random = np.random.default_rng(0)
    X = random.normal(size=(N_ROWS, 5)).round(3)
    if name == "t.npy":
        np.save(name, X)
    else:
        frame = pd.DataFrame(X, columns=list("abcde")).assign(y=np.array(["v", "w"])[random.integers(0, 2, N_ROWS)])
        WHOLE.get(name, WRITERS[name])(frame, name)
        del frame
    blocks = open_blocks(name, labels=None if name == "t.npy" else "y", rows=10_000)
    before, of_arrow, n_rows = pa.total_allocated_bytes(), 0, 0
    tracemalloc.start()
    try:
        for block in blocks:
            n_rows += len(block)
            of_arrow = max(of_arrow, pa.total_allocated_bytes() - before)
        _, of_python = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert n_rows == N_ROWS
    assert of_arrow + of_python < 12_000_000
