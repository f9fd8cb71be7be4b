"""The theory of β: the paper's theorems, lemma, chain rule and remark as properties."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cecib.beta import beta_crossing, beta_threshold, is_coarsening, is_consistent, is_proportional
from cecib.cost import Prior, complexity, consistency, cost_terms, entropy_accuracy

RELAXED = settings(max_examples=60, deadline=None)
seeds = st.integers(0, 2**32 - 1)


def entropy(counts):
    shares = np.asarray(counts, dtype=float)
    shares = shares[shares > 0] / shares.sum()
    return -(shares * np.log(shares)).sum()


def gaussian_entropy(points):
    weight = np.ones(len(points))
    return entropy_accuracy(points, weight) / len(points)


def draw_labelled(seed, n_parts=3, d=2, is_complete=True):
    """Points whose parts are the categories; with partial labels, the same share of each part is labelled."""
    rng = np.random.default_rng(seed)
    parts = [
        rng.normal(rng.normal(0, 3, size=d), rng.uniform(0.5, 2), size=(8 * rng.integers(2, 5), d))
        for _ in range(n_parts)
    ]
    X = np.vstack(parts)
    labels = np.repeat(np.arange(n_parts), [len(part) for part in parts])
    categories = labels.copy()
    if not is_complete:
        for part in range(n_parts):
            inside = np.flatnonzero(labels == part)
            categories[inside[: len(inside) // 4 * 3]] = -1
    return X, labels, categories


def test_the_halved_gaussian():
    """Equation (13): 0.269, from the variance of the half-normal distribution and from the formula."""
    half = 1 - 2 / np.pi
    expected = 1 + np.log(np.sqrt(half)) / np.log(2)
    assert beta_threshold([1, 1], [half, half], 1.0) == pytest.approx(expected)
    assert int(1000 * expected) == 269


def test_the_halved_gaussian_measured():
    """On a large sample cut at its mean, the two costs are equal at the threshold."""
    X = np.sort(np.random.default_rng(0).normal(size=200_000))[:, None]
    categories = (np.arange(len(X)) >= len(X) // 2).astype(int)
    halves = [X[categories == part] for part in (0, 1)]
    beta = beta_threshold([1, 1], [part.var() for part in halves], X.var())
    assert beta == pytest.approx(0.2698, abs=0.01)
    one, two = np.zeros(len(X), dtype=int), categories
    assert cost_terms(X, one, categories, beta=beta).total == pytest.approx(
        cost_terms(X, two, categories, beta=beta).total
    )


@given(seeds, st.booleans())
@RELAXED
def test_theorem_4_2_costs_are_equal_at_the_threshold(seed, is_complete):
    """Above β0 splitting the cluster lowers the cost, below it raises it."""
    X, labels, categories = draw_labelled(seed, 3, is_complete=is_complete)
    coarse = np.minimum(labels, 1)  # parts 1 and 2 together
    merged = [X[labels == part] for part in (1, 2)]
    beta = beta_threshold(
        [len(part) for part in merged],
        [np.cov(part.T, bias=True) for part in merged],
        np.cov(np.vstack(merged).T, bias=True),
    )
    assert beta <= 1 + 1e-12
    for offset in (-0.1, 0.0, 0.1):
        gap = (
            cost_terms(X, coarse, categories, beta=beta + offset).total
            - cost_terms(X, labels, categories, beta=beta + offset).total
        )
        assert np.sign(round(gap, 9)) == np.sign(offset)


@given(seeds, st.booleans())
@RELAXED
def test_theorem_4_1_at_beta_one_coarsening_never_helps(seed, is_complete):
    X, labels, categories = draw_labelled(seed, 4, is_complete=is_complete)
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 2, size=4)[labels]
    assert cost_terms(X, coarse, categories).total >= cost_terms(X, labels, categories).total - 1e-9


@given(seeds, st.integers(1, 4))
@RELAXED
def test_lemma_splitting_never_raises_the_gaussian_entropy(seed, d):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12 * d, d)) @ rng.normal(size=(d, d))
    is_left = rng.permutation(12 * d) < rng.integers(3 * d, 9 * d)
    share = is_left.mean()
    split = share * gaussian_entropy(X[is_left]) + (1 - share) * gaussian_entropy(X[~is_left])
    assert gaussian_entropy(X) >= split - 1e-9


@given(seeds)
@RELAXED
def test_chain_rule_for_proportional_partitions(seed):
    """H(Y) + H(Z|Y) = H(Z, Y) when each cluster holds the same share of labelled points."""
    rng = np.random.default_rng(seed)
    k, m = rng.integers(1, 4), rng.integers(1, 4)
    counts = rng.integers(1, 5, size=(k, m))
    labels, categories = [], []
    for i in range(k):
        for j in range(m):
            labels += [i] * (3 * counts[i, j])
            categories += [j] * counts[i, j] + [-1] * (2 * counts[i, j])
    labels, categories, ones = np.array(labels), np.array(categories), np.ones(len(labels))
    n = len(labels)
    left = sum(
        complexity((labels == i).sum(), n) + consistency(categories[labels == i], ones[labels == i]) for i in range(k)
    )
    assert left / n == pytest.approx(entropy(counts.ravel()))


@given(seeds)
@RELAXED
def test_theorem_3_1_is_the_conditional_cross_entropy(seed):
    """β = 1, all labelled: cost = H×((X‖f)|Z) + H(Z), whatever the partition."""
    X, _, categories = draw_labelled(seed, 2)
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, size=len(X))
    assume(min(np.bincount(labels, minlength=2)) > 4)
    total = 0.0
    for i in (0, 1):
        inside = labels == i
        points = X[inside]
        mean, covariance = points.mean(axis=0), np.cov(points.T, bias=True)
        u = points - mean
        density = (
            -0.5 * ((u @ np.linalg.inv(covariance)) * u).sum(axis=1)
            - 0.5 * np.linalg.slogdet(2 * np.pi * covariance)[1]
        )
        for j in (0, 1):
            both = categories[inside] == j
            if both.any():
                total -= (np.log(both.sum() / (categories == j).sum()) + density[both]).sum()
    expected = total / len(X) + entropy(np.bincount(categories))
    assert cost_terms(X, labels, categories).total == pytest.approx(expected)


def test_random_labels_have_threshold_one():
    """Remark 4.1: the parts look like the whole, so that any β < 1 refuses to split."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40_000, 2))
    categories = rng.integers(0, 2, size=len(X))
    parts = [np.cov(X[categories == j].T, bias=True) for j in (0, 1)]
    assert beta_threshold(np.bincount(categories), parts, np.cov(X.T, bias=True)) == pytest.approx(1, abs=1e-3)
    one = np.zeros(len(X), dtype=int)
    for beta, is_split_better in ((0.98, False), (1.02, True)):
        gap = cost_terms(X, one, categories, beta=beta).total - cost_terms(X, categories, categories, beta=beta).total
        assert (gap > 0) == is_split_better


