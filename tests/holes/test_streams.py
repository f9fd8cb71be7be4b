"""Missing values in streams: rows are taken in by what they have."""

from copy import copy

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.backends.memory import Block
from cecib.holes.settling import expected
from cecib.input_errors import InputError
from cecib.side_information import SideInformation

CENTRES = 8.0 * np.eye(3)


def batch(rng, centres=CENTRES, n=150, share=0.15):
    own = rng.integers(len(centres), size=n)
    X = centres[own] + rng.normal(size=(n, 3))
    X[rng.random(X.shape) < share] = np.nan
    return X, own


def made(**parameters):
    return CECIB(**{"random_state": 0, "n_init": 2, "n_jobs": 1, "subspace": None} | parameters)


@pytest.fixture(scope="module")
def played():
    """A model past its youth, with the rows of all batches and the clusters that they got."""
    rng, model, found = np.random.default_rng(0), made(), []
    for _ in range(12):
        X, own = batch(rng)
        found.append((X, own, model.partial_fit(X, np.where(rng.random(150) < 0.1, own, -1)).labels_))
    return model, *map(np.concatenate, zip(*found, strict=True))


def test_the_first_batch_is_a_fit():
    X, _ = batch(np.random.default_rng(0))
    X[3], X[:, 1] = np.nan, np.where(np.arange(150) < 5, X[:, 1], np.nan)
    for missing in ("model", "drop"):
        one, other = made(missing=missing).fit(X), made(missing=missing).partial_fit(X)
        assert one.clusters_ == other.clusters_
        assert one.missing_ == other.missing_
        assert one.missing_.set_aside.tolist() == [1]
        assert np.array_equal(one.labels_, other.labels_)


def test_groups_are_found(played):
    """As wide as they are: what is open about a row is taken in with it."""
    model, X, own, labels = played
    is_told = ~np.isnan(X).any(axis=1)
    assert model.n_clusters_ == 3
    assert adjusted_rand_score(own[is_told], labels[is_told]) > 0.99
    assert adjusted_rand_score(own, labels) > 0.9
    assert np.linalg.det(model.covariances_) == pytest.approx([1.0, 1.0, 1.0], abs=0.35)
    assert model.missing_.counts.tolist() == np.isnan(X).sum(axis=0).tolist()
    assert model.missing_.n_rows == len(X)
    assert model.missing_.n_empty == np.isnan(X).all(axis=1).sum()
    assert "Values are missing in features" in str(model.findings(X))


def test_rows_enter_as_their_clusters_expect_them(played):
    """One batch more is what `expected` says of it, added to what was there."""
    model, X, _, _ = played
    before, more = model.clusters_.summaries, X[:40][~np.isnan(X[:40]).all(axis=1)]
    side = SideInformation(np.full(len(more), -1, dtype=np.int32), model.categories_)
    own = expected(model.clusters_, None, Block(more, side), model.predict(more)).clusters.summaries
    again = copy(model).partial_fit(more)
    assert len(again._stream.waiting) == len(model._stream.waiting)
    found, both = again.clusters_.summaries, before + own
    np.testing.assert_allclose(found.weights, both.weights)
    np.testing.assert_allclose(found.means, both.means, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found.scatters, both.scatters, rtol=1e-9, atol=1e-9)


def test_new_clusters_are_made_of_rows_that_lack_values():
    """A fourth group, of which no row is complete."""
    rng, model = np.random.default_rng(1), made()
    for _ in range(8):
        model.partial_fit(batch(rng)[0])
    for _ in range(8):
        X, own = batch(rng, np.vstack([CENTRES, [[-12.0, -12.0, -12.0]]]), share=0.05)
        X[np.arange(len(X)), rng.integers(3, size=len(X))] = np.nan
        model.partial_fit(X)
    assert model.n_clusters_ == 4
    assert adjusted_rand_score(own, model.predict(X)) > 0.85


def test_rows_may_be_left_out_or_refused():
    rng = np.random.default_rng(2)
    model, weight = made(missing="drop"), 0
    for _ in range(3):
        X, _ = batch(rng)
        weight += (~np.isnan(X).any(axis=1)).sum()
        assert len(model.partial_fit(X).labels_) == len(X)
    waits = model._stream.waiting.weights.sum()
    assert model.clusters_.summaries.weights.sum() + waits == pytest.approx(weight)
    nothing = np.full((2, 3), np.nan)
    assert model.partial_fit(nothing).labels_.tolist() == [model.weights_.argmax()] * 2
    with pytest.raises(InputError, match=r"X contains NaN .* or use missing='model'"):
        model.set_params(missing="fail").partial_fit(X)
    with pytest.raises(InputError, match="All 2 rows of X are empty"):
        made().partial_fit(nothing)


def test_a_stream_goes_on_after_saving(played, tmp_path):
    model, X, _, _ = played
    model.save(tmp_path / "m.cecib")
    one, other = CECIB.load(tmp_path / "m.cecib"), CECIB.load(tmp_path / "m.cecib")
    assert one.missing_ == model.missing_
    assert np.isnan(one._stream.recent.points).any()
    assert np.array_equal(one.partial_fit(X[:100]).labels_, other.partial_fit(X[:100]).labels_)


def test_a_fitted_model_goes_on(played):
    """Also one that has not seen a hole before."""
    _, X, own, _ = played
    model = made().fit(CENTRES[own[:300]] + np.random.default_rng(3).normal(size=(300, 3)))
    model.partial_fit(X[:300])
    assert model.missing_.n_rows == 600
    assert adjusted_rand_score(own[:300], model.labels_) > 0.9
