"""β by hidden labels: the rules of the choice by hand, and the choice where labels help and where they do not."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.backends.memory import Block
from cecib.posing import scaling_of
from cecib.settings import Settings
from cecib.side_information import UNLABELLED, SideInformation
from cecib.spaces.frame import frame_of
from cecib.trust import FALLBACK, GRID, USUAL, course, views
from cecib.trust.beta import STRONG, choose_beta, explore
from cecib.trust.folds import Fold, judge
from cecib.trust.hidden import Judged
from cecib.trust.sample import hidden_together, sampled_rows

N_LABELS = 120


@pytest.fixture(scope="module")
def halves():
    """One Gaussian, of which only labels say that it is two halves."""
    X = np.random.default_rng(0).normal(size=(240, 2))
    return X, np.where(np.arange(240) < N_LABELS, (X[:, 0] > 0).astype(int), UNLABELLED)


@pytest.fixture(scope="module")
def trusting(halves):
    return CECIB(subspace=None, random_state=0, n_init=2).fit(*halves)


def scores_of(**gains):
    """Scores of forty hidden labels, the same for all β but for the gains given by position."""
    scores = np.full((len(GRID), 40), -1.0)
    for name, gain in gains.items():
        scores[int(name.removeprefix("at_"))] += gain
    return scores


def test_the_usual_beta_unless_another_is_clearly_better():
    """A gain below 0.02 nats for each doubling does not count, nor does one within its standard error."""
    without = -0.5
    noise = np.where(np.arange(40) % 2, 3.0, -2.6)  # mean 0.2, standard error 0.44
    assert choose_beta(GRID, scores_of(at_0=without), may_be_zero=True) == USUAL
    assert choose_beta(GRID, scores_of(at_0=without, at_4=0.019), may_be_zero=True) == USUAL
    assert choose_beta(GRID, scores_of(at_0=without, at_4=noise), may_be_zero=True) == USUAL
    assert choose_beta(GRID, scores_of(at_0=without, at_4=0.021), may_be_zero=True) == GRID[4]
    assert choose_beta(GRID, scores_of(at_0=without, at_5=0.039, at_1=0.041), may_be_zero=True) == GRID[1]


def test_zero_if_labels_do_not_help_to_predict_labels():
    """As probable without as with the best β: labels are left out. A little less probable: they are not."""
    assert choose_beta(GRID, scores_of(), may_be_zero=True) == 0
    assert choose_beta(GRID, scores_of(at_0=-1e-6), may_be_zero=True) == USUAL


@pytest.mark.parametrize(
    ("scores", "asked"),
    [
        ({1.0: -1.0, 4.0: -1.0}, [0, 1, 2, 4]),
        ({1.0: -1.1, 4.0: -0.9, 8.0: -0.8}, [0, 1, 2, 4, 8, 16]),
        ({0.5: -0.8, 1.0: -0.9, 4.0: -0.99}, [0, 0.5, 1, 2, 4]),
        ({1.0: -1.0, 4.0: -4.0}, [0, 1, 2, 4, 8, 16]),
    ],
)
def test_beta_is_sought_outwards(scores, asked):
    """A side is left as soon as a step neither gains what it is worth nor changes the number of clusters."""

    def judged(score):
        return Judged(np.full(9, score), 2.0 if score < -3 else 1.0, {}, beta=USUAL)

    found = explore(judged(-1.0), lambda beta, _: judged(scores.get(beta, -2.0)), may_be_zero=True)
    assert list(found) == asked


def test_beta_is_sought_from_where_a_space_was_found():
    """Both neighbours are asked about, and the usual one, which the others are compared with."""
    one = Judged(np.full(9, -1.0), 1.0, {}, beta=STRONG)
    assert list(explore(one, lambda beta, _: one, may_be_zero=False)) == [USUAL, 8, STRONG, 32]


def test_a_space_that_was_found_with_strong_labels_keeps_them_unless_weaker_ones_do_as_well():
    """Otherwise its clusters would fall back into one, which no hidden label has spoken for."""
    betas, noise = [USUAL, STRONG], np.tile([0.5, -0.3], 20)
    for gain, expected in ((noise, STRONG), (0.0 * noise, USUAL)):
        scores = np.array([np.full(40, -1.0), -1.0 + gain])
        assert choose_beta(betas, scores, STRONG, may_be_zero=False) == expected
        assert choose_beta(betas, scores, may_be_zero=False) == USUAL


def test_beta_is_not_sought_where_labels_are_certain():
    """No other could gain enough; 0 is asked about only where the space knows of no label."""
    usual = Judged(np.full(9, -0.01), 1.0, {}, beta=USUAL)
    assert list(explore(usual, lambda beta, _: usual, may_be_zero=False)) == [USUAL]
    assert list(explore(usual, lambda beta, _: usual, may_be_zero=True)) == [0, USUAL]


def test_folds_hold_each_category_evenly():
    """Each fold has its share of each category to within one label; rows without a label are in none."""
    index = np.array([UNLABELLED, 0, 0, 1] * 13, dtype=np.int32)
    fold = hidden_together(index)
    assert (fold[index == UNLABELLED] == -1).all()
    for category in (0, 1):
        assert np.ptp(np.bincount(fold[index == category], minlength=5)) <= 1
    np.testing.assert_array_equal(fold, hidden_together(index))


def test_more_rows_are_looked_at_where_labels_are_rare():
    """All of few rows, 2,000 of many, up to 5,000 to have labels among them."""
    index = np.full(50_000, UNLABELLED, dtype=np.int32)
    assert sampled_rows(index[:2_000]) == slice(None)
    assert len(sampled_rows(index)) == 5_000
    index[::2] = 0
    assert len(sampled_rows(index)) == 2_000


def test_labels_that_help_are_trusted(trusting):
    """The halves are told apart, the path is that of the grid, and the labels are more probable than by guessing."""
    path = trusting.beta_path_
    assert {0, USUAL, trusting.beta_} <= set(path.beta) <= set(GRID)
    assert trusting.beta_ > 0
    assert trusting.n_clusters_ > 1
    assert path.score[0] == pytest.approx(np.log(0.5), abs=0.1)
    assert path.score[path.beta.tolist().index(trusting.beta_)] > path.score[0] + 0.2
    assert (path.standard_error >= 0).all()
    assert path.n_clusters[0] == 1


def test_labels_that_mean_nothing_are_not_trusted(halves):
    """Labels by lot leave the clusters as they are without labels."""
    X, y = halves
    lots = np.where(
        y == UNLABELLED, UNLABELLED, np.random.default_rng(1).permutation(y[:N_LABELS])[np.arange(240) % N_LABELS]
    )
    model = CECIB(random_state=0, n_init=2).fit(X, lots)
    assert model.beta_ == 0
    assert model.n_clusters_ == 1


@pytest.mark.parametrize("shown", [9, 0], ids=["nine labels", "none"])
def test_too_few_labels_to_ask(halves, shown):
    """The fallback, and no path."""
    X, y = halves
    model = CECIB(random_state=0, n_init=1).fit(X, np.where(np.arange(240) < shown, y, UNLABELLED))
    assert model.beta_ == FALLBACK
    assert model.beta_path_ is None


def test_one_category_cannot_tell(halves):
    """However many its labels are."""
    X, y = halves
    model = CECIB(random_state=0, n_init=1).fit(X, np.where(y == 1, 1, UNLABELLED))
    assert (model.beta_, model.beta_path_) == (FALLBACK, None)


def test_a_given_beta_is_taken_at_its_word(halves):
    """No label is hidden; and under "entropy" "auto" is the paper's 1."""
    given, paper = CECIB(beta=0.3, random_state=0, n_init=1), CECIB(1, criterion="entropy", random_state=0)
    for model, beta in ((given.fit(*halves), 0.3), (paper.fit(*halves), 1.0)):
        assert (model.beta_, model.beta_path_) == (beta, None)


