"""Units: what the engine sees is exact, near 1, and follows the data."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib.input_errors import InputError
from cecib.search.scaling import identity_scaling, measure_scaling
from cecib.search.starts import raw_metric, standard_metric

RELAXED = settings(max_examples=50, deadline=None)
NAMES = ["a", "b", "c"]


def measured(X, weights=None, demand="rank", allows_flat=True):
    return measure_scaling(X, weights, NAMES[: X.shape[1]], demand, allows_flat)


@st.composite
def tables(draw):
    """Three features in units from 1e-100 to 1e100, some far from the origin."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    units = 10.0 ** np.array(draw(st.lists(st.integers(-100, 100), min_size=3, max_size=3)))
    return (rng.normal(size=(draw(st.integers(2, 40)), 3)) + draw(st.sampled_from([0.0, 10.0, 1e6]))) * units


@given(tables())
@RELAXED
def test_units_are_powers_of_two_near_the_deviation(X):
    """So that dividing by them is exact, and scaled features have deviations from ½ to 1."""
    scaling = measured(X)
    mantissa, _ = np.frexp(scaling.scale)
    assert (mantissa == 0.5).all()
    assert ((scaling.relative_deviation >= 0.5) & (scaling.relative_deviation < 1)).all()
    np.testing.assert_allclose(scaling.deviation, X.std(axis=0), rtol=1e-6)
    assert scaling.log_volume == pytest.approx(np.log(scaling.scale).sum())


@given(tables(), st.lists(st.integers(-60, 60), min_size=3, max_size=3))
@RELAXED
def test_other_binary_units_change_nothing_else(X, exponents):
    """Features times powers of two: the shift and the scale follow exactly, and the engine sees the same."""
    units = 2.0 ** np.array(exponents)
    plain, scaled = measured(X), measured(X * units)
    np.testing.assert_array_equal(scaled.scale, plain.scale * units)
    np.testing.assert_array_equal(scaled.shift, plain.shift * units)
    np.testing.assert_array_equal(scaled.relative_deviation, plain.relative_deviation)
    assert scaled.resolution == plain.resolution


def test_weights_are_repetitions():
    """A row of weight three counts as three rows."""
    rng = np.random.default_rng(0)
    X, repeats = rng.normal(size=(20, 3)), rng.integers(1, 4, size=20)
    weighted, repeated = measured(X, repeats.astype(float)), measured(X.repeat(repeats, axis=0))
    np.testing.assert_allclose(weighted.shift, repeated.shift, rtol=1e-12)
    np.testing.assert_allclose(weighted.deviation, repeated.deviation, rtol=1e-12)


def test_constant_columns_are_left_out_where_flat_clusters_are_allowed():
    """Also a column that is constant but for rounding."""
    X = np.column_stack([np.arange(9.0), np.full(9, 0.1), 1e9 + 1e-8 * np.arange(9.0)])
    assert measured(X).columns.tolist() == [0]
    assert measured(np.ones((4, 3))).columns.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("demand", "message"),
    [("rank", "Column 'b' is constant"), ("columns", "Column 'b' is constant"), ("variation", None), ("nothing", None)],
)
def test_families_demand_what_they_need(demand, message):
    """Without a prior a constant column has no finite cost in families that look at single columns."""
    X = np.column_stack([np.arange(9.0), np.full(9, 0.1)])
    if message is None:
        assert measured(X, demand=demand, allows_flat=False).columns.tolist() == [0, 1]
    else:
        with pytest.raises(InputError, match=message):
            measured(X, demand=demand, allows_flat=False)


def test_flat_data_are_named():
    """The column that others explain, and the two numbers when there are too few rows."""
    X = np.random.default_rng(0).normal(size=(9, 3))
    X[:, 2] = X[:, 0] - 2 * X[:, 1]
    with pytest.raises(InputError, match="Column 'c' is a linear combination"):
        measured(X, allows_flat=False)
    with pytest.raises(InputError, match="n_samples=3 and n_features=3"):
        measured(X[:3], allows_flat=False)
    assert measured(X, demand="columns", allows_flat=False).columns.tolist() == [0, 1, 2]


def test_single_precision_is_a_coarser_resolution():
    """Differences that float32 cannot tell are rounding."""
    X = np.random.default_rng(0).normal(size=(40, 3))
    double, single = (measured(data, allows_flat=False).resolution for data in (X, X.astype(np.float32)))
    assert 1e8 < single / double < 1e9
    assert measured(X).resolution == 0


@given(tables())
@RELAXED
def test_metrics_are_distances_in_raw_and_standard_units(X):
    """Of scaled points: proportional to raw distances, and equal to those of standardised features."""
    scaling = measured(X)
    scaled = (X - scaling.shift) / scaling.scale
    apart = scaled[0] - scaled[1]
    raw = ((X[0] - X[1]) / scaling.scale.max()) ** 2
    np.testing.assert_allclose(raw_metric(scaling) * apart**2, raw, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(standard_metric(scaling) * apart**2, ((X[0] - X[1]) / scaling.deviation) ** 2, rtol=1e-6)


def test_equality():
    """By value; the identity leaves the data as they are."""
    X = np.arange(12.0).reshape(6, 2) ** 2
    assert measured(X) == measured(X.copy())
    assert measured(X) != measured(2 * X)
    one = identity_scaling(2)
    assert one.log_volume == 0
    assert (one.shift.tolist(), one.scale.tolist()) == ([0, 0], [1, 1])
