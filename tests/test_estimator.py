"""CECIB as a scikit-learn clusterer."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from cecib import CECIB
from checks import assert_never_rises


def entropy_needs_rows(estimator):
    """That check fits 15 points in 30 dimensions, on which the paper's cost is not finite: CECIB says so."""
    name = "check_sample_weight_equivalence_on_dense_data"
    return {name: "criterion='entropy' refuses fewer rows than columns"} if estimator.criterion == "entropy" else {}


@parametrize_with_checks(
    [CECIB(n_init=2), CECIB(criterion="entropy", n_init=2, n_clusters=3)], expected_failed_checks=entropy_needs_rows
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def blobs():
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 80)
    X = np.array([[0, 0, 0], [8, 0, 3], [0, 9, -3]])[truth] + rng.normal(size=(240, 3))
    y = np.where(rng.uniform(size=240) < 0.2, np.minimum(truth, 1), -1)
    order = rng.permutation(240)
    return X[order], y[order], truth[order]


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_fitted_attributes_fit_together(blobs, criterion):
    X, y, _ = blobs
    model = CECIB(6, criterion=criterion, random_state=1).fit(X, y)
    k = model.n_clusters_
    assert model.labels_.shape == (240,)
    assert set(model.labels_) == set(range(k))
    assert model.weights_.sum() == pytest.approx(1)
    assert (np.diff(model.weights_) <= 0).all()
    for c in range(k):
        inside = X[model.labels_ == c]
        np.testing.assert_allclose(model.means_[c], inside.mean(axis=0))
        np.testing.assert_allclose(model.covariances_[c], np.cov(inside.T, bias=True), atol=1e-9)
        counts = [((model.labels_ == c) & (y == category)).sum() for category in model.categories_]
        assert model.category_counts_[c].tolist() == counts
    assert sum(model.cost_terms_) == pytest.approx(model.cost_)
    assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_, rel=1e-9)
    assert model.cost_trace_[-1] == pytest.approx(model.cost_)
    assert_never_rises(model.cost_trace_)


def test_the_number_of_clusters_is_found(blobs):
    X, y, truth = blobs
    model = CECIB(random_state=0).fit(X, y)
    assert model.n_clusters_ == 3
    assert adjusted_rand_score(truth, model.labels_) > 0.95


