"""Starting partitions: every name and array, and division without chance."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib.search.scaling import measure_scaling
from cecib.search.starts import check_init, divided, fixed, is_random, make_start, single_cluster, standard_metric

RELAXED = settings(max_examples=30, deadline=None)


def started(init, X, k=4, trials=1, seed=0, threads=1):
    scaling = measure_scaling(X, None, list(map(str, range(X.shape[1]))), "nothing", True)
    start = make_start(init, k, scaling.points(X), scaling, len(X), standard_metric(scaling), trials)
    return start(np.random.RandomState(seed), threads)


def random_points(seed, n=60, d=3):
    return np.random.default_rng(seed).normal(size=(n, d)) * [1, 100, 1e-4][:d]


@given(st.integers(0, 2**32 - 1), st.sampled_from(["k-means++", "random"]), st.integers(1, 12))
@RELAXED
def test_named_starts_have_the_number_asked_for(seed, init, k):
    """Labels 0 … k − 1; every cluster of k-means++ has at least the point it grew from."""
    labels = started(init, random_points(seed), k, seed=seed)
    assert labels.dtype == np.int32
    assert set(labels) <= set(range(k))
    if init == "k-means++":
        assert set(labels) == set(range(k))


@pytest.mark.parametrize("init", ["k-means++", "random"])
def test_chance_is_the_seed(init):
    """Same seed same start, on any number of threads; another seed another."""
    X = random_points(0, n=5_000)
    one = started(init, X, seed=3)
    np.testing.assert_array_equal(one, started(init, X, seed=3, threads=4))
    assert (one != started(init, X, seed=4)).any()


def test_plus_plus_finds_groups_that_lie_far_apart():
    """Greedy k-means++ puts one centre into each, whatever the seed."""
    X = random_points(0) / [1, 100, 1e-4] + 1_000 * (np.arange(60) % 4)[:, None]
    for seed in range(10):
        labels = started("k-means++", X, trials=4, seed=seed)
        assert len({(int(a), i % 4) for i, a in enumerate(labels)}) == 4


def test_points_that_run_out_give_fewer_clusters():
    """Two distinct values, four clusters asked for."""
    X = np.repeat([[0.0, 1.0], [5.0, 2.0]], 10, axis=0)
    assert set(started("k-means++", X)) == {0, 1}


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
@RELAXED
def test_centres_take_the_points_nearest_to_them(seed, k):
    """In standardised features, by brute force."""
    X = random_points(seed)
    centres = X[np.random.default_rng(seed).choice(60, size=k, replace=False)] * 1.01
    distances = (((X[:, None] - centres) / X.std(axis=0)) ** 2).sum(axis=2)
    np.testing.assert_array_equal(started(centres, X), distances.argmin(axis=1))


def test_start_labels_are_renumbered():
    """Any integers, in order; negative ones are a cluster too."""
    given_labels = np.tile([7, -2, 7, 100], 15)
    assert started(given_labels, random_points(0)).tolist() == [1, 0, 1, 2] * 15


def test_fixed_starts():
    """All in one cluster, or as given."""
    assert single_cluster(3)(None, 1).tolist() == [0, 0, 0]
    assert fixed(np.array([1, 0]))(None, 1).tolist() == [1, 0]
    assert [is_random(init) for init in ("k-means++", "random", [0, 1], np.zeros((1, 2)))] == [True, True, False, False]


def divide(X, n_parts, weights=None):
    return divided(X, weights, measure_scaling(X, weights, ["0", "1", "2"][: X.shape[1]], "nothing", True), n_parts)


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.lists(st.integers(-20, 20), min_size=3, max_size=3))
@RELAXED
def test_division_is_into_so_many_parts_in_any_units(seed, n_parts, exponents):
    """No part is empty, and powers of two as units change nothing."""
    X = random_points(seed)
    labels = divide(X, n_parts)
    assert set(labels) == set(range(n_parts))
    np.testing.assert_array_equal(labels, divide(X * 2.0 ** np.array(exponents), n_parts))


def test_division_cuts_the_widest_part_first():
    """Two groups far apart on one axis, then the wider of them."""
    narrow, wide = np.linspace(-1, 1, 21), np.linspace(97, 103, 21)
    X = np.concatenate([narrow, wide])[:, None]
    two, three = divide(X, 2), divide(X, 3)
    assert len(set(two[:21])) == len(set(two[21:])) == 1
    assert (len(set(three[:21])), len(set(three[21:]))) == (1, 2)


def test_division_ends_where_there_is_nothing_to_divide():
    """Points that are all the same stay together; weights count."""
    assert set(divide(np.ones((9, 2)), 4)) == {0}
    assert set(divide(np.array([[0.0], [0.0], [1.0]]), 9)) == {0, 1}
    heavy = divide(np.array([[0.0], [1.0], [10.0], [11.0]]), 2, np.array([1.0, 1.0, 1.0, 1_000.0]))
    assert heavy[2] == heavy[0]


@pytest.mark.parametrize("init", ["random", [0, 1, 1], [[0.5, 1]]], ids=["name", "labels", "centres"])
def test_init_that_will_do(init):
    """Names, start labels and centres pass; one row more or one feature less does not."""
    check_init(init, 3, 2)
    if not isinstance(init, str):
        with pytest.raises(ValueError, match=r"^init must hold 4 start labels, one per row of X, or centres of 1"):
            check_init(init, 4, 1)
