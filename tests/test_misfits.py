"""Groups that a sample misses are found among the rows that fit worst; tails and noise are no groups."""

import numpy as np
import pytest

from cecib import CECIB
from cecib.backends.memory import Block
from cecib.misfits import clusters_of_misfits, misfits_of
from cecib.side_information import read_side_information
from cecib.trust.sample import sampled_rows


def block_of(X):
    return Block(X, read_side_information(None, len(X)))


@pytest.fixture(scope="module")
def clusters():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 3)) + 9.0 * (np.arange(2000) % 2)[:, None]
    return CECIB(random_state=0).fit(X).clusters_


@pytest.mark.parametrize("n_far", [30, 60])
def test_a_small_far_group_is_found_exactly(n_far):
    """Fewer rows than a cluster usually has, and hardly one of them in the sample."""
    rng = np.random.default_rng(1)
    truth = rng.integers(4, size=60_000)
    X = np.array([[0, 0, 0], [9, 0, 0], [0, 9, 0], [0, 0, 9]])[truth] + rng.normal(size=(60_000, 3))
    rows = rng.choice(60_000, n_far, replace=False)
    X[rows] = 40.0 + rng.normal(size=(n_far, 3))
    model = CECIB(random_state=0).fit(X)
    assert model.n_clusters_ == 5
    assert sorted(np.flatnonzero(model.labels_ == 4)) == sorted(rows)


def test_a_least_size_that_is_given_is_kept():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(20_000, 2))
    X[:40] += 50.0
    assert CECIB(random_state=0).fit(X).n_clusters_ == 2
    assert min(np.bincount(CECIB(random_state=0, min_cluster_size=200).fit(X).labels_)) >= 200


@pytest.mark.parametrize("freedom", [5, 1e9])
def test_tails_are_no_groups(freedom):
    """Whatever the far rows of one distribution are, nothing is made of them as misfits."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50_000, 2)) / np.sqrt(rng.chisquare(freedom, size=(50_000, 1)) / freedom)
    clusters = CECIB(random_state=0).fit(X[:2000]).clusters_
    labels, changes = clusters.cheapest_with_changes(X)
    misfits = misfits_of(clusters, block_of(X), labels, changes)
    assert clusters_of_misfits(clusters.absorb(block_of(X), labels), misfits, 10.0) is None


def test_misfits_of_blocks_are_those_of_the_whole(clusters):
    """Also where they are more than are kept."""
    X = np.random.default_rng(2).normal(scale=20.0, size=(900, 3))
    labels, changes = clusters.cheapest_with_changes(X)
    whole = misfits_of(clusters, block_of(X), labels, changes, most=100)
    parts = [
        misfits_of(clusters, block_of(X[own]), labels[own], changes[own], first=own.start, most=100)
        for own in (slice(0, 500), slice(500, 900))
    ]
    for joined in (parts[0].joined(parts[1], 100), parts[1].joined(parts[0], 100)):
        np.testing.assert_array_equal(joined.number, whole.number)
        np.testing.assert_array_equal(joined.block.points, X[whole.number])
        np.testing.assert_array_equal(joined.cluster, whole.cluster)
        assert joined.cut == whole.cut


def test_the_gain_is_that_of_the_cost(clusters):
    """What summaries say is what the costs of the clusters before and after differ by; the new cluster is the last."""
    more = block_of(60.0 + np.random.default_rng(3).normal(size=(40, 3)))
    labels, changes = clusters.cheapest_with_changes(more.points)
    whole = clusters.absorb(more, labels)
    found = clusters_of_misfits(whole, misfits_of(clusters, more, labels, changes), 10.0)
    before, after = (sum(cost.total for cost in own.costs()) for own in (whole, found.clusters))
    assert found.n_new == 1
    assert found.gain == pytest.approx(before - after)
    assert found.clusters.summaries.weights[-1] == 40.0
    assert clusters_of_misfits(whole, misfits_of(clusters, more, labels, changes), 41.0) is None


def test_rare_labels_are_in_the_sample():
    index = np.full(200_000, -1, dtype=np.int32)
    index[np.random.default_rng(0).choice(200_000, 60, replace=False)] = 0
    rows = sampled_rows(index)
    assert (index[rows] == 0).sum() == 60
    assert len(rows) < 5_100
    assert (np.diff(rows) > 0).all()
