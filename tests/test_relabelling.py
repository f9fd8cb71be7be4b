"""Other labels for the rows of a fit: a quick answer from its clusters."""

import numpy as np
import pytest

from cecib import CECIB
from cecib.input_errors import InputError


@pytest.fixture(scope="module")
def near():
    """Two groups that lie so near that only labels tell them apart, and one far away."""
    rng = np.random.default_rng(0)
    group = np.arange(3000) % 3
    X = rng.normal(size=(3000, 2)) + np.array([[0, 0], [2.6, 0], [20, 20]])[group]
    return X, group, CECIB(random_state=0).fit(X)


def labels_of(group, some=900):
    y = np.array(["left", "right", None], dtype=object)[group]
    y[some:] = None
    return y


def test_the_same_labels_give_the_same_clusters(near):
    X, _, model = near
    again = model.relabelled(X)
    assert again.labels_.tolist() == model.labels_.tolist()
    assert again.cost_ == pytest.approx(model.cost_, rel=1e-12)


def test_a_cluster_in_which_labels_disagree_is_divided_if_that_is_cheaper(near):
    X, group, model = near
    y = labels_of(group)
    other = model.relabelled(X, y)
    assert (model.n_clusters_, other.n_clusters_) == (2, 3)
    assert other.cost(X, other.labels_, y) == pytest.approx(other.cost_, rel=1e-9)
    assert other.cost_ < other.cost(X, model.labels_, y)
    assert (other.predict_category(X[group == 0]) == "left").mean() > 0.85


def test_a_few_labels_divide_nothing(near):
    X, group, model = near
    assert model.relabelled(X, labels_of(group, 9)).n_clusters_ == 2


def test_beta_says_how_much_labels_count(near):
    X, group, model = near
    other = model.relabelled(X, labels_of(group), beta=0)
    assert (other.n_clusters_, other.beta_, other.beta) == (2, 0.0, 0.0)
    assert model.relabelled(X, labels_of(group), beta=5).beta_ == 5.0
    assert model.relabelled(X, labels_of(group)).beta_ == model.beta_


def test_the_model_itself_stays_as_it_was(near):
    X, group, model = near
    before = model.labels_.copy(), model.cost_, model.n_clusters_, model.categories_.tolist()
    model.relabelled(X, labels_of(group))
    after = model.labels_, model.cost_, model.n_clusters_, model.categories_.tolist()
    assert before[1:] == after[1:]
    assert np.array_equal(before[0], after[0])


def test_all_that_a_model_tells_it_tells(near, tmp_path):
    X, group, model = near
    y = labels_of(group)
    other = model.relabelled(X, y)
    assert other.categories_.tolist() == ["left", "right"]
    assert other.category_counts_.sum() == 600
    found = other.findings(X, y)
    assert {one.category for one in found.clusters} == {"left", "right", None}
    assert "left" in str(other.tree())
    other.save(tmp_path / "model.cecib")
    loaded = CECIB.load(tmp_path / "model.cecib")
    assert loaded.labels_.tolist() == other.labels_.tolist()
    assert loaded.relabelled(X, y).labels_.tolist() == other.relabelled(X, y).labels_.tolist()


def test_labels_of_the_fit_can_be_taken_back():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 2)) + 9 * (np.arange(300) % 3)[:, None]
    y = np.array(["a", "b", "c"], dtype=object)[np.arange(300) % 3]
    model = CECIB(random_state=0).fit(X, y)
    other = model.relabelled(X)
    assert other.categories_.tolist() == []
    assert other.cluster_categories_.tolist() == [-1, -1, -1]


def test_labels_at_several_levels_are_answered():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 2)) + 9 * (np.arange(300) % 3)[:, None]
    y = [("animal", "cat"), ("animal", None), ("plant", None)] * 100
    other = CECIB(random_state=0).fit(X).relabelled(X, y)
    assert other.predict_category(X[:3]).tolist() == [["animal", "cat"], ["animal", None], ["plant", None]]


@pytest.mark.parametrize("space", [None, 2])
def test_the_space_is_that_of_the_fit(space):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 6)) + 9 * (np.arange(400) % 4 == 0)[:, None]
    model = CECIB(subspace=space, random_state=0).fit(X)
    other = model.relabelled(X, np.where(np.arange(400) < 40, np.arange(400) % 4 == 0, -1))
    assert other.space_ is model.space_
    assert other.n_clusters_ == 2


def test_other_rows_are_refused(near):
    X, _, model = near
    with pytest.raises(InputError, match="must have the 3000 rows of the fit, got 100"):
        model.relabelled(X[:100])
    with pytest.raises(InputError, match="are not those of the fit"):
        model.relabelled(X[::-1] + 1)
    with pytest.raises(InputError, match="beta must be"):
        model.relabelled(X, beta=-1)
