"""`cecib predict` reads and writes in blocks, and nobody can tell from what it writes."""

import os
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.files.columns import read_features
from cecib.files.tables import read_table, write_table
from cecib.reading.assignments import make_assignments, new_and_far

WRITERS = {
    "data.csv": lambda frame: frame.to_csv("data.csv", index=False),
    "data.tsv": lambda frame: frame.to_csv("data.tsv", index=False, sep="\t"),
    "data.parquet": lambda frame: frame.to_parquet("data.parquet"),
    "single.parquet": lambda frame: frame.astype({"wing": "float32", "mass": "float32"}).to_parquet("single.parquet"),
}


def predicted(model, X):
    """What is written of rows."""
    clusters = model.predict(X)
    return make_assignments(model, X, clusters).assign(**new_and_far(model, X, clusters))


@pytest.fixture(params=[7, 120])
def rows(request, monkeypatch):
    monkeypatch.setattr("cecib.cli.predict.rows_per_block", lambda *_: request.param)
    return request.param


@pytest.fixture
def model(birds):
    own = CECIB(random_state=0).fit(birds[["wing", "mass"]], birds["diet"])
    own.save("birds.cecib")
    return own


@pytest.mark.parametrize("out", ["out.csv", "out.tsv", "out.parquet"])
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.usefixtures("rows")
def test_output_is_that_of_the_whole_table(cecib, model, birds, name, out):
    WRITERS[name](birds)
    X = read_features(read_table(name), ["wing", "mass"])
    write_table(predicted(model, X), f"whole-{out}")
    assert cecib("predict", "birds.cecib", name, "--out", out).status == 0
    pd.testing.assert_frame_equal(read_table(out), read_table(f"whole-{out}"))


@pytest.mark.usefixtures("rows")
def test_standard_streams(cecib, stdin, model, birds_csv):
    written = cecib("predict", "birds.cecib", birds_csv)
    stdin(birds_csv.read_bytes())
    assert cecib("predict", "birds.cecib", "-").out == written.out
    assert written.out.count("\n") == 121
    assert written.out.count("cluster") == 1


@pytest.mark.usefixtures("rows")
def test_labels_at_several_levels(cecib, birds):
    y = birds[["diet"]].assign(finer=birds["diet"].where(birds["wing"] > 0))
    model = CECIB(random_state=0).fit(birds[["wing", "mass"]], y)
    model.save("levels.cecib")
    birds.to_parquet("data.parquet")
    assert cecib("predict", "levels.cecib", "data.parquet", "--out", "out.parquet").status == 0
    whole = predicted(model, birds[["wing", "mass"]])
    pd.testing.assert_frame_equal(read_table("out.parquet"), whole, check_dtype=False)


@pytest.mark.usefixtures("rows")
def test_a_model_without_names(cecib, birds):
    X = birds[["wing", "mass"]].to_numpy()
    model = CECIB(random_state=0).fit(X)
    model.save("array.cecib")
    np.save("data.npy", X)
    birds.assign(row=range(120)).to_csv("data.csv", index=False)
    for name, features in (("data.npy", []), ("data.csv", []), ("data.csv", ["--features", "wing:mass"])):
        assert cecib("predict", "array.cecib", name, "--out", "out.csv", *features).status == 0
        assert read_table("out.csv")["cluster"].tolist() == model.predict(X).tolist()


def test_feather(cecib, model, birds):
    birds.to_feather("data.feather")
    assert cecib("predict", "birds.cecib", "data.feather", "--out", "out.csv").status == 0
    assert read_table("out.csv")["cluster"].tolist() == model.predict(birds[["wing", "mass"]]).tolist()


@pytest.mark.parametrize("name", ["data.csv", "data.parquet"])
@pytest.mark.usefixtures("rows", "model")
def test_a_bad_row_leaves_the_old_output(cecib, birds, name):
    birds.loc[113, "mass"] = np.nan
    WRITERS[name](birds)
    Path("out.csv").write_text("old")
    result = cecib("predict", "birds.cecib", name, "--out", "out.csv", "--missing", "fail")
    assert result.status == 2
    assert "Column 'mass' must hold finite numbers, got an empty cell or NaN in row 114: fill" in result.err
    assert "--features" in result.err
    assert Path("out.csv").read_text() == "old"


@pytest.mark.usefixtures("model")
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.parquet", "t.feather", "t.npy", "folder", "-"])
def test_no_rows_are_refused(cecib, birds, stdin, name):
    """As `cecib cluster` refuses them; no file is written."""
    empty = birds[:0]
    os.mkdir("folder")
    empty.to_csv("folder/t.csv", index=False)
    empty.to_csv("t.csv", index=False)
    empty.to_csv("t.tsv", index=False, sep="\t")
    empty.to_parquet("t.parquet", index=False)
    empty.to_feather("t.feather")
    np.save("t.npy", np.empty((0, 2)))
    stdin(Path("t.csv").read_bytes())
    result = cecib("predict", "birds.cecib", name, "--out", "o.csv")
    assert result.status == 2
    assert re.search("has 0 rows and 3 columns: expected at least one of each|expected at least one row", result.err)
    assert result.err.count("\n") == 1
    assert not os.path.exists("o.csv")


@pytest.mark.usefixtures("model")
def test_a_folder_of_files(cecib, birds):
    os.mkdir("folder")
    birds[:50].to_csv("folder/1.csv", index=False)
    birds[50:50].to_csv("folder/2.csv", index=False)
    birds[50:].to_csv("folder/3.csv", index=False)
    birds.to_csv("t.csv", index=False)
    whole, parts = cecib("predict", "birds.cecib", "t.csv"), cecib("predict", "birds.cecib", "folder")
    assert (whole.status, parts.status, parts.err) == (0, 0, "")
    assert parts.out == whole.out
