"""Whom to ask next: what is asked first, why, and what is never asked."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib import CECIB
from cecib.reading.ask import Question
from cecib.reading.coverage import Place, likeness, most_telling

GROUPS = ([0.0, 0.0], [12.0, 0.0], [0.0, 12.0])


def three_groups(n=60, seed=0):
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(3), n)
    return np.asarray(GROUPS)[truth] + rng.normal(size=(3 * n, 2)), truth


def some_labels(truth, every=6, without=2):
    """Every sixth row is labelled, but for one group."""
    rows = np.arange(len(truth))
    return np.where((rows % every == 0) & (truth != without), truth, -1)


@pytest.fixture(scope="module")
def groups():
    X, truth = three_groups()
    y = some_labels(truth)
    return CECIB(random_state=0).fit(X, y), X, y, truth


def test_a_cluster_that_no_label_reaches_comes_first_at_its_middle(groups):
    """Its answer speaks for all of it, best from the middle; what has labels can wait."""
    model, X, y, truth = groups
    first, *others = model.ask(X, y, 5)
    assert truth[first.row] == 2
    assert (first.reason, first.clusters) == (
        "a cluster no label reaches",
        (model.predict(X[first.row : first.row + 1])[0],),
    )
    assert (first.category, first.probability) == (None, 0.0)
    assert np.linalg.norm(X[first.row] - GROUPS[2]) < 1.0
    assert first.value > 5 * others[0].value


def test_without_labels_every_cluster_is_asked_the_largest_first():
    rng = np.random.default_rng(1)
    X = np.vstack([rng.normal(c, 1, (n, 2)) for c, n in zip(GROUPS, (40, 160, 80), strict=True)])
    model = CECIB(random_state=0).fit(X)
    assert model.n_clusters_ == 3
    found = model.ask(X, n=3)
    assert [one.clusters for one in found] == [(0,), (1,), (2,)]
    assert all(one.category is None for one in found)


def test_order_and_types(groups):
    model, X, y, _ = groups
    found = model.ask(X, y, 12)
    assert len(found) == len({one.row for one in found}) == 12
    assert all(isinstance(one, Question) and type(one.row) is int and type(one.value) is float for one in found)
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    assert (y[[one.row for one in found]] == -1).all()


def test_a_label_that_looks_wrong_is_asked_again():
    """The only labelled row that is; the other categories suggest what it may be."""
    X, truth = three_groups()
    y = np.where(np.arange(180) % 3 == 0, truth, -1)
    y[30] = 1
    found = CECIB(random_state=0).fit(X, y).ask(X, y, 10)
    (again,) = [one for one in found if y[one.row] >= 0]
    assert (again.row, again.reason, again.category) == (30, "a label that looks wrong: confirm it", 0)
    assert again.probability > 0.5


def test_all_rows_labelled():
    """There is nothing to ask but labels that look wrong."""
    X, truth = three_groups(30)
    assert CECIB(random_state=0).fit(X, truth).ask(X, truth) == []
    slips = truth.copy()
    slips[[3, 40]] = 2
    assert {one.row for one in CECIB(random_state=0).fit(X, slips).ask(X, slips)} == {3, 40}


def test_between_two_clusters():
    """A row where clusters of different categories are equally probable is said to be there; the clusters are named."""
    X, truth = three_groups()
    y = some_labels(truth, every=3)
    model = CECIB(random_state=0).fit(X, y)
    line = np.column_stack([np.linspace(0.0, 12.0, 2_001), np.zeros(2_001)])
    ends = model.predict(line[[0, -1]])
    halfway = line[[np.abs(model.predict_proba(line)[:, ends[0]] - 0.5).argmin()]]
    (found,) = model.ask(halfway, n=1)
    assert set(found.clusters) == set(ends.tolist())
    assert found.reason == "between clusters {} and {}".format(*found.clusters)
    assert found.category in (0, 1)


def test_a_cluster_that_mixes_categories():
    """Two categories that measurements do not tell apart."""
    X, truth = three_groups()
    rng = np.random.default_rng(0)
    mixed = np.where(truth == 0, rng.integers(5, 7, size=180), truth)
    y = np.where(np.arange(180) % 3 == 0, mixed, -1)
    model = CECIB(3, beta=0.0, random_state=0).fit(X, y)
    found = [one for one in model.ask(X, y, 10) if y[one.row] < 0]
    assert found[0].reason == "a cluster that mixes categories"
    assert truth[found[0].row] == 0


def test_a_batch_does_not_ask_the_same_thing_twice():
    """Two questions in one round group of many rows lie apart; a copy of an asked row is worth nothing more."""
    rng = np.random.default_rng(0)
    X = np.repeat(rng.normal(size=(50, 2)), 2, axis=0)
    found = CECIB(1, random_state=0).fit(X).ask(X, n=20)
    assert len({one.row // 2 for one in found}) == len(found)


def test_new_answers_count_without_a_fit(groups):
    """The cluster that was asked about first is not asked first again once its answer is there."""
    model, X, y, truth = groups
    first = model.ask(X, y, 1)[0]
    more = y.copy()
    more[first.row] = truth[first.row]
    again = model.ask(X, more, 1)[0]
    assert again.value < 0.5 * first.value
    assert again.row != first.row


def test_new_rows_and_no_labels_of_theirs(groups):
    """What the fit knows of its clusters counts: the one without labels is asked about first."""
    model, *_ = groups
    X, truth = three_groups(20, seed=9)
    assert truth[model.ask(X)[0].row] == 2
    assert model.ask(X[:1], n=3)[0].row == 0


@pytest.mark.parametrize("n", [1, 7, 170, 10_000])
def test_number(groups, n):
    model, X, y, _ = groups
    found = model.ask(X, y, n)
    assert len(found) <= min(n, (y < 0).sum())
    assert len(found) == n or n > 100


def test_more_than_a_sample_of_rows_are_asked():
    """Of many rows a sample is looked at, again and again until there are enough questions."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5_000, 2)) + 9 * (np.arange(5_000) % 2)[:, None]
    model = CECIB(2, n_init=1, random_state=0).fit(X)
    found = model.ask(X, n=2_500)
    assert len({one.row for one in found}) == 2_500
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)


