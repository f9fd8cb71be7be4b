"""Exact E steps under constraints, against enumeration of all permitted assignments."""

import itertools

import numpy as np
import pytest

from cecib.rivals.constrained_gmm.chunklets import FreeChunklets, SeparateChunklets, injective_marginals
from cecib.rivals.constrained_gmm.cluster_subsets import log_convolution, log_moebius, subset_tables
from cecib.rivals.constrained_gmm.mixing_proportions import (
    disjoint_log_partition,
    disjoint_proportions,
    exact_proportions,
)
from cecib.rivals.constrained_gmm.separate_categories import SeparateCategories


def enumerate_assignments(log_terms, is_permitted):
    """Total weight, marginals and best assignment of nodes to clusters."""
    n_nodes, n_clusters = log_terms.shape
    total, marginals, best, best_value = 0.0, np.zeros((n_nodes, n_clusters)), None, -np.inf
    for assignment in itertools.product(range(n_clusters), repeat=n_nodes):
        if not is_permitted(assignment):
            continue
        value = log_terms[np.arange(n_nodes), assignment].sum()
        total += np.exp(value)
        marginals[np.arange(n_nodes), assignment] += np.exp(value)
        if value > best_value:
            best, best_value = assignment, value
    return np.log(total), marginals / total, list(best)


def keeps_cannot_links(codes):
    return lambda z: all(z[i] != z[j] for i, j in itertools.combinations(range(len(codes)), 2) if codes[i] != codes[j])


@pytest.mark.parametrize(
    ("weights", "total", "marginals"),
    [
        ([[0.6, 0.3], [0.2, 0.5]], 0.36, [[5 / 6, 1 / 6], [1 / 6, 5 / 6]]),
        (
            [[0.5, 0.3, 0.2], [0.4, 0.4, 0.2]],
            0.64,
            [[0.46875, 0.28125, 0.25], [0.3125, 0.4375, 0.25]],
        ),
    ],
)
def test_chunklets_by_hand(weights, total, marginals):
    """Sums over injective maps of two chunklets, worked out by hand."""
    log_total, found = injective_marginals(np.log(weights))
    assert np.exp(log_total) == pytest.approx(total)
    np.testing.assert_allclose(found, marginals)


def test_cannot_links_by_hand():
    """Sums over assignments of three points under cannot-links, worked out by hand."""
    network = SeparateCategories(np.array([0, 0, 1], dtype=np.int32), 2)
    density = np.log([[0.5, 0.3, 0.2], [0.2, 0.6, 0.2], [0.4, 0.4, 0.2]])
    found = network.expectation(density, np.zeros(3))
    assert np.exp(found.log_total) == pytest.approx(0.4)
    expected = [[0.4, 0.36, 0.24], [0.22, 0.54, 0.24], [0.4, 0.28, 0.32]]
    np.testing.assert_allclose(found.responsibilities, expected)


@pytest.mark.parametrize(("m", "k"), [(1, 3), (2, 2), (2, 4), (3, 3), (3, 5), (4, 4)])
@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_separate_chunklets_equal_enumeration(m, k, scale):
    """Dynamic programming over sets equals the sum over all permitted maps."""
    generator = np.random.default_rng(m * 10 + k)
    codes = np.concatenate([np.arange(m), generator.integers(0, m, 3)]).astype(np.int32)
    density = scale * generator.normal(size=(len(codes), k))
    log_weights = np.log(generator.dirichlet(np.ones(k)))
    sums = np.array([density[codes == j].sum(axis=0) for j in range(m)]) + log_weights
    log_total, marginals, best = enumerate_assignments(sums, lambda z: len(set(z)) == m)
    network = SeparateChunklets(codes, m)
    found = network.expectation(density, log_weights)
    assert found.log_total == pytest.approx(log_total, rel=1e-12)
    np.testing.assert_allclose(found.responsibilities, marginals[codes], atol=1e-13)
    np.testing.assert_allclose(found.node_counts, marginals.sum(axis=0), atol=1e-12)
    assert network.most_probable(density, log_weights).tolist() == np.array(best)[codes].tolist()


@pytest.mark.parametrize(("sizes", "k"), [((3,), 3), ((2, 2), 2), ((2, 3), 4), ((2, 1, 2), 4), ((1, 1, 1, 2), 5)])
@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_separate_categories_equal_enumeration(sizes, k, scale):
    """Subset convolution equals the sum over all permitted assignments."""
    generator = np.random.default_rng(sum(sizes) * 10 + k)
    codes = generator.permutation(np.repeat(np.arange(len(sizes)), sizes)).astype(np.int32)
    density = scale * generator.normal(size=(len(codes), k))
    log_weights = np.log(generator.dirichlet(np.ones(k)))
    log_total, marginals, best = enumerate_assignments(density + log_weights, keeps_cannot_links(codes))
    network = SeparateCategories(codes, len(sizes))
    found = network.expectation(density, log_weights)
    assert found.log_total == pytest.approx(log_total, rel=1e-12)
    np.testing.assert_allclose(found.responsibilities, marginals, atol=1e-13)
    assert network.most_probable(density, log_weights).tolist() == best


def test_separate_categories_at_the_scale_of_real_log_densities():
    """Marginals stay exact when log densities reach thousands: compare with chunklets, m = k."""
    generator = np.random.default_rng(0)
    codes = np.repeat(np.arange(3), 20).astype(np.int32)
    density = 1e3 * generator.normal(size=(60, 3))
    apart = SeparateCategories(codes, 3).expectation(density, np.zeros(3))
    chunklets = SeparateChunklets(codes, 3).expectation(density, np.zeros(3))
    np.testing.assert_allclose(apart.responsibilities, chunklets.responsibilities, atol=1e-12)
    assert apart.log_total == pytest.approx(chunklets.log_total)


