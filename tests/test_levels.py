"""Labels at several levels: what they cost, that repeated columns change nothing, gaps, sets, and what is said."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib import CECIB
from cecib.cost import Prior, consistency, cost_terms, label_evidence
from cecib.input_errors import InputError
from cecib.label_columns import read_labels
from cecib.membership import level_table, path_table
from cecib.reading.levels import LevelWarning
from cecib.scoring import label_score

FIT = settings(max_examples=15, deadline=None)


def nested(n=160, share=0.2, seed=0):
    """Four groups in two pairs, the pair of every row known, the group of a few."""
    rng = np.random.default_rng(seed)
    group = np.arange(n) % 4
    X = np.array([[0, 0], [4, 0], [20, 0], [24, 0]])[group] + rng.normal(size=(n, 2))
    pair, names = np.array(["A", "A", "B", "B"])[group], np.array(["a1", "a2", "b1", "b2"])[group]
    few = np.where(rng.uniform(size=n) < share, names, None)
    return X, pd.DataFrame({"pair": pair, "group": few}), names


@st.composite
def label_tables(draw):
    """Rows of category indices at two to four levels, with gaps, and clusters and weights."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, n_levels = draw(st.integers(2, 40)), draw(st.integers(2, 4))
    rows = np.column_stack([rng.integers(-1, 2 + level, size=n) for level in range(n_levels)])
    return rows, rng.integers(0, 3, size=n), rng.choice([0.5, 1.0, 2.0], size=n), rng


def same_fit(one, other):
    """Bit for bit."""
    assert one.cost_ == other.cost_
    assert one.cost_trace_.tolist() == other.cost_trace_.tolist()
    np.testing.assert_array_equal(one.labels_, other.labels_)
    np.testing.assert_array_equal(one.means_, other.means_)
    assert (one.beta_, one.calibration_, one.n_iter_) == (other.beta_, other.calibration_, other.n_iter_)
    assert (one.prior_ is None) or one.prior_.concentration == other.prior_.concentration


def test_too_many_levels_are_refused():
    """Thousands of columns are hardly levels, and would take hours."""
    with pytest.raises(InputError, match=r"y has 2,000 columns, .* of which there may be 32: give one column"):
        read_labels(np.full((5, 2000), "x"), 5)


def test_the_term_of_two_levels_by_hand():
    """One cluster: three animals (two cats, one bat), two plants (one oak, one unnamed)."""
    X = np.arange(5.0)[:, None]
    y = np.array([[0, 0], [0, 0], [0, 1], [1, 2], [1, -1]])
    kingdom = -(0.6 * np.log(0.6) + 0.4 * np.log(0.4))
    species = 3 / 4 * -(2 / 3 * np.log(2 / 3) + 1 / 3 * np.log(1 / 3))
    terms = cost_terms(X, np.zeros(5, int), y)
    assert terms.consistency == pytest.approx(kingdom + species)
    prior = Prior(np.zeros(1), 1.0, 3.0, np.eye(1), concentration=2.0)
    evidence = cost_terms(X, np.zeros(5, int), y, criterion="evidence", prior=prior).consistency
    w = np.ones(5)
    by_hand = label_evidence(y[:, 0], w, 2.0, {0: 0.6, 1: 0.4})
    by_hand += label_evidence(y[:3, 1], w[:3], 2.0, {0: 2 / 3, 1: 1 / 3})
    assert evidence == pytest.approx(by_hand / 5)


@given(label_tables())
@settings(max_examples=60, deadline=None)
def test_all_labelled_levels_cost_what_their_pairs_cost(table):
    """The chain rule: without gaps the entropies of the levels add up to that of the tuples as categories."""
    rows, cluster, weight, _ = table
    rows = np.abs(rows)
    tuples = np.unique(rows, axis=0, return_inverse=True)[1].ravel()
    X = np.random.default_rng(0).normal(size=(len(rows), 1))
    cluster[:] = 0
    levels = cost_terms(X, cluster, rows, sample_weight=weight).consistency
    assert levels == pytest.approx(consistency(tuples, weight) / weight.sum(), abs=1e-9)


