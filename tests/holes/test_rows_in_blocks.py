"""Missing values in rows that come in blocks: the cost of plain NumPy, the clusters of a fit in memory."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.backends.memory import Block
from cecib.backends.passes import Look, see
from cecib.blocks import arrays, open_blocks
from cecib.holes.marginals import sights_of
from cecib.holes.observed_cost import observed_cost_terms
from cecib.holes.settling import expected
from cecib.input_errors import InputError
from cecib.label_columns import read_labels
from cecib.misfits import total_cost
from cecib.reading.block_findings import findings_in_blocks
from cecib.whole import checkpoint as checkpoints
from cecib.whole import fitting, settling

N, SIZE = 2_400, 500
made = partial(CECIB, beta=1.0, subspace=None, n_init=1, max_clusters=9, random_state=0, n_jobs=1)


def rows(n=N, share=0.1, spread=4.0, seed=0):
    """Rows of four groups with holes, their categories where they have one, and their groups."""
    rng = np.random.default_rng(seed)
    group = rng.integers(4, size=n)
    X = rng.normal(size=(n, 4)) @ (np.eye(4) + 0.3 * rng.normal(size=(4, 4))) + spread * np.eye(4)[group]
    X[rng.random(X.shape) < share] = np.nan
    return X, np.where(rng.random(n) < 0.1, group // 2, -1), group


X, Y, GROUP = rows()
X[:SIZE] = rows(share=0.0)[0][:SIZE]  # a block that lacks nothing
EMPTY = [SIZE, SIZE + 7]
X[EMPTY] = np.nan


def pieces(X=X, y=Y, size=SIZE):
    return arrays([(X[i : i + size], y[i : i + size]) for i in range(0, len(X), size)])


@pytest.fixture(autouse=True)
def small_sample(monkeypatch):
    """A sample much smaller than the data, so that passes have something to do."""
    monkeypatch.setattr(fitting, "sample_size", lambda n_features: 800)


@pytest.fixture(scope="module")
def fits():
    """The same rows, in blocks and in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fitting, "sample_size", lambda n_features: 800)
        return {missing: (made(missing=missing).fit_blocks(pieces()), made(missing=missing).fit(X, Y))
                for missing in ("model", "drop")}  # fmt: skip


def gaussians_of(clusters):
    sights = sights_of(clusters, None, of_next=False)
    unit = sights.gaussians[0].unit
    covariances = [np.linalg.inv(one.precision) * np.outer(unit, unit) for one in sights.gaussians]
    return np.array([one.mean for one in sights.gaussians]), np.array(covariances)


@pytest.mark.parametrize("missing", ["model", "drop"])
def test_the_partition_is_nearly_that_of_a_fit_in_memory(fits, missing):
    blocks, memory = fits[missing]
    assert blocks.n_clusters_ == memory.n_clusters_ == 4
    assert adjusted_rand_score(blocks.labels_, memory.labels_) > 0.98
    assert blocks.cost_ == pytest.approx(memory.cost_, rel=2e-3)
    assert blocks.missing_ == memory.missing_
    assert blocks.missing_.n_empty == np.isnan(X).all(axis=1).sum() >= 2
    np.testing.assert_allclose(blocks.covariances_, memory.covariances_, atol=0.15)


@pytest.mark.parametrize("family", ["full", "diag"])
def test_a_pass_costs_what_plain_numpy_says(family):
    """Summaries of rows as clusters expect them, what is open about them, and rows that lack nothing, added up."""
    some = 350 + np.flatnonzero(~np.isnan(X[350:950]).all(axis=1))
    own, y = X[some], Y[some]
    model = made(family=family).fit(own, y)
    look = Look(model.clusters_, None, model.categories_, missing=model.missing_)
    parts = [see(Block(own[i : i + 200], read_labels(y[i : i + 200], len(own[i : i + 200]))), 0, look)
             for i in range(0, len(own), 200)]  # fmt: skip
    names, seen = np.concatenate([names for names, _ in parts]), sum((seen for _, seen in parts[1:]), parts[0][1])
    clusters = replace(model.clusters_, summaries=seen.summaries, states=None)
    found = (total_cost(clusters) + seen.length) / len(own)
    index = read_labels(y, len(own)).index
    terms = observed_cost_terms(
        own, names, *gaussians_of(model.clusters_), index, prior=model.prior_, beta=1.0, family=family
    )
    assert found == pytest.approx(terms.total, rel=1e-8)
    assert seen.rows == seen.changed == len(own)


