"""The tree of clusters: exact merges, a SciPy linkage that keeps categories together, and cuts that are models."""

import pickle

import numpy as np
import pytest
from scipy.cluster.hierarchy import dendrogram, fcluster, is_monotonic, is_valid_linkage
from sklearn.base import clone

from cecib import CECIB
from cecib.families import Diagonal, Full, Spherical
from cecib.merges import Merge
from cecib.reading.tree import Growth, Tree
from cecib.reading.tree_words import Leaf
from gaussian_families import PAIRS, make_family

PLACES = np.array([[0, 0, 0], [6, 0, 0], [0, 7, 0], [30, 0, 0], [36, 2, 0], [0, 40, 5.0]])


def groups(n=40, d=3, seed=0, scale=1.0):
    """Six groups, of which the first three, the next two and the last belong together; the last has no labels."""
    rng = np.random.default_rng(seed)
    classes = np.arange(6 * n) % 6
    X = (np.hstack([PLACES, np.zeros((6, d))])[:, :d][classes] + rng.normal(size=(6 * n, d))) * scale
    names = np.array(["seeds", "seeds", "seeds", "insects", "insects", None], dtype=object)
    y = np.where(rng.random(6 * n) < 0.4, names[classes], None)
    return X, y, classes


def start(classes, **parameters):
    """A model whose clusters are the classes, or near them."""
    return CECIB(init=classes, random_state=0, **parameters)


@pytest.fixture(scope="module")
def fitted():
    X, y, classes = groups()
    return start(classes).fit(X, y), X, y


def merged_labels(tree, model, step):
    """The labels of the fit after so many merges."""
    k = model.n_clusters_
    return tree.groups(k - step)[model.labels_]


def assert_exact(model, X, y, weights=None):
    """Each merge costs what the oracle says, to nine digits of the cost."""
    tree, k = model.tree(), model.n_clusters_
    total = len(X) if weights is None else weights.sum()
    costs = [model.cost(X, merged_labels(tree, model, step), y, weights) for step in range(k)]
    np.testing.assert_allclose(tree.costs, costs, rtol=1e-9, atol=1e-9)
    size = np.maximum(np.abs(tree.nats), abs(model.cost_) * total * 1e-3)
    assert (np.abs(np.diff(costs) * total - tree.nats) <= 1e-9 * size + 1e-9).all()
    return tree


def kingdoms():
    """Two animals beside each other, two plants far from them, labelled at two levels."""
    rng = np.random.default_rng(0)
    X = np.repeat([[0, 0], [7, 0], [60, 0], [60, 20.0]], 50, axis=0) + rng.normal(size=(200, 2))
    species = np.array([["animal", "cat"], ["animal", "dog"], ["plant", "oak"], ["plant", "rose"]], dtype=object)
    return X, np.repeat(species, 50, axis=0)


def test_merges_say_at_which_level_they_cross():
    """Two within a kingdom, and one across kingdoms; the sentences name the categories of that level."""
    model = CECIB(random_state=0).fit(*kingdoms())
    tree = model.tree()
    assert [tree.growth.crossed(merge) for merge in tree.growth.merges] == ["level 2", "level 2", "level 1"]
    fine, coarse = str(tree).splitlines()[-2:]
    assert fine.startswith("Between categories of level 2: animal / cat and animal / dog are ")
    assert coarse.startswith("Between categories of level 1: animal and plant are apart (")


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
def test_merges_are_exact_for_every_family(kind, criterion):
    X, y, classes = groups(d=2, scale=[1, 64])
    family = make_family(kind, X, np.random.default_rng(1))
    model = start(classes, family=family, criterion=criterion, beta=0.7).fit(X, y)
    assert model.n_clusters_ > 2
    assert_exact(model, X, y)


@pytest.mark.parametrize("criterion", ["evidence", "entropy"])
def test_merges_are_exact_with_weights(criterion):
    X, y, classes = groups()
    weights = np.random.default_rng(3).exponential(size=len(X)) + 0.05
    weights[::17] = 0.0
    model = start(classes, criterion=criterion, beta=1.3).fit(X, y, weights)
    assert_exact(model, X, y, weights)


def test_merges_are_exact_in_a_subspace():
    X, y, classes = groups(d=9)
    model = start(classes, subspace=2, beta=1.0).fit(X, y)
    assert model.subspace_.shape == (9, 2)
    assert_exact(model, X, y)


def test_merges_are_exact_for_coarse_columns():
    X, y, classes = groups()
    model = start(classes).fit(X.round(), y)
    assert model.prior_.cell is not None
    assert_exact(model, X.round(), y)


def test_merges_are_exact_far_from_the_origin():
    X, y, classes = groups()
    model = start(classes).fit(X + 1e6, y)
    tree = model.tree()
    costs = [model.cost(X + 1e6, merged_labels(tree, model, step), y) for step in range(model.n_clusters_)]
    np.testing.assert_allclose(tree.costs, costs, rtol=1e-7)