@given(label_tables(), st.sampled_from(["entropy", "evidence"]))
@settings(max_examples=60, deadline=None)
def test_a_repeated_column_costs_nothing(table, criterion):
    """In the oracle: repeated anywhere, and renamed one to one."""
    rows, cluster, weight, rng = table
    X = rng.normal(size=(len(rows), 1))
    prior = Prior(np.zeros(1), 1.0, 3.0, np.eye(1), concentration=0.5)
    own = {"criterion": criterion, "prior": prior, "sample_weight": weight, "family": "spherical", "beta": 1.5}
    keep = cluster == cluster[0]
    own["sample_weight"] = weight[keep]
    before = cost_terms(X[keep], cluster[keep], rows[keep], **own).consistency
    at = int(rng.integers(rows.shape[1]))
    renamed = np.append(rng.permutation(10), -1)[rows[:, at]]
    more = np.insert(rows, at + 1, renamed, axis=1)
    assert cost_terms(X[keep], cluster[keep], more[keep], **own).consistency == pytest.approx(before, abs=1e-12)


@pytest.mark.parametrize("criterion", ["evidence", "entropy"])
@pytest.mark.parametrize("share", [0.2, 1.0])
def test_a_repeated_column_changes_nothing(criterion, share):
    """Bit for bit the fit of the column alone, renamed or not, and with an empty or a constant column before it."""
    X, _, names = nested()
    rng = np.random.default_rng(1)
    y = np.where(rng.uniform(size=len(X)) < share, names, None)
    renamed = np.array([{"a1": 7, "a2": 3, "b1": 5, "b2": 4}.get(name) for name in y], dtype=object)
    model = CECIB(4 if criterion == "entropy" else None, criterion=criterion, random_state=0, n_init=2)
    alone = model.fit(X, y)
    for more in ([y, y], [y, renamed], [y, renamed, y], [np.full(len(X), None), y]):
        other = CECIB(**model.get_params()).fit(X, np.column_stack(more))
        same_fit(alone, other)
        (at, *_) = (j for j, column in enumerate(more) if column is y)
        assert other.predict_category(X)[:, at].tolist() == alone.predict_category(X).tolist()


@given(st.integers(0, 10**6), st.sampled_from(["evidence", "entropy"]))
@FIT
def test_a_repeated_level_changes_nothing(seed, criterion):
    """The same with two levels that differ: a third that repeats one of them says nothing."""
    X, y, _ = nested(n=80, seed=seed)
    pair, group = y["pair"].to_numpy(), y["group"].to_numpy()
    model = CECIB(4 if criterion == "entropy" else None, criterion=criterion, beta=1, random_state=0, n_init=1)
    two = CECIB(**model.get_params()).fit(X, np.column_stack([pair, group]))
    for columns in ([pair, pair, group], [pair, group, group]):
        same_fit(two, CECIB(**model.get_params()).fit(X, np.column_stack(columns)))


def test_one_column_is_one_level():
    X, y, _ = nested()
    alone = CECIB(random_state=0, n_init=2).fit(X, y["group"])
    frame = CECIB(random_state=0, n_init=2).fit(X, y[["group"]])
    same_fit(alone, frame)
    assert frame.levels_ is None
    assert frame.predict_category(X).ndim == 1


@pytest.mark.parametrize("criterion", ["evidence", "entropy"])
def test_the_fit_has_the_cost_of_the_oracle(criterion):
    X, y, _ = nested()
    model = CECIB(5 if criterion == "entropy" else None, criterion=criterion, random_state=0).fit(X, y)
    assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_, rel=1e-9)
    assert model.cost_terms_.total == pytest.approx(model.cost_)


def test_fine_labels_divide_what_coarse_ones_do_not():
    """Two overlapping groups in each pair: the pairs are known, a few fine labels tell the groups apart."""
    X, y, names = nested(n=400, share=0.2)
    model = CECIB(random_state=0).fit(X, y)
    assert model.n_clusters_ == 4
    said = model.predict_category(X)
    assert (said[:, 0] == y["pair"]).mean() > 0.99
    assert (said[:, 1] == names).mean() > 0.9


