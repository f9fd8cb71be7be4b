"""The pilot: a search on a sample, without chance, whose clusters teach the prior and are a start."""

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.criteria import evidence
from cecib.criteria.pilot import run_pilot
from cecib.trust import sample


@pytest.fixture(scope="module")
def blobs():
    rng = np.random.default_rng(0)
    truth = np.arange(300) % 3
    return np.array([[0, 0], [12, 0], [0, 12]])[truth] + rng.normal(size=(300, 2)), truth


@pytest.fixture
def pilots(monkeypatch):
    """What the pilots of the fits that follow have found."""
    found = []

    def spy(*arguments):
        found.append(run_pilot(*arguments))
        return found[-1]

    monkeypatch.setattr(evidence, "run_pilot", spy)
    return found


def test_the_clusters_of_the_pilot_are_a_start(blobs, pilots):
    """Of all points: their labels as they are."""
    X, truth = blobs
    CECIB(random_state=0, n_init=1).fit(X)
    (found,) = pilots
    assert len(found.labels) == 300
    groups = {(int(a), int(b)) for a, b in zip(truth, found.labels, strict=True)}
    assert len(groups) == 3


def test_the_clusters_of_a_sample_take_in_the_other_points(blobs, pilots, monkeypatch):
    """Each goes to the cheapest, so that the search starts near its end."""
    monkeypatch.setattr(sample, "_ROWS", 60)
    monkeypatch.setattr(sample, "_MOST_ROWS", 60)
    X, truth = blobs
    model = CECIB(random_state=0, n_init=1).fit(X)
    assert len(pilots[0].labels) == 60
    assert len({(int(a), int(b)) for a, b in zip(truth, model.labels_, strict=True)}) == 3
    assert model.n_iter_ <= 3


@pytest.mark.parametrize("row", [0, 130, 160])
def test_a_row_less_changes_little(row):
    """With few rows and many columns a search is easily lost; two of the three kinds of wine became one."""
    X, truth = load_wine(return_X_y=True)
    model = CECIB(random_state=0).fit(np.delete(X, row, axis=0))
    assert adjusted_rand_score(np.delete(truth, row), model.labels_) > 0.9


def test_the_pilot_knows_no_chance(blobs, pilots):
    """Other seeds and starts of the fit, the same prior."""
    X, _ = blobs
    for seed, init in ((0, "k-means++"), (1, "random")):
        CECIB(random_state=seed, init=init, n_init=1).fit(X)
    assert pilots[0].prior == pilots[1].prior
    np.testing.assert_array_equal(pilots[0].labels, pilots[1].labels)


@pytest.mark.parametrize(
    "parameters", [{"criterion": "entropy", "n_clusters": 3}, {"family": "fixed"}], ids=["entropy", "known covariance"]
)
def test_no_pilot_where_nothing_is_to_be_learned(blobs, pilots, parameters):
    """The paper's criterion has no prior, and a known covariance needs none."""
    from cecib.families import FixedSpherical

    if "family" in parameters:
        parameters = {"family": FixedSpherical(1.0)}
    CECIB(random_state=0, n_init=1, **parameters).fit(blobs[0])
    assert pilots == []
