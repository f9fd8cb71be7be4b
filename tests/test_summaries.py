"""Summaries: those of blocks add up to those of the whole, wherever the data lie."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib.backends.memory import Block, summarise
from cecib.search.scaling import identity_scaling
from cecib.side_information import read_side_information
from cecib.summaries import Summaries, Summary
from checks import assert_same_summaries

RELAXED = settings(max_examples=50, deadline=None)


@st.composite
def tables(draw):
    """Rows with clusters, categories, weights or none, near the origin or 1e8 away from it."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d, k = draw(st.integers(2, 40)), draw(st.integers(1, 4)), draw(st.integers(1, 4))
    far = draw(st.sampled_from([0.0, 1e8]))
    X = rng.normal(size=(n, d)) + far
    weights = rng.choice([0.5, 1.0, 3.7], size=n) if draw(st.booleans()) else None
    side = read_side_information(rng.integers(-1, 3, size=n), n)
    labels = rng.integers(-1 if draw(st.booleans()) else 0, k, size=n)
    return Block(X, side, weights), labels, k, far


def summaries_of(block, labels, k, rows=slice(None), with_covariances=True):
    scaling = identity_scaling(block.points.shape[1])
    return block.take(rows).summarise(labels[rows], k, scaling, with_covariances=with_covariances)


@given(tables(), st.data(), st.booleans())
@RELAXED
def test_blocks_add_up(table, data, with_covariances):
    """To rounding of the data: 1e8 away from the origin rows have eight digits less."""
    block, labels, k, far = table
    cut = data.draw(st.integers(0, len(block)))
    one, other = (summaries_of(block, labels, k, rows, with_covariances) for rows in (slice(0, cut), slice(cut, None)))
    whole = summaries_of(block, labels, k, with_covariances=with_covariances)
    tolerance = 1e-12 if far == 0 else 1e-6
    for both in (one + other, other + one):
        np.testing.assert_allclose(both.weights, whole.weights, rtol=1e-14)
        np.testing.assert_allclose(both.counts, whole.counts, rtol=1e-14)
        np.testing.assert_allclose(both.means, whole.means, rtol=1e-15, atol=1e-13 + 1e-15 * far)
        np.testing.assert_allclose(both.scatters, whole.scatters, rtol=tolerance, atol=tolerance)


@given(tables())
@RELAXED
def test_summaries_are_what_numpy_says(table):
    """Weight, mean, scatter and counts of each cluster; rows of none are in none."""
    block, labels, k, far = table
    found = summaries_of(block, labels, k)
    weights = np.ones(len(block)) if block.weights is None else block.weights
    for c in range(k):
        inside = labels == c
        assert found[c].weight == pytest.approx(weights[inside].sum())
        counts = [weights[inside & (block.side.index == j)].sum() for j in range(block.side.n_categories)]
        np.testing.assert_allclose(found[c].counts, counts)
        if inside.any():
            near = block.points[inside] - far
            mean = weights[inside] @ near / weights[inside].sum()
            scatter = (weights[inside, None] * (near - mean)).T @ (near - mean)
            np.testing.assert_allclose(found[c].mean - far, mean, atol=1e-13 + 1e-15 * far)
            np.testing.assert_allclose(found[c].scatter, scatter, atol=1e-12 if far == 0 else 1e-6)


@given(tables())
@RELAXED
def test_the_diagonal_alone(table):
    """Without covariances: the diagonals of the scatters, and zeros off them where a square is asked for."""
    block, labels, k, _ = table
    whole, diagonal = (summaries_of(block, labels, k, with_covariances=with_all) for with_all in (True, False))
    assert diagonal.scatters.shape == whole.means.shape
    np.testing.assert_allclose(diagonal.scatters, whole.scatters.diagonal(axis1=1, axis2=2), rtol=1e-9, atol=1e-9)
    square = diagonal.square_scatters
    np.testing.assert_array_equal(square.diagonal(axis1=1, axis2=2), diagonal.scatters)
    assert square.sum() == pytest.approx(diagonal.scatters.sum())


