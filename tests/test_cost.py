"""The cost in plain NumPy against numbers worked out by hand, and against SciPy's distributions."""

from dataclasses import replace
from math import e, log, pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal, multivariate_t

from cecib.cost import Prior, accuracy, cost_terms, label_evidence
from cecib.families import Auto, Eigenvalues, Fixed, FixedMean, FixedSpherical
from gaussian_families import PAIRS, make_family

RELAXED = settings(max_examples=30, deadline=None)
RECTANGLE = np.array([[-1.0, -2.0], [-1.0, 2.0], [1.0, -2.0], [1.0, 2.0]])  # mean 0, covariance diag(1, 4)
PRIOR = Prior(mean=np.array([0.5, -1.0]), kappa=0.3, nu=5.0, scale=np.array([[2.0, 0.4], [0.4, 1.0]]))


def test_complexity_is_the_entropy_of_the_sizes():
    """Three points and one: 3/4 ln(4/3) + 1/4 ln 4."""
    terms = cost_terms([[0.0], [1.0], [2.0], [9.0]], [0, 0, 0, 1], family=FixedSpherical(1.0))
    assert terms.complexity == pytest.approx(0.75 * log(4 / 3) + 0.25 * log(4))


def test_consistency_is_beta_times_the_entropy_of_the_labels_of_all_points():
    """Labels 2 : 1 in a cluster of four, none in the other: the unlabelled point of the first pays too."""
    X, labels, categories = np.arange(6.0)[:, None], [0, 0, 0, 0, 1, 1], [0, 1, 0, -1, -1, -1]
    entropy = 2 / 3 * log(3 / 2) + 1 / 3 * log(3)
    assert cost_terms(X, labels, categories, beta=0.5).consistency == pytest.approx(0.5 * 4 * entropy / 6)
    assert cost_terms(X, labels, beta=0.5).consistency == 0


SHARES = {0: 0.25, 1: 0.75}


def labels_length(*categories, concentration=1.0, shares=SHARES, weight=None):
    weight = np.ones(len(categories)) if weight is None else np.asarray(weight, dtype=float)
    return label_evidence(np.array(categories), weight, concentration, shares)


def test_the_evidence_of_labels_is_that_of_an_urn():
    """The first label costs ln(1/π_j); each further one sees those before it: (a π_j + c_j) / (a + c), a = 2."""
    assert labels_length(0, concentration=2.0) == pytest.approx(log(4))
    expected = -log(0.5 / 2) - log(1.5 / 3) - log(1.5 / 4)
    assert labels_length(0, 0, 1, concentration=2.0) == pytest.approx(expected)
    assert labels_length(1, 0, 0, concentration=2.0) == pytest.approx(expected)


def test_a_pure_cluster_pays_for_its_category_once():
    """For small a: ln(1/π_j), however many labels there are."""
    for n in (1, 10, 1000):
        assert labels_length(*[0] * n, concentration=1e-7) == pytest.approx(log(4), abs=1e-5)
        assert labels_length(*[1] * n, concentration=1e-7) == pytest.approx(log(4 / 3), abs=1e-5)


def test_many_labels_cost_their_entropy():
    """With all points labelled the label term comes near to the paper's n h, from above."""
    n = 40_000
    entropy = 0.25 * log(4) + 0.75 * log(4 / 3)
    length = labels_length(0, 1, weight=[n / 4, 3 * n / 4])
    assert n * entropy < length < 1.001 * n * entropy


def test_an_unlabelled_point_carries_nothing_under_evidence():
    """More of them in a mixed cluster leave its label term, in nats, as it is; the paper's grows."""
    prior = replace(PRIOR, concentration=0.5)
    X, categories = np.arange(16.0).reshape(8, 2), np.array([0, 1, 1, 0, -1, -1, -1, -1])
    for criterion, is_same in (("evidence", True), ("entropy", False)):
        few, many = (
            n
            * cost_terms(
                X[:n], np.zeros(n), categories[:n], criterion=criterion, prior=prior, family="spherical"
            ).consistency
            for n in (4, 8)
        )
        assert (many == pytest.approx(few)) == is_same


