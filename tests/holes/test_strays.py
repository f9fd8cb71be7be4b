"""Values far beyond all others of their column: they count as missing, and harm nothing else."""

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.blocks import arrays
from cecib.holes.strays import MOST, ends_of, find_strays
from cecib.whole import fitting


def table(n=200, d=3):
    return np.random.default_rng(0).normal(size=(n, d)) + 20


def counts(X):
    found = find_strays(X)
    return [0] * X.shape[1] if found is None else found.counts.tolist()


def test_single_values_far_out():
    X = table()
    assert find_strays(X) is None
    X[3, 0], X[7, 0], X[9, 2] = 200.0, -90.0, 1e300
    found = find_strays(X)
    assert found.counts.tolist() == [2, 0, 1]
    assert np.argwhere(found.among(X)).tolist() == [[3, 0], [7, 0], [9, 2]]
    assert np.argwhere(np.isnan(found.without(X))).tolist() == [[3, 0], [7, 0], [9, 2]]
    assert not np.isnan(X).any()
    assert "3 values lie far beyond all others of features 'a' and 'c'" in found.sentences("abc")[0]


def test_some_that_differ_are_strays_and_some_that_agree_are_a_group():
    X = table()
    X[:3, 0] = [150.0, 190.0, 240.0]
    assert counts(X) == [3, 0, 0]
    X[:3, 0] = [150.0, 150.5, 151.0]
    assert counts(X) == [0, 0, 0]
    X[: MOST + 1, 0] = 150.0 + 40.0 * np.arange(MOST + 1)
    assert counts(X) == [0, 0, 0]


@pytest.mark.parametrize("far", [1.0, 2.5])
def test_what_is_only_large_is_none(far):
    """Beyond the others by less than three times their reach."""
    X = table()
    X[5, 1] = X[:, 1].max() + far * np.ptp(X[:, 1])
    assert counts(X) == [0, 0, 0]


def test_columns_of_few_values_and_small_tables():
    n = 300
    rare, twice, holes = np.zeros(n), np.ones(n), np.full(n, np.nan)
    rare[:3], twice[:150], holes[:5] = 1.0, 0.0, [1, 2, 3, 4, 1e6]
    assert find_strays(np.column_stack([rare, twice, np.ones(n), holes, np.full(n, np.nan)])) is None
    X = table(19)
    X[0, 0] = 1e6
    assert find_strays(X) is None


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_large_tables_of_any_kind(order, dtype):
    """Most columns are ruled out by some of their rows; no stray is lost by that, wherever it is."""
    X = np.array(table(50_000, 4), dtype=dtype, order=order)
    for row in (0, 24, 25, 12_345, 49_999):
        own = X.copy(order="K")
        own[row, 2] = -5e3
        assert counts(own) == [0, 0, 1, 0]
    X[::7] = np.nan
    X[8, 1] = 5e3
    assert counts(X) == [0, 1, 0, 0]
    assert find_strays(X).without(X).dtype == dtype


@pytest.fixture(scope="module")
def wine():
    return load_wine(return_X_y=True)


@pytest.mark.parametrize(("row", "value"), [(0, 142.3), (5, 1e6), (100, -999.0)])
def test_clusters_are_those_without_it(wine, row, value, tmp_path):
    X, truth = wine[0].copy(), wine[1]
    X[row, 0] = value
    model = CECIB(random_state=0).fit(X)
    assert adjusted_rand_score(truth, model.labels_) > 0.9
    assert model.predict(X).tolist() == model.labels_.tolist()
    found = model.findings(X)
    assert found.outliers.tolist() == [row]
    assert any("1 value lies far beyond all others of feature" in text for text in found.warnings)
    model.save(tmp_path / "m.cecib")
    again = CECIB.load(tmp_path / "m.cecib")
    assert again.missing_ == model.missing_
    assert again.predict(X).tolist() == model.labels_.tolist()
    assert again.findings(X).outliers.tolist() == [row]


def test_its_label_is_not_accused(wine):
    X, truth = wine[0].copy(), wine[1]
    X[0, 0] = 142.3
    y = np.where(np.arange(len(X)) % 5 == 0, truth, -1)
    model = CECIB(random_state=0).fit(X, y)
    assert adjusted_rand_score(truth, model.predict_category(X).astype(int)) > 0.9
    assert 0 not in model.findings(X, y).suspects
    assert 0 not in [question.row for question in model.ask(X, y, n=5) if "wrong" in question.reason]
    y[0] = 1
    assert model.relabelled(X, y).n_clusters_ >= 3
    assert model.cut(2).n_clusters_ == 2


def test_who_wants_them_says_so(wine):
    X = wine[0].copy()
    X[0, 0] = 142.3
    for options in ({"missing": "fail"}, {"criterion": "entropy", "n_clusters": 3}):
        model = CECIB(random_state=0, **options).fit(X)
        assert model.missing_ is None
        assert model.cost(X, model.labels_) == pytest.approx(model.cost_)
    dropped = CECIB(random_state=0, missing="drop").fit(X)
    assert (dropped.missing_.n_incomplete, dropped.missing_.n_left_out) == (1, 1)
    assert adjusted_rand_score(wine[1], dropped.labels_) > 0.9


def test_blocks_add_up():
    X = table(5_000, 4)
    X[17, 0], X[4_900, 0], X[::3, 1], X[:, 2] = 1e4, -1e4, np.nan, np.nan
    parts = [ends_of(part) for part in np.array_split(X, [3, 700, 3_000, 4_999])]
    both, whole = sum(parts[1:], parts[0]), ends_of(X)
    for name in ("lowest", "highest", "counts"):
        assert np.array_equal(getattr(both, name), getattr(whole, name))
    assert both.strays() == find_strays(X)


@pytest.mark.parametrize("rows", [500, 100_000])
@pytest.mark.parametrize("missing", ["model", "drop"])
def test_rows_in_blocks(rows, missing, monkeypatch):
    """Sample and passes, or all rows in the sample: as without it."""
    monkeypatch.setattr(fitting, "_LEAST_ROWS", rows)
    monkeypatch.setattr(fitting, "_NUMBERS", rows)
    random = np.random.default_rng(0)
    truth = random.integers(4, size=3_000)
    X = random.uniform(-20, 20, size=(4, 3))[truth] + random.normal(size=(3_000, 3))
    X[2_345, 1] = 4e5
    model = CECIB(random_state=0, missing=missing).fit_blocks(arrays(np.array_split(X, 5)))
    assert adjusted_rand_score(truth, model.labels_) > 0.99
    assert model.missing_.strays.counts.tolist() == [0, 1, 0]
    assert model.predict(X)[2_345] == model.labels_[2_345]
    assert 2_345 in model.findings(X).outliers
    kept = CECIB(random_state=0, missing="fail").fit_blocks(arrays(np.array_split(X, 5)))
    assert kept.missing_ is None