def test_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="weights must be two or more positive"):
        beta_threshold([1], [1.0], 1.0)
    with pytest.raises(ValueError, match="positive definite"):
        beta_threshold([1, 1], [[[1, 1], [1, 1]]] * 2, np.eye(2))
    with pytest.raises(ValueError, match="one matrix for each of the 3 weights"):
        beta_threshold([1, 1, 1], [1.0, 1.0], 1.0)


@given(seeds, st.booleans(), st.sampled_from(["entropy", "evidence"]))
@RELAXED
def test_partitions_cost_the_same_where_they_cross(seed, is_complete, criterion):
    """Whatever the labels; above the crossing the one is cheaper that goes better with them."""
    X, labels, categories = draw_labelled(seed, 3, is_complete=is_complete)
    other = np.random.default_rng(seed).integers(2, size=len(X))
    prior = Prior(np.zeros(X.shape[1]), 1e-4, X.shape[1] + 4.0, np.eye(X.shape[1])) if criterion == "evidence" else None
    beta = beta_crossing(X, other, labels, categories, criterion=criterion, prior=prior)
    assert beta == pytest.approx(beta_crossing(X, labels, other, categories, criterion=criterion, prior=prior))

    def terms(own, b):
        return cost_terms(X, own, categories, beta=b, criterion=criterion, prior=prior)

    assert terms(labels, beta).total == pytest.approx(terms(other, beta).total)
    goes_better = terms(labels, 1.0).consistency < terms(other, 1.0).consistency
    assert (terms(labels, beta + 1.0).total < terms(other, beta + 1.0).total) == goes_better


@pytest.mark.parametrize(("c", "expected"), [(0.0, 0.270), (0.25, 0.342), (0.5, 0.506), (1.0, 0.807)])
def test_experts_who_disagree_near_the_boundary(c, expected):
    """Example 4.1: labels by lot within c of the cut make the parts wider, 1 − 4φ(c)², and the threshold higher."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400_000, 1))
    side = np.where(np.abs(X[:, 0]) < c, rng.integers(2, size=len(X)), X[:, 0] > 0)
    variance = 1 - 4 * np.exp(-(c**2)) / (2 * np.pi)
    assert beta_threshold([1, 1], [variance, variance], 1.0) == pytest.approx(expected, abs=6e-4)
    assert beta_crossing(X, np.zeros(len(X)), side, side) == pytest.approx(expected, abs=0.01)


def test_labels_that_say_nothing_have_no_crossing():
    X = np.random.default_rng(0).normal(size=(20, 1))
    assert beta_crossing(X, np.zeros(20), X[:, 0] > 0, np.full(20, -1)) == np.inf


@given(seeds)
@RELAXED
def test_what_labels_ask_of_a_partition(seed):
    """With all points labelled, a coarsening is consistency the other way round; every partition is proportional."""
    rng = np.random.default_rng(seed)
    labels, categories = rng.integers(3, size=6), rng.integers(3, size=6)
    assert is_coarsening(labels, categories) == is_consistent(categories, labels)
    assert is_proportional(labels, categories)
    assert is_consistent(labels, labels)
    assert is_coarsening(labels, labels)


def test_partitions_of_other_lengths_are_refused():
    with pytest.raises(ValueError, match="one entry for each point"):
        is_consistent([0, 1], [0, 1, 2])


@pytest.mark.parametrize(
    ("X", "categories", "said"),
    [
        (np.full((4, 1), np.nan), [0, 0, 1, 1], "finite numbers"),
        (np.eye(4)[:, :1], list("aabb"), "whole numbers"),
        (np.eye(4)[:, :1], [0, 1], "one entry for each row"),
    ],
)
def test_crossings_of_bad_input_are_refused(X, categories, said):
    with pytest.raises(ValueError, match=said):
        beta_crossing(X, [0, 0, 0, 0], [0, 0, 1, 1], categories)