def test_a_merge_of_two_families_is_of_the_cheaper():
    """The cost of the cut is that of its clusters, each with the family that it says it has."""
    X, y, classes = groups()
    families = [Full(), Diagonal(), Spherical(), Full(), Diagonal(), Spherical()]
    model = start(classes, family=families, criterion="entropy").fit(X, y)
    assert model.n_clusters_ == 6
    tree = model.tree()
    for n in range(1, 7):
        cut = model.cut(n)
        assert cut.cost(X, cut.labels_, y) == pytest.approx(cut.cost_, rel=1e-9)
        assert cut.cost_ == pytest.approx(tree.costs[6 - n], rel=1e-9)


def test_merges_are_the_cheapest_of_their_turn(fitted):
    """By brute force, with the oracle: no pair of one category, or later no pair at all, would have cost less."""
    model, X, y = fitted
    tree, k = model.tree(), model.n_clusters_
    for step in range(k - 1):
        labels = merged_labels(tree, model, step)
        counts = np.array([[(y[labels == c] == name).sum() for name in ("insects", "seeds")] for c in range(k - step)])
        own = np.where(counts.any(axis=1), counts.argmax(axis=1), -1)
        pairs = [(a, b) for b in range(k - step) for a in range(b) if own[a] == own[b] or not tree.within[step]]
        costs = [model.cost(X, np.where(labels == b, a, labels), y) for a, b in pairs]
        assert min(costs) == pytest.approx(tree.costs[step + 1], rel=1e-9)


def test_it_is_a_linkage(fitted):
    model, _, _ = fitted
    tree, k = model.tree(), model.n_clusters_
    assert tree.shape == (k - 1, 4)
    assert tree.dtype == np.float64
    assert is_valid_linkage(tree, throw=True)
    assert is_monotonic(tree)
    assert (np.diff(tree[:, 2]) > 0).all()
    assert sorted(dendrogram(tree, no_plot=True)["leaves"]) == list(range(k))
    np.testing.assert_allclose(tree[:, 2], np.cumsum(tree.nats), rtol=1e-8)


def as_partition(labels):
    return {frozenset(np.flatnonzero(labels == one).tolist()) for one in set(labels.tolist())}


def test_scipy_cuts_where_we_cut(fitted):
    model, _, _ = fitted
    tree = model.tree()
    for n in range(1, model.n_clusters_ + 1):
        ours = as_partition(tree.groups(n))
        assert as_partition(fcluster(tree, n, "maxclust")) == ours
        height = 0.0 if n == model.n_clusters_ else tree[model.n_clusters_ - n - 1, 2]
        assert as_partition(fcluster(tree, height, "distance")) == ours


def test_categories_stay_together_before_they_mix(fitted):
    model, _, _ = fitted
    tree = model.tree()
    assert tree.within.tolist() == [True] * 3 + [False] * 2
    at_three = fcluster(tree, 3, "maxclust")
    for group in set(at_three):
        assert len({str(one) for one in tree.categories[at_three == group]}) == 1


def test_merges_that_lower_the_cost_keep_heights_in_order():
    """One Gaussian in eight start clusters under the paper's criterion: merges gain; any number can still be cut."""
    X = np.random.default_rng(0).normal(size=(600, 2))
    model = CECIB(8, criterion="entropy", random_state=0, n_init=1).fit(X)
    tree = model.tree()
    assert (tree.nats < 0).any()
    assert is_valid_linkage(tree, throw=True)
    assert (np.diff(tree[:, 2]) > 0).all()
    for n in range(1, model.n_clusters_ + 1):
        assert len(set(fcluster(tree, n, "maxclust"))) == n


def test_words(fitted):
    model, _, _ = fitted
    text = str(model.tree())
    assert text == model.tree().describe()
    seeds, insects, new, between = text.splitlines()
    assert seeds.startswith("seeds: three kinds, ")
    assert " join" in seeds
    assert insects.startswith("insects: two kinds, ")
    assert new.startswith("no label: one kind, ")
    assert between.startswith("Between categories: ")