def test_whatever_holds_the_labels():
    """A frame, an array of objects, a list of tuples or of lists: the same fit."""
    X, y, _ = nested(n=80)
    model = CECIB(random_state=0, n_init=1, beta=1)
    expected = model.fit(X, y).labels_.tolist()
    rows = y.to_numpy()
    for given_y in (rows, [tuple(row) for row in rows], [list(row) for row in rows], y.astype("category")):
        assert CECIB(**model.get_params()).fit(X, given_y).labels_.tolist() == expected
    assert model.levels_.names == ("pair", "group")


@pytest.mark.parametrize("gap", [None, np.nan, pd.NA])
def test_a_gap_among_tuples_is_a_row_without_labels(gap):
    """Also of a list that NumPy would take for one column of tuples."""
    side = read_labels([("animal", "cat"), gap, ("animal", None), (None, "bat")], 4)
    assert side.levels.names == ("level 1", "level 2")
    assert (
        side.known.tolist()
        == read_labels([("animal", "cat"), (None, None), ("animal", None), (None, "bat")], 4).known.tolist()
    )


def test_what_is_predicted_at_each_level():
    X, y, _ = nested()
    model = CECIB(random_state=0).fit(X, y)
    assert [names.tolist() for names in model.categories_] == [["A", "B"], ["a1", "a2", "b1", "b2"]]
    assert [counts.shape for counts in model.category_counts_] == [(model.n_clusters_, 2), (model.n_clusters_, 4)]
    np.testing.assert_array_equal(sum(model.category_counts_[0]), [80, 80])
    for level, names in enumerate(model.categories_):
        table = model.predict_category_proba(X, level)
        assert table.shape == (len(X), len(names))
        assert (table >= 0).all()
        assert (table.sum(axis=1) <= 1 + 1e-9).all()
    np.testing.assert_array_equal(model.predict_category_proba(X), model.predict_category_proba(X, level=1))
    unsure = model.predict_category(X, abstain=1.0)
    assert all(b is None for a, b in unsure if a is None)  # nothing finer than what is unknown
    for level in (2, -3, 0.5, True, "fine"):
        with pytest.raises(ValueError, match="level must be an integer from -2 to 1"):
            model.predict_category_proba(X, level=level)


def test_where_no_fine_label_reaches():
    """Clusters of pair B have no fine label: the coarse category is known, the fine one is not."""
    X, y, _ = nested()
    y.loc[y["pair"] == "B", "group"] = None
    model = CECIB(random_state=0).fit(X, y)
    said = model.predict_category(X)
    assert set(said[y["pair"] == "B", 1]) == {None}
    assert set(said[y["pair"] == "B", 0]) == {"B"}
    assert set(model.predict_category(X, nearest=True)[y["pair"] == "B", 1]) == {None}  # none lies below B
    assert model.findings(X, y).new_clusters == []


def test_a_gap_above_a_category_is_filled_in_if_its_parent_is_known():
    side = read_labels([("animal", "cat"), (None, "cat"), (None, "yeti"), ("plant", "other"), ("animal", "other")], 5)
    assert side.known.tolist() == [[0, 0], [0, 0], [-1, 2], [1, 1], [0, 1]]
    (ambiguous,) = read_labels([("a", "x"), ("b", "x"), (None, "x")], 3).known[2:].tolist()
    assert ambiguous == [-1, 0]
    deep = read_labels([("a", "m", "x"), (None, None, "x"), ("b", "m", "y"), (None, "m", None)], 4)
    assert deep.known.tolist() == [[0, 0, 0], [0, 0, 0], [1, 0, 1], [-1, 0, -1]]


@given(label_tables())
@settings(max_examples=60, deadline=None)
def test_tables_of_probabilities_add_up(table):
    """Below each parent probabilities add up to 1, so those of a level to at most 1; without labels they are 0."""
    rows, cluster, weight, _ = table
    side = read_labels(rows, len(rows))
    counts = np.zeros((4, side.n_categories))
    known = side.is_labelled
    np.add.at(counts, (cluster[known], side.index[known]), weight[known])
    totals = counts.sum(axis=0)
    assert (path_table(side.levels, counts, 0.5, totals) <= 1 + 1e-9).all()
    for level in range(len(side.levels)):
        own = level_table(side.levels, level, counts, 0.5, totals)
        assert np.isfinite(own).all()
        assert (own.sum(axis=1) <= 1 + 1e-9).all()
        assert not own[3].any()
    assert (side.levels.dominant_paths(counts)[3] == -1).all()


