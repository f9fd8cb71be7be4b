"""Paths and blocks in place of arrays, in fit and in all that answers row by row."""

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.blocks import arrays, npy, parquet
from cecib.input_errors import InputError

ANSWERS = ["predict", "predict_proba", "transform", "predict_category", "predict_category_proba", "predict_new_proba"]
ANSWERS += ["score_samples"]


@pytest.fixture(scope="module")
def table():
    random = np.random.default_rng(0)
    group = random.integers(2, size=400)
    diet = np.where(random.random(400) < 0.2, np.array(["seeds", "fish"])[group], None)
    X = random.normal(size=(400, 2)) + 9.0 * group[:, None]
    return pd.DataFrame({"wing": X[:, 0], "diet": diet, "mass": X[:, 1]})


@pytest.fixture(scope="module")
def path(table, tmp_path_factory):
    path = tmp_path_factory.mktemp("birds") / "birds.parquet"
    table.to_parquet(path)
    return path


@pytest.fixture(scope="module")
def model(table):
    return CECIB(random_state=0).fit(table[["wing", "mass"]], table["diet"])


def test_a_fit_is_that_of_blocks(path, model):
    blocks = parquet(path, labels="diet", rows=77)
    for own in (
        CECIB(random_state=0).fit(path, "diet"),
        CECIB(random_state=0).fit(str(path), y="diet"),
        CECIB(random_state=0).fit(blocks),
    ):
        assert np.array_equal(own.labels_, model.labels_)
        assert own.feature_names_in_.tolist() == ["wing", "mass"]
        assert own.categories_.tolist() == ["fish", "seeds"]
    assert CECIB(random_state=0).fit(path).categories_.tolist() == []
    assert np.array_equal(CECIB(random_state=0).fit_predict(path, "diet"), model.labels_)


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_those_of_the_table(table, path, model, name):
    whole = getattr(model, name)(table[["wing", "mass"]])
    table[["mass", "diet", "wing"]].to_csv(path.with_name("other.csv"), index=False)
    for given in (path, path.with_name("other.csv"), parquet(path, labels="diet", features=["mass", "wing"], rows=77)):
        own = getattr(model, name)(given)
        assert own.dtype == whole.dtype
        assert np.array_equal(own, whole) if whole.dtype == object else np.allclose(own, whole, atol=1e-9)


def test_options_are_passed_on(table, path, model):
    own = model.predict_category(path, abstain=0.999)
    assert np.array_equal(own, model.predict_category(table[["wing", "mass"]], abstain=0.999))


def test_missing_values(table, path, model):
    gaps = table.assign(wing=table["wing"].where(np.arange(400) % 7 > 0))
    gaps.to_parquet(path.with_name("gaps.parquet"))
    assert np.array_equal(model.predict(path.with_name("gaps.parquet")), model.predict(gaps[["wing", "mass"]]))


def test_rows_without_names(table, tmp_path):
    X = table[["wing", "mass"]].to_numpy()
    np.save(tmp_path / "x.npy", X)
    model = CECIB(random_state=0).fit(tmp_path / "x.npy", y=table["diet"].to_numpy())
    assert model.categories_.tolist() == ["fish", "seeds"]
    for given in (tmp_path / "x.npy", npy(tmp_path / "x.npy", rows=50), arrays([X[:300], X[300:300], X[300:]])):
        assert np.array_equal(model.predict(given), model.predict(X))


def test_what_will_not_do_is_said_in_one_sentence(path, model, table):
    blocks = parquet(path, labels="diet")
    for make, words in (
        (lambda: CECIB().fit(path, table["diet"]), "y must name a column of the file where X is a path, got Series"),
        (lambda: CECIB().fit(path, "zz"), "y names the column 'zz', which .* does not have"),
        (lambda: CECIB().fit(blocks, table["diet"]), "y is in the blocks themselves: leave it out"),
        (lambda: CECIB().fit(blocks, groups=[(0, 1)]), "groups is for rows in memory, got blocks: leave it out"),
        (lambda: CECIB().fit(path, apart=[(0, 1)]), "apart is for rows in memory, got a path: leave it out"),
        (lambda: model.predict(parquet(path, features=["wing"])), "X lacks the column 'mass', which the model was"),
    ):
        with pytest.raises(InputError, match=words) as raised:
            make()
        assert str(raised.value).endswith(".")
    table[["diet"]].to_csv(path.with_name("few.csv"), index=False)
    with pytest.raises(InputError, match="X lacks the columns 'wing', 'mass', which the model was fitted with: add"):
        model.predict(path.with_name("few.csv"))
    with pytest.raises(ValueError, match="holds no rows"):
        model.predict(arrays([table[["wing", "mass"]][:0]]))
    with pytest.raises(OSError, match="nope"):
        CECIB().fit("nope.parquet")