def test_the_choice_depends_on_neither_chance_nor_threads(halves, trusting):
    """Another seed and one thread give the same path to the last bit, and the same calibration."""
    other = CECIB(subspace=None, random_state=7, n_init=1, n_jobs=1).fit(*halves)
    for one, two in zip(other.beta_path_, trusting.beta_path_, strict=True):
        np.testing.assert_array_equal(one, two)
    assert other.calibration_[:2] == trusting.calibration_[:2]


def test_no_fold_sees_the_labels_it_is_judged_by(halves, monkeypatch):
    """In each space that is tried, a fold lacks exactly the labels it hides, and no label is hidden twice."""
    X, y = halves
    seen = []

    def watched(settings, folds, *betas):
        seen.append(folds)
        return judge(settings, folds, *betas)

    monkeypatch.setattr(course, "judge", watched)
    CECIB(random_state=0, n_init=1).fit(X, y)
    assert seen
    for folds in seen:
        for fold in folds:
            index = y.copy()
            index[fold.hidden] = UNLABELLED
            np.testing.assert_array_equal(fold.block.side.index, index)
            np.testing.assert_array_equal(fold.category, y[fold.hidden])
        hidden = np.concatenate([fold.hidden for fold in folds])
        assert len(np.unique(hidden)) == len(hidden)
    assert sorted(np.concatenate([fold.hidden for fold in seen[0]])) == np.flatnonzero(y != UNLABELLED).tolist()