@given(label_tables())
@settings(max_examples=60, deadline=None)
def test_dominant_paths_are_paths(table):
    """A finer category is one that occurs with the coarser ones, or with a gap in their place."""
    rows, cluster, _, _ = table
    side = read_labels(rows, len(rows))
    counts = np.zeros((3, side.n_categories))
    known = side.is_labelled
    np.add.at(counts, (cluster[known], side.index[known]), 1.0)
    for path in side.levels.dominant_paths(counts):
        agrees = (side.levels.paths == path) | (side.levels.paths == -1) | (path == -1)
        assert agrees.all(axis=1).any() or (path == -1).all()


def test_a_set_is_a_coarser_category():
    """Sets that overlap are one coarse category; a set of one is its member; members are below."""
    y = ["cat", {"bird", "bat"}, frozenset({"bat"}), "bird", {"dog", "cow"}, None]
    side = read_labels(y, 6)
    assert side.levels.path_names().tolist() == [
        ("bat or bird", None),
        ("bat or bird", "bat"),
        ("bat or bird", "bird"),
        ("cat", "cat"),
        ("cow or dog", None),
    ]
    assert side.index.tolist() == [3, 0, 1, 2, 4, -1]
    assert read_labels(["cat", {"cat"}, {"dog"}], 3).levels.telling_levels == [0]


def test_sets_help_where_members_are_not_told_apart():
    X, _, names = nested(n=200)
    either = {"a1": {"a1", "a2"}, "a2": {"a1", "a2"}, "b1": {"b1", "b2"}, "b2": {"b1", "b2"}}
    y = [name if i % 7 == 0 else either[name] if i % 3 == 0 else None for i, name in enumerate(names)]
    model = CECIB(random_state=0).fit(X, y)
    said = model.predict_category(X)
    assert set(said[:, 0]) == {"a1 or a2", "b1 or b2"}
    assert (said[:, 1] == names).mean() > 0.9
    assert model.findings(X, y).levels == ("sets", "categories")


@pytest.mark.parametrize(
    ("y", "words"),
    [
        (np.zeros((4, 2, 2)), ["y must have one column", "(4, 2, 2)"]),
        (np.zeros((4, 0)), ["y has no column"]),
        ([("a", "b")] * 3, ["y must have 4 rows", "got 3"]),
        ([("a", {"b"})] * 4, ["Level 'level 2' of y", "the set {'b'}"]),
        ([set(), "a", "b", None], ["empty set", "None"]),
        ([{"a", None}, "a", "b", None], ["a missing category"]),
        ([{"a", "b"}, "a"], ["y must have 4 entries", "got 2"]),
        ([["a", "b"], ["a"], ["b"], ["c"]], ["one category per row", "['a', 'b']"]),
        (pd.DataFrame({"kind": [1.0, np.inf, 1, 2], "name": list("abcd")}), ["Level 'kind' of y", "infinity"]),
    ],
)
def test_bad_levels_are_refused(y, words):
    with pytest.raises(ValueError, match="y") as error:
        CECIB().fit(np.arange(8.0).reshape(4, 2), y)
    assert all(word in str(error.value) for word in words)
    assert str(error.value).endswith(".")


def test_levels_in_the_wrong_order_are_told():
    X, y, names = nested()
    y["group"] = names
    with pytest.warns(LevelWarning, match="from coarse to fine"):
        model = CECIB(random_state=0, n_init=1, beta=1).fit(X, y[["group", "pair"]])
    assert any("from coarse to fine" in text for text in model.findings(X, y[["group", "pair"]]).warnings)
    assert not [text for text in model.findings(X, y).warnings if "by measurements alone" not in text]


