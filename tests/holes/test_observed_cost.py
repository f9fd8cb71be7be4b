"""The cost of what is observed: the code against plain NumPy, and both against an integral."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from cecib import CECIB
from cecib.backends.memory import Block
from cecib.cost import Prior, accuracy
from cecib.holes.marginals import sights_of
from cecib.holes.observed_cost import observed_cost_terms
from cecib.holes.settling import expected, settle
from cecib.label_columns import read_labels


def blobs(seed=0, n=120, d=3, share=0.2):
    """Rows of three groups with holes, their groups, and categories of some."""
    rng = np.random.default_rng(seed)
    group = np.arange(n) % 3
    X = rng.normal(size=(n, d)) @ (np.eye(d) + 0.4 * rng.normal(size=(d, d))) + 7.0 * np.eye(3, d)[group]
    X[rng.random(X.shape) < share] = np.nan
    X[np.isnan(X).all(axis=1), 0] = 0.0
    return X, group, np.where(rng.random(n) < 0.3, group, -1)


def gaussians_of(model, space=None):
    sights = sights_of(model.clusters_, space, of_next=False)
    means = np.array([one.mean for one in sights.gaussians])
    unit = sights.gaussians[0].unit
    return means, np.array([np.linalg.inv(one.precision) * np.outer(unit, unit) for one in sights.gaussians])


@pytest.mark.parametrize("family", ["full", "diag", "spherical"])
def test_the_cost_is_that_of_plain_numpy(family):
    X, _, y = blobs()
    model = CECIB(family=family, subspace=None, random_state=0, n_jobs=1).fit(X, y)
    assert model.space_ is None
    block = Block(X, read_labels(y, len(X)))
    found = expected(model.clusters_, None, block, model.labels_).terms
    prior, beta = model.prior_, model.beta_
    own = observed_cost_terms(
        X, model.labels_, *gaussians_of(model), block.side.index, prior=prior, beta=beta, family=family
    )
    np.testing.assert_allclose(np.array(found) / len(X), own, rtol=1e-6)


def test_in_a_space_it_is_the_same_cost():
    """All directions of the data, turned, cost what the columns do."""
    X, _, _ = blobs()
    plain = CECIB(subspace=None, random_state=0, n_jobs=1).fit(X)
    whole = np.where(np.isnan(X), 0.0, X)
    turned = CECIB(subspace=2, random_state=0, n_jobs=1).fit(whole)
    block = Block(whole, read_labels(None, len(X)))
    assert turned.space_ is not None
    found = expected(turned.clusters_, turned.space_, block, turned.labels_).terms
    assert found.total / len(X) == pytest.approx(turned.cost_)
    assert plain.cost_ == pytest.approx(plain.cost_trace_[-1])


def test_one_hole_costs_no_more_than_the_bound_says():
    """The integral over the hole, and the bound, which is near."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(15, 2)) @ np.array([[1.0, 0.7], [0.0, 1.0]])
    prior = Prior(np.zeros(2), 0.5, 4.0, np.eye(2))
    X[4, 1] = np.nan

    def probability(value):
        return np.exp(offset - accuracy(np.where(np.isnan(X), value, X), np.ones(15), "full", "evidence", prior))

    offset = accuracy(np.nan_to_num(X), np.ones(15), "full", "evidence", prior)
    exact = offset - np.log(quad(probability, -30, 30)[0])
    means, covariances = np.nanmean(X, axis=0)[None], np.cov(X[~np.isnan(X).any(axis=1)].T)[None]
    bound = 15 * observed_cost_terms(X, np.zeros(15, dtype=int), means, covariances, prior=prior).accuracy
    assert exact <= bound <= exact + 0.15


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.05, 0.3]), st.sampled_from(["evidence", "entropy"]))
def test_the_cost_never_rises(seed, share, criterion):
    X, group, _ = blobs(seed, share=share)
    rng = np.random.default_rng(seed)
    table = np.where(np.isnan(X), rng.normal(size=X.shape), X)
    start = np.where(rng.random(len(X)) < 0.2, rng.integers(3, size=len(X)), group)
    model = CECIB(3, criterion=criterion, init=start, subspace=None, n_jobs=1).fit(table)
    block = Block(X, read_labels(None, len(X)))
    found = settle(model.clusters_, model.space_, block, model.labels_, least=5.0)
    assert (np.diff(found.trace) < 0).all()
    assert found.terms.total / len(X) == pytest.approx(found.trace[-1])
    again = expected(found.clusters, model.space_, replace(block), found.labels)
    assert again.terms.total <= found.terms.total + 1e-6 * len(X)
