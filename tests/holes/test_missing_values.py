"""Missing values, as users give them: fits, predictions and readings of rows with holes."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import multivariate_t
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.holes.marginals import marginal_changes
from cecib.input_errors import InputError

GROUP = np.repeat(np.arange(3), 60)
WHOLE = np.random.default_rng(0).normal(size=(180, 4)) + 8.0 * np.eye(3, 4)[GROUP]


def with_holes(share=0.15, seed=1, X=WHOLE):
    holed = np.array(X, dtype=float)
    holed[np.random.default_rng(seed).random(X.shape) < share] = np.nan
    holed[np.isnan(holed).all(axis=1)] = X[np.isnan(holed).all(axis=1)]
    return holed


HOLED = with_holes()


def fit(X, y=None, **parameters):
    return CECIB(**{"random_state": 0, "n_jobs": 1, "n_init": 2} | parameters).fit(X, y)


@pytest.fixture(scope="module")
def holed():
    return fit(HOLED)


@pytest.fixture(scope="module")
def whole():
    return fit(WHOLE)


def same_groups(labels, others, least=1.0):
    return adjusted_rand_score(labels, others) >= least


def test_without_holes_nothing_changes(whole):
    other = fit(WHOLE, missing="fail")
    assert whole.missing_ is None
    for name in ("labels_", "means_", "covariances_", "weights_", "cost_trace_"):
        assert np.array_equal(getattr(whole, name), getattr(other, name))
    assert whole.cost_ == other.cost_


def test_groups_are_found(holed):
    assert holed.n_clusters_ == 3
    assert same_groups(GROUP, holed.labels_, 0.9)
    assert np.array_equal(holed.predict(HOLED), holed.labels_)
    assert same_groups(GROUP, holed.predict(WHOLE))
    assert (np.diff(holed.cost_trace_) < 0).all()
    assert holed.cost_ == pytest.approx(sum(holed.cost_terms_))


def test_the_clusters_are_as_wide_as_without_holes(holed, whole):
    """What is filled in is what is expected, which alone would make them narrow."""
    wide, own = (np.linalg.slogdet(model.covariances_)[1].mean() for model in (whole, holed))
    assert abs(wide - own) < 0.5


def test_one_group_stays_one():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(250, 4)) @ rng.normal(size=(4, 4))
    assert fit(with_holes(0.4, X=X)).n_clusters_ == 1


@pytest.mark.parametrize("change", ["rows", "columns", "units"])
def test_what_does_not_matter(holed, change):
    order = np.random.default_rng(2).permutation(len(HOLED) if change == "rows" else 4)
    X = HOLED[order] if change == "rows" else HOLED[:, order] if change == "columns" else HOLED * [1e-6, 1.0, 3.0, 1e5]
    labels = holed.labels_[order] if change == "rows" else holed.labels_
    assert same_groups(labels, fit(X).labels_, 0.97)


def test_a_copy_of_a_column_fills_its_holes(whole):
    """Holes in a copy are none, and where the column itself has them the copy speaks."""
    rng = np.random.default_rng(3)
    X = np.column_stack([WHOLE, WHOLE[:, 0]])
    X[rng.random(180) < 0.5, 4] = np.nan
    assert same_groups(whole.labels_, fit(X).labels_)
    X = np.column_stack([WHOLE, WHOLE[:, 0]])
    X[np.arange(180) % 2 == 0, 0] = np.nan
    model = fit(X)
    assert same_groups(whole.labels_, model.labels_)
    half = X[:40:2]
    np.testing.assert_allclose(model.predict_proba(half), whole.predict_proba(WHOLE[:40:2]), atol=1e-2)


def test_a_constant_column_with_holes_tells_nothing(whole):
    constant = np.where(np.arange(180) % 3 == 0, np.nan, 7.0)
    model = fit(np.column_stack([WHOLE, constant]))
    assert same_groups(whole.labels_, model.labels_)
    assert (model.means_[:, 4] == 7.0).all()


def test_one_hole_changes_little(whole):
    X = WHOLE.copy()
    X[17, 3] = np.nan
    model = fit(X)
    assert np.array_equal(model.labels_, whole.labels_)
    assert model.cost_ == pytest.approx(whole.cost_, abs=3.0 / len(X))
    np.testing.assert_allclose(model.means_, whole.means_, atol=0.1)


def test_fewer_rows_than_columns():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(24, 30)) + 12.0 * (np.arange(24) % 2)[:, None]
    model = fit(with_holes(0.2, X=X))
    assert same_groups(np.arange(24) % 2, model.labels_)


def test_many_columns():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(90, 80)) + 3.0 * (np.arange(90) % 3 == 0)[:, None]
    model = fit(with_holes(0.2, X=X))
    assert same_groups(np.arange(90) % 3 == 0, model.labels_)
    assert same_groups(np.arange(90) % 3 == 0, model.predict(with_holes(0.5, 9, X=X)))


def test_one_row():
    assert fit(np.array([[1.0, np.nan]]), n_init=1).labels_.tolist() == [0]


@pytest.mark.parametrize("parameters", [{"criterion": "entropy", "n_clusters": 3}, {"family": "auto"}, {"subspace": 2}])
def test_other_settings(parameters):
    model = fit(HOLED, **parameters)
    assert same_groups(GROUP, model.labels_, 0.85)
    assert same_groups(GROUP, model.predict(HOLED), 0.85)


def test_coarse_columns():
    """Counts with holes are no more evidence of clusters than counts."""
    X = np.random.default_rng(6).poisson(3.0, size=(300, 3)).astype(float)
    assert fit(with_holes(0.2, X=X)).n_clusters_ == fit(X).n_clusters_ == 1


def test_marginals_are_exact():
    """A row costs what the marginal of each cluster's Student's t says, beside its size."""
    model = fit(WHOLE, subspace=None)
    clusters, prior, scaling = model.clusters_, model.clusters_.prior, model.clusters_.scaling
    rows = (WHOLE[::20] - scaling.shift) / scaling.scale
    holes = np.isnan(with_holes(0.4)[::20])
    found = marginal_changes(clusters, None, np.where(holes, np.nan, WHOLE[::20]))
    (full,) = clusters.changes(WHOLE[::20])
    for c, summary in enumerate(clusters.summaries):
        n, d = summary.weight, 4
        kappa, nu, apart = prior.kappa + n, prior.nu + n, summary.mean - prior.mean
        scale = prior.scale + summary.scatter + prior.kappa * n / kappa * np.outer(apart, apart)
        mean, shape = (prior.kappa * prior.mean + n * summary.mean) / kappa, scale * (kappa + 1) / kappa / (nu - d + 1)
        for row, hole, own, all_of_it in zip(rows, holes, found[:, c], full[:, c], strict=True):
            seen = ~hole
            part = multivariate_t(mean[seen], shape[np.ix_(seen, seen)], nu - d + 1).logpdf(row[seen])
            taken_off = multivariate_t(mean, shape, nu - d + 1).logpdf(row) - part
            unit = np.log(scaling.scale[hole]).sum()  # the holes were in the units of the data
            assert own + unit == pytest.approx(all_of_it + taken_off, abs=1e-6)


def test_a_row_without_values_is_nowhere_in_particular(whole):
    nothing = np.full((1, 4), np.nan)
    np.testing.assert_allclose(whole.predict_proba(nothing)[0], whole.weights_, atol=0.01)
    X = np.vstack([WHOLE, nothing, nothing])
    model = fit(X)
    assert model.missing_.n_empty == 2
    assert np.array_equal(model.labels_[:180], whole.labels_)
    assert model.clusters_.summaries.weights.sum() == 180
    assert "2 rows have no value at all, and went where rows are most frequent." in model.findings(X).warnings


def test_probabilities_are_less_sure_with_less(whole):
    row = np.array([[4.0, 0.0, 0.0, 0.0], [4.0, np.nan, 0.0, 0.0], [np.nan, np.nan, 0.0, 0.0]])
    sure = whole.predict_proba(row).max(axis=1)
    assert sure[2] < sure[0]
    assert whole.predict_proba(row).sum(axis=1) == pytest.approx(1.0)


def test_a_mean_density_of_what_is_observed(whole):
    """Over a hole, the density of whole rows adds up to that of the rest."""
    grid = np.linspace(-15, 15, 4001)
    rows = np.tile(WHOLE[0], (len(grid), 1))
    rows[:, 2] = grid
    whole_mass = np.exp(whole.score_samples(rows)).sum() * (grid[1] - grid[0])
    rows[0, 2] = np.nan
    assert np.log(whole_mass) == pytest.approx(whole.score_samples(rows[:1])[0], abs=0.02)


MADE = {
    "masked": np.ma.masked_invalid(HOLED),
    "frame": pd.DataFrame(HOLED),
    "nullable": pd.DataFrame(HOLED).astype("Float64"),
    "pandas.NA": pd.DataFrame(HOLED).astype(object).where(~np.isnan(HOLED), pd.NA),
    "None": [[None if np.isnan(value) else value for value in row] for row in HOLED.tolist()],
    "polars": pl.DataFrame(HOLED, schema=list("abcd")).fill_nan(None),
    "objects": np.where(np.isnan(HOLED), pd.NA, HOLED.astype(object)),
}


@pytest.mark.parametrize("name", MADE)
def test_whatever_says_that_a_value_is_missing(holed, name):
    given = MADE[name]
    if isinstance(given, pd.DataFrame):
        given.columns = list("abcd")
    before = given.copy() if isinstance(given, pd.DataFrame) else None
    model = fit(given, n_init=2)
    assert np.array_equal(model.labels_, holed.labels_)
    assert np.array_equal(model.predict(given), holed.predict(HOLED))
    if before is not None:
        pd.testing.assert_frame_equal(before, given)


def test_infinity_is_not_missing():
    X = HOLED.copy()
    X[3, 1] = np.inf
    with pytest.raises(InputError, match=r"X contains infinity in column '1' \(row 3\)"):
        fit(X)


def test_missing_values_may_be_refused(holed):
    with pytest.raises(InputError, match=r"X contains NaN in columns .* or use missing='model'\.$"):
        fit(HOLED, missing="fail")
    with pytest.raises(InputError, match="NaN"):
        fit(WHOLE, missing="fail").predict(HOLED)
    with pytest.raises(InputError, match=r"or use missing='model'\.$"):
        CECIB(missing="fail").partial_fit(HOLED)
    with pytest.raises(InputError, match=r"NaN in block 1, row 5 .*or use missing='model'\.$"):
        CECIB(missing="fail").fit_blocks([HOLED])
    assert holed.__sklearn_tags__().input_tags.allow_nan
    assert not CECIB(missing="fail").__sklearn_tags__().input_tags.allow_nan


def test_rows_may_be_left_out():
    is_whole = ~np.isnan(HOLED).any(axis=1)
    model, alone = fit(HOLED, missing="drop"), fit(HOLED[is_whole])
    assert np.array_equal(model.labels_[is_whole], alone.labels_)
    assert np.array_equal(model.means_, alone.means_)
    assert np.array_equal(model.labels_, alone.predict(HOLED))
    assert "took no part in the search" in model.findings(HOLED).warnings[0]
    with pytest.raises(InputError, match="All rows of X lack values, so that missing='drop' leaves none"):
        fit(np.where((np.arange(180)[:, None] + np.arange(4)) % 4 == 0, np.nan, WHOLE), missing="drop")


def test_a_hopeless_column_is_set_aside(whole):
    column = np.full(180, np.nan)
    column[:5] = [1.0, 5.0, 2.0, 9.0, 4.0]
    X = np.column_stack([WHOLE[:, :2], column, WHOLE[:, 2:]])
    model = fit(X)
    assert model.missing_.set_aside.tolist() == [2]
    assert same_groups(whole.labels_, model.labels_)
    assert "Feature '2' has values in 5 of 180 rows only, and was set aside." in model.findings(X).warnings
    X[:, 2] = 1e9
    assert np.array_equal(model.predict(X), model.labels_)
    with pytest.raises(
        InputError, match="Column '2' has values in 5 of 180 rows only, too few for criterion='entropy'"
    ):
        fit(np.column_stack([WHOLE[:, :2], column]), criterion="entropy", n_clusters=3)


def test_nothing_is_too_little():
    with pytest.raises(InputError, match=r"All 4 rows of X are empty, in columns '0' and '1'\."):
        fit(np.full((4, 2), np.nan))
    with pytest.raises(InputError, match="X has too few values: no column has more than 1 in 100 rows"):
        fit(np.where(np.arange(200).reshape(100, 2) < 2, 1.0, np.nan))


def test_labels_with_holes():
    y = np.where(np.arange(180) % 5 == 0, GROUP, -1)
    model = fit(HOLED, y)
    assert same_groups(GROUP, model.predict_category(HOLED), 0.9)
    sure = model.predict_category_proba(HOLED) @ np.ones(3) + model.predict_new_proba(HOLED)
    np.testing.assert_allclose(sure, 1.0, atol=1e-6)
    found = model.findings(HOLED, y)
    assert sum(one.size for one in found.clusters) == 180
    assert found.warnings[0].startswith("Values are missing in features")
    assert len(model.ask(HOLED, y, n=3)) == 3


def test_groups_and_weights_with_holes():
    groups = [(0, 70), (5, 6)]
    weights = np.where(np.arange(180) % 9 == 0, 0.0, 2.0)
    model = CECIB(random_state=0, n_jobs=1, n_init=2).fit(HOLED, sample_weight=weights, groups=groups)
    assert model.labels_[0] == model.labels_[70]
    assert model.clusters_.summaries.weights.sum() == pytest.approx(weights.sum())


def test_the_rows_of_the_fit_once_more(holed):
    X = np.vstack([HOLED, np.full((1, 4), np.nan)])
    model = fit(X)
    assert model.refine(0, X).n_clusters_ == model.n_clusters_ + 1
    assert model.cut(2, X).n_clusters_ == 2
    y = np.where(np.arange(181) % 7 == 0, np.append(GROUP, 0), -1)
    assert len(model.relabelled(X, y).categories_) == 3
    assert len(holed.shapes(HOLED)) == 3


def test_the_page_says_what_was_missing(holed, tmp_path):
    holed.report(HOLED, None, tmp_path / "page.html")
    assert "Values are missing in features" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_file_keeps_it(holed, tmp_path):
    holed.save(tmp_path / "model.cecib")
    back = CECIB.load(tmp_path / "model.cecib")
    assert back.missing_ == holed.missing_
    assert back.missing == "model"
    assert np.array_equal(back.predict_proba(HOLED), holed.predict_proba(HOLED))


def test_same_seed_same_answer(holed):
    other = CECIB(random_state=0, n_jobs=2, n_init=2).fit(HOLED)
    assert np.array_equal(other.labels_, holed.labels_)
    assert other.cost_ == holed.cost_


@pytest.mark.parametrize(
    ("factor", "said"), [(1e200, "Column '0' has values up to .* rescale the column"), (1e140, "")]
)
def test_columns_of_any_size(holed, factor, said):
    X = HOLED * [factor, 1.0, 1.0, 1.0]
    if said:
        with pytest.raises(InputError, match=said):
            fit(X)
    else:
        assert same_groups(holed.labels_, fit(X).labels_, 0.97)


def test_single_precision_and_order(holed):
    X = np.asfortranarray(HOLED.astype(np.float32))
    X.flags.writeable = False
    assert same_groups(holed.labels_, fit(X).labels_, 0.97)


def test_rows_of_no_weight_may_have_all_values_of_a_column():
    """What is missing is counted in the rows that count."""
    X = np.column_stack([WHOLE, np.where(np.arange(180) < 20, 1.0 * np.arange(180), np.nan)])
    model = CECIB(random_state=0, n_jobs=1, n_init=2).fit(X, sample_weight=(np.arange(180) >= 20).astype(float))
    assert model.missing_.set_aside.tolist() == [4]
    assert len(model.labels_) == 180


@pytest.mark.parametrize(("d", "share"), [(66, 0.05), (100, 0.3)])
def test_holes_make_no_clusters_in_many_columns(d, share):
    """There columns are independent within the components of the start: it takes as many as there are groups."""
    rng = np.random.default_rng(0)
    truth = np.arange(600) % 3
    X = rng.normal(size=(600, d))
    X[:, :6] += 6.0 * rng.normal(size=(3, 6))[truth]
    X[rng.random(X.shape) < share] = np.nan
    assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) > 0.95


def test_a_hole_elsewhere_does_not_change_the_density_of_a_row():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 201))
    X[:, :3] += 8.0 * np.eye(3)[np.arange(400) % 3]
    model = CECIB(random_state=0, n_init=2).fit(X)
    whole = model.score_samples(X)
    X[5, 0] = np.nan
    holed = model.score_samples(X)
    np.testing.assert_allclose(np.delete(holed, 5), np.delete(whole, 5))
    assert abs(holed[5] - whole[5]) < 20.0


def test_pictures_of_rows_with_holes():
    pytest.importorskip("matplotlib")
    from cecib.plotting import plot_clusters

    rng = np.random.default_rng(0)
    for d in (2, 4):
        X = rng.normal(size=(90, d))
        X[:, 0] += 9.0 * (np.arange(90) % 3)
        X[rng.random(X.shape) < 0.1] = np.nan
        X[0] = np.nan
        axes = plot_clusters(CECIB(random_state=0, n_init=2).fit(X), X)
        assert np.isfinite(
            np.vstack([own.get_offsets() for own in axes.collections if len(own.get_offsets()) > 3])
        ).all()


def test_copies_of_columns_with_other_holes_under_entropy():
    """What rounding leaves of a flat cluster's covariance has a root."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 4))
    X[:100, 0] += 10.0
    X = np.hstack([X, X])
    X[rng.random(X.shape) < 0.2] = np.nan
    model = CECIB(random_state=0, n_init=2, criterion="entropy").fit(X)
    assert np.isfinite(model.cost_)
    assert np.isfinite(model.predict_proba(X)).all()