def test_a_category_below_two_parents_is_two_and_looks_wrong_if_one_is_rare():
    X, y, names = nested()
    y["group"] = np.where(np.isin(names, ["a2", "b2"]), "other", names)
    model = CECIB(random_state=0, n_init=1, beta=1).fit(X, y)
    assert model.levels_.n_paths == 4
    assert not [text for text in model.findings(X, y).warnings if "by measurements alone" not in text]
    y.loc[0, "pair"] = "B"
    (text,) = (text for text in model.findings(X, y).warnings if "lies below" in text)
    assert text.startswith("The category 'a1' lies below 'A' (39 labels) and below 'B' (1 label)")


def test_a_wrong_label_is_found_at_its_level():
    X, y, _ = nested(n=400, share=0.5)
    y.loc[8, "group"] = "a2"
    y.loc[9, ["pair", "group"]] = ["B", None]
    model = CECIB(random_state=0).fit(X, y)
    found = model.findings(X, y)
    assert {8, 9} <= set(found.suspects.tolist())
    table = found.table("suspects").set_index("row")
    assert table.loc[8, ["level", "given", "suggested"]].tolist() == ["group", "a2", "a1"]
    assert table.loc[9, ["level", "given", "suggested"]].tolist() == ["pair", "B", "A"]
    assert found.table("categories")["level"].tolist() == ["pair"] * 2 + ["group"] * 4
    assert {"category_pair", "category_group", "purity_group"} <= set(found.table("clusters").columns)


def test_levels_survive_a_file(tmp_path):
    X, y, _ = nested()
    for given_y in (y, y.assign(pair=np.where(y["pair"] == "A", 1, 2)), y.assign(pair=None), y.assign(group=None)):
        model = CECIB(random_state=0, n_init=1, beta=1).fit(X, given_y)
        model.save(tmp_path / "model.cecib")
        loaded = CECIB.load(tmp_path / "model.cecib")
        assert loaded.levels_ == model.levels_
        assert repr(loaded.categories_) == repr(model.categories_)
        assert repr(loaded.predict_category(X)) == repr(model.predict_category(X))
        np.testing.assert_array_equal(loaded.predict_category_proba(X, 0), model.predict_category_proba(X, 0))
        for one, other in zip(loaded.category_counts_, model.category_counts_, strict=True):
            np.testing.assert_array_equal(one, other)
        np.testing.assert_allclose(loaded.clusters_.costs(), model.clusters_.costs())


def test_the_score_of_labels_is_that_of_all_that_is_known():
    """More is known, more can be wrong: a chain of conditional probabilities."""
    X, y, _ = nested()
    model = CECIB(random_state=0).fit(X, y)
    coarse, all_known = label_score(model, X, y.assign(group=None)), label_score(model, X, y)
    assert all_known <= coarse < 0
    swapped = y.assign(group=y["group"].map({"a1": "a2", "a2": "a1", "b1": "b2", "b2": "b1"}))
    assert label_score(model, X, swapped) < all_known - 0.1
    with pytest.raises(ValueError, match="as many levels as the labels of the fit, 2, got 1"):
        label_score(model, X, y["pair"])


@pytest.mark.parametrize("n_fine", [0, 1, 2, 5])
def test_hardly_any_fine_labels(n_fine):
    """Where a level has too few labels to speak, the coarser ones do; all of them may be hidden at once."""
    X, y, names = nested()
    y["group"] = np.where(np.arange(len(X)) < n_fine, names, None)
    model = CECIB(random_state=0).fit(X, y)
    assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_, rel=1e-9)
    assert (model.predict_category(X)[:, 0] == y["pair"]).mean() > 0.99


def test_nothing_labelled_at_all():
    X, y, _ = nested(n=40)
    model = CECIB(random_state=0, n_init=1).fit(X, y.assign(pair=None, group=None))
    plain = CECIB(random_state=0, n_init=1).fit(X)
    assert model.cost_ == plain.cost_
    assert model.predict_category(X).shape == (40, 2)
    assert model.predict_category_proba(X).shape == (40, 0)
    assert len(model.findings(X, y.assign(pair=None, group=None)).suspects) == 0


def test_threads_and_seeds():
    X, y, _ = nested(n=400)
    one, two = (CECIB(random_state=3, n_jobs=jobs).fit(X, y) for jobs in (1, 2))
    same_fit(one, two)
    assert one.predict_category(X).tolist() == two.predict_category(X).tolist()
