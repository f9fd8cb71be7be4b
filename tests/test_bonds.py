"""Groups of rows that belong together, and pairs that should be apart: what is read, and what a fit makes of it."""

import pickle
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.bonds import Bonds, read_bonds
from cecib.cost import APART_WEIGHT
from cecib.input_errors import InputError
from cecib.trust.sample import hidden_together, sampled_rows
from checks import assert_never_rises, assert_whole, best_unit_move, units_of

N = 6


def groups_of(groups, n=N):
    bonds = read_bonds(groups, None, 1.0, n)
    return None if bonds is None else bonds.groups.tolist()


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ([0, 0, -1, 1, 1, -1], [0, 0, -1, 1, 1, -1]),
        (np.array([7, 7, np.nan, 3, 3, -1]), [0, 0, -1, 1, 1, -1]),
        (["a", "a", None, "b", "b", None], [0, 0, -1, 1, 1, -1]),
        (pd.Series(["a", "a", pd.NA, "b", "b", "c"]), [0, 0, -1, 1, 1, -1]),
        (np.array([[1], [1], [2], [2], [3], [-1]]), [0, 0, 1, 1, -1, -1]),
        ([(0, 5), (5, 3)], [0, -1, -1, 0, -1, 0]),
        ([[0, 1, 2], [4], []], [0, 0, 0, -1, -1, -1]),
        ([{0, 1}, range(3, 5)], [0, 0, -1, 1, 1, -1]),
        (np.array([[0, 5], [5, 3]]), [0, -1, -1, 0, -1, 0]),
        (pd.DataFrame({"a": [0, 5], "b": [5, 3]}), [0, -1, -1, 0, -1, 0]),
        ([0] * 6, [0] * 6),
    ],
)
def test_groups_are_read_in_all_their_forms(groups, expected):
    assert groups_of(groups) == expected


@pytest.mark.parametrize("groups", [None, [], range(6), [-1] * 6, [None] * 6, [[0], [1]], list("abcdef")])
def test_groups_of_single_rows_say_nothing(groups):
    assert groups_of(groups) is None


@pytest.mark.parametrize("apart", [[], None, np.empty((0, 2)), pd.DataFrame({"a": [], "b": []})])
def test_no_pairs_say_nothing(apart):
    assert read_bonds(None, apart, 1.0, N) is None


def test_a_pair_counts_once():
    assert read_bonds(None, [(3, 1), (1, 3), (1, 3), (0, 2)], 1.0, N).apart.tolist() == [[0, 2], [1, 3]]


