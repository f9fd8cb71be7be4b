"""What a row's place says about its category: probabilities worked by hand, and what they add up to."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib import CECIB
from cecib.cost import Prior
from cecib.membership import (
    Calibration,
    category_probabilities,
    category_table,
    concentration_of,
    label_probabilities,
    named_probabilities,
    new_probabilities,
    true_probabilities,
)

SHARES = np.array([0.75, 0.25])
TABLE = np.array([[0.9, 0.1], [0.2, 0.8], [0.0, 0.0]])  # the third cluster has no label


def test_a_category_in_a_cluster_by_hand():
    """(a π_j + c_j) / (a + c): two labels of the first category, and a prior that is worth two more."""
    np.testing.assert_allclose(category_table(np.array([[2.0, 0.0]]), 2.0, SHARES), [[3.5 / 4, 0.5 / 4]])


def test_plain_probabilities_by_hand():
    """Clusters by e^(−change), then their categories; what the cluster without labels has is missing."""
    changes = -np.log([[0.5, 0.25, 0.25]])
    expected = [[0.5 * 0.9 + 0.25 * 0.2, 0.5 * 0.1 + 0.25 * 0.8]]
    np.testing.assert_allclose(label_probabilities(changes, TABLE, SHARES, Calibration()), expected)


def test_heat_and_doubt_make_less_sure():
    """Great heat forgets the place, full doubt leaves the overall shares; neither changes how much is missing."""
    changes = np.array([[0.0, 50.0, 50.0]])
    hot = label_probabilities(changes, TABLE, SHARES, Calibration(temperature=1e9))
    np.testing.assert_allclose(hot, TABLE.mean(axis=0)[None])
    doubtful = label_probabilities(changes, TABLE, SHARES, Calibration(doubt=1.0))
    np.testing.assert_allclose(doubtful, SHARES[None])
    half = label_probabilities(np.array([[0.0, 50.0, 0.0]]), TABLE, SHARES, Calibration(doubt=0.3))
    assert half.sum() == pytest.approx(0.5)


@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.floats(0.0, 0.3))
@settings(max_examples=30, deadline=None)
def test_wrong_labels_are_seen_through(seed, m, wrong_share):
    """A label names the true category, or by mistake any other: what is true is found again."""
    true = np.random.default_rng(seed).dirichlet(np.ones(m), size=4)
    named = (1 - wrong_share) * true + wrong_share * (1 - true) / (m - 1)
    # where a category is less probable than a mistake, nothing of it is left
    np.testing.assert_allclose(true_probabilities(named, wrong_share), true, atol=wrong_share * 0.5 + 1e-9)
    np.testing.assert_allclose(true_probabilities(named, wrong_share).sum(axis=1), 1.0)


def test_one_category_stays_as_it_is():
    """There is no other that a wrong label could name."""
    assert true_probabilities(np.array([[0.7]]), 0.5).tolist() == [[0.7]]


def test_the_concentration_without_one_is_that_of_one_label():
    """Under "entropy" there is no prior, and priors of former files have no concentration."""
    prior = Prior(np.zeros(1), 1.0, 3.0, np.eye(1))
    assert concentration_of(None) == concentration_of(prior) == 1.0
    assert concentration_of(Prior(np.zeros(1), 1.0, 3.0, np.eye(1), 0.25)) == 0.25


def test_clusters_of_a_fit_name_categories():
    """Each group its own, and the one without labels none; the model leaves room for classes that no label names."""
    truth = np.arange(90) % 3
    X = 20.0 * np.eye(3)[truth] + np.random.default_rng(0).normal(size=(90, 3))
    model = CECIB(3, beta=1.0, random_state=0).fit(X, np.where((np.arange(90) < 30) & (truth < 2), truth, -1))
    named = named_probabilities(model.clusters_, X, model.calibration_)
    assert (named[truth < 2].argmax(axis=1) == truth[truth < 2]).all()
    assert named[truth == 2].max() < 1e-6
    told = model.predict_category_proba(X)
    assert (told[truth < 2].argmax(axis=1) == truth[truth < 2]).all()
    assert 0.7 < told[truth < 2].max(axis=1).min() < named[truth < 2].max(axis=1).min()
    assert told[truth == 2].max() < 0.05


@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.floats(0.02, 0.9))
@settings(max_examples=15, deadline=None)
def test_categories_and_a_class_that_no_label_names_are_all_there_is(seed, n_named, rate):
    """Whatever is labelled, near or far, sure or in doubt: the probabilities add up to 1."""
    rng = np.random.default_rng(seed)
    truth = np.arange(120) % 4
    X = 4.0 * np.eye(4)[truth] + rng.normal(size=(120, 4))
    y = np.where((truth < n_named) & (rng.random(120) < rate), truth, -1)
    model = CECIB(4, beta=1.0, subspace=None, n_init=1, random_state=0).fit(X, y)
    rows = np.vstack([X, 1e3 * X])
    for calibration in (model.calibration_, Calibration(3.0, 0.2, 0.1)):
        category = category_probabilities(model.clusters_, rows, calibration)
        new = new_probabilities(model.clusters_, rows, calibration)
        np.testing.assert_allclose(category.sum(axis=1) + new, 1.0, atol=1e-9)
        assert (category >= 0).all()
    np.testing.assert_array_equal(
        model.predict_new_proba(rows), new_probabilities(model.clusters_, rows, model.calibration_)
    )
