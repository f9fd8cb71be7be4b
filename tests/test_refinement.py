"""Dividing clusters further than the cost asks for, with the rows of the fit as long as they are there."""

import gc
import pickle
import weakref

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.families import Diagonal, Full
from checks import best_single_move
from gaussian_families import PAIRS, make_family


def two_groups(n=120):
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(0, 1, (n, 2)) * [4, 1], rng.normal([40, 0], 1, (n, 2))])
    return X, np.array(["oak", "elm"]).repeat(n).astype(object)


@pytest.fixture(scope="module")
def fitted():
    X, y = two_groups()
    y[::2] = None
    return CECIB(init=np.arange(240) // 120, random_state=0, beta=1).fit(X, y), X, y


def divided_part(model, finer):
    """The clusters of the finer model that one of the model has become, and whether all others stayed."""
    pairs = set(zip(model.labels_.tolist(), finer.labels_.tolist(), strict=True))
    return sorted(b for a, b in pairs if sum(one == a for one, _ in pairs) > 1), len(pairs)


@pytest.mark.parametrize("cluster", [0, 1])
def test_one_more_cluster(fitted, cluster):
    model, X, y = fitted
    finer = model.refine(cluster)
    assert finer.n_clusters_ == model.n_clusters_ + 1
    parts, n_pairs = divided_part(model, finer)
    assert len(parts) == 2
    assert n_pairs == 3
    assert set(model.labels_[np.isin(finer.labels_, parts)]) == {cluster}
    assert finer.cost_ == pytest.approx(finer.cost(X, finer.labels_, y), rel=1e-9)
    assert finer.cost_ > model.cost_  # it was not asked for
    assert np.bincount(finer.labels_).tolist() == sorted(np.bincount(finer.labels_), reverse=True)


def test_it_is_a_local_optimum_within_the_cluster(fitted):
    """No single row of the divided cluster is better off in the other part, by brute force with the oracle."""
    model, X, y = fitted
    finer = model.refine(0)
    parts, _ = divided_part(model, finer)
    inside = np.isin(finer.labels_, parts)
    rows = np.flatnonzero(inside)
    labels = np.where(finer.labels_ == parts[0], 0, 1)[rows]

    def cost(trial):
        whole = finer.labels_.copy()
        whole[rows] = np.array(parts)[trial]
        return model.cost(X, whole, y)

    least = min(20, np.bincount(labels).min())
    assert best_single_move(X[rows], labels, cost, least) >= finer.cost_ - 1e-9


def test_the_best_of_the_halves(fitted):
    """A long cluster is divided across; no division at a quantile of a feature is cheaper."""
    model, X, y = fitted
    finer = model.refine(0)
    for feature in range(2):
        for share in (0.25, 0.4, 0.5, 0.6, 0.75):
            own = model.labels_ == 0
            trial = model.labels_.copy()
            trial[own & (X[:, feature] > np.quantile(X[own, feature], share))] = 2
            assert finer.cost_ <= model.cost(X, trial, y) + 1e-9


def test_a_missed_division_lowers_the_cost():
    """Two groups that were forced into one cluster."""
    X, _ = two_groups()
    model = CECIB(1, random_state=0).fit(X)
    finer = model.refine(0)
    assert finer.cost_ < model.cost_
    assert as_sets(finer.labels_) == as_sets(np.arange(240) // 120)


def as_sets(labels):
    return {frozenset(np.flatnonzero(labels == c).tolist()) for c in np.unique(labels)}


def test_labels_guide_the_division():
    """A round cluster whose halves are labelled differently is divided between the labels, whatever their side."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 2))
    side = X @ [1.0, 2.0] > 0
    y = np.where(rng.random(300) < 0.7, np.where(side, "up", "down"), None)
    model = CECIB(1, beta=2, random_state=0).fit(X, y)
    finer = model.refine(0)
    agreement = np.mean((finer.labels_ == 0) == side)
    assert max(agreement, 1 - agreement) > 0.9
    assert finer.cost_terms_.consistency < model.cost_terms_.consistency


@pytest.mark.parametrize("n", [2, 3, 7, 12])
def test_exactly_so_many(fitted, n):
    model, X, y = fitted
    finer = model.refine(n_clusters=n)
    assert finer.n_clusters_ == n
    assert finer.cost_ == pytest.approx(finer.cost(X, finer.labels_, y), rel=1e-9)
    assert (finer.weights_ * len(X) > 2.5).all()  # no cluster of a row or two


def test_by_default_the_cheapest_is_divided(fitted):
    model = fitted[0]
    assert model.refine().cost_ == min(model.refine(c).cost_ for c in range(2))


def test_dividing_and_cutting_comes_back(fitted):
    model = fitted[0]
    np.testing.assert_array_equal(model.refine(1).cut(2).labels_, model.labels_)


def test_refined_models_go_on(fitted, tmp_path):
    model, X, y = fitted
    finer = model.refine(0).refine(0)
    assert finer.n_clusters_ == 4
    assert finer.tree().shape == (3, 4)
    finer.save(tmp_path / "m")
    again = CECIB.load(tmp_path / "m")
    np.testing.assert_array_equal(again.predict_proba(X), finer.predict_proba(X))
    with pytest.raises(ValueError, match="not at hand: give X and y"):
        again.refine(0)
    np.testing.assert_array_equal(again.refine(0, X, y).labels_, finer.refine(0).labels_)


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
def test_every_family(kind, criterion):
    X, _ = two_groups()
    family = make_family(kind, X, np.random.default_rng(1))
    model = CECIB(init=np.arange(240) // 120, family=family, criterion=criterion, random_state=0).fit(X)
    finer = model.refine(n_clusters=model.n_clusters_ + 2)
    assert finer.cost_ == pytest.approx(finer.cost(X, finer.labels_), rel=1e-9)


def test_families_of_several_kinds():
    """Each part has the family of the cluster, and summaries are of one kind."""
    X, _ = two_groups()
    model = CECIB(init=np.arange(240) // 120, family=[Full(), Diagonal()], random_state=0).fit(X)
    for cluster in range(2):
        finer = model.refine(cluster)
        names = [family.name for family in finer.families_]
        assert names.count(model.families_[cluster].name) == 2
        assert finer.cost_ == pytest.approx(finer.cost(X, finer.labels_), rel=1e-9)


def test_weights_and_rows_without():
    X, y = two_groups()
    weights = np.random.default_rng(0).exponential(size=240) + 0.1
    weights[::11] = 0.0
    model = CECIB(init=np.arange(240) // 120, random_state=0).fit(X, y, weights)
    finer = model.refine(0)
    assert finer.cost_ == pytest.approx(finer.cost(X, finer.labels_, y, weights), rel=1e-9)
    assert divided_part(model, finer)[1] == 3
    np.testing.assert_array_equal(model.refine(0, X, y, weights).labels_, finer.labels_)
    with pytest.raises(ValueError, match="sample_weight are not those of the fit"):
        model.refine(0, X.copy(), y)


def test_in_a_subspace():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 8)) + 9 * np.eye(8)[np.arange(300) % 3]
    model = CECIB(init=np.arange(300) % 3, subspace=2, random_state=0).fit(X)
    finer = model.refine(0)
    assert finer.cost_ == pytest.approx(finer.cost(X, finer.labels_), rel=1e-9)


def test_same_seed_same_answer_whatever_the_threads(fitted):
    _, X, y = fitted
    one, two = (
        CECIB(init=np.arange(240) // 120, random_state=0, beta=1, n_jobs=n).fit(X, y).refine(n_clusters=6)
        for n in (1, 2)
    )
    np.testing.assert_array_equal(one.labels_, two.labels_)
    assert one.cost_ == two.cost_


def test_rows_are_not_kept_alive():
    X, y = two_groups()
    model = CECIB(2, random_state=0).fit(X, y)
    watched = weakref.ref(X)
    model.refine(0)
    del X
    gc.collect()
    assert watched() is None
    with pytest.raises(ValueError, match="The rows of the fit are not at hand: give X and y as they were given to fit"):
        model.refine(0)


def test_rows_are_not_pickled():
    X, y = two_groups()
    model = CECIB(2, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="not at hand"):
        pickle.loads(pickle.dumps(model)).refine(0)
    assert len(pickle.dumps(model)) < X.nbytes + 40_000


def test_data_frames_and_columns_that_are_gone():
    """A column of a frame lives only while it is asked for: its labels are known nevertheless."""
    X, y = two_groups()
    frame = pd.DataFrame(X, columns=["a", "b"])
    labels = pd.DataFrame({"y": y})
    model = CECIB(2, random_state=0).fit(frame, labels["y"])
    finer = model.refine(0)
    assert finer.cost_ == pytest.approx(finer.cost(frame, finer.labels_, y), rel=1e-9)


def test_lists_cannot_be_remembered():
    X, y = two_groups()
    model = CECIB(2, random_state=0).fit(X.tolist(), y)
    with pytest.raises(ValueError, match="not at hand"):
        model.refine(0)
    assert model.refine(0, X.tolist(), y).n_clusters_ == 3


def test_rows_that_have_changed_are_noticed():
    X, y = two_groups()
    model = CECIB(2, random_state=0).fit(X, y)
    X[:, 0] *= 2
    with pytest.raises(ValueError, match="X, y and sample_weight are not those of the fit"):
        model.refine(0)


@pytest.mark.parametrize("cluster", [-1, 2, 1.5, "a", True])
def test_no_such_cluster(fitted, cluster):
    with pytest.raises(ValueError, match="cluster must be the number of a cluster, from 0 to 1, got"):
        fitted[0].refine(cluster)


def test_bad_numbers(fitted):
    with pytest.raises(ValueError, match=r"at least the number of clusters, 2, got 1: for fewer use cut\(1\)"):
        fitted[0].refine(n_clusters=1)
    with pytest.raises(ValueError, match="n_clusters must be an integer"):
        fitted[0].refine(n_clusters=2.5)
    with pytest.raises(ValueError, match="not both"):
        fitted[0].refine(0, n_clusters=3)


def test_rows_that_cannot_be_divided():
    model = CECIB(1, random_state=0).fit(np.ones((20, 2)))
    with pytest.raises(ValueError, match="Cluster 0 cannot be divided: its 20 rows are too few, or equal"):
        model.refine(0, np.ones((20, 2)))
    with pytest.raises(ValueError, match="None of the 1 clusters can be divided"):
        model.refine(n_clusters=2, X=np.ones((20, 2)))
    with pytest.raises(ValueError, match="None of the"):
        CECIB(1, random_state=0).fit(np.arange(6.0)[:, None]).refine(n_clusters=7, X=np.arange(6.0)[:, None])


def test_many_rows():
    """Beyond 5,000 rows points are judged in blocks."""
    X = np.random.default_rng(0).normal(size=(9000, 2)) * [5, 1]
    model = CECIB(1, random_state=0).fit(X)
    finer = model.refine()
    assert finer.cost_ == pytest.approx(finer.cost(X, finer.labels_), rel=1e-9)