BAD = {
    "too short": ({"groups": [0, 1]}, ["groups must have 6 entries", "one per row of X", "(2,)"]),
    "a table": ({"groups": np.zeros((6, 3, 2))}, ["groups", "(6, 3, 2)"]),
    "a text": ({"groups": "abcdef"}, ["groups", "shape ()"]),
    "dates": ({"groups": np.arange(6).astype("M8[D]")}, ["groups must hold names or numbers"]),
    "lists and numbers": ({"groups": [[0, 1], 3]}, ["groups must be all lists of row numbers", "got 3"]),
    "negative row": ({"groups": [(0, -2)]}, ["groups must hold row numbers", "from 0 to 5", "got -2"]),
    "row out of range": ({"groups": [(0, 6)]}, ["groups must hold row numbers", "got 6"]),
    "row of a float": ({"groups": [(0, 1.5)]}, ["groups must hold row numbers", "got 1.5"]),
    "row of a bool": ({"groups": [(0, True)]}, ["groups must hold row numbers", "got True"]),
    "row of a text": ({"groups": [("a", "b")]}, ["groups must hold row numbers", "got 'a'"]),
    "flat pairs": ({"apart": [0, 1]}, ["apart must be pairs of row numbers", "(2,)"]),
    "triples": ({"apart": [(0, 1, 2)]}, ["apart must be pairs of row numbers", "(1, 3)"]),
    "ragged": ({"apart": [(0, 1), (2,)]}, ["apart must be pairs of row numbers", "different lengths"]),
    "float pairs": ({"apart": [(0.0, 1.0)]}, ["apart must hold row numbers", "got 0.0"]),
    "half a row": ({"apart": [(3, 2.5)]}, ["apart must hold row numbers", "got 2.5"]),
    "several": ({"groups": [0] * 4 + [1] * 2, "apart": [(0, 1), (0, 5), (4, 5)]}, ["(0, 1) and (4, 5), but", "pairs,"]),
    "negative pair": ({"apart": [(0, -1)]}, ["apart must hold row numbers", "got -1"]),
    "pair out of range": ({"apart": [(0, 6)]}, ["apart must hold row numbers", "got 6"]),
    "bool pairs": ({"apart": [(True, False)]}, ["apart must hold row numbers", "got True"]),
    "missing": ({"apart": [(0, None)]}, ["apart must hold row numbers", "got None"]),
    "itself": ({"apart": [(0, 1), (2, 2)]}, ["apart has row 2 apart from itself"]),
    "within a group": ({"groups": [0, 0, 0, -1, -1, -1], "apart": [(3, 4), (0, 2)]}, ["pair (0, 2)", "groups"]),
    "closed over": ({"groups": [(0, 1), (1, 2)], "apart": [(2, 0)]}, ["pair (2, 0)", "belong together"]),
    "weight": ({"apart": [(0, 1)], "apart_weight": -1.0}, ["apart_weight must be a number of nats", "got -1.0"]),
    "no weight": ({"apart": [(0, 1)], "apart_weight": float("nan")}, ["apart_weight", "got nan"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_bonds_get_one_sentence(case):
    arguments, words = BAD[case]
    with pytest.raises(InputError) as error:
        CECIB().fit(np.arange(12.0).reshape(6, 2), **arguments)
    text = str(error.value)
    assert all(word in text for word in words), text
    assert text.count("\n") == 0
    assert text.endswith(".")


def made(n=240, k=3, seed=0, n_groups=12, size=4):
    """Gaussians that overlap, groups of rows of one of them, and pairs of rows of different ones."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(k, size=n)
    X = np.column_stack([2.5 * truth, np.zeros(n)]) + rng.normal(size=(n, 2))
    groups = np.full(n, -1)
    for number in range(n_groups):
        groups[rng.choice(np.flatnonzero((truth == number % k) & (groups < 0)), size, replace=False)] = number
    pairs = rng.integers(n, size=(60, 2))
    pairs = pairs[truth[pairs[:, 0]] != truth[pairs[:, 1]]]
    return X, truth, groups, pairs


KINDS = {
    "plain": {},
    "number": {"n_clusters": 5},
    "entropy": {"criterion": "entropy"},
    "entropy, number": {"criterion": "entropy", "n_clusters": 5},
    "diagonal": {"family": "diag"},
    "auto": {"family": "auto", "n_clusters": 4},
    "mixed": {"family": ["full", "spherical", "diag"], "n_clusters": 3},
    "labels": {"init": np.arange(240) % 4},
    "random": {"init": "random", "n_clusters": 4},
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("is_weighted", [False, True])
def test_a_fit_ends_where_no_unit_wants_to_move(kind, is_weighted):
    """The cost is that of the oracle, it never rose, no group is divided, and no legal move of a unit lowers it."""
    X, truth, groups, pairs = made()
    weights = np.random.default_rng(1).choice([1.0, 2.0, 0.5], 240) if is_weighted else None
    y = np.where(np.arange(240) % 12 == 0, truth, -1)
    model = CECIB(random_state=0, **KINDS[kind]).fit(X, y, weights, groups=groups, apart=pairs)
    bonds = read_bonds(groups, pairs, APART_WEIGHT, 240)
    assert_whole(bonds, model.labels_)
    assert_never_rises(model.cost_trace_)

    def cost(labels):
        return model.cost(X, labels, y, weights, apart=pairs)

    assert model.cost_ == pytest.approx(cost(model.labels_), rel=1e-9)
    assert model.violated_pairs_.tolist() == bonds.violated(model.labels_).tolist()
    some = units_of(bonds)[:30]
    mass = np.ones(240) if weights is None else weights
    best = best_unit_move(some, model.labels_, cost, mass, min_size=35)  # more than any least size
    assert best >= model.cost_ - 1e-8 * max(1, abs(model.cost_))


def test_with_a_subspace_and_coarse_columns():
    X, _, groups, pairs = made()
    noise = np.random.default_rng(2).normal(size=(240, 4))
    X = np.hstack([X.round(), noise, noise[:, :1] + X[:, :1]])
    model = CECIB(subspace=2, random_state=0).fit(X, groups=groups, apart=pairs)
    assert model.subspace_.shape == (7, 2)
    assert_whole(read_bonds(groups, None, 1.0, 240), model.labels_)
    assert model.cost_ == pytest.approx(model.cost(X, model.labels_, apart=pairs), rel=1e-8)


def test_nothing_said_is_an_ordinary_fit():
    """Rows alone, groups of one and no pairs give the same bits as a fit that knows nothing of groups."""
    X, truth, _, _ = made()
    y = np.where(np.arange(240) % 12 == 0, truth, -1)
    plain = CECIB(random_state=0).fit(X, y)
    for bonds in ({"groups": [-1] * 240}, {"groups": np.arange(240)}, {"groups": [[3]]}, {"apart": []}):
        other = CECIB(random_state=0).fit(X, y, **bonds)
        assert other.cost_ == plain.cost_
        assert (other.labels_ == plain.labels_).all()
        assert len(other.violated_pairs_) == 0


def test_all_rows_in_one_group_are_one_cluster():
    X, truth, _, _ = made()
    for parameters in ({}, {"n_clusters": 4}, {"criterion": "entropy"}):
        assert CECIB(random_state=0, **parameters).fit(X, truth, groups=np.zeros(240)).n_clusters_ == 1


def test_a_group_of_all_but_a_few():
    X, _, _, _ = made()
    groups = np.where(np.arange(240) < 230, 0, -1)
    labels = CECIB(random_state=0).fit(X, groups=groups).labels_
    assert len(set(labels[:230])) == 1


def test_groups_bring_together_what_would_be_apart():
    """Two clear blobs; a group with rows of both makes them share a cluster, at a price."""
    X = np.random.default_rng(0).normal(size=(120, 2)) + 12 * (np.arange(120) % 2)[:, None]
    plain = CECIB(random_state=0).fit(X)
    bound = CECIB(random_state=0).fit(X, groups=[(0, 1)])
    assert plain.labels_[0] != plain.labels_[1]
    assert bound.labels_[0] == bound.labels_[1]
    assert bound.cost_ > plain.cost_


def test_printed_findings_name_pairs_that_share_a_cluster():
    X = np.random.default_rng(0).normal(size=(120, 2)) + 12 * (np.arange(120) % 2)[:, None]
    model = CECIB(random_state=0).fit(X, apart=[(0, 2)])
    assert "pairs that should be apart and share a cluster: 1 (rows 0 and 2)" in str(model.findings(X))


def test_pairs_tell_apart_what_would_be_together():
    """One blob: pairs across it, dear enough, divide it; by default each counts for a few nats."""
    X = np.random.default_rng(0).normal(size=(200, 2))
    order = np.argsort(X[:, 0])
    pairs = np.column_stack([order[:80], order[-80:]])
    assert CECIB(random_state=0).fit(X).n_clusters_ == 1
    dear = CECIB(random_state=0).fit(X, apart=pairs, apart_weight=50.0)
    assert dear.n_clusters_ == 2
    assert len(dear.violated_pairs_) == 0
    cheap = CECIB(random_state=0).fit(X, apart=pairs[:3], apart_weight=0.1)
    assert len(cheap.violated_pairs_) == 3


def test_good_groups_and_pairs_help():
    """Overlapping Gaussians: rows that are said to belong together or apart are nearer to the truth."""
    from sklearn.metrics import adjusted_rand_score

    scores = np.zeros(2)
    for seed in range(3):
        X, truth, groups, pairs = made(seed=seed, n_groups=15, size=8)
        for j, bonds in enumerate(({}, {"groups": groups, "apart": pairs})):
            scores[j] += adjusted_rand_score(truth, CECIB(random_state=0).fit(X, **bonds).labels_) / 3
    assert scores[1] > scores[0] + 0.1


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_the_order_of_rows_and_the_number_of_threads_change_nothing(n_jobs):
    """Far groups, so that the partition does not hinge on the order of visits."""
    rng = np.random.default_rng(0)
    truth = np.arange(300) % 3
    X = rng.normal(size=(300, 2)) + 15.0 * np.eye(3)[truth][:, :2]
    groups = np.where(np.arange(300) < 60, truth + 3 * (np.arange(300) // 30), -1)
    pairs = np.array([(0, 1), (4, 8), (100, 200)])
    order = rng.permutation(300)
    place = np.argsort(order)
    one = CECIB(random_state=0).fit(X, groups=groups, apart=pairs)
    other = CECIB(random_state=0, n_jobs=n_jobs).fit(X[order], groups=groups[order], apart=place[pairs])
    assert (one.labels_[order] == other.labels_).all()
    assert one.cost_ == pytest.approx(other.cost_)


def test_the_forms_of_groups_give_the_same_fit():
    X, _, groups, pairs = made()
    lists = [np.flatnonzero(groups == g).tolist() for g in np.unique(groups[groups >= 0])]
    names = [None if g < 0 else f"nest {g}" for g in groups]
    fits = [CECIB(random_state=0).fit(X, groups=own, apart=pairs) for own in (groups, lists, names)]
    assert fits[0].cost_ == fits[1].cost_ == fits[2].cost_


def test_rows_of_no_weight_follow_their_group():
    X, _, groups, pairs = made()
    weights = np.ones(240)
    members = np.flatnonzero(groups == 0)
    weights[members[1:]] = 0.0
    weights[np.flatnonzero(groups == 1)] = 0.0
    X[members[1:]] += 30.0  # far from their group: prediction alone would divide it
    model = CECIB(random_state=0).fit(X, None, weights, groups=groups, apart=pairs)
    assert_whole(read_bonds(groups, None, 1.0, 240), model.labels_)
    assert model.cost_ == pytest.approx(model.cost(X, model.labels_, None, weights, apart=pairs), rel=1e-9)


def test_groups_with_different_labels_are_announced():
    X, _, groups, _ = made()
    y = np.full(240, -1)
    rows = np.flatnonzero(groups == 2)
    y[rows[:2]] = 0, 1
    y[np.flatnonzero(groups == 3)[:2]] = 1
    found = CECIB(random_state=0, beta=1.0).fit(X, y, groups=groups).findings(X, y)
    assert [one.tolist() for one in found.mixed_groups] == [rows.tolist()]
    assert len(CECIB(random_state=0).fit(X, y).findings(X, y).mixed_groups) == 0


def test_a_model_is_pickled_saved_and_fitted_again(tmp_path):
    X, _, groups, pairs = made()
    model = CECIB(random_state=0).fit(X, groups=groups, apart=pairs, apart_weight=0.01)
    copy = pickle.loads(pickle.dumps(model))
    assert copy.violated_pairs_.tolist() == model.violated_pairs_.tolist()
    assert copy.cost(X, model.labels_, apart=pairs) == model.cost(X, model.labels_, apart=pairs)
    model.save(tmp_path / "model")
    loaded = CECIB.load(tmp_path / "model")
    assert (loaded.predict(X) == model.predict(X)).all()
    assert loaded.findings(X).violated_pairs.shape == (0, 2)
    assert model.fit(X).violated_pairs_.shape == (0, 2)


def test_a_failed_fit_leaves_the_model_as_it_was():
    X, _, groups, pairs = made()
    model = CECIB(random_state=0).fit(X, groups=groups, apart=pairs)
    before = model.violated_pairs_
    with pytest.raises(InputError):
        model.fit(X, apart=[(0, 0)])
    assert model.violated_pairs_ is before


def test_fit_predict_takes_bonds():
    X, _, groups, pairs = made()
    labels = CECIB(random_state=0).fit_predict(X, groups=groups, apart=pairs)
    assert (labels == CECIB(random_state=0).fit(X, groups=groups, apart=pairs).labels_).all()


def test_samples_take_small_groups_whole_and_thin_large_ones():
    """A group is in the sample with the chance of a row, so that the sample is as dense as the data."""
    n = 20_000
    groups = np.full(n, -1, dtype=np.int32)
    groups[:8_000] = np.repeat(np.arange(1_600), 5)
    groups[8_000:14_000] = 1_600
    bonds = read_bonds(groups, [(0, 5), (19_000, 19_001)], 1.0, n)
    index = np.full(n, -1, dtype=np.int32)
    rows = sampled_rows(index, bonds)
    assert (np.diff(rows) > 0).all()
    share = len(sampled_rows(index)) / n
    counts = Counter(bonds.groups[rows].tolist())
    assert {counts[g] for g in range(1_600) if counts[g]} == {5}
    assert sum(counts[g] > 0 for g in range(1_600)) == pytest.approx(1_600 * share, rel=0.15)
    assert counts[1_600] == pytest.approx(6_000 * share, rel=0.05)
    assert counts[-1] == pytest.approx(6_000 * share, rel=0.05)
    small = bonds.take(rows)
    assert len(small.groups) == len(rows)
    for i, j in small.apart:
        assert [int(rows[i]), int(rows[j])] in bonds.apart.tolist()


def test_labels_of_a_group_are_hidden_together():
    rng = np.random.default_rng(0)
    index = rng.integers(-1, 3, size=300).astype(np.int32)
    bonds = read_bonds(rng.integers(-1, 40, size=300), None, 1.0, 300)
    fold = hidden_together(index, bonds)
    assert ((fold >= 0) == (index >= 0)).all()
    for rows in bonds.members():
        assert len(set(fold[rows][index[rows] >= 0])) <= 1


def test_few_labelled_groups_are_too_few_labels_to_hide():
    """Twenty labels in two groups are two statements: β is not chosen by them."""
    X, truth, _, _ = made()
    y = np.full(240, -1)
    rows = [np.flatnonzero(truth == c)[:10] for c in range(2)]
    for c in range(2):
        y[rows[c]] = c
    assert CECIB(random_state=0).fit(X, y).beta_path_ is not None
    assert CECIB(random_state=0).fit(X, y, groups=rows).beta_path_ is None


def test_twenty_thousand_rows_keep_their_groups():
    """The search on a sample and the end on all rows, with splits and merges on the way."""
    rng = np.random.default_rng(0)
    n = 20_000
    truth = rng.integers(5, size=n)
    X = 4.0 * rng.normal(size=(5, 4))[truth] + rng.normal(size=(n, 4))
    groups = np.full(n, -1)
    for number in range(1_000):
        groups[rng.choice(np.flatnonzero((truth == number % 5) & (groups < 0)), 4, replace=False)] = number
    groups[rng.choice(np.flatnonzero(groups < 0), 50, replace=False)] = 2_000  # one that lies across all
    pairs = rng.integers(n, size=(500, 2))
    pairs = pairs[truth[pairs[:, 0]] != truth[pairs[:, 1]]]
    pairs = pairs[(groups[pairs[:, 0]] != groups[pairs[:, 1]])]
    model = CECIB(random_state=0).fit(X, groups=groups, apart=pairs)
    bonds = read_bonds(groups, pairs, APART_WEIGHT, n)
    assert_whole(bonds, model.labels_)
    assert_never_rises(model.cost_trace_)
    assert model.cost_ == pytest.approx(model.cost(X, model.labels_, apart=pairs), rel=1e-9)
    assert model.n_clusters_ >= 5


def test_bonds_of_some_rows():
    bonds = read_bonds([0, 0, 1, 1, -1, 1], [(0, 4), (2, 4)], 2.0, 6)
    some = bonds.take(np.array([True, False, True, True, True, False]))
    assert isinstance(some, Bonds)
    assert some.groups.tolist() == [-1, 0, 0, -1]
    assert some.apart.tolist() == [[0, 3], [1, 3]]
    assert some.apart_weight == 2.0
    assert bonds.take(np.array([1, 5])) is None
    assert bonds.take(slice(None)).groups.tolist() == bonds.groups.tolist()
