"""Input that is strange and makes sense: it simply works under "evidence"."""

import numpy as np
import pandas as pd
import pytest


def table(rows, columns, seed=0):
    return np.random.default_rng(seed).normal(size=(rows, columns))


def labelled(labels):
    return pd.DataFrame(table(len(labels), 2), columns=["a", "b"]).assign(label=labels)


STRANGE = {
    "one row": pd.DataFrame({"a": [1.5], "b": [2.5]}),
    "two rows": pd.DataFrame({"a": [1.5, 2.5], "b": [2.5, 3.5]}),
    "one column": pd.DataFrame({"a": np.r_[table(30, 1)[:, 0], 9 + table(30, 1)[:, 0]]}),
    "n < d": pd.DataFrame(table(5, 12)).add_prefix("c"),
    "all rows equal": pd.DataFrame({"a": [3.5] * 20, "b": [1.5] * 20}),
    "all zero": pd.DataFrame({"a": [0.0] * 20, "b": [0.0] * 20}),
    "constant column": pd.DataFrame(table(40, 2), columns=["a", "b"]).assign(c=7.5),
    "duplicate column": pd.DataFrame(table(40, 1), columns=["a"]).assign(b=lambda f: f["a"]),
    "every point labelled": labelled(["x", "y"] * 20),
    "every label different": labelled([f"l{i}" for i in range(40)]),
    "one category": labelled(["x"] + [None] * 39),
    "no label": labelled([None] * 40),
    "huge": pd.DataFrame(table(40, 2) * 1e150, columns=["a", "b"]),
    "tiny": pd.DataFrame(table(40, 2) * 1e-150, columns=["a", "b"]),
    "huge and tiny": pd.DataFrame(table(40, 2) * [1e150, 1e-150], columns=["a", "b"]),
    "booleans": pd.DataFrame({"a": table(40, 1)[:, 0], "b": np.arange(40) % 2 == 0}),
    "integers": pd.DataFrame({"a": np.arange(40) ** 2, "b": np.arange(40) % 7}),
}


@pytest.mark.parametrize("extension", ["csv", "parquet"])
@pytest.mark.parametrize("name", STRANGE)
def test_strange_table(cecib, tmp_path, name, extension):
    frame = STRANGE[name]
    path = tmp_path / f"data.{extension}"
    if extension == "csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path)
    labels = ["--labels", "label"] if "label" in frame else []
    result = cecib("cluster", path, *labels, "--out", "o.csv", "--model", "m.cecib", "--plot", "p.png")
    assert (result.status, result.err) == (0, "")
    out = pd.read_csv("o.csv")
    assert len(out) == len(frame)
    assert out["probability"].between(0, 1).all()
    assert cecib("predict", "m.cecib", path, "--out", "again.csv").status == 0


def test_without_labels_no_cluster_is_called_new(cecib):
    STRANGE["one column"].to_csv("data.csv", index=False)
    result = cecib("cluster", "data.csv")
    assert "no labels: clusters have no category" in result.out
    assert result.out.count("new") == 1  # the heading


def test_dates_are_no_measurements(cecib):
    labelled(["x"] * 40).assign(day=pd.date_range("2020-01-01", periods=40)).to_parquet("data.parquet")
    result = cecib("cluster", "data.parquet", "--labels", "label")
    assert "not used: day (dates)" in result.out
