"""Rows of classes that no label names."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from cecib import CECIB
from cecib.unnamed import new_shares


@pytest.fixture(scope="module")
def story():
    """Four groups, of which two have labels on a fifth of their rows."""
    rng = np.random.default_rng(0)
    truth = np.arange(400) % 4
    X = rng.normal(size=(400, 2)) + 8 * np.array([[0, 0], [1, 0], [0, 1], [1, 1]])[truth]
    y = np.where((truth < 2) & (rng.random(400) < 0.2), truth, -1)
    return CECIB(random_state=0).fit(X, y), X, y, truth


def test_rows_of_groups_without_labels_are_new(story):
    model, X, _, truth = story
    found = model.predict_new_proba(X)
    assert ((found >= 0) & (found <= 1)).all()
    assert roc_auc_score(truth >= 2, found) > 0.99
    assert np.median(found[truth >= 2]) > 0.95
    assert np.median(found[truth < 2]) < 0.3


def test_a_row_that_no_cluster_explains_may_be_new(story):
    model, _, _, _ = story
    near, far = model.predict_new_proba([[0.0, 0.0], [-40.0, -40.0]])
    assert near < 0.3
    assert far > 0.9


def test_findings_say_how_sure_a_new_cluster_is(story):
    model, X, y, _ = story
    found = model.findings(X, y)
    assert len(found.new_clusters) == 2
    for one in found.clusters:
        assert (one.new_share > 0.95) == one.is_new
    assert "new_share" in found.table("clusters").columns


def test_a_small_cluster_may_have_been_missed_by_chance():
    """The larger a cluster without labels, the surer it is new; the more labels it has, the less."""
    sizes = np.array([500.0, 2.0, 10.0, 50.0])
    shares = new_shares(sizes, np.array([[50.0], [0.0], [0.0], [0.0]]))
    assert shares[0] < 0.5
    assert (np.diff(shares[1:]) > 0).all()
    assert shares[1] < 0.75 < 0.95 < shares[3]
    rising = [new_shares(np.array([500.0, 100.0]), np.array([[100.0], [n]]))[1] for n in (0.0, 5.0, 10.0, 20.0)]
    assert (np.diff(rising) < 0).all()


def test_labels_of_one_category_do_not_say_that_all_is_of_it():
    """One cluster, one category: who names it tells it from others, so that much of the cluster may be of those."""
    (alone,) = new_shares(np.array([880.0]), np.array([[20.0]]))
    (both,) = new_shares(np.array([880.0]), np.array([[12.0, 8.0]]))
    assert both < 0.5 < alone < 0.8


def test_as_many_labels_everywhere_say_that_none_is_missing():
    """The more clusters have labels at one rate, the surer it is that labels name all classes."""
    shares = [new_shares(np.full(k, 100.0), 10.0 * np.eye(k)).max() for k in (2, 4, 8)]
    assert shares[0] > shares[1] > shares[2]
    assert shares[2] < 0.02


def test_labels_that_were_dealt_out_leave_it_open():
    """Twenty of each category, whose sizes differ: the larger one may have them at a lower rate, and not be new."""
    sizes, counts = np.array([70.0, 600.0]), np.diag([20.0, 20.0])
    dealt, drawn = new_shares(sizes, counts), new_shares(sizes, np.diag([20.0, 40.0]))
    assert 0.3 < dealt[1] < 0.5 < 0.7 < drawn[1]
    assert dealt[0] < 0.15
    assert new_shares(np.array([70.0, 600.0, 200.0]), np.vstack([counts, [0.0, 0.0]]))[2] > 0.9


def test_without_labels_all_is_new_and_with_all_of_them_nothing():
    assert new_shares(np.array([10.0, 20.0]), np.zeros((2, 1))).tolist() == [1.0, 1.0]
    sizes = np.array([10.0, 2_000_000.0])
    found = new_shares(sizes, sizes[:, None])
    assert np.isfinite(found).all()
    assert (found < 0.1).all()