SETTINGS = {"default": {}, "entropy": {"criterion": "entropy", "n_clusters": 4}, "subspace": {"subspace": 2}}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_the_cost_never_rises_and_is_that_of_the_rows(fits, settings):
    """What is expected has come to rest, so that the rows cost the same once more, as in memory."""
    model = made(**settings).fit_blocks(pieces()) if settings else fits["model"][0]
    assert (np.diff(model.cost_trace_) <= 1e-12).all()
    assert model.cost_trace_[-1] == pytest.approx(model.cost_, rel=1e-12)
    assert sum(model.cost_terms_) == pytest.approx(model.cost_)
    there = ~np.isnan(X).all(axis=1)
    block = Block(X[there], read_labels(Y[there], there.sum()))
    again = expected(model.clusters_, model.space_, block, model.labels_[there].astype(np.int32))
    assert again.terms.total / there.sum() == pytest.approx(model.cost_, abs=2e-4)


def test_a_pass_that_would_raise_the_cost_is_not_taken(fits, monkeypatch):
    """Here every pass but the first seems to raise it."""
    count = []

    def risen(clusters):
        count.append(1)
        return total_cost(clusters) + 1e6 * len(count)

    monkeypatch.setattr(settling, "total_cost", risen)
    model = made().fit_blocks(pieces())
    assert model.n_iter_ == 2
    assert adjusted_rand_score(model.labels_, fits["model"][0].labels_) > 0.9


def test_a_fit_that_was_killed_goes_on(tmp_path, fits, monkeypatch):
    """While what is expected of rows is found anew."""
    monkeypatch.setattr(checkpoints, "_SECONDS", 0.0)
    monkeypatch.setattr(checkpoints, "_SHARE", 1e9)
    usual = fits["model"][0]
    assert usual.n_iter_ > 3

    def end(progress):
        if progress.stage == "passes" and progress.pass_ > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made(callback=end).fit_blocks(pieces(), checkpoint=tmp_path / "c")
    model = made().fit_blocks(pieces(), checkpoint=tmp_path / "c")
    assert model.cost_ == usual.cost_
    assert model.missing_ == usual.missing_
    assert np.array_equal(model.labels_, usual.labels_)
    assert np.array_equal(model.cost_trace_, usual.cost_trace_)


def test_rows_that_take_no_part_are_put_by_what_they_have(fits):
    for model, _ in fits.values():
        assert np.array_equal(model.predict(X[EMPTY]), model.labels_[EMPTY])
        assert model.labels_[SIZE] == model.weights_.argmax()
    dropped = fits["drop"][0]
    is_open = np.isnan(X).any(axis=1)
    assert (dropped.predict(X[is_open]) == dropped.labels_[is_open]).mean() > 0.999
    assert dropped.clusters_.summaries.weights.sum() == (~is_open).sum()


def test_complete_blocks_are_as_ever(fits):
    """Without a hole nothing differs by a bit, whatever is said of missing values."""
    whole = np.nan_to_num(X)
    one, other = (made(missing=missing).fit_blocks(pieces(whole)) for missing in ("model", "fail"))
    assert one.missing_ is None
    assert one.cost_ == other.cost_
    assert np.array_equal(one.labels_, other.labels_)
    assert one.clusters_ == other.clusters_


def test_rows_that_all_fit_into_the_sample_are_fitted_as_ever():
    own, y = X[:700], Y[:700]
    for missing in ("model", "drop"):
        blocks, memory = made(missing=missing).fit_blocks(pieces(own, y, 300)), made(missing=missing).fit(own, y)
        assert blocks.cost_ == memory.cost_
        assert np.array_equal(blocks.labels_, memory.labels_)
        assert blocks.missing_ == memory.missing_


def test_a_column_with_hardly_any_value_is_set_aside(fits):
    more = np.full((N, 1), np.nan)
    more[::30] = 1e6 * np.random.default_rng(0).normal(size=(len(more[::30]), 1))
    model = made().fit_blocks(pieces(np.hstack([X, more])))
    usual = fits["model"][0]
    assert model.missing_.set_aside.tolist() == [4]
    assert model.missing_.n_incomplete == usual.missing_.n_incomplete
    assert model.missing_.counts.tolist() == [*usual.missing_.counts.tolist(), N - len(more[::30])]
    assert adjusted_rand_score(model.labels_, usual.labels_) > 0.999
    with pytest.raises(InputError, match="Column '4' has values in 80 of 2400 rows only, too few for criterion"):
        made(criterion="entropy", n_clusters=4).fit_blocks(pieces(np.hstack([X, more])))


