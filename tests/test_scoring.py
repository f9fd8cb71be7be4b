"""Scores by labels: through pipelines, with labels missing or never seen before; and the folds."""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from cecib import CECIB
from cecib.membership import named_probabilities
from cecib.scoring import LabelledKFold, label_score, predict_category, predict_category_proba

TRUTH = np.arange(90) % 3


@pytest.fixture(scope="module")
def data():
    """Three groups that overlap a little, half of the rows labelled."""
    X = 3.0 * np.eye(3)[TRUTH] + np.random.default_rng(0).normal(size=(90, 3))
    return X, np.where(np.arange(90) < 45, TRUTH, -1)


@pytest.fixture(scope="module")
def model(data):
    return CECIB(3, beta=2.0, random_state=0).fit(*data)


def test_the_score_is_the_mean_log_probability_of_the_labels(data, model):
    """Of the labelled rows alone: the others neither help nor harm."""
    X, y = data
    named = named_probabilities(model.clusters_, model.coordinates(X[:45]), model.calibration_)
    expected = np.log(named[np.arange(45), y[:45]]).mean()
    assert label_score(model, X, y) == pytest.approx(expected)
    assert label_score(model, X[:45], y[:45]) == pytest.approx(expected)
    assert label_score(model, X.tolist(), y.tolist()) == pytest.approx(expected)


def test_right_labels_score_higher_than_wrong_ones(data, model):
    """The higher, the better."""
    X, y = data
    assert label_score(model, X, y) > label_score(model, X, np.where(y >= 0, (y + 1) % 3, -1))


def test_nothing_labelled_is_no_score(data, model):
    """NaN, and not a perfect one."""
    for y in (np.full(90, -1), None):
        with pytest.warns(UserWarning, match=r"has a label: use cv=LabelledKFold\(\)"):
            assert np.isnan(label_score(model, data[0], y))


@pytest.mark.parametrize("kind", [list, np.array, pd.Series])
@pytest.mark.parametrize("ways", [{}, {"scoring": label_score, "cv": LabelledKFold(2)}])
def test_a_grid_is_searched_where_labels_are_none(data, kind, ways):
    """None for rows without a label, in whatever holds it; by the labels, and by the cost."""
    names = [f"kind {own}" if own >= 0 else None for own in data[1]]
    y = pd.Series(names, dtype=object) if kind is pd.Series else kind(names)
    search = GridSearchCV(CECIB(3, random_state=0, n_init=1), {"beta": [1.0]}, **{"cv": 2, **ways}).fit(data[0], y)
    assert np.isfinite(search.best_score_)
    assert search.best_estimator_.categories_.tolist() == ["kind 0", "kind 1", "kind 2"]


def test_a_category_never_seen_is_nearly_impossible(data, model):
    """ln 1e-6 for its labels, finite, whether the model knows other categories or none."""
    X, y = data
    assert label_score(model, X[:9], [7] * 9) == pytest.approx(np.log(1e-6))
    ignorant = CECIB(3, random_state=0).fit(X)
    assert label_score(ignorant, X, y) == pytest.approx(np.log(1e-6))


def test_through_a_pipeline(data):
    """What comes before the model is applied to the rows first."""
    X, y = data
    pipe = make_pipeline(StandardScaler(), CECIB(3, beta=2.0, random_state=0)).fit(X, y)
    scaled, last = pipe[0].transform(X), pipe[-1]
    assert label_score(pipe, X, y) == pytest.approx(label_score(last, scaled, y))
    np.testing.assert_array_equal(predict_category_proba(pipe, X), last.predict_category_proba(scaled))
    np.testing.assert_array_equal(predict_category(pipe, X, nearest=True), last.predict_category(scaled, nearest=True))
    alone = make_pipeline(last)
    assert label_score(alone, scaled, y) == pytest.approx(label_score(last, scaled, y))


def test_data_frames(data, model):
    """Rows are taken by position, whatever the index."""
    pandas = pytest.importorskip("pandas")
    X, y = data
    frame = pandas.DataFrame(X, columns=["a", "b", "c"], index=np.arange(90)[::-1])
    named = CECIB(3, beta=2.0, random_state=0).fit(frame, y)
    assert label_score(named, frame, pandas.Series(y)) == pytest.approx(label_score(model, X, y))


def test_a_model_that_is_not_fitted_says_so(data):
    """As everywhere in scikit-learn."""
    with pytest.raises(NotFittedError):
        label_score(CECIB(), *data)


def test_folds_deal_labels_and_unlabelled_rows_out_evenly(data):
    """Each row is tested once; categories and unlabelled rows differ by one at most between folds."""
    X, y = data
    tests = [test for _, test in LabelledKFold(4).split(X, y)]
    np.testing.assert_array_equal(np.sort(np.concatenate(tests)), np.arange(90))
    for category in (-1, 0, 1, 2):
        assert np.ptp([(y[test] == category).sum() for test in tests]) <= 1
    again = [test for _, test in LabelledKFold(4).split(X, y)]
    assert all(map(np.array_equal, tests, again))


def test_cross_validation(data):
    """scikit-learn takes score and folds as they are, and every fold has labels to score."""
    folds = LabelledKFold(3)
    scores = cross_val_score(CECIB(3, beta=2.0, random_state=0), *data, scoring=label_score, cv=folds)
    assert scores.shape == (folds.get_n_splits(),)
    assert (scores > np.log(1 / 3)).all()


@pytest.mark.parametrize("n_splits", [0, 1, -2, 2.5, True, "3"])
def test_numbers_of_folds_that_make_no_sense_are_refused(n_splits):
    """One fold would leave nothing to fit."""
    with pytest.raises(ValueError, match="n_splits must be an integer, 2 or more"):
        LabelledKFold(n_splits)


def test_more_folds_than_rows_are_refused():
    with pytest.raises(ValueError, match="n_splits=5 for n_samples=3"):
        list(LabelledKFold(5).split(np.zeros((3, 1)), [0, 1, -1]))
