"""The prior of "evidence": what it expects is what the clusters taught, in any units."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import multigammaln

from cecib import CECIB
from cecib.cost import Prior
from cecib.criteria.prior import KAPPA, broad_prior, in_raw_units, in_scaled_units, place_prior, pooled_prior
from cecib.input_errors import InputError, Named
from cecib.search.scaling import measure_scaling

RELAXED = settings(max_examples=30, deadline=None)


def scaling_of(X):
    return measure_scaling(X, None, list(map(str, range(X.shape[1]))), "nothing", True)


def lesson(seed, d=3, k=4, spread=0.0, n=200):
    """Clusters whose covariances differ more the larger `spread` is, and the scaling of the data."""
    rng = np.random.default_rng(seed)
    points = [rng.normal(size=(n, d)) * np.exp(spread * rng.normal(size=d)) for _ in range(k)]
    scatters = np.array([np.atleast_2d(np.cov(rows.T, bias=True)) * n for rows in points])
    return np.full(k, float(n)), scatters, scaling_of(np.vstack(points))


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
@RELAXED
def test_units_there_and_back(seed, d):
    """Raw units of a scaled prior, scaled again, are the same prior to the last bit but rounding of the shift."""
    rng = np.random.default_rng(seed)
    scaling = scaling_of((rng.normal(size=(30, d)) + 5) * 10.0 ** rng.integers(-9, 10, size=d))
    prior = Prior(mean=rng.normal(size=d), kappa=0.5, nu=d + 3.0, scale=np.eye(d) + 0.1)
    back = in_scaled_units(in_raw_units(prior, scaling), scaling)
    np.testing.assert_allclose(back.mean, prior.mean, atol=1e-13)
    np.testing.assert_array_equal(back.scale, prior.scale)
    assert (back.kappa, back.nu) == (prior.kappa, prior.nu)


def test_a_prior_for_other_columns_is_refused():
    """With the number of features it is for, and of those it is wanted for."""
    scaling = scaling_of(np.random.default_rng(0).normal(size=(9, 3)))
    with pytest.raises(InputError, match="prior is for 2 features, but X has 3") as caught:
        in_scaled_units(Prior(mean=np.zeros(2), kappa=1.0, nu=4.0, scale=np.eye(2)), scaling)
    assert caught.value.parts[0] == Named("prior")


@pytest.mark.parametrize(
    "prior", [Prior([1e300], 1.0, 4.0, np.eye(1)), Prior(np.zeros(1), 1.0, 4.0, np.eye(1) * 1e-200)]
)
def test_a_prior_in_other_units_is_refused(prior):
    with pytest.raises(ValueError, match="prior is out of range for the data"):
        CECIB(2, prior=prior).fit(np.arange(20.0)[:, None])


def test_the_expected_covariance_is_the_pooled_one():
    """Ψ0 / (ν0 − d − 1), the mean of the inverse-Wishart."""
    weights, scatters, scaling = lesson(0)
    prior = pooled_prior(weights, scatters, scaling)
    np.testing.assert_allclose(prior.scale / (prior.nu - 4), scatters.sum(axis=0) / weights.sum(), rtol=1e-3, atol=1e-5)
    assert prior.kappa == KAPPA


def test_clusters_that_are_alike_teach_more():
    """The prior counts for the more points, the less the covariances differ."""
    strengths = [pooled_prior(*lesson(1, spread=spread)).nu for spread in (0.0, 0.4, 1.5)]
    assert strengths[0] > strengths[1] > strengths[2]


@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.sampled_from([0.0, 0.3, 1.0]))
@RELAXED
def test_the_strength_is_the_most_probable_of_those_tried(seed, d, spread):
    """By determinants, where the library goes by relative eigenvalues."""
    weights, scatters, scaling = lesson(seed, d, 3, spread, n=40)
    prior = pooled_prior(weights, scatters, scaling)
    expected = prior.scale / (prior.nu - d - 1)

    def length(strength):
        nu, base = d + 1 + strength, strength * expected
        own = [
            0.5 * (nu + n) * np.linalg.slogdet(base + scatter)[1]
            - 0.5 * nu * np.linalg.slogdet(base)[1]
            + multigammaln(0.5 * nu, d)
            - multigammaln(0.5 * (nu + n), d)
            for n, scatter in zip(weights, scatters, strict=True)
        ]
        return sum(own)

    chosen = length(prior.nu - d - 1)
    assert all(chosen <= length(d + 2.0**i) + 1e-6 for i in range(9))


def test_one_flat_cluster_gives_a_proper_prior():
    """No spread at all in a feature: Ψ0 is positive definite all the same."""
    scaling = scaling_of(np.random.default_rng(0).normal(size=(9, 2)))
    prior = pooled_prior(np.array([5.0]), np.array([[[5.0, 0.0], [0.0, 0.0]]]), scaling)
    assert np.linalg.eigvalsh(prior.scale).min() > 0


def test_first_look_priors():
    """Wide: somewhere in the data, as wide as the data; for known covariances only the place counts."""
    scaling = scaling_of(np.random.default_rng(0).normal(size=(50, 3)) * [1, 100, 1e-3])
    broad = broad_prior(scaling)
    np.testing.assert_allclose(np.diag(broad.scale), scaling.relative_deviation**2)
    assert place_prior(scaling) == replace(broad, kappa=KAPPA)
    assert place_prior(scaling) != broad
