"""`cecib predict`: new rows into the clusters of a saved model."""

import io

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB


@pytest.fixture
def model_file(cecib, birds_csv, tmp_path):
    assert cecib("cluster", birds_csv, "--labels", "diet", "--model", "birds.cecib").status == 0
    return tmp_path / "birds.cecib"


def test_predict_agrees_with_the_library(cecib, model_file, birds, birds_csv):
    result = cecib("predict", model_file, birds_csv)
    assert (result.status, result.err) == (0, "")
    out = pd.read_csv(io.StringIO(result.out))
    model = CECIB.load(model_file)
    X = birds[["wing", "mass"]]
    np.testing.assert_array_equal(out["cluster"], model.predict(X))
    np.testing.assert_allclose(out["probability"], model.predict_proba(X).max(axis=1), atol=1e-6)


def test_columns_are_found_by_name(cecib, model_file, birds):
    birds[["mass", "diet", "wing"]].to_csv("swapped.csv", index=False)
    cecib("predict", model_file, "swapped.csv", "--out", "a.csv")
    birds[["wing", "mass"]].to_csv("plain.csv", index=False)
    cecib("predict", model_file, "plain.csv", "--out", "b.csv")
    assert pd.read_csv("a.csv").equals(pd.read_csv("b.csv"))


def test_model_fitted_without_names(cecib, birds, birds_csv):
    CECIB(random_state=0).fit(birds[["wing", "mass"]].to_numpy()).save("array.cecib")
    assert cecib("predict", "array.cecib", birds_csv).status == 0
    result = cecib("predict", "array.cecib", birds_csv, "--features", "wing")
    assert result.status == 2
    assert "expects 2 columns of numbers, got 1" in result.err


def test_missing_column(cecib, model_file, birds):
    birds[["wing"]].to_csv("half.csv", index=False)
    result = cecib("predict", model_file, "half.csv", "--out", "o.csv")
    assert result.status == 2
    assert "lack the column 'mass'" in result.err


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "text"])
def test_damaged_model(cecib, model_file, birds_csv, damage):
    content = model_file.read_bytes()
    if damage == "missing":
        model_file.unlink()
    else:
        model_file.write_bytes({"empty": b"", "cut": content[: len(content) // 2], "text": b"wing,mass\n"}[damage])
    result = cecib("predict", model_file, birds_csv, "--out", "o.csv")
    assert result.status == 2
    assert "birds.cecib" in result.err
    assert result.err.count("\n") == 1