def test_a_column_that_the_sample_does_not_show_is_set_aside(monkeypatch):
    """It has values enough among all rows, but none in a sample as small as this."""
    monkeypatch.setattr(fitting, "sample_size", lambda n_features: 20)
    more = np.where(np.arange(N) % 18 == 5, 1.0 * np.arange(N), np.nan)[:, None]
    model = made().fit_blocks(pieces(np.hstack([X, more])))
    assert model.missing_.set_aside.tolist() == [4]
    assert np.isfinite(model.cost_)
    with pytest.raises(InputError, match="Column '4' has hardly any value in a sample of all rows"):
        made(criterion="entropy", n_clusters=2).fit_blocks(pieces(np.hstack([X, more])))


def test_weights_count():
    weights = np.where(np.arange(N) % 3 == 0, 2.0, 1.0)
    weights[:50] = 0.0
    model = made().fit_blocks([(X[i : i + SIZE], Y[i : i + SIZE], weights[i : i + SIZE]) for i in range(0, N, SIZE)])
    assert model.clusters_.summaries.weights.sum() == weights[~np.isnan(X).all(axis=1)].sum()
    assert model.missing_.n_rows == N - 50
    assert model.missing_.n_incomplete == np.isnan(X[50:]).any(axis=1).sum()
    assert len(model.labels_) == N


@pytest.mark.parametrize("case", ["nothing", "rows", "fail"])
def test_what_is_refused(case):
    whole = np.full((300, 2), np.nan)
    if case == "nothing":
        with pytest.raises(InputError, match="All 300 rows of X are empty, in columns '0' and '1'"):
            made().fit_blocks(pieces(whole, Y[:300], 100))
        return
    whole[:150, 0] = whole[150:, 1] = 1.0
    if case == "rows":
        with pytest.raises(InputError, match="lack values, so that missing='drop' leaves none: use missing='model'"):
            made(missing="drop").fit_blocks(pieces(whole, Y[:300], 100))
        return
    with pytest.raises(InputError, match=r"block 2, row 51.*or use missing='model'"):
        made(missing="fail").fit_blocks(pieces(np.where(np.arange(300)[:, None] < 150, 1.0, whole), Y[:300], 100))


@pytest.mark.parametrize("name", ["t.parquet", "t.csv", "t.npy"])
def test_files_with_empty_cells(tmp_path, fits, name):
    """Whole numbers, too, and where missing values are refused, file, block and row are named."""
    path, names = tmp_path / name, ["a", "b", "c", "d"]
    frame = pd.DataFrame(X, columns=names)
    if name == "t.npy":
        np.save(path, X)
    else:
        frame["d"] = (1e6 * frame["d"]).round().astype("Int64")
        frame.to_parquet(path, index=False) if name == "t.parquet" else frame.to_csv(path, index=False)
    features = None if name == "t.npy" else names
    blocks = open_blocks(path, features=features, rows=SIZE)
    read = np.vstack([block.points for block in blocks.with_missing("drop")])
    assert np.array_equal(np.isnan(read), np.isnan(X))
    if name == "t.csv":
        model = made().fit_blocks(blocks)
        assert adjusted_rand_score(model.labels_, fits["model"][1].labels_) > 0.9
    with pytest.raises(InputError, match=rf"{name}, block 2, row .*or use missing='model'"):
        made(missing="fail").fit_blocks(open_blocks(path, features=features, rows=SIZE))


def test_findings_judge_all_labels(fits):
    """Those of the block without holes, too, which look otherwise inside."""
    model = fits["model"][0]
    found, usual = findings_in_blocks(model, pieces()), model.findings(X, Y)
    assert np.array_equal(found.labels.row, usual.labels.row)
    np.testing.assert_allclose(found.labels.probability_wrong, usual.labels.probability_wrong, atol=1e-9)
    assert any("Values are missing in features" in text for text in found.warnings)
    assert any("Values are missing in features" in text for text in model.findings().warnings)
