"""What bad input gets: one sentence that names the argument or column, and the remedy. And what is not bad at all."""

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB

RNG = np.random.default_rng(0)
GOOD = np.vstack([RNG.normal(centre, 1, (40, 3)) for centre in (0, 8)])


def with_value(value, row=7, column=1):
    X = GOOD.copy()
    X[row, column] = value
    return X


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (with_value(np.nan), r"contains NaN in column '1' \(row 7\)"),
        (with_value(np.inf), r"contains infinity in column '1' \(row 7\)"),
        (with_value(-np.inf), r"contains infinity in column '1'"),
        (pd.DataFrame(with_value(np.nan), columns=["a", "b", "c"]), r"column 'b' \(row 7\)"),
        (pd.DataFrame({"a": [1.0, 2.0], "name": ["x", "y"]}), "Column 'name' of X holds text"),
        (
            pd.DataFrame({"a": [1.0, 2.0], "day": pd.to_datetime(["2020-01-01", "2020-01-02"])}),
            "'day' of X holds dates or times",
        ),
        (np.zeros((0, 3)), "0 sample"),
        (np.zeros((5, 0)), r"0 feature"),
        (np.zeros(5), "2D array"),
        (GOOD * 1j, "[Cc]omplex"),
    ],
)
@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_points_that_are_refused(X, message, criterion):
    with pytest.raises(ValueError, match=message):
        CECIB(2, criterion=criterion, missing="fail").fit(X)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"missing": "fill"}, "missing must be one of 'model', 'drop', 'fail', got 'fill'"),
        ({"beta": -0.1}, "beta must be 'auto' or a number from 0 to 1e\\+09, got -0.1"),
        ({"beta": np.nan}, "beta must be 'auto' or a number"),
        ({"beta": np.inf}, "beta must be 'auto' or a number"),
        ({"beta": 1e308}, "beta must be 'auto' or a number"),
        ({"beta": "1"}, "beta must be 'auto' or a number"),
        ({"criterion": "bic"}, "criterion must be 'entropy' or 'evidence', got 'bic'"),
        ({"family": "round"}, "family must be one of"),
        ({"n_clusters": 0}, "n_clusters must be an integer, 1 or more"),
        ({"n_clusters": 2.5}, "n_clusters must be an integer"),
        ({"n_clusters": 81}, "n_clusters must be at most the number of rows, got n_clusters=81 for n_samples=80"),
        ({"n_init": 0}, "n_init must be an integer"),
        ({"callback": 3}, "callback must be None or a function, got 3"),
        ({"max_iter": -1}, "max_iter must be an integer"),
        ({"min_cluster_size": 1.5}, "min_cluster_size must be a share"),
        ({"min_cluster_size": -1}, "min_cluster_size must be a share"),
        ({"init": "best"}, "init must be 'k-means\\+\\+', 'random' or an array, got 'best'"),
        ({"init": np.zeros(7)}, "init must hold 80 start labels"),
        ({"init": np.zeros((2, 4))}, "centres of 3 features"),
        ({"init": [[np.nan] * 3]}, "finite numbers"),
        ({"n_jobs": 0}, "n_jobs must be None or an integer other than 0"),
    ],
)
def test_parameters_that_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        CECIB(**parameters).fit(GOOD)


def test_weights_that_are_refused():
    for weights in (np.ones(3), -np.ones(80), np.zeros(80), np.full(80, np.nan)):
        with pytest.raises(ValueError, match="sample_weight must h"):
            CECIB(2).fit(GOOD, sample_weight=weights)


@pytest.mark.parametrize("unit", [1e300, 1e-300])
def test_values_whose_squares_are_out_of_range(unit):
    with pytest.raises(ValueError, match=r"Column '0' has values up to .* rescale the column"):
        CECIB(2).fit(GOOD * [unit, 1, 1])


def test_labels_of_the_wrong_length():
    with pytest.raises(ValueError, match="y must have 80 entries, one per row of X, got 79"):
        CECIB(2).fit(GOOD, np.zeros(79))


def test_another_number_of_columns_at_prediction():
    with pytest.raises(ValueError, match="features"):
        CECIB(2, random_state=0).fit(GOOD).predict(GOOD[:, :2])


FLAT = {
    "constant": (
        np.column_stack([GOOD, np.full(80, 3.7)]),
        "Column '3' is constant.*drop it, or use criterion='evidence'",
    ),
    "duplicate": (np.column_stack([GOOD, GOOD[:, 0]]), "Column '3' is a linear combination"),
    "sum": (np.column_stack([GOOD, GOOD @ [1, -2, 0.3]]), "Column '3' is a linear combination"),
    "equal": (np.ones((30, 3)), "All rows of X are equal"),
    "few rows": (GOOD[:3], "needs more rows than columns"),
    "one row": (GOOD[:1], "n_samples=1"),
}


@pytest.mark.parametrize("name", FLAT)
def test_flat_data_are_refused_by_entropy_and_work_with_evidence(name):
    X, message = FLAT[name]
    with pytest.raises(ValueError, match=message):
        CECIB(1, criterion="entropy").fit(X)
    model = CECIB(random_state=0).fit(X)
    assert np.isfinite(model.cost_)
    assert np.isfinite(model.score_samples(X)).all()
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)


def test_a_constant_column_changes_nothing_under_evidence():
    plain = CECIB(4, random_state=0).fit(GOOD)
    more = CECIB(4, random_state=0).fit(FLAT["constant"][0])
    np.testing.assert_array_equal(plain.labels_, more.labels_)
    assert more.means_[0, 3] == 3.7
    assert more.covariances_[0, 3, 3] == 0


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
@pytest.mark.parametrize("unit", [1e150, 1e-150])
def test_huge_and_tiny_values(criterion, unit):
    X = GOOD / 20 * unit
    model = CECIB(2, criterion=criterion, random_state=0).fit(X)
    plain = CECIB(2, criterion=criterion, random_state=0).fit(GOOD)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    assert np.isfinite(model.cost_)
    assert np.isfinite(model.score_samples(X)).all()


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
@pytest.mark.parametrize(
    "y",
    [
        np.repeat([0, 1], 40),
        np.arange(80),
        np.zeros(80),
        [f"label {i}" for i in range(80)],
        [None] * 80,
        np.r_[0, [-1] * 79],
    ],
    ids=["all labelled", "all different", "one category", "all different texts", "none", "a single label"],
)
def test_labels_of_every_extent(criterion, y):
    model = CECIB(4, criterion=criterion, random_state=0).fit(GOOD, y)
    assert np.isfinite(model.cost_)
    assert model.cost(GOOD, model.labels_, y) == pytest.approx(model.cost_)


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_one_column(criterion):
    model = CECIB(4, criterion=criterion, random_state=0).fit(GOOD[:, :1])
    assert model.n_clusters_ >= 2


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_discrete_and_duplicated_rows(criterion):
    """Rounded data hold flat clusters in plenty; the cost stays finite."""
    X = np.round(np.repeat(GOOD, 3, axis=0))
    model = CECIB(8, criterion=criterion, random_state=0, n_init=20).fit(X)
    assert np.isfinite(model.cost_)
    assert model.cost(X, model.labels_) == pytest.approx(model.cost_, rel=1e-8)


def test_far_from_the_origin():
    """A large common offset costs digits, not correctness."""
    X = GOOD + 1e8
    plain, far = (CECIB(4, random_state=0).fit(data) for data in (GOOD, X))
    np.testing.assert_array_equal(plain.labels_, far.labels_)
    assert far.cost_ == pytest.approx(plain.cost_, abs=1e-5)