def test_one_category_costs_nothing():
    """Whatever the concentration: nothing else could be said."""
    for concentration in (0.01, 1.0, 30.0):
        assert labels_length(0, 0, 0, concentration=concentration, shares={0: 1.0}) == pytest.approx(0.0, abs=1e-12)


def test_weights_of_labels_are_repetitions():
    """A label of weight three is three labels."""
    assert labels_length(0, 1, weight=[3, 2]) == pytest.approx(labels_length(0, 0, 0, 1, 1))


def test_shares_are_those_of_all_labels():
    """A pure cluster pays for its category by how frequent that is in the data, and β times so."""
    prior = replace(PRIOR, concentration=1e-7)
    X, labels, categories = np.arange(16.0).reshape(8, 2), np.repeat([0, 1], 4), [0, -1, -1, -1, 1, 1, 1, -1]
    terms = cost_terms(X, labels, categories, beta=2.0, criterion="evidence", prior=prior)
    assert 8 * terms.consistency == pytest.approx(2 * (log(4) + log(4 / 3)), abs=1e-5)


def test_without_a_concentration_labels_are_charged_as_in_the_paper():
    """So are priors of former model files."""
    X, labels, categories = np.arange(16.0).reshape(8, 2), np.repeat([0, 1], 4), [0, 1, -1, -1, 1, 1, 1, -1]
    own, paper = (
        cost_terms(X, labels, categories, criterion=criterion, prior=PRIOR, family="spherical").consistency
        for criterion in ("evidence", "entropy")
    )
    assert own == paper > 0


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        ("full", 4 * (log(2 * pi * e) + 0.5 * log(4))),
        ("diag", 4 * (log(2 * pi * e) + 0.5 * log(4))),
        ("spherical", 4 * (log(2 * pi * e / 2) + log(5))),
        (Fixed([[4.0, 0.0], [0.0, 1.0]]), 4 * (log(2 * pi) + 0.5 * (1 / 4 + 4) + 0.5 * log(4))),
        (FixedSpherical(2.0), 4 * (log(2 * pi) + 0.5 * 5 / 2 + log(2))),
        (Eigenvalues([2.0, 1.0]), 4 * (log(2 * pi) + 0.5 * (1 + 4 / 2) + 0.5 * log(2))),
        (FixedMean([1.0, 0.0]), 4 * (log(2 * pi * e) + 0.5 * log(4) + 0.5 * log(2))),
        (Auto(), 4 * (log(2 * pi * e) + 0.5 * log(4)) + 2 * log(4)),  # diag, whose four parameters cost ½ ln 4 each
    ],
    ids=str,
)
def test_entropy_of_a_rectangle(family, expected):
    """The cross-entropies of the families for the covariance diag(1, 4), worked out by hand."""
    assert accuracy(RECTANGLE, np.ones(4), family) == pytest.approx(expected)


def test_full_sees_the_slant_that_diagonal_does_not():
    """Covariance 1, 1 and ½: the determinant is ¾ for full, 1 for diag."""
    X = np.sqrt(2) * np.array([[1, 0.5], [0, 0.75**0.5], [-1, -0.5], [0, -(0.75**0.5)]])
    full, diagonal = (accuracy(X, np.ones(4), family) for family in ("full", "diag"))
    assert diagonal == pytest.approx(4 * log(2 * pi * e))
    assert full - diagonal == pytest.approx(2 * log(0.75))


def student(mean, shape, nu):
    return lambda x: multivariate_t(mean, shape, nu).logpdf(x)


