"""The course of a fit: what is learned, what is given, and how many starts there are."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from cecib import CECIB, finishing, fitting, posing
from cecib.criteria import evidence
from cecib.families import FixedMean, FixedSpherical
from cecib.search import keeping


@pytest.fixture(scope="module")
def blobs():
    rng = np.random.default_rng(0)
    truth = np.arange(240) % 3
    return np.array([[0, 0, 0], [8, 0, 3], [0, 9, -3]])[truth] + rng.normal(size=(240, 3)), truth


def test_a_given_prior_and_start_need_no_pilot(blobs, monkeypatch):
    """The search goes down from the start, at once."""
    X, truth = blobs
    other = CECIB(random_state=0).fit(X[::2])

    def refuse(*_):
        raise AssertionError("a pilot was run")

    monkeypatch.setattr(evidence, "run_pilot", refuse)
    start = np.where(np.arange(240) < 200, truth, (truth + 1) % 3)
    model = CECIB(prior=other.prior_, init=start).fit(X)
    assert model.cost_ < CECIB(prior=other.prior_).cost(X, start) - 0.1
    assert model.prior_ == other.prior_
    with pytest.raises(AssertionError, match="pilot"):
        CECIB(init=start).fit(X)


@pytest.mark.parametrize("family", ["full", "auto", "diag", FixedSpherical(1.0)], ids=str)
def test_the_end_of_a_fit_is_a_fixed_point(blobs, family):
    """Refitted with its own prior and labels, a model stays as it is."""
    X, _ = blobs
    model = CECIB(family=family, random_state=0).fit(X)
    again = CECIB(family=family, prior=model.prior_, init=model.labels_).fit(X)
    np.testing.assert_array_equal(again.labels_, model.labels_)
    assert again.cost_ == pytest.approx(model.cost_, rel=1e-12)
    assert again.prior_.nu == model.prior_.nu
    np.testing.assert_allclose(again.prior_.scale, model.prior_.scale, rtol=1e-14)
    assert again.n_iter_ == 1


def test_the_cost_of_a_model_that_is_not_fitted(blobs):
    """ "evidence" needs a prior and says so; with one, and under "entropy", nothing else is needed."""
    X, truth = blobs
    with pytest.raises(NotFittedError, match="needs a prior"):
        CECIB().cost(X, truth)
    model = CECIB(init=truth).fit(X)
    assert CECIB(prior=model.prior_).cost(X, truth) == pytest.approx(model.cost(X, truth))
    assert np.isfinite(CECIB(criterion="entropy").cost(X, truth))


def starts_of(X, **parameters):
    seen = set()
    CECIB(random_state=0, callback=lambda progress: seen.add(progress.n_init), **parameters).fit(X)
    (number,) = seen
    return number


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({}, 16),
        ({"n_clusters": 3}, 10),
        ({"criterion": "entropy"}, 10),
        ({"n_init": 3}, 3),
        ({"n_clusters": 3, "n_init": 1}, 1),
        ({"init": np.arange(240) % 3, "n_init": 7}, 1),
    ],
    ids=["found", "given", "entropy", "asked for", "one", "an array"],
)
def test_the_number_of_starts(blobs, parameters, expected):
    """By default more when the number of clusters is searched for; an array is one start."""
    assert starts_of(blobs[0], **parameters) == expected


def test_fewer_starts_for_many_rows(blobs):
    """Above 4,000 rows."""
    X = np.random.default_rng(0).normal(size=(4_001, 1))
    assert starts_of(X, max_iter=50) == 4


def test_the_first_start_is_the_pilot_s(blobs):
    """So a single start depends on no seed."""
    X, _ = blobs
    labels = [CECIB(n_init=1, random_state=seed).fit(X).labels_ for seed in range(3)]
    for other in labels[1:]:
        np.testing.assert_array_equal(labels[0], other)


def test_clusters_come_by_size(blobs):
    """The largest first; equal ones by their first coordinate."""
    X, truth = blobs
    model = CECIB(init=truth).fit(X)
    assert len(set(model.weights_)) == 1
    assert (np.diff(model.means_[:, 0]) > 0).all()
    fewer = np.concatenate([X[truth == 2], X[truth == 1][:60], X[truth == 0][:40]])
    assert CECIB(3, random_state=0).fit(fewer).labels_[[0, 80, 140]].tolist() == [0, 1, 2]


def test_families_restricted_to_columns_that_vary():
    """A constant column is left out of known parameters too; the prior is for the others."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=90), np.full(90, 5.0), rng.normal(size=90)])
    model = CECIB(1, family=FixedMean([0.0, 5.0, 0.0]), random_state=0).fit(X)
    assert model.prior_.mean.shape == (2,)
    np.testing.assert_allclose(model.means_[0], [0, 5, 0])


@pytest.fixture(scope="module")
def overlapping():
    rng = np.random.default_rng(50)
    labels = rng.integers(50, size=10_000).astype(np.int32)
    centres, widths = rng.normal(scale=2.0, size=(50, 8)), rng.uniform(0.5, 1.5, size=(50, 1))
    return centres[labels] + rng.normal(size=(10_000, 8)) * widths[labels]


def test_clusters_that_overlap_are_sought_in_more_rows(overlapping, monkeypatch):
    """A few thousand rows take some of them for one."""
    found = CECIB(random_state=0).fit(overlapping)
    monkeypatch.setattr(fitting, "enlarged", lambda settings, trust, found, *_: found)
    fewer = CECIB(random_state=0).fit(overlapping)
    assert found.n_clusters_ > fewer.n_clusters_
    assert found.cost_ < fewer.cost_


def test_a_stop_in_a_larger_sample_keeps_what_was_found(overlapping, monkeypatch):
    monkeypatch.setattr(finishing, "pose", lambda *given: (keeper.stop(), posing.pose(*given))[1])
    with keeping() as keeper, pytest.warns(ConvergenceWarning, match="stopped on request"):
        model = CECIB(random_state=0).fit(overlapping)
    assert model.cost(overlapping, model.labels_) == pytest.approx(model.cost_, rel=1e-9)


def test_as_many_categories_as_directions_may_need_more_than_half_of_them():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(350, 6)), np.arange(350) % 7
    X[:, :5] += rng.normal(size=(7, 5))[y]
    tried = CECIB(random_state=0).fit(X, y).space_path_
    assert 4 in tried.directions
