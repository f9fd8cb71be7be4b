"""Every method that tells something, on every kind of fit: levels, sets, groups, pairs, weights, spaces, files."""

import pickle

import numpy as np
import pytest

from cecib import CECIB

N, K = 180, 3


def rows(d=3):
    truth = np.arange(N) % K
    X = np.random.default_rng(0).normal(size=(N, d))
    X[:, 0] += 9.0 * truth
    return X, truth


def plain_labels(truth):
    return np.where(np.arange(N) % 4 == 0, np.array(["a", "b", "c"], dtype=object)[truth], None)


def level_labels(truth):
    """Coarse labels of all rows, fine ones of a few, with gaps above some of these."""
    coarse = np.array(["x", "x", "y"], dtype=object)[truth]
    coarse[::7] = None
    return np.column_stack([coarse, plain_labels(truth)])


def set_labels(truth):
    y = plain_labels(truth)
    y[8] = frozenset({"a", "b"})
    y[9] = frozenset({"a", "b"})
    return y


TRUTH = rows()[1]
GROUPS = np.where(np.arange(N) < 60, np.arange(N) // 12 * K + TRUTH, -1)
APART = [(0, 1), (2, 3), (100, 103)]  # the last two are of one group of the truth
FITS = {
    "plain": ({}, {"y": plain_labels(TRUTH)}),
    "no labels": ({}, {}),
    "levels": ({}, {"y": level_labels(TRUTH)}),
    "sets": ({}, {"y": set_labels(TRUTH)}),
    "groups": ({}, {"y": plain_labels(TRUTH), "groups": GROUPS}),
    "apart": ({}, {"y": plain_labels(TRUTH), "apart": APART}),
    "levels, groups, apart": ({}, {"y": level_labels(TRUTH), "groups": GROUPS, "apart": APART}),
    "weights": ({}, {"y": plain_labels(TRUTH), "sample_weight": 1.0 + np.arange(N) % 3}),
    "subspace": ({"subspace": 2}, {"y": plain_labels(TRUTH)}),
    "entropy": ({"criterion": "entropy", "n_clusters": 3}, {"y": plain_labels(TRUTH)}),
    "diagonal": ({"family": "diag"}, {"y": level_labels(TRUTH)}),
}


def fitted(name):
    parameters, given = FITS[name]
    X, _ = rows()
    return X, given, CECIB(random_state=0, **parameters).fit(X, **given)


def again(model, way, tmp_path):
    if way == "pickled":
        return pickle.loads(pickle.dumps(model))
    if way == "loaded":
        model.save(tmp_path / "m.cecib")
        return CECIB.load(tmp_path / "m.cecib")
    return model


@pytest.mark.parametrize("way", ["fitted", "pickled", "loaded"])
@pytest.mark.parametrize("name", FITS)
def test_everything_is_told(name, way, tmp_path):
    """Nothing raises, and what is told has the right form."""
    X, given, model = fitted(name)
    model, y = again(model, way, tmp_path), given.get("y")
    k = model.n_clusters_
    assert k == K
    assert len(model.findings(X, y).clusters) == k
    asked = model.ask(X, y, 5)
    assert len({one.row for one in asked}) == len(asked)
    assert model.tree().shape == (k - 1, 4)
    assert model.tree().describe()
    assert model.cut(2).tree().shape == (1, 4)
    assert len(model.shapes(X)) == k
    assert ((model.predict_new_proba(X) >= 0) & (model.predict_new_proba(X) <= 1)).all()
    own = {key: value for key, value in given.items() if key in ("y", "sample_weight")}
    assert model.refine(0, X, **own).n_clusters_ == k + 1
    model.report(X, y, tmp_path / "fit.html")
    page = (tmp_path / "fit.html").read_text(encoding="utf-8")
    assert f"fall into {k} clusters" in page


@pytest.mark.parametrize("name", FITS)
def test_costs_agree(name):
    """The cost of a coarser and of a finer model is that of its partition, by plain NumPy, pairs included."""
    X, given, model = fitted(name)
    y, weight, apart = given.get("y"), given.get("sample_weight"), given.get("apart")
    own = {key: value for key, value in given.items() if key in ("y", "sample_weight")}
    for other in (model, model.cut(2), model.refine(0), model.refine(1, X.copy(), **own)):
        assert other.cost_ == pytest.approx(other.cost(X, other.labels_, y, weight, apart=apart), rel=1e-9)
        if "groups" in given:
            assert all(len(set(other.labels_[group == GROUPS])) == 1 for group in set(GROUPS) - {-1})
    pairs = model.kept_bonds.apart_weight * len(model.violated_pairs_) / model.clusters_.summaries.weights.sum()
    assert model.tree().costs[0] == pytest.approx(model.cost_ - pairs, rel=1e-12)
    without = model.cut(2).cost(X, model.cut(2).labels_, y, weight)
    assert model.tree().costs[1] == pytest.approx(without, rel=1e-9)


def test_pairs_of_a_coarser_model_are_counted_anew():
    X, _, model = fitted("apart")
    assert {tuple(pair) for pair in model.violated_pairs_.tolist()} <= {(100, 103)}
    one = model.cut(1)
    assert len(one.violated_pairs_) == len(APART)
    assert len(one.findings(X).violated_pairs) == len(APART)


def test_gaps_are_no_differences():
    """A group in which one row is known coarsely and another finely is not mixed."""
    X, _ = rows()
    y = np.array([("x", "a"), ("x", None), (None, None)] * (N // 3), dtype=object)
    groups = np.arange(N) // 3
    assert len(CECIB(random_state=0).fit(X, y, groups=groups).findings(X, y).mixed_groups) == 0
    y[1] = ("y", None)
    assert [own.tolist() for own in CECIB(random_state=0).fit(X, y, groups=groups).findings(X, y).mixed_groups] == [
        [0, 1, 2]
    ]


def test_levels_that_do_not_go_with_clusters_are_left_aside():
    """Fine names drawn by lot do not keep the coarse ones from being heard."""
    X, truth = rows()
    fine = np.random.default_rng(1).permutation(np.arange(N) % 60).astype(object)
    y = np.column_stack([np.array(["x", "x", "y"], dtype=object)[truth], fine])
    tree = CECIB(random_state=0, beta=1.0).fit(X, y).tree()
    assert set(tree.categories) == {"x", "y"}
    assert "drawn by lot" not in tree.describe()
    assert tree.within.tolist() == [True, False]


def test_a_ring_with_fine_labels_on_one_side_is_one_shape():
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, 2 * np.pi, 800)
    X = np.column_stack([np.cos(angle), np.sin(angle)]) + rng.normal(0, 0.1, (800, 2))
    y = np.column_stack([np.full(800, "animal", dtype=object), np.where(X[:, 0] < 0, "cat", None)])
    model = CECIB(random_state=0, subspace=None, beta=0.0).fit(X, y)
    assert len(set(model.shapes().tolist())) == len(set(CECIB(random_state=0).fit(X).shapes().tolist()))


def test_labels_that_say_nothing_new():
    """Fine labels of one category and no coarse ones: there is nothing to judge."""
    X, _ = rows()
    y = np.full((N, 2), None, dtype=object)
    y[:10, 1] = "s"
    found = CECIB(random_state=0).fit(X, y).findings(X, y)
    assert len(found.labels.row) == 0


@pytest.mark.parametrize("n", [1, 5])
def test_a_page_of_equal_rows(tmp_path, n):
    X = np.ones((n, 4))
    CECIB(random_state=0).fit(X).report(X, None, tmp_path / "fit.html")
    assert "nan" not in (tmp_path / "fit.html").read_text(encoding="utf-8")


def test_a_file_keeps_what_a_pair_costs(tmp_path):
    X, _ = rows()
    model = CECIB(random_state=0).fit(X, apart=[(0, 3)], apart_weight=1.0)
    model.save(tmp_path / "m.cecib")
    loaded = CECIB.load(tmp_path / "m.cecib")
    assert loaded.cost(X, model.labels_, apart=[(0, 3)]) == pytest.approx(model.cost_, rel=1e-9)


def test_rows_of_weight_0_go_with_their_groups():
    X, _ = rows()
    weights = np.ones(N)
    weights[1] = 0.0
    model = CECIB(random_state=0).fit(X, None, weights, groups=[(0, 1)])
    for other in (model, model.cut(3), model.cut(3, X, None, weights), model.refine(0)):
        assert other.labels_[0] == other.labels_[1]
