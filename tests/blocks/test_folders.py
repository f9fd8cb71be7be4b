"""Folders: which of their files are read, and in which order."""

import os
from functools import partial

import numpy as np
import pandas as pd
import pytest

from blocks.test_bad_files import refused
from blocks.whole import joined
from cecib.blocks import open_blocks, parquet
from cecib.blocks.frames import open_frames


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "birds").mkdir()
    return tmp_path / "birds"


def test_two_formats_are_refused(table, folder):
    table.to_csv(folder / "a.csv", index=False)
    table.to_parquet(folder / "b.parquet")
    for opened in (open_blocks, open_frames):
        refused("birds holds files of several formats, such as b.parquet and a.csv: put", partial(opened, folder))
    assert parquet(folder).n_rows == len(table)


def test_sub_folders_are_not_read(table, folder):
    for year in (2013, 2014):
        (folder / f"year={year}").mkdir()
        table.to_parquet(folder / f"year={year}" / "a.parquet")
    refused("only sub-folders such as year=2013, which are not read: give one", lambda: open_blocks(folder))
    refused("only sub-folders such as year=2013", lambda: parquet(folder))


def test_numbers_in_names_count(folder):
    for number in (10, 2, 1):
        pd.DataFrame({"wing": [float(number)]}).to_parquet(folder / f"part.{number}.parquet")
    X, _, _ = joined(open_blocks(folder))
    assert X.ravel().tolist() == [1.0, 2.0, 10.0]


def test_hidden_files_are_left_alone(table, folder):
    table.to_csv(folder / "a.csv", index=False)
    (folder / "._a.csv").write_bytes(b"\0\1")
    assert len(joined(open_blocks(folder, features=["wing"]))[0]) == len(table)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("empty", ["a", "c"])
def test_a_file_without_rows_is_passed_over(table, folder, ending, empty):
    write = {"csv": lambda own, path: own.to_csv(path, index=False), "parquet": pd.DataFrame.to_parquet}[ending]
    write(table, os.path.join(folder, f"b.{ending}"))
    write(table[:0], os.path.join(folder, f"{empty}.{ending}"))
    blocks, file = open_blocks(folder), open_blocks(folder / f"b.{ending}")
    assert blocks.names == file.names
    assert np.array_equal(joined(blocks)[0], joined(file)[0])
    assert len(open_frames(folder).first()) == len(table)