def test_near_means_few_nats_for_each_point():
    """The same nats are little for large clusters and much for small ones."""
    X = np.vstack([np.random.default_rng(0).normal(c, 1, (100, 1)) for c in (0, 5, 100)])
    text = str(CECIB(init=np.arange(300) // 100, random_state=0).fit(X).tree())
    assert text.startswith("Three clusters, 0, 1 and 2; ")
    assert " are near (" in text
    far = np.vstack([X[:100], X[200:]])
    assert str(CECIB(init=np.arange(200) // 100, random_state=0).fit(far).tree()).startswith(
        "Two clusters, 0 and 1, apart ("
    )


def test_one_cluster():
    X = np.random.default_rng(0).normal(size=(50, 2))
    model = CECIB(1).fit(X)
    tree = model.tree()
    assert tree.shape == (0, 4)
    assert tree.costs == pytest.approx([model.cost_])
    assert tree.groups(1).tolist() == [0]
    assert str(tree) == "One cluster: there is nothing to merge."
    assert model.cut(1).cost_ == pytest.approx(model.cost_)


def test_parts_of_a_tree_are_arrays(fitted):
    tree = fitted[0].tree()
    assert "[" in str(tree[:2])
    assert float((tree[:, 2] * 2).sum()) == pytest.approx(2 * tree[:, 2].sum())
    with pytest.raises(ValueError, match="ask the whole tree"):
        tree[:2].describe()
    assert tree.copy().describe() == tree.describe()
    assert type(tree * 2) is np.ndarray
    assert type(tree == tree) is np.ndarray
    assert isinstance(tree.max(), float)


def test_trees_are_pickled(fitted):
    tree = fitted[0].tree()
    again = pickle.loads(pickle.dumps(tree))
    np.testing.assert_array_equal(again, tree)
    assert again.describe() == tree.describe()


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6])
def test_a_cut_is_a_model(fitted, n, tmp_path):
    model, X, y = fitted
    cut = model.cut(n)
    assert cut.n_clusters_ == n
    assert cut.cost_ == pytest.approx(cut.cost(X, cut.labels_, y), rel=1e-9)
    assert sum(cut.cost_terms_) == pytest.approx(cut.cost_)
    assert np.bincount(cut.labels_).tolist() == sorted(np.bincount(cut.labels_), reverse=True)
    np.testing.assert_allclose(cut.weights_, np.bincount(cut.labels_) / len(X))
    for c in range(n):
        np.testing.assert_allclose(cut.means_[c], X[cut.labels_ == c].mean(axis=0), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(cut.covariances_[c], np.cov(X[cut.labels_ == c].T, bias=True), rtol=1e-8, atol=1e-9)
    assert cut.category_counts_.sum() == model.category_counts_.sum()
    assert cut.predict(X).shape == (len(X),)
    assert cut.predict_category_proba(X[:3]).shape == (3, 2)
    assert len(cut.findings(X, y).clusters) == n
    assert len(set(zip(model.labels_.tolist(), cut.labels_.tolist(), strict=True))) == model.n_clusters_
    cut.save(tmp_path / "m")
    again = CECIB.load(tmp_path / "m")
    np.testing.assert_array_equal(again.predict_proba(X), cut.predict_proba(X))
    assert again.cost_ == cut.cost_
    np.testing.assert_equal(clone(cut).get_params(), model.get_params())


def test_cuts_are_nested(fitted):
    """The tree of a cut goes on where the cut was made."""
    model, _, _ = fitted
    tree = model.tree()
    np.testing.assert_allclose(model.cut(4).tree().costs, tree.costs[2:], rtol=1e-12)
    np.testing.assert_array_equal(model.cut(4).cut(2).labels_, model.cut(2).labels_)
    np.testing.assert_array_equal(model.cut(6).labels_, model.labels_)


def test_the_fit_is_left_alone(fitted):
    model, _, _ = fitted
    before = pickle.dumps(model)
    model.cut(2)
    model.tree()
    assert pickle.dumps(model) == before


def test_rows_settle_in_a_cut():
    """A cut leaves rows on the wrong side of its border; with the rows at hand they move, and the cost falls."""
    X = np.random.default_rng(0).uniform(size=(600, 2))
    model = CECIB(9, criterion="entropy", random_state=0, n_init=1).fit(X)
    plain, polished = model.cut(3), model.cut(3, X)
    assert polished.cost_ < plain.cost_
    assert polished.n_clusters_ == 3
    assert polished.cost_ == pytest.approx(polished.cost(X, polished.labels_), rel=1e-9)


@pytest.mark.parametrize("n", [0, -1, 2.5, "3", True, None, np.nan])
def test_a_bad_number_gets_a_sentence(fitted, n):
    with pytest.raises(ValueError, match="n must be an integer from 1 to 6, got"):
        fitted[0].cut(n)


def test_more_clusters_are_for_refine(fitted):
    with pytest.raises(ValueError, match=r"at most the number of clusters, 6, got 7.*use refine\(n_clusters=7\)"):
        fitted[0].cut(7)


def test_a_cut_of_other_rows_gets_a_sentence(fitted):
    model, X, y = fitted
    with pytest.raises(ValueError, match="must have the 240 rows of the fit, got 3"):
        model.cut(2, X[:3])
    with pytest.raises(ValueError, match="are not those of the fit"):
        model.cut(2, X[::-1], y)
    with pytest.raises(ValueError, match="are not those of the fit"):
        model.cut(2, X.copy())  # without its labels


def test_labels_drawn_by_lot_make_no_categories():
    """They would put far groups together; the tree says that it leaves them aside, and is that of no labels."""
    X, _, classes = groups()
    y = np.random.default_rng(5).choice(["seeds", "insects"], len(X)).astype(object)
    model = start(classes, beta=0).fit(X, y)
    tree = model.tree()
    assert tree.describe().endswith("Labels do not go with the clusters: categories are left aside.")
    assert tree.within.all()
    assert as_partition(tree.groups(3)) == as_partition(
        start(classes, beta=0, prior=model.prior_).fit(X).tree().groups(3)
    )


def test_large_trees_have_short_words():
    leaves = tuple(Leaf(c, None, 1.0) for c in range(60))
    merges = tuple(Merge(c, 60 + c - 1 if c else 59, 1.0, True) for c in range(59))
    assert len(str(Tree.of(Growth(merges, leaves, 0.0, 60.0)))) < 200
