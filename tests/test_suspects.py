"""Labels that look wrong: each judged without itself, and the rate of wrong ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib import CECIB
from cecib.reading.suspects import LabelFindings, doubt_labels, probabilities_of, suggest

EVEN = np.array([0.5, 0.5])


def in_places(*counts):
    """Labels of rows that lie surely in one cluster: memberships and categories, from counts of each cluster."""
    cluster = np.concatenate([np.full(sum(own), c) for c, own in enumerate(counts)])
    category = np.concatenate([np.repeat(np.arange(len(own)), own) for own in counts])
    return np.eye(len(counts))[cluster], category


def probabilities(membership, category, concentration, shares):
    """Those of all rows, from the counts that they make."""
    counts = membership.T @ np.eye(len(shares))[category]
    return probabilities_of(membership, category, counts, concentration, shares)


def test_suggestions_in_parts(monkeypatch):
    """However few rows are looked at at a time, the answer is that of all at once."""
    rng = np.random.default_rng(0)
    membership, category, shares = rng.dirichlet(np.ones(3), size=50), rng.integers(0, 4, size=50), np.full(4, 0.25)
    found = probabilities(membership, category, 0.5, shares)
    monkeypatch.setattr("cecib.reading.suspects._AT_A_TIME", 28)
    best, score = suggest(membership, category, 0.5, shares)
    np.testing.assert_array_equal(best, found.argmax(axis=1))
    np.testing.assert_allclose(score, np.log(found.max(axis=1) / found[np.arange(50), category]))


def test_probabilities_by_hand():
    """Three labels and one in a cluster, a = 1, equal shares: a label of three sees (½ + 2, ½ + 1) / 4."""
    probabilities = probabilities_of(*in_places((3, 1)), np.array([[3.0, 1.0]]), 1.0, EVEN)
    np.testing.assert_allclose(probabilities, [[2.5 / 4, 1.5 / 4]] * 3 + [[3.5 / 4, 0.5 / 4]])


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_a_label_does_not_speak_for_itself(seed):
    """Whatever it says, the probabilities of its row's categories are the same."""
    rng = np.random.default_rng(seed)
    membership, category = rng.dirichlet(np.ones(3), size=12), rng.integers(0, 3, size=12)
    other = category.copy()
    other[5] = (category[5] + 1) % 3
    shares = np.full(3, 1 / 3)
    one, two = (probabilities(membership, labels, 0.5, shares)[5] for labels in (category, other))
    np.testing.assert_allclose(one, two, rtol=1e-9)


def test_a_few_wrong_labels_in_pure_clusters():
    """Two of forty in each cluster: those are wrong, the others right, and the rate is about one in twenty."""
    membership, category = in_places((38, 2), (2, 38))
    wrong, rate = doubt_labels(membership, category, 2)
    is_wrong = category != np.repeat([0, 1], 40)
    np.testing.assert_array_equal(wrong > 0.5, is_wrong)
    assert rate == pytest.approx(0.05, abs=0.02)


def test_a_mixed_cluster_accuses_nobody():
    """Half and half beside pure clusters: categories that measurements do not tell apart are no mistakes."""
    wrong, rate = doubt_labels(*in_places((20, 20), (40, 0), (0, 40)), 2)
    assert wrong.max() < 0.5
    assert rate < 0.05


def test_one_category_is_never_wrong():
    """There is nothing else that a label could say."""
    wrong, _ = doubt_labels(*in_places((5,), (3,)), 1)
    assert wrong.max() < 0.5


def test_suspects_are_the_more_probably_wrong():
    """In the order of the findings."""
    nothing = np.empty(3)
    found = LabelFindings(np.array([7, 2, 5]), nothing, nothing, nothing, np.array([0.9, 0.6, 0.5]), 0.1)
    assert found.suspects.tolist() == [7, 2]


def test_no_label_vouches_for_itself():
    """A label alone in its cluster is as doubtful as any; two that differ, alone in theirs, are equally doubtful."""
    membership = np.zeros((43, 3))
    membership[:40, 0], membership[40, 1], membership[41:, 2] = 1.0, 1.0, 1.0
    category = np.array([0] * 40 + [1] + [0, 1])
    wrong, rate = doubt_labels(membership, category, 2)
    assert wrong[40] == pytest.approx(rate)
    assert wrong[41] == pytest.approx(wrong[42])
    assert wrong[41] > 5 * wrong[0]


@pytest.mark.parametrize("share", [0.05, 0.2, 0.3])
def test_a_category_that_has_nothing_to_do_with_the_clusters_is_not_accused(share):
    """Every fifth is ill, wherever it lies: that all who said so were wrong is hard to believe."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 2)) + 9.0 * (np.arange(300) % 3)[:, None]
    y = np.where(rng.random(300) < share, "ill", "healthy").astype(object)
    y[rng.random(300) < 0.5] = None
    found = CECIB(random_state=0, n_init=2).fit(X, y).findings(X, y)
    assert len(found.suspects) == 0
    assert found.labels.wrong_share < 0.05


def test_a_category_without_a_cluster_of_its_own_does_not_hide_mistakes_in_others():
    """Two pure clusters with two slips, and a third category spread over both."""
    place = np.repeat(np.eye(2), 20, axis=0)
    category = np.array([0] * 14 + [1] + [2] * 5 + [1] * 14 + [0] + [2] * 5)
    wrong, rate = doubt_labels(place, category, 3)
    assert np.flatnonzero(wrong > 0.5).tolist() == [14, 34]
    assert (wrong[category == 2] <= 0.5).all()
    assert rate < 0.1


def test_labels_that_clusters_do_not_tell_apart_are_not_taken_for_wrong():
    """Probabilities of categories are as sure as labels are that have nothing to do with the place of a row."""
    random = np.random.default_rng(0)
    X, truth = random.normal(size=(600, 3)), random.choice(3, p=[0.7, 0.2, 0.1], size=600)
    y = np.where(np.arange(600) % 3 == 0, truth, -1)
    model = CECIB(random_state=0).fit(X, y)
    assert model.calibration_.wrong_share < 0.01
    found = model.predict_category_proba(X)
    share = (y == 0).sum() / (y >= 0).sum()
    assert (found[:, 0] / found.sum(axis=1)).mean() == pytest.approx(share, abs=0.03)