@pytest.mark.parametrize("n", [0, -1, 2.5, "ten", None, True])
def test_bad_number(groups, n):
    model, X, y, _ = groups
    with pytest.raises(ValueError, match="n must be an integer, 1 or more"):
        model.ask(X, y, n)


def test_bad_labels_and_unfitted(groups):
    model, X, y, _ = groups
    with pytest.raises(ValueError, match="y must have 180 entries"):
        model.ask(X, y[:-1])
    with pytest.raises(ValueError, match="not fitted"):
        CECIB().ask(X, y)


def test_weights(groups):
    """A row stands for as many as its weight says; rows of weight 0 are not asked about."""
    model, X, y, truth = groups
    weights = np.where(truth == 2, 0.0, 1.0)
    assert all(truth[one.row] != 2 for one in model.ask(X, y, 20, sample_weight=weights))
    others = X.copy()  # whose labels nobody knows
    once, thrice = model.ask(others, n=3), model.ask(others, n=3, sample_weight=3.0)
    assert [one.row for one in once] == [one.row for one in thrice]
    assert thrice[0].value == pytest.approx(3 * once[0].value)


def test_the_labels_of_the_fit_are_remembered(groups):
    """With the rows of the fit and no labels, those of the fit are meant."""
    model, X, y, _ = groups
    assert model.ask(X) == model.ask(X, y)


def test_coarse_labels_narrow_what_is_asked():
    """A row whose parent has one child is not asked about, and guesses lie below the parent that is known."""
    X, truth = three_groups()
    coarse = np.array(["x", "x", "z"], dtype=object)[truth]
    fine = np.where(np.arange(len(X)) % 15 == 0, np.array(["a", "b", "c"], dtype=object)[truth], None)
    y = np.column_stack([coarse, fine])
    found = CECIB(random_state=0).fit(X, y).ask(X, y, 30)
    assert found
    assert all(coarse[one.row] == "x" and one.category in ("a", "b") for one in found)


def test_categories_of_texts_and_a_new_one():
    """Categories that the fit has not seen are taken in."""
    X, _ = three_groups()
    y = np.full(180, None, dtype=object)
    y[[0, 60]] = "seeds", "insects"
    model = CECIB(random_state=0).fit(X, y)
    y[120:130] = "fish"
    found = model.ask(X, y, 5)
    assert {one.category for one in found} <= {"seeds", "insects", "fish"}


@pytest.mark.parametrize(
    "parameters",
    [
        {"criterion": "entropy", "n_clusters": 3},
        {"subspace": 1},
        {"n_clusters": 1},
        {"family": "diag"},
        {"family": "spherical"},
    ],
    ids=str,
)
def test_whatever_the_model(parameters):
    X, truth = three_groups()
    y = some_labels(truth)
    found = CECIB(random_state=0, **parameters).fit(X, y).ask(X, y, 4)
    assert len(found) == 4
    assert np.isfinite([one.value for one in found]).all()


@pytest.mark.parametrize(
    "X", [np.ones((5, 2)), np.array([[0.0, 0.0], [1e300, -1e300]]) / 1e150, np.zeros((1, 1))], ids=len
)
def test_odd_data(X):
    """Rows that are all equal, far apart, or alone."""
    found = CECIB(random_state=0).fit(X).ask(X, n=3)
    assert 1 <= len(found) <= len(X)
    assert np.isfinite([one.value for one in found]).all()


def test_inputs_stay_and_answers_repeat(groups):
    model, X, y, _ = groups
    before = X.copy(), y.copy()
    assert model.ask(X, y) == model.ask(X, y)
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(y, before[1])


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=50, deadline=None)
def test_choice_by_falling_gains_is_the_plain_greedy_one(seed):
    """Computing only those gains anew that may be the largest gives what computing all of them gives."""
    rng = np.random.default_rng(seed)
    speaks, covered, stake = rng.random((12, 9)), 0.5 * rng.random(9), rng.random(9)
    chosen, gains = most_telling(speaks, covered, stake, 6)
    for row, gain in zip(chosen, gains, strict=True):
        all_gains = np.maximum(speaks - covered, 0.0) @ stake
        assert gain == pytest.approx(all_gains[row])
        assert gain == pytest.approx(all_gains.max())
        covered = np.maximum(covered, speaks[row])


def test_a_label_speaks_most_for_its_own_place():
    """Likeness is symmetric, falls with the distance, and is nothing across clusters."""
    place = Place(np.array([[0.0], [1.0], [5.0], [0.0]]), np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]]))
    found = likeness(place, place)
    np.testing.assert_allclose(found, found.T)
    assert found[0, 0] == 1.0
    assert found[0, 1] > found[0, 2] > found[0, 3] == 0.0
