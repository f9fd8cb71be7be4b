"""Fits whose rows come in blocks: the same clusters as in memory, a cost that never rises and is that of cost.py."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.blocks import arrays
from cecib.whole import fitting
from cecib.whole.descent import descended
from cecib.whole.proposals import merged_where_cheaper


@pytest.fixture(autouse=True)
def small_sample(monkeypatch):
    """A sample much smaller than the data, so that passes have something to do."""
    monkeypatch.setattr(fitting, "_LEAST_ROWS", 2_000)
    monkeypatch.setattr(fitting, "_NUMBERS", 2_000)


def made(n=24_000, k=6, d=3, spread=8.0, labelled=0.05, seed=0):
    random = np.random.default_rng(seed)
    centres = random.uniform(-spread, spread, (k, d))
    truth = random.integers(k, size=n)
    X = centres[truth] + random.normal(size=(n, d))
    y = np.where(random.uniform(size=n) < labelled, truth // 2, -1)
    return X, y, truth


def pieces(X, y=None, size=5_000, weights=None):
    starts = range(0, len(X), size)
    if y is None:
        return arrays([X[i : i + size] for i in starts])
    if weights is None:
        return arrays([(X[i : i + size], y[i : i + size]) for i in starts])
    return arrays([(X[i : i + size], y[i : i + size], weights[i : i + size]) for i in starts])


SETTINGS = {
    "default": {},
    "entropy": {"criterion": "entropy", "n_clusters": 6},
    "diagonal": {"family": "diag"},
    "spherical": {"family": "spherical"},
    "auto": {"family": "auto"},
    "given number": {"n_clusters": 4},
    "subspace": {"subspace": 2},
    "beta": {"beta": 3.0},
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_the_cost_is_that_of_cost_py_and_never_rises(settings):
    X, y, _ = made(n=12_000, spread=4.0)
    model = CECIB(random_state=0, **settings).fit_blocks(pieces(X, y))
    assert model.labels_.shape == (12_000,)
    assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_, rel=1e-9)
    assert (np.diff(model.cost_trace_) <= 1e-12 * abs(model.cost_)).all()
    assert model.cost_trace_[-1] == pytest.approx(model.cost_, rel=1e-9)
    assert np.array_equal(np.bincount(model.labels_) / 12_000, model.weights_)
    assert model.cost_terms_.total == model.cost_


@pytest.mark.parametrize("k", [1, 5, 30])
def test_the_clusters_are_those_of_a_fit_in_memory(k):
    X, y, truth = made(k=k, spread=25.0)
    model = CECIB(random_state=0).fit_blocks(pieces(X, y))
    assert model.n_clusters_ == k
    assert adjusted_rand_score(truth, model.labels_) > 0.99
    assert model.cost_ == pytest.approx(CECIB(random_state=0).fit(X, y).cost_, rel=1e-3)


def test_hardly_any_row_would_move():
    X, y, _ = made(spread=4.0)
    model = CECIB(random_state=0, subspace=None, beta=1.0).fit_blocks(pieces(X, y))
    moves = []
    CECIB(
        init=model.labels_, prior=model.prior_, beta=1.0, subspace=None, random_state=0,
        callback=lambda progress: moves.append(progress.moves),
    ).fit(X, y)  # fmt: skip
    assert moves[0] <= 1e-3 * len(X)


def test_rows_that_all_fit_into_the_sample_are_fitted_as_ever():
    X, y, _ = made(n=1_500)
    model, usual = CECIB(random_state=0).fit_blocks(pieces(X, y, 400)), CECIB(random_state=0).fit(X, y)
    assert np.array_equal(model.labels_, usual.labels_)
    assert model.cost_ == usual.cost_


def test_a_group_that_the_sample_misses_is_found():
    X, y, _ = made(n=40_000, k=5, spread=15.0)
    rows = np.arange(100, 40_000, 1_000)  # 40 of 40,000; the sample has about two
    X[rows] = 90 + np.random.default_rng(3).normal(size=(len(rows), 3))
    y[rows] = -1
    model = CECIB(random_state=0).fit_blocks(pieces(X, y))
    assert model.n_clusters_ == 6
    assert set(np.flatnonzero(model.labels_ == model.labels_[100])) == set(rows)


def test_the_answer_does_not_depend_on_the_number_of_threads():
    X, y, _ = made(n=12_000, spread=5.0)
    one, two = (CECIB(random_state=0, n_jobs=jobs).fit_blocks(pieces(X, y)) for jobs in (1, 2))
    assert np.array_equal(one.labels_, two.labels_)
    assert one.cost_ == two.cost_


def test_weights_count():
    X, y, truth = made(n=12_000, spread=15.0)
    weights = np.where(truth == 0, 3.0, 1.0)
    model = CECIB(random_state=0).fit_blocks(pieces(X, y, weights=weights))
    assert model.cost(X, model.labels_, y, weights) == pytest.approx(model.cost_, rel=1e-9)
    assert model.weights_.max() == pytest.approx(weights[truth == 0].sum() / weights.sum(), rel=0.02)


def test_rare_labels_are_in_the_sample():
    X, _, truth = made(n=40_000, k=4, spread=15.0)
    y = np.full(40_000, None, dtype=object)
    for name, group in enumerate("abcd"):
        y[np.flatnonzero(truth == name)[:3]] = group
    model = CECIB(random_state=0).fit_blocks(pieces(X, y))
    assert model.categories_.tolist() == list("abcd")
    assert model.category_counts_.sum() == 12
    assert sorted(model.cluster_categories_) == list("abcd")


def test_a_model_of_blocks_does_what_any_model_does(tmp_path):
    X, y, _ = made(n=9_000)
    model = CECIB(random_state=0).fit_blocks(pieces(X, y))
    model.save(tmp_path / "whole.cecib")
    again = CECIB.load(tmp_path / "whole.cecib")
    assert np.array_equal(again.predict(X), model.predict(X))
    assert (model.predict(X) == model.labels_).mean() > 0.999
    assert len(model.findings(X, y).clusters) == model.n_clusters_
    assert len(model.ask(X, y, n=3)) == 3
    assert model.cut(2).n_clusters_ == 2
    assert model.tree().shape == (model.n_clusters_ - 1, 4)
    assert model.shapes().shape == (model.n_clusters_,)
    assert model.means_.shape == (model.n_clusters_, 3)


def test_names_of_features_are_kept():
    pandas = pytest.importorskip("pandas")
    X, y, _ = made(n=6_000)
    frame = pandas.DataFrame(X, columns=["wing", "mass", "beak"])
    model = CECIB(random_state=0).fit_blocks([(frame[:3_000], y[:3_000]), (frame[3_000:], y[3_000:])])
    assert model.feature_names_in_.tolist() == ["wing", "mass", "beak"]
    assert (model.predict(frame) == model.labels_).mean() > 0.99
    with pytest.warns(UserWarning, match="valid feature names"):
        model.predict(X)


def test_a_fit_that_fails_leaves_nothing():
    X, y, _ = made(n=6_000)
    good = pieces(X, y)

    def spoiled():
        for number, block in enumerate(good):
            points = block.points.copy()
            if number == 1:
                points[17, 2] = np.inf
            yield points

    model = CECIB(random_state=0)
    with pytest.raises(ValueError, match=r"block 2, row 18"):
        model.fit_blocks(arrays(spoiled))
    with pytest.raises(NotFittedError):
        model.predict(X)


def test_data_that_change_between_passes_are_refused():
    X, _, _ = made(n=12_000)
    passes = []

    def growing():
        passes.append(1)
        yield X
        if len(passes) > 3:
            yield X

    with pytest.raises(ValueError, match="other rows than a moment ago"):
        CECIB(random_state=0).fit_blocks(arrays(growing))


def test_start_labels_are_refused():
    X, _, _ = made(n=6_000)
    with pytest.raises(ValueError, match="init may not be start labels"):
        CECIB(init=np.zeros(6_000, dtype=int)).fit_blocks(pieces(X))


def test_merging_stops_where_it_would_cost():
    X, _, truth = made(n=3_000, k=3, spread=20.0)
    split = CECIB(random_state=0, n_clusters=3, init=truth * 2 + (X[:, 0] > 0), criterion="evidence")
    clusters = split.fit(X).clusters_
    merged, numbers = merged_where_cheaper(clusters)
    assert len(merged) == 3
    assert sorted(set(numbers.tolist())) == list(range(len(merged)))
    assert merged.summaries.weights.sum() == pytest.approx(3_000)


def test_an_exact_descent_of_some_rows_lowers_the_cost():
    X, y, _ = made(n=6_000, k=4, spread=3.0)
    model = CECIB(random_state=0, subspace=None, beta=1.0).fit(X, y)
    from cecib.backends.kept import keep
    from cecib.backends.memory import Block
    from cecib.misfits import total_cost
    from cecib.side_information import read_side_information
    from cecib.whole.settling import with_summaries

    wrong = np.where(np.arange(6_000) % 20 == 0, (model.labels_ + 1) % model.n_clusters_, model.labels_)
    block = Block(X, read_side_information(y, 6_000))
    clusters = model.clusters_
    summaries = block.summarise(wrong, len(clusters), clusters.scaling)
    before = with_summaries(clusters, summaries, np.arange(len(clusters)))
    kept = keep(block, 0, -(np.arange(6_000) % 20 == 0).astype(float), 600, groups=wrong.astype(np.int32))
    after, close, labels = descended(before, kept)
    assert total_cost(after) < total_cost(before)
    whole = wrong.copy()
    whole[close.places[:, 1]] = labels
    again = with_summaries(clusters, block.summarise(whole, len(clusters), clusters.scaling), np.arange(len(clusters)))
    assert total_cost(again) == pytest.approx(total_cost(after), rel=1e-10)
    assert (labels == model.labels_[close.places[:, 1]]).mean() > 0.9
    _, once_more, settled = descended(after, replace(close, groups=labels))
    assert np.array_equal(settled, once_more.groups)  # it was at rest