def test_prediction(blobs):
    X, y, _ = blobs
    model = CECIB(6, random_state=1).fit(X, y)
    assert (model.predict(X) == model.labels_).mean() > 0.99
    probabilities = model.predict_proba(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    assert (probabilities.argmax(axis=1) == model.predict(X)).all()
    far = model.score_samples(X + 100)
    assert (far < model.score_samples(X)).all()
    assert model.score(X) == pytest.approx(model.score_samples(X).mean())
    np.testing.assert_array_equal(model.transform(X), probabilities)
    assert model.get_feature_names_out().tolist() == [f"cecib{c}" for c in range(model.n_clusters_)]


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_score_samples_is_a_density(criterion):
    """Summed over a fine grid, the density of a one-dimensional mixture is 1."""
    X = np.concatenate([np.random.default_rng(0).normal(c, 1, 100) for c in (0, 12)])[:, None]
    model = CECIB(2, criterion=criterion, random_state=0).fit(X)
    grid = np.linspace(-200, 200, 400_001)
    density = np.exp(model.score_samples(grid[:, None]))
    assert density.sum() * (grid[1] - grid[0]) == pytest.approx(1, abs=1e-3)


def test_a_new_group_has_no_category(blobs):
    X, y, truth = blobs
    y = np.where(truth == 2, -1, y)
    model = CECIB(6, random_state=1).fit(X, y)
    assert model.predict_category([[0, 9, -3]]).tolist() == [-1]
    assert model.predict_category([[8, 0, 3]]).tolist() == [1]


def test_same_seed_same_answer_whatever_the_threads(blobs):
    X, y, _ = blobs
    one, two, three = (CECIB(8, n_init=7, random_state=3, n_jobs=jobs).fit(X, y) for jobs in (1, 2, 5))
    for other in (two, three):
        np.testing.assert_array_equal(one.labels_, other.labels_)
        assert one.cost_ == other.cost_


def test_inputs_are_not_modified(blobs):
    X, y, _ = (array.copy() for array in blobs)
    weights = np.ones(240)
    X0, y0, w0 = X.copy(), y.copy(), weights.copy()
    CECIB(4, random_state=0).fit(X, y, weights)
    np.testing.assert_array_equal(X, X0)
    np.testing.assert_array_equal(y, y0)
    np.testing.assert_array_equal(weights, w0)


def test_every_layout_gives_the_same_answer(blobs, tmp_path):
    X, y, _ = blobs
    X = X.astype(np.float32)
    expected = CECIB(6, random_state=0).fit(X, y).labels_
    np.save(tmp_path / "x.npy", X)
    read_only = X.astype(np.float64)
    read_only.flags.writeable = False
    wide = np.zeros((480, 6))
    wide[::2, ::2] = X
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    for form in (
        X,
        np.asfortranarray(X),
        np.load(tmp_path / "x.npy", mmap_mode="r"),
        read_only,
        wide[::2, ::2],
        frame,
        pl.DataFrame({name: frame[name].to_numpy() for name in frame}),
        X.tolist(),
    ):
        np.testing.assert_array_equal(CECIB(6, random_state=0).fit(form, y).labels_, expected)


def test_pipeline_clone_and_pickle(blobs):
    X, y, _ = blobs
    pipeline = make_pipeline(StandardScaler(), CECIB(5, random_state=0)).fit(X, y)
    restored = pickle.loads(pickle.dumps(pipeline))
    np.testing.assert_array_equal(restored.predict(X), pipeline.predict(X))
    assert clone(pipeline[-1]).get_params() == pipeline[-1].get_params()
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    output = CECIB(5, random_state=0).set_output(transform="pandas").fit(frame, y).transform(frame)
    assert output.columns[0] == "cecib0"


@pytest.mark.parametrize("parameters", [{"random_state": 0}, {"criterion": "entropy"}])
def test_integer_weights_are_repeated_rows(blobs, parameters):
    """The same clusters, cost and terms."""
    X, y, truth = blobs
    weights = np.random.default_rng(5).integers(1, 4, size=240)
    starts = {"init": truth}, {"init": truth.repeat(weights)}
    weighted, twin = (CECIB(**parameters, **(start if "criterion" in parameters else {})) for start in starts)
    weighted.fit(X, y, weights)
    repeated = twin.fit(X.repeat(weights, axis=0), y.repeat(weights))
    np.testing.assert_allclose(weighted.cost_terms_, repeated.cost_terms_, rtol=1e-9)
    np.testing.assert_array_equal(weighted.labels_.repeat(weights), repeated.labels_)


def test_rows_of_weight_zero_take_no_part(blobs):
    X, y, _ = blobs
    weights = np.ones(240)
    weights[:40] = 0
    model = CECIB(4, random_state=0).fit(X, y, weights)
    rest = CECIB(4, random_state=0).fit(X[40:], y[40:])
    np.testing.assert_array_equal(model.labels_[40:], rest.labels_)
    assert model.cost_ == pytest.approx(rest.cost_)


@pytest.mark.parametrize("init", ["random", "k-means++"])
def test_starts(blobs, init):
    X, _, truth = blobs
    model = CECIB(3, init=init, random_state=0).fit(X)
    assert adjusted_rand_score(truth, model.labels_) > 0.9
    from_centres = CECIB(init=[[0, 0, 0], [8, 0, 3], [0, 9, -3]]).fit(X)
    from_labels = CECIB(init=truth).fit(X)
    assert adjusted_rand_score(from_centres.labels_, from_labels.labels_) == 1


def test_verbose_and_callback_report_each_pass(blobs, capsys):
    seen = []
    model = CECIB(4, n_init=2, random_state=0, verbose=1, callback=seen.append, n_jobs=1).fit(blobs[0])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(seen)
    assert any(report.cost == pytest.approx(model.cost_) and report.moves == 0 for report in seen)


def test_an_error_in_the_callback_ends_the_fit(blobs):
    def stop(_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        CECIB(4, callback=stop).fit(blobs[0])


def test_units_do_not_matter(blobs):
    """Each feature times its own constant: same clusters, and a cost that shifts by Σ ln of the constants."""
    X, y, _ = blobs
    units = np.array([1e-3, 7.3, 2e5])
    plain, scaled = (CECIB(6, random_state=0).fit(data, y) for data in (X, X * units))
    np.testing.assert_array_equal(plain.labels_, scaled.labels_)
    assert scaled.cost_ == pytest.approx(plain.cost_ + np.log(units).sum())


def test_a_fit_that_fails_has_not_happened():
    """An estimator stays unfitted, or keeps the fit that it had, whole."""
    X = np.random.default_rng(0).normal(size=(60, 2))

    def fail(_):
        raise MemoryError

    model = CECIB(2, random_state=0, callback=fail)
    with pytest.raises(MemoryError):
        model.fit(X)
    with pytest.raises(NotFittedError):
        model.predict(X)
    model.set_params(callback=None).fit(X)
    expected = model.predict(X)
    with pytest.raises(MemoryError):
        model.set_params(callback=fail).fit(np.hstack([X, X**2]))
    np.testing.assert_array_equal(model.predict(X), expected)