@given(tables())
@RELAXED
def test_arrays_in_and_out(table):
    """Through arrays, pickle and another order and back: equal to the last bit."""
    block, labels, k, _ = table
    found = summaries_of(block, labels, k)
    assert Summaries.from_arrays(found.weights, found.means, found.scatters, found.counts) == found
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.reordered(range(k)[::-1]).reordered(range(k)[::-1]) == found


def test_threads_do_not_change_a_bit():
    """Sums are taken in the same order."""
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(20_000, 3)), rng.integers(0, 3, size=20_000)
    block = Block(X, read_side_information(None, 20_000))
    one, four = (block.summarise(labels, 3, identity_scaling(3), threads=threads) for threads in (1, 4))
    assert one == four


def test_nothing_is_the_zero_of_addition():
    """A cluster without rows adds nothing, on either side."""
    X = np.random.default_rng(0).normal(size=(9, 2))
    some, none = summarise(X, np.zeros(9)), summarise(X[:0], np.zeros(0), n_clusters=1)
    assert some + none == some
    assert none + some == some


def one_summary(d=2, m=1, is_square=True, weight=1.0):
    return Summary(weight, np.zeros(d), np.zeros((d, d) if is_square else d), np.zeros(m))


@pytest.mark.parametrize("difference", [{"d": 3}, {"m": 2}, {"is_square": False}], ids=str)
def test_different_kinds_do_not_add_up(difference):
    """Other features, other categories, or a diagonal and a matrix."""
    other = one_summary(**difference)
    with pytest.raises(ValueError, match="different kinds"):
        one_summary() + other
    with pytest.raises(ValueError, match="Summaries of 1 and of 2 clusters"):
        Summaries([one_summary()]) + Summaries([one_summary(), one_summary()])
    assert one_summary() != other


def test_summaries_differ_in_anything():
    """Equality is of every number."""
    assert one_summary() == one_summary()
    assert one_summary() != one_summary(weight=2.0)
    assert Summaries([one_summary()]) != Summaries([one_summary(), one_summary()])


def test_labels_of_other_rows_are_refused():
    """Too few, or of a cluster that there is not."""
    X = np.zeros((3, 1))
    for labels, n_clusters in (([0, 0], 1), ([0, 1, 2], 2)):
        with pytest.raises(ValueError, match="labels must be 3 numbers below"):
            summarise(X, np.array(labels), n_clusters=n_clusters)


def test_single_precision_is_summed_in_double():
    """The summary of float32 rows is that of the same numbers in float64."""
    X = (np.random.default_rng(0).normal(size=(500, 2)) + 1e4).astype(np.float32)
    labels = np.arange(500) % 2
    assert_same_summaries(summarise(X, labels), summarise(X.astype(np.float64), labels), 1e-12)


def test_weights_for_other_rows_are_refused():
    with pytest.raises(ValueError, match="sample_weight must have 6 entries"):
        summarise(np.ones((6, 2)), np.zeros(6, dtype=int), sample_weight=np.ones(2))


def test_labels_beyond_the_range_of_the_engine_are_refused():
    block = Block(np.ones((2, 2)), read_side_information(None, 2))
    with pytest.raises(ValueError, match="numbers below 1"):
        block.summarise(np.full(2, 2**32), 1, identity_scaling(2))


def test_around_means_that_are_nearly_theirs_summaries_are_the_same():
    """In one round instead of two; as exact far away from the origin, where the first of two would not be."""
    rng = np.random.default_rng(0)
    labels = rng.integers(3, size=500)
    X = rng.normal(size=(500, 2)) + 1e6 + 5.0 * labels[:, None]
    block = Block(X, read_side_information(labels % 2, 500), rng.choice([0.5, 3.7], size=500))
    known = summaries_of(block, labels, 3)
    near = known.means + rng.normal(size=known.means.shape)
    scaling = identity_scaling(2)
    assert_same_summaries(known, block.summarise(labels, 3, scaling, around=near), 1e-9)
    with pytest.raises(ValueError, match="a row for each cluster"):
        block.summarise(labels, 3, scaling, around=near[:2])