def test_with_as_many_clusters_as_categories_both_networks_agree():
    """Uniform proportions; one more cluster and they differ."""
    generator = np.random.default_rng(1)
    codes = np.array([0, 0, 1, 1, 2], dtype=np.int32)
    for k, agree in ((3, True), (4, False)):
        density = generator.normal(size=(5, k))
        uniform = np.full(k, -np.log(k))
        apart = SeparateCategories(codes, 3).expectation(density, uniform).responsibilities
        chunklets = SeparateChunklets(codes, 3).expectation(density, uniform).responsibilities
        assert np.allclose(apart, chunklets) == agree


def test_partition_functions_by_hand():
    """For proportions .5, .3, .2."""
    alpha = np.array([0.5, 0.3, 0.2])
    two = SeparateChunklets(np.array([0, 1], dtype=np.int32), 2)
    three = SeparateChunklets(np.array([0, 1, 2], dtype=np.int32), 3)
    apart = SeparateCategories(np.array([0, 0, 1], dtype=np.int32), 2)
    assert np.exp(two.partition_function(alpha).log_value) == pytest.approx(0.62)
    assert np.exp(disjoint_log_partition(alpha, two.n_cannot_links)) == pytest.approx(0.62)
    assert np.exp(three.partition_function(alpha).log_value) == pytest.approx(0.18)
    assert np.exp(disjoint_log_partition(alpha, three.n_cannot_links)) == pytest.approx(0.238328)
    assert np.exp(apart.partition_function(alpha).log_value) == pytest.approx(0.40)
    assert np.exp(disjoint_log_partition(alpha, apart.n_cannot_links)) == pytest.approx(0.3844)


@pytest.mark.parametrize("kind", [FreeChunklets, SeparateChunklets, SeparateCategories])
def test_expected_counts_are_the_gradient_of_the_log_partition(kind):
    """d ln Z / d ln α_l is the expected number of nodes in l, when α is not normalised."""
    codes = np.array([0, 0, 1, 1, 1, 2], dtype=np.int32)
    network = kind(codes, 3)
    alpha = np.array([0.4, 0.3, 0.2, 0.1])
    z = network.partition_function(alpha)
    assert z.node_counts.sum() == pytest.approx(network.n_nodes)
    if kind is FreeChunklets:
        return
    for cluster in range(4):
        step = np.exp(1e-5 * np.eye(4)[cluster])
        above, below = network.partition_function(alpha * step), network.partition_function(alpha / step)
        assert (above.log_value - below.log_value) / 2e-5 == pytest.approx(z.node_counts[cluster], rel=1e-6)


def test_exact_proportions_count_unlabelled_points_only_when_every_cluster_has_a_category():
    """N = (11, 21, 31) gives (1/6, 1/3, 1/2)."""
    network = SeparateChunklets(np.array([0, 1, 2], dtype=np.int32), 3)
    counts = np.array([11.0, 21, 31])
    alpha, log_partition = exact_proportions(counts, 60, network.partition_function, np.full(3, 1 / 3))
    np.testing.assert_allclose(alpha, [1 / 6, 1 / 3, 1 / 2], rtol=1e-6)
    assert log_partition == pytest.approx(network.partition_function(alpha).log_value)


def test_exact_proportions_are_a_stationary_point():
    """The proportions satisfy the equation whose fixed point they are."""
    network = SeparateCategories(np.array([0, 0, 0, 1, 1, 2], dtype=np.int32), 3)
    counts = np.array([20.0, 12, 9, 5])
    alpha, _ = exact_proportions(counts, 40, network.partition_function, np.full(4, 0.25), max_steps=500)
    np.testing.assert_allclose(counts - 40 * alpha - network.partition_function(alpha).node_counts, 0, atol=1e-4)


def test_disjoint_proportions_collapse_when_pairs_outnumber_the_rest():
    """N = (50, 30, 20), 49 pairs still have a maximum, 51 have none."""
    counts = np.array([50.0, 30, 20])
    alpha, _ = disjoint_proportions(counts, 49, np.full(3, 1 / 3), max_steps=20000)
    np.testing.assert_allclose(alpha, [0.93, 0.04, 0.03], atol=0.01)
    alpha, _ = disjoint_proportions(counts, 51, np.full(3, 1 / 3), max_steps=20000)
    assert alpha[0] > 0.9999


def test_moebius_inverts_the_sum_over_subsets():
    """The transform from "inside T" to "exactly T", against its definition."""
    generator = np.random.default_rng(0)
    exact = generator.random(16)
    within = np.array([sum(exact[s] for s in range(16) if s & t == s) for t in range(16)])
    np.testing.assert_allclose(np.exp(log_moebius(np.log(within))), exact, rtol=1e-10)


def test_subset_convolution_equals_its_definition():
    """The convolution over disjoint pairs of sets, against its definition."""
    generator = np.random.default_rng(0)
    a, b = generator.random(16), generator.random(16)
    expected = [sum(a[t] * b[u ^ t] for t in range(16) if t & u == t) for u in range(16)]
    found = np.exp(log_convolution(np.log(a), np.log(b), subset_tables(4)))
    np.testing.assert_allclose(found, expected)