@pytest.mark.parametrize(
    ("family", "density"),
    [
        ("full", student(PRIOR.mean, PRIOR.scale * 1.3 / (0.3 * 4), 4)),
        (
            "diag",
            lambda x: sum(student([PRIOR.mean[j]], PRIOR.scale[j, j] * 1.3 / (0.3 * 4), 4)(x[j]) for j in (0, 1)),
        ),
        ("spherical", student(PRIOR.mean, np.eye(2) * 1.5 * 1.3 / (0.3 * 4), 4)),
        (FixedMean([2.0, 0.0]), student([2.0, 0.0], PRIOR.scale / 4, 4)),
        (FixedSpherical(2.0), multivariate_normal(PRIOR.mean, 2.0 * np.eye(2) * (1 + 1 / 0.3)).logpdf),
        (Fixed(PRIOR.scale), multivariate_normal(PRIOR.mean, PRIOR.scale * (1 + 1 / 0.3)).logpdf),
    ],
    ids=["full", "diag", "spherical", "fixed-mean", "fixed-spherical", "fixed"],
)
def test_evidence_of_one_point_is_its_predictive_density(family, density):
    """Student's t, or a normal where the covariance is known: as SciPy has it."""
    x = np.array([1.7, 0.4])
    assert accuracy(x[None, :], np.ones(1), family, "evidence", PRIOR) == pytest.approx(-density(x))


@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
@RELAXED
def test_evidence_is_a_chain(seed, d):
    """The code of a cluster is the code of one part, then of the other under what the first has taught."""
    rng = np.random.default_rng(seed)
    first, second = rng.normal(size=(5, d)), rng.normal(2, 3, size=(7, d))
    root = rng.normal(size=(d, d))
    prior = Prior(mean=rng.normal(size=d), kappa=rng.uniform(0.1, 2), nu=d + 2.5, scale=root @ root.T + np.eye(d))
    apart = first.mean(axis=0) - prior.mean
    kappa = prior.kappa + len(first)
    scatter = np.atleast_2d(np.cov(first.T, bias=True)) * len(first)
    taught = Prior(
        mean=prior.mean + apart * len(first) / kappa,
        kappa=kappa,
        nu=prior.nu + len(first),
        scale=prior.scale + scatter + prior.kappa * len(first) / kappa * np.outer(apart, apart),
    )
    both = accuracy(np.vstack([first, second]), np.ones(12), "full", "evidence", prior)
    parts = (
        accuracy(first, np.ones(5), "full", "evidence", prior),
        accuracy(second, np.ones(7), "full", "evidence", taught),
    )
    assert both == pytest.approx(sum(parts))


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
@given(st.integers(0, 2**32 - 1))
@RELAXED
def test_weights_are_repetitions(kind, criterion, seed):
    """A row of weight three is three rows, in every family."""
    rng = np.random.default_rng(seed)
    X, repeats = rng.normal(size=(9, 2)) * [1, 5], rng.integers(1, 4, size=9)
    family = make_family(kind, X, rng)
    weighted = accuracy(X, repeats.astype(float), family, criterion, PRIOR)
    repeated = accuracy(X.repeat(repeats, axis=0), np.ones(repeats.sum()), family, criterion, PRIOR)
    assert weighted == pytest.approx(repeated)


@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
@RELAXED
def test_an_affine_map_shifts_the_entropy(seed, d):
    """By ln|det A| per point, whatever the partition."""
    rng = np.random.default_rng(seed)
    X, labels = rng.normal(size=(30, d)), np.arange(30) % 2
    A = rng.normal(size=(d, d)) + 3 * np.eye(d)
    mapped = cost_terms(X @ A.T + rng.normal(size=d), labels).total
    assert mapped == pytest.approx(cost_terms(X, labels).total + np.linalg.slogdet(A)[1])


def test_what_the_cost_lacks_is_named():
    """No prior, or a family whose integral has no closed form."""
    with pytest.raises(ValueError, match="criterion='evidence' needs a prior"):
        cost_terms(RECTANGLE, [0, 0, 0, 0], criterion="evidence")
    with pytest.raises(ValueError, match="use criterion='entropy'"):
        cost_terms(RECTANGLE, [0, 0, 0, 0], criterion="evidence", prior=PRIOR, family=Eigenvalues([1, 2]))
