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


@pytest.fixture
def npy_model(cecib, birds):
    np.save("x.npy", birds[["wing", "mass"]].to_numpy())
    np.save("wide.npy", birds[["mass", "wing", "mass"]].to_numpy())
    birds.to_csv("birds.csv", index=False)
    assert cecib("cluster", "x.npy", "--clusters", 3, "--model", "m.cecib").status == 0
    return cecib("predict", "m.cecib", "x.npy").out


@pytest.mark.parametrize(
    "data", [("birds.csv",), ("birds.csv", "--features", "wing,mass"), ("wide.npy", "--features", "2:3")]
)
def test_a_model_of_an_npy_file_takes_columns_in_its_order(cecib, npy_model, data):
    """Its columns are called by their positions, which name nothing in another table."""
    result = cecib("predict", "m.cecib", *data)
    assert (result.status, result.out) == (0, npy_model)
    assert cecib("ask", "m.cecib", *data).out == cecib("ask", "m.cecib", "x.npy").out


def test_features_stand_for_those_of_the_model(cecib, model_file, birds):
    """They are never passed over, also where the model knows names."""
    swapped = birds.rename(columns={"wing": "mass", "mass": "wing"})
    swapped.to_csv("swapped.csv", index=False)
    birds.to_csv("birds.csv", index=False)
    result = cecib("predict", model_file, "swapped.csv", "--features", "mass,wing")
    assert result.out == cecib("predict", model_file, "birds.csv").out
    refused = cecib("predict", model_file, "birds.csv", "--features", "wing")
    assert (refused.status, refused.err) == (
        2, "cecib: The model expects 2 columns of numbers, got 1: choose with --features.\n",
    )  # fmt: skip
