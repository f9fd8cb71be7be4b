"""Inputs at the edge: rounding, far points, odd memory layouts."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from cecib import CECIB
from cecib.families import FixedSpherical


def three_groups() -> np.ndarray:
    rng = np.random.default_rng(0)
    return np.vstack([rng.normal(centre, 1, (40, 2)) for centre in ([0, 0], [8, 0], [0, 8])])


def test_rounding_of_weights_leaves_no_cluster_without_points() -> None:
    for seed in range(30):
        rng = np.random.default_rng(seed)
        X, weights = rng.normal(size=(20, 1)), rng.exponential(size=20) + 1e-3
        model = CECIB(
            n_clusters=5, family=FixedSpherical(2.0), min_cluster_size=0.0, init="random", n_init=3, random_state=seed
        )
        model.fit(X, sample_weight=weights)
        assert len(np.unique(model.labels_)) == model.n_clusters_


@pytest.mark.parametrize("max_iter", [1, 2, 3])
def test_trace_ends_with_the_cost_when_passes_run_out(max_iter: int) -> None:
    X = three_groups()
    for seed in range(5):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model = CECIB(criterion="entropy", max_iter=max_iter, random_state=seed).fit(X, np.arange(120) // 40)
        assert model.cost_trace_[-1] == pytest.approx(model.cost_, rel=1e-9)
        assert (np.diff(model.cost_trace_) <= 1e-12).all()


def test_start_labels_are_for_all_rows_even_those_of_weight_zero() -> None:
    X, start = three_groups(), np.arange(120) // 40
    weights = np.arange(120) % 4 > 0
    model = CECIB(init=start).fit(X, sample_weight=weights)
    kept = CECIB(init=start[weights]).fit(X[weights])
    np.testing.assert_array_equal(model.labels_[weights], kept.labels_)
    assert model.cost_ == pytest.approx(kept.cost_, rel=1e-12)


def test_field_of_packed_structured_array() -> None:
    X = three_groups()
    packed = np.zeros(len(X), dtype=[("place", "f8", (2,)), ("flag", "i1")])
    packed["place"] = X
    model = CECIB(random_state=0).fit(packed["place"])
    assert model.cost_ == CECIB(random_state=0).fit(X).cost_
    np.testing.assert_array_equal(model.predict(packed["place"]), model.labels_)


@pytest.mark.parametrize("far", [1e120, 1e160, 1e300])
def test_prediction_of_very_far_points_is_finite(far: float) -> None:
    model = CECIB(random_state=0).fit(three_groups())
    points = [[far, far], [-far, 0.0]]
    probability = model.predict_proba(points)
    np.testing.assert_allclose(probability.sum(axis=1), 1.0)
    np.testing.assert_array_equal(probability.argmax(axis=1), model.predict(points))
    assert np.isfinite(model.score_samples(points)).all()


def test_n_init_array_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="n_init must be an integer"):
        CECIB(n_init=np.array([1, 2])).fit(three_groups())  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [4, 5, 11, 33])
def test_weights_do_not_hide_a_flat_cluster(seed):
    """Points on a grid: with weights the mean of a constant column is only nearly its value."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(80, 2)) * 3)
    weights = rng.exponential(size=80) + 0.1
    model = CECIB(criterion="entropy", random_state=0, n_init=4).fit(X, None, weights)
    assert model.cost(X, model.labels_, None, weights) == pytest.approx(model.cost_, rel=1e-9)


@pytest.mark.parametrize("unit", [1e300, 1e-20])
def test_weights_that_count_nothing_or_too_much_are_refused(unit):
    X = np.random.default_rng(0).normal(size=(50, 2))
    with pytest.raises(ValueError, match="sample_weight must add up to a number from"):
        CECIB(2).fit(X, sample_weight=np.full(50, unit))


def test_one_weight_is_for_all_rows():
    X = three_groups()
    one, many = (CECIB(3, random_state=0).fit(X, sample_weight=weight) for weight in (2, np.full(len(X), 2.0)))
    np.testing.assert_array_equal(one.labels_, many.labels_)
    assert one.cost_ == many.cost_


def test_more_start_clusters_than_can_be_is_said():
    """Each start cluster is one point and dissolves at once: one cluster is left, where a few are found from ten."""
    X = three_groups()
    with pytest.warns(ConvergenceWarning, match="The 120 start clusters were far smaller than a cluster may be"):
        model = CECIB(120, random_state=0).fit(X)
    assert model.n_clusters_ == 1
    assert any("start clusters" in text for text in model.findings(X).warnings)
    model = CECIB(10, random_state=0).fit(X)
    assert 3 <= model.n_clusters_ <= 4
    assert not any("start clusters" in text for text in model.findings(X).warnings)


@pytest.mark.parametrize(
    "parameters",
    [{}, {"subspace": 1}, {"family": "auto"}, {"criterion": "entropy", "n_clusters": 3, "subspace": 1}],
    ids=["columns", "subspace", "auto", "entropy"],
)
def test_the_cost_has_all_its_digits_far_from_the_origin(parameters: dict[str, object]) -> None:
    """At 1e14 the data have six bits behind the point, and so has a mean that is not kept apart from them."""
    X = three_groups() + 1e14
    model = CECIB(random_state=0, **parameters).fit(X)
    assert model.cost(X, model.labels_) == pytest.approx(model.cost_, rel=1e-9)


@pytest.mark.parametrize("rows", [np.zeros((50, 4)), np.full((5, 40), 7.0), 3.0 + 4e-16 * np.eye(50, 4)])
@pytest.mark.parametrize("subspace", [None, 1, "auto"])
def test_equal_rows_are_one_cluster_in_any_subspace(rows: np.ndarray, subspace: object) -> None:
    model = CECIB(random_state=0, subspace=subspace).fit(rows)
    assert (model.n_clusters_, model.subspace_) == (1, None)
    assert model.cost(rows, model.labels_) == pytest.approx(model.cost_, rel=1e-9)


@pytest.mark.parametrize("unit", [1e105, 1e-105])
def test_a_subspace_of_data_in_huge_and_tiny_units(unit: float) -> None:
    """Squares of their variances are out of range."""
    model = CECIB(random_state=0, subspace=1).fit(three_groups() * unit)
    assert np.isfinite(model.covariances_ / unit**2).all()


@pytest.mark.parametrize("criterion", ["evidence", "entropy"])
def test_a_cluster_of_rows_without_weight_costs_nothing(criterion: str) -> None:
    X, weights = three_groups(), np.ones(120)
    model = CECIB(2, criterion=criterion, random_state=0).fit(X)
    weights[:7] = 0.0
    apart = np.where(weights > 0, model.labels_, 9)
    assert model.cost(X, apart, None, weights) == pytest.approx(model.cost(X, model.labels_, None, weights), rel=1e-12)