def test_a_space_that_labels_make_does_not_know_the_hidden_ones(monkeypatch):
    """With the hidden labels turned round, a fold has the same space, prior and start; the other folds have not."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(200, 5))
    index = np.where(np.arange(200) < N_LABELS, (X[:, 0] + X[:, 1] > 0).astype(int), UNLABELLED).astype(np.int32)
    dealt = hidden_together(index)
    monkeypatch.setattr(views, "hidden_together", lambda _, __: dealt)
    other = np.where(dealt == 0, 1 - index, index).astype(np.int32)
    before, after = (folds_by_labels(X, own) for own in (index, other))
    for one, two in zip(before, after, strict=True):
        is_same = [
            np.array_equal(one.block.points, two.block.points),
            np.array_equal(one.start, two.start),
            one.priors == two.priors,
        ]
        assert is_same == [True] * 3 if one.number == 0 else not is_same[0]


@pytest.mark.parametrize(("first", "n_folds"), [(-1e-3, 2), (-9.0, 5), (None, 5)])
def test_a_space_is_left_once_some_folds_find_it_far_worse_than_the_first_look(first, n_folds):
    """Otherwise, and where nothing is there to compare with, all labels are hidden once and judged together."""
    X = np.random.default_rng(2).normal(size=(200, 5))
    index = np.where(np.arange(200) < N_LABELS, (X[:, 0] + X[:, 1] > 0).astype(int), UNLABELLED).astype(np.int32)
    settings = Settings.read({}).as_search()
    known = None if first is None else Judged(np.full(N_LABELS, first), 2.0, {})
    tried = course._tried(settings, sample_of(settings, X, index), 2, (USUAL,), known, USUAL)
    assert len(tried.folds) == n_folds
    hidden = np.concatenate([fold.hidden for fold in tried.folds])
    assert len(tried.judged.log_probabilities) == len(hidden) == len(np.unique(hidden))
    assert sorted(tried.judged.labels) == sorted(fold.number for fold in tried.folds)


@pytest.mark.parametrize(
    ("sizes", "n_labels", "expected"),
    [
        ((90, 10), (0, 10), 1.0),  # labelled rows by themselves
        ((50, 50), (2, 8), 0.0),  # more of them, as may happen
        ((90, 10), (5, 3), 0.0),  # many, but few enough to be chance
    ],
)
def test_labels_tear_a_cluster_out_of_another(sizes, n_labels, expected):
    clusters = np.repeat([0, 1], sizes)
    index = np.full(100, UNLABELLED, dtype=np.int32)
    index[: n_labels[0]] = 0
    index[sizes[0] : sizes[0] + n_labels[1]] = 1
    rows = np.random.default_rng(0).normal(size=(100, 2))
    fold = Fold(0, Block(rows, SideInformation(index, np.arange(2)), None), *[None] * 5)
    assert fold.torn_share(clusters) == expected


def folds_by_labels(X, index):
    """Folds in spaces of two directions that their own labels make."""
    settings = Settings.read({}).as_search()
    return views.label_folds(settings, sample_of(settings, X, index), 2, (USUAL,), USUAL)


def sample_of(settings, X, index, missed=None):
    block = Block(X, SideInformation(index, np.arange(2)), None)
    scaling = scaling_of(settings, block, [str(j) for j in range(X.shape[1])])
    frame = frame_of(X, None, scaling.shift, scaling.deviation, scaling.columns)
    return views.Sample(block, frame, frame.rows(X), scaling, 1.0, missed)


def test_of_spaces_that_are_as_good_the_smallest_or_of_a_small_part_of_the_rows_the_largest():
    rng = np.random.default_rng(0)
    first, noise = rng.normal(-2.0, 0.5, size=400), rng.normal(0, 0.1, size=400)
    scores = np.array([first, first + 1.0, first + 0.999 + noise - noise.mean(), first + 0.5])
    assert course.choose_space(scores, 1.0) == 1
    assert course.choose_space(scores[[0, 2, 1, 3]], 1.0) == 1
    assert course.choose_space(scores[[0, 3, 1, 2]], 1.0) == 2
    assert course.choose_space(scores, 1.0, prefers_more=True) == 2
    assert course.choose_space(scores[[1, 0]], 1.0, prefers_more=True) == 0


@pytest.mark.parametrize(
    ("first", "best", "expected"),
    [(0.0, 0.05, 3.0), (0.0, 0.2, 1.25), (0.2, 0.25, 3.0), (0.2, 0.5, -0.5)],
    ids=["nothing anywhere", "nothing at first, something elsewhere", "little at first", "much"],
)
def test_labels_that_say_little_have_to_be_clearly_better_elsewhere(first, best, expected):
    """Where they say nothing at the first look, nothing is lost by looking elsewhere."""
    X = np.random.default_rng(0).normal(size=(100, 12))
    settings, index = Settings.read({}).as_search(), np.arange(100, dtype=np.int32) % 2
    sample = sample_of(settings, X, index)
    chance = np.log(2.0)
    assert course._caution(sample, np.array([first - 1.0, best - 1.0]) * chance) == expected


def test_clusters_that_no_label_reaches_stand_beside_the_categories():
    """Spaces that labels make have enough directions for both."""
    rng = np.random.default_rng(0)
    groups = np.arange(600) % 6
    X = rng.normal(size=(600, 12))
    X[:, :6] += 9.0 * np.eye(6)[groups]
    y = np.where((groups < 2) & (rng.random(600) < 0.3), groups, UNLABELLED).astype(np.int32)
    assert CECIB(random_state=0).fit(X, y).n_clusters_ == 6
    settings = Settings.read({}).as_search()
    missed = np.maximum(groups - 2, -1).astype(np.int32)
    assert min(course._numbers(sample_of(settings, X, y))) == 1
    assert min(course._numbers(sample_of(settings, X, y, missed))) == 5


def test_labels_of_few_categories_do_not_hide_many_clusters():
    """Eight kinds in three columns, and labels of the sex, which shows in a fourth: both are told apart."""
    rng = np.random.default_rng(0)
    kind, sex = rng.integers(0, 8, 900), rng.integers(0, 2, 900)
    X = rng.normal(size=(900, 10))
    X[:, :3] += 5.0 * (kind[:, None] >> np.arange(3) & 1)
    X[:, 4] += 3.0 * sex
    model = CECIB(random_state=0).fit(X, np.where(rng.random(900) < 0.2, sex, UNLABELLED))
    assert adjusted_rand_score(2 * kind + sex, model.labels_) > 0.7
    settings, missed = Settings.read({}).as_search(), kind.astype(np.int32)
    assert views.n_differing(sample_of(settings, X, np.where(rng.random(900) < 0.2, sex, -1), missed)) == 4


@pytest.mark.parametrize(("n_labels", "hidden"), [(200, 3), (0, 0)])
def test_clusters_that_labels_hide_are_told_of(n_labels, hidden, tmp_path):
    """Three kinds, too few to have a say, and labels of the sex, which shows elsewhere; also when the model is read."""
    rng = np.random.default_rng(0)
    kind, sex = rng.integers(0, 3, 600), rng.integers(0, 2, 600)
    X = rng.normal(size=(600, 6))
    X[:, :2] += 6.0 * np.eye(3)[kind][:, :2]
    X[:, 2:4] += 2.0 * sex[:, None]
    y = np.where(np.arange(600) < n_labels, sex, UNLABELLED)
    model = CECIB(random_state=0).fit(X, y)
    model.save(tmp_path / "m.cecib")
    for own in (model, CECIB.load(tmp_path / "m.cecib")):
        assert own.hidden_clusters_ == hidden
        told = [text for text in own.findings(X, y).warnings if "hide other clusters" in text]
        assert len(told) == (hidden > 0)


@pytest.mark.parametrize(("max_clusters", "tries"), [(19, False), (20, True)])
def test_labels_of_more_categories_than_clusters_that_say_nothing_are_not_tried_elsewhere(max_clusters, tries):
    """Thousands of them would take long in each fold of each space."""
    rng = np.random.default_rng(0)
    model = CECIB(random_state=0, max_clusters=max_clusters).fit(rng.normal(size=(400, 5)), np.arange(400) % 20)
    assert (model.space_path_ is not None) == tries


def test_groups_are_categories_and_clusters_that_labels_say_nothing_of():
    index, missed = np.array([1, 1, 0, -1, -1, -1, 1]), np.array([-1, -1, -1, -1, 0, 1, 1])
    assert views._with_missed(index, missed).tolist() == [1, 1, 0, -1, 3, 4, 2]
    assert views._with_missed(index, None) is index


_LIT = ["1110111", "0010010", "1011101", "1011011", "0111010", "1101011", "1101111", "1010010", "1111111", "1111011"]


def test_digits_of_a_faulty_display_are_found_by_their_labels():
    """Seven bits, a tenth of them wrong: without labels one group, with 50 of them the ten digits (at best 74 %)."""
    rng = np.random.default_rng(0)
    digit = rng.integers(0, 10, 500)
    X = np.array([[int(bit) for bit in lit] for lit in _LIT])[digit] ^ (rng.random((500, 7)) < 0.1)
    y = np.where(rng.random(500) < 0.1, digit, UNLABELLED)
    model = CECIB(random_state=0).fit(X, y)
    assert model.n_clusters_ >= 8
    assert model.beta_ > USUAL
    assert (model.predict_category(X) == digit).mean() > 0.6


def test_classes_that_overlap_are_found_by_few_labels():
    """Two classes 2.4 standard deviations apart in an oblique one of 13 directions, some 27 of 270 rows labelled."""
    rng = np.random.default_rng(0)
    truth = np.arange(270) % 2
    X = rng.normal(size=(270, 13))
    X[:, :4] += 1.2 * (truth[:, None] - 0.5)
    y = np.where(rng.random(270) < 0.1, truth, UNLABELLED)
    model = CECIB(random_state=0).fit(X, y)
    assert (model.predict_category(X) == truth).mean() > 0.8


def test_labels_do_not_tear_their_rows_out_of_one_group():
    """One Gaussian whose halves are named differently: 60 labels of 600 rows make no cluster of labelled rows."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(600, 1))
    y = np.where(rng.random(600) < 0.1, X[:, 0] > 0, UNLABELLED)
    found = CECIB(random_state=0).fit(X, y).labels_
    assert all((y[found == c] == UNLABELLED).mean() > 0.5 for c in np.unique(found))
