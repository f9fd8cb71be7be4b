"""partial_fit: what is absorbed is exact, and clusters appear, drift, merge, divide and vanish as the data do."""

import pickle

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.exceptions import NotFittedError

from cecib import CECIB
from cecib.backends.memory import summarise
from cecib.input_errors import InputError
from model_contents import alter

CENTRES = np.array([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]])


def batch(rng, centres=CENTRES, n=200):
    """Rows of unit Gaussians, and which they belong to."""
    own = rng.integers(len(centres), size=n)
    return rng.normal(size=(n, np.shape(centres)[1])) + np.asarray(centres)[own], own


def play(model, n_batches, centres_at, seed=0, n=200):
    """Give a model batches whose centres depend on time."""
    rng = np.random.default_rng(seed)
    for t in range(n_batches):
        model.partial_fit(batch(rng, centres_at(t), n)[0])
    return model


def nearest(model, place):
    return int(np.linalg.norm(model.means_ - place, axis=1).argmin())


@pytest.fixture(scope="module")
def grown():
    """A model past its youth, that never forgets, with all that it was given."""
    rng, model = np.random.default_rng(0), CECIB(random_state=0, n_init=2)
    found = []
    for _ in range(16):
        X, own = batch(rng)
        y = np.where(rng.uniform(size=len(X)) < 0.1, own % 2, -1)
        found.append((X, y, model.partial_fit(X, y).labels_))
    return model, *map(np.concatenate, zip(*found, strict=True))


def test_the_first_batch_is_a_fit():
    X, _ = batch(np.random.default_rng(0))
    one, other = CECIB(random_state=0).fit(X), CECIB(random_state=0).partial_fit(X)
    assert one.clusters_ == other.clusters_
    assert np.array_equal(one.labels_, other.labels_)
    assert one.cost_ == pytest.approx(other.cost_, rel=1e-12)


def test_too_few_rows_for_the_clusters_are_collected_and_that_is_said():
    """By attributes, by methods and after a pickle; `hasattr` says no, and with enough rows there are clusters."""
    X, _ = batch(np.random.default_rng(0), n=6)
    model = CECIB(6, random_state=0).partial_fit(X[:1])
    said = "partial_fit has collected 1 row, and the first clusters take 6: give it more rows."
    for own in (model, pickle.loads(pickle.dumps(model))):
        with pytest.raises(NotFittedError, match=said):
            own.labels_  # noqa: B018
        with pytest.raises(NotFittedError, match=said):
            own.levels_  # noqa: B018
        with pytest.raises(NotFittedError, match=said):
            own.predict(X)
        assert not hasattr(own, "labels_")
        with pytest.raises(AttributeError, match="no attribute 'label'"):
            own.label  # noqa: B018
    assert len(model.partial_fit(X[1:]).labels_) == 5
    with pytest.raises(AttributeError, match="no attribute 'labels_'"):
        CECIB(6).labels_  # noqa: B018


def test_summaries_are_those_of_all_rows(grown):
    """Whatever moved between clusters, nothing is lost but what waits."""
    model, X, y, _ = grown
    waiting = model._stream.waiting
    assert model.n_clusters_ == 3
    assert len(waiting) < 20
    own = list(model.clusters_.summaries)
    total = sum(own[1:], own[0])
    is_here = ~(X[:, None] == waiting.points[None]).all(axis=2).any(axis=1)
    (whole,) = summarise(X[is_here], np.zeros(is_here.sum(), dtype=int), y[is_here])
    scaling = model.clusters_.scaling
    assert total.weight == pytest.approx(whole.weight)
    np.testing.assert_allclose(total.mean * scaling.scale + scaling.shift, whole.mean, atol=1e-9)
    np.testing.assert_allclose(total.scatter * np.outer(scaling.scale, scaling.scale), whole.scatter, rtol=1e-9)
    np.testing.assert_allclose(total.counts, whole.counts)


def test_the_cost_is_that_of_the_rows(grown):
    """Groups that lie apart: the labels of each batch stay right, and cost.py gives the same for all rows."""
    model, X, y, labels = grown
    waiting = model._stream.waiting.points
    here = ~(X[:, None] == waiting[None]).all(axis=2).any(axis=1)
    assert model.cost(X[here], labels[here], y[here]) == pytest.approx(model.cost_, rel=1e-6)
    assert model.cost_terms_.total == pytest.approx(model.cost_)


def test_attributes_go_together(grown):
    model = grown[0]
    k = model.n_clusters_
    assert model.weights_.sum() == pytest.approx(1.0)
    assert len(model.weights_) == len(model.means_) == len(model.covariances_) == len(model.families_) == k
    assert model.category_counts_.shape == (k, len(model.categories_))
    assert model.flatness_.shape == (k, k)
    assert len(model.cluster_ids_) == k
    assert model.predict_proba(model.means_).shape == (k, k)
    np.testing.assert_allclose(model.covariances_, np.broadcast_to(np.eye(2), (k, 2, 2)), atol=0.15)
    assert model.cut(2).n_clusters_ == 2
    with pytest.raises(InputError, match="rows of the fit"):
        model.refine(0)


def test_small_batches_do_not_freeze_a_bad_model():
    rng, model = np.random.default_rng(1), CECIB(random_state=0, n_init=2)
    for _ in range(10):
        X, own = batch(rng, n=20)
        assert model.partial_fit(X).labels_.shape == (20,)
    assert model.n_clusters_ == 3
    assert len(set(zip(own, model.labels_, strict=True))) == 3


def test_single_rows():
    rng, model = np.random.default_rng(1), CECIB(random_state=0, n_init=1)
    for _ in range(40):
        model.partial_fit(batch(rng, n=1)[0])
    assert 1 <= model.n_clusters_ <= 4


def test_entropy_waits_for_enough_rows():
    rng, model = np.random.default_rng(1), CECIB(3, criterion="entropy", random_state=0)
    model.partial_fit(batch(rng, n=3)[0])
    with pytest.raises(NotFittedError):
        model.predict(CENTRES)
    for _ in range(10):
        model.partial_fit(batch(rng, n=100)[0])
    assert model.n_clusters_ == 3


def test_a_fit_goes_on():
    rng = np.random.default_rng(0)
    model = CECIB(random_state=0).fit(batch(rng, n=600)[0])
    before = model.means_.copy()
    for _ in range(4):
        model.partial_fit(batch(rng)[0])
    assert np.abs(model.means_ - before).max() < 0.5
    assert model.clusters_.summaries.weights.sum() == pytest.approx(1400, abs=20)
    assert model.fit(batch(rng)[0]).clusters_.summaries.weights.sum() == 200
    assert not hasattr(model, "_stream")


def test_a_cluster_appears_and_has_a_number_of_its_own():
    model = play(CECIB(random_state=0, n_init=2), 14, lambda t: CENTRES)
    old = model.means_.copy()
    rng = np.random.default_rng(5)
    X, _ = batch(rng, [*CENTRES, [9.0, 9.0]])
    model.partial_fit(X)
    assert model.n_clusters_ == 4
    np.testing.assert_allclose(model.means_[:3], old, atol=0.3)
    np.testing.assert_allclose(model.means_[3], [9, 9], atol=0.5)
    assert model.predict([[9.0, 9.0]]) == [3]
    assert (model.labels_ == 3).sum() == pytest.approx(50, abs=20)


def test_a_cluster_vanishes_and_the_last_takes_its_number():
    model = play(CECIB(half_life=400, random_state=0, n_init=2), 12, lambda t: CENTRES)
    gone, ids = nearest(model, CENTRES[1]), dict(zip(model.cluster_ids_, model.means_.tolist(), strict=True))
    last = model.cluster_ids_[-1]
    play(model, 30, lambda t: CENTRES[[0, 2]], seed=1)
    assert model.n_clusters_ == 2
    assert model.cluster_ids_[gone] == last or gone == 2
    for name, mean in zip(model.cluster_ids_, model.means_, strict=True):
        np.testing.assert_allclose(mean, ids[name], atol=0.4)


def test_nothing_vanishes_without_a_half_life():
    model = play(CECIB(random_state=0, n_init=2), 12, lambda t: CENTRES)
    assert play(model, 15, lambda t: CENTRES[[0, 2]], seed=1).n_clusters_ == 3


@pytest.mark.parametrize("scale", [1.0, 1e6])
def test_a_cluster_drifts_a_hundred_widths_away(scale):
    """A width in each half-life; the others stay."""
    model = CECIB(half_life=200, random_state=0, n_init=2)
    rng = np.random.default_rng(0)
    for t in range(220):
        centres = CENTRES + np.array([[0, 0], [0, 0], [0, max(0, 0.5 * (t - 20))]])
        model.partial_fit(batch(rng, centres, 100)[0] * scale)
        if t == 20:
            own = model.cluster_ids_[nearest(model, centres[2] * scale)]
    number = nearest(model, centres[2] * scale)
    assert model.n_clusters_ == 3
    assert model.cluster_ids_[number] == own
    assert model.means_[number, 1] == pytest.approx(centres[2, 1] * scale, abs=3 * scale)


def test_all_drift_together():
    """Two widths in each half-life, for 400 widths; the prior follows."""
    model, rng = CECIB(half_life=400, random_state=0, n_init=2), np.random.default_rng(0)
    for t in range(200):
        shift = 2.0 * max(0, t - 10)
        model.partial_fit(batch(rng, CENTRES + shift, 400)[0])
    assert model.n_clusters_ == 3
    assert np.abs(model.means_ - CENTRES.mean(axis=0) - shift).max() < 12
    assert np.abs(model.prior_.mean - shift).max() < 60


def test_two_clusters_become_one():
    def centres(t):
        return np.array([[0.0, 0.0], [9.0 - min(9.0, max(0, t - 12)), 0.0]])

    model = play(CECIB(half_life=600, random_state=0, n_init=2), 13, centres)
    assert model.n_clusters_ == 2
    assert play(model, 30, lambda t: centres(t + 13), seed=1).n_clusters_ == 1


def test_one_cluster_becomes_two():
    def centres(t):
        apart = min(8.0, 0.5 * max(0, t - 12))
        return np.array([[-apart / 2, 0.0], [apart / 2, 0.0]])

    model = play(CECIB(half_life=600, random_state=0, n_init=2), 13, centres)
    assert model.n_clusters_ == 1
    play(model, 40, lambda t: centres(t + 13), seed=1)
    assert model.n_clusters_ == 2
    np.testing.assert_allclose(np.sort(model.means_[:, 0]), [-4, 4], atol=0.5)


def test_everything_jumps():
    model = play(CECIB(half_life=400, random_state=0, n_init=2), 12, lambda t: CENTRES)
    play(model, 25, lambda t: CENTRES + 1000, seed=1)
    assert model.n_clusters_ == 3
    assert np.abs(model.means_ - 1000).max() < 12


def test_lone_rows_far_away_change_nothing():
    rng = np.random.default_rng(0)
    model = play(CECIB(random_state=0, n_init=2), 12, lambda t: CENTRES)
    for _ in range(10):
        X, _ = batch(rng)
        X[0] = rng.normal(size=2) * 1e6
        model.partial_fit(X)
    assert model.n_clusters_ == 3
    assert np.linalg.eigvalsh(model.covariances_).max() < 2


def test_labels_decide_between_clusters_that_overlap():
    rng = np.random.default_rng(0)
    model, centres = CECIB(beta=2, random_state=0, n_init=2), np.array([[0.0, 0.0], [4.0, 0.0]])
    for _ in range(15):
        X, own = batch(rng, centres)
        model.partial_fit(X, own)
    middle = np.array([[2.0, 0.0], [2.0, 0.0]])
    model.partial_fit(middle, [0, 1])
    assert model.n_clusters_ == 2
    assert model.labels_[0] != model.labels_[1]
    assert np.array_equal(model.predict_category(centres), [0, 1])


def test_new_categories_come_last():
    rng, model = np.random.default_rng(0), CECIB(random_state=0, n_init=2)
    names = np.array(["b", "c", "a"], dtype=object)
    for t in range(14):
        X, own = batch(rng, CENTRES[:2] if t < 12 else CENTRES)
        model.partial_fit(X, np.where(rng.uniform(size=len(X)) < 0.2, names[own], None))
    assert model.categories_.tolist() == ["b", "c", "a"]
    assert model.category_counts_.shape == (3, 3)
    assert model.predict_category(CENTRES).tolist() == ["b", "c", "a"]
    assert model.predict_category_proba(CENTRES).argmax(axis=1).tolist() == [0, 1, 2]


def test_levels_grow():
    rng, model = np.random.default_rng(0), CECIB(random_state=0, n_init=2)
    names = [("animal", "cat"), ("animal", "dog"), ("plant", "oak")]
    for t in range(14):
        X, own = batch(rng, CENTRES[:2] if t < 12 else CENTRES)
        model.partial_fit(X, [names[c] if rng.uniform() < 0.2 else (None, None) for c in own])
    assert [own.tolist() for own in model.categories_] == [["animal", "plant"], ["cat", "dog", "oak"]]
    assert model.predict_category(CENTRES).tolist() == [list(name) for name in names]
    with pytest.raises(InputError, match="1 levels, but had 2 so far"):
        model.partial_fit(X, own)


def test_weights_are_repeated_rows():
    rng = np.random.default_rng(0)
    model, other = (CECIB(half_life=900, random_state=0, n_init=2) for _ in range(2))
    for _ in range(15):
        X, _ = batch(rng, n=150)
        model.partial_fit(np.repeat(X, 2, axis=0))
        other.partial_fit(X, sample_weight=2)
    assert model.n_clusters_ == other.n_clusters_ == 3
    order = [nearest(other, mean) for mean in model.means_]
    np.testing.assert_allclose(other.weights_[order], model.weights_, atol=0.05)


def test_rows_of_weight_zero_take_no_part():
    rng = np.random.default_rng(0)
    one, other = (CECIB(random_state=0, n_init=2) for _ in range(2))
    for _ in range(3):
        X, _ = batch(rng)
        far = np.vstack([X, [[500.0, 500.0]]])
        one.partial_fit(X)
        other.partial_fit(far, None, np.append(np.ones(len(X)), 0.0))
    assert one.clusters_ == other.clusters_
    assert len(other.labels_) == len(X) + 1


def test_same_seed_same_answer_whatever_the_threads():
    one, other = (play(CECIB(half_life=500, random_state=3, n_init=2, n_jobs=n), 14, lambda t: CENTRES) for n in (1, 2))
    assert one.clusters_ == other.clusters_
    assert np.array_equal(one._stream.recent.points, other._stream.recent.points)


def test_the_sample_does_not_depend_on_batches():
    X, _ = batch(np.random.default_rng(0), n=6000)
    one, other = (CECIB(half_life=900, random_state=0, n_init=1) for _ in range(2))
    for rows in (X[:3000], X[3000:3001], X[3001:]):
        one.partial_fit(rows)
    for rows in (X[:3000], X[3000:4500], X[4500:]):
        other.partial_fit(rows)
    assert np.array_equal(one._stream.recent.points, other._stream.recent.points)


@pytest.mark.parametrize("half_life", [None, 500])
def test_save_and_load_in_the_middle(tmp_path, half_life):
    rng = np.random.default_rng(0)
    model = CECIB(half_life=half_life, random_state=0, n_init=2)
    for t in range(13):
        X, own = batch(rng)
        model.partial_fit(X, np.where(rng.uniform(size=len(X)) < 0.1, own, -1))
        if t in (1, 12):  # all rows are at hand, and not any more
            model.save(tmp_path / f"{t}.cecib")
    later = [CECIB.load(tmp_path / "12.cecib"), pickle.loads(pickle.dumps(model)), model]
    for _ in range(6):
        X, own = batch(rng, [*CENTRES, [9.0, 9.0]])
        for each in later:
            each.partial_fit(X, own)
    assert later[0].clusters_.summaries == later[1].clusters_.summaries == later[2].clusters_.summaries
    assert np.array_equal(later[0].cluster_ids_, model.cluster_ids_)
    assert np.array_equal(later[0].labels_, model.labels_)
    young = CECIB.load(tmp_path / "1.cecib")
    assert young._stream.has_all
    assert young.partial_fit(batch(rng)[0]).n_clusters_ == 3


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("recent_index", 99, "categories of rows must be below"),
        ("recent_times", 1e9, "later than the last"),
        ("stream_ids", 0, "stream_ids must be distinct"),
        ("recent_weights", np.nan, "recent_weights must hold numbers"),
    ],
)
def test_altered_streams_are_refused(grown, tmp_path, name, value, sentence):
    def change(header, arrays):
        arrays[name] = np.full_like(arrays[name], value)

    grown[0].save(tmp_path / "model.cecib")
    alter(tmp_path / "model.cecib", tmp_path / "other.cecib", change)
    with pytest.raises(ValueError, match=sentence):
        CECIB.load(tmp_path / "other.cecib")


@pytest.mark.parametrize("half_life", [None, 1000])
def test_memory_is_constant(half_life):
    """The pickled model over 500 batches, in which clusters come and go."""
    rng = np.random.default_rng(0)
    model = CECIB(half_life=half_life, random_state=0, n_init=1).fit(batch(rng, n=500)[0])
    sizes = []
    for t in range(500):
        centres = CENTRES + np.array([[0, 0], [0, 0], [3 * np.sin(t / 100), 0]])
        model.partial_fit(batch(rng, centres, 20)[0])
        if t % 100 == 99:
            sizes.append(len(pickle.dumps(model)))
    assert model.n_clusters_ < 10
    assert max(sizes) < 1.1 * sizes[0]
    assert max(sizes) < 300_000


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda X: {"X": X[:, :1]}, "features"),
        (lambda X: {"X": np.where(X[3, 1] == X, np.inf, X)}, r"contains infinity in column '1' \(row 3\)"),
        (lambda X: {"X": X[:0]}, "0 sample"),
        (lambda X: {"X": X, "y": [0] * 3}, "y must have 200 entries"),
        (lambda X: {"X": X, "y": ["cat"] * len(X)}, "names the category 'cat', but those so far are like 0"),
        (lambda X: {"X": X, "y": [{"a", "b"}] * len(X)}, "sets of categories"),
        (lambda X: {"X": X, "y": np.zeros((len(X), 2))}, "2 levels, but had 1"),
        (lambda X: {"X": X, "sample_weight": np.zeros(len(X))}, "at least one entry above 0"),
        (lambda X: {"X": X, "sample_weight": -np.ones(len(X))}, "0 or more"),
    ],
)
def test_bad_batches_leave_the_model_as_it_was(grown, change, sentence):
    model = grown[0]
    X, before = batch(np.random.default_rng(0))[0], dict(vars(model))
    with pytest.raises(ValueError, match=sentence):
        model.partial_fit(**change(X))
    assert vars(model).keys() == before.keys()
    assert all(vars(model)[name] is value for name, value in before.items())


@pytest.mark.parametrize("half_life", [0, -1, True, "long", np.nan, 0.5])
def test_half_life_is_a_number_of_points(half_life):
    with pytest.raises(InputError, match="half_life must be None or a number of points"):
        CECIB(half_life=half_life).partial_fit(CENTRES)


def test_start_labels_have_no_place():
    with pytest.raises(InputError, match="init has a cluster for each row"):
        CECIB(init=[0, 1, 1]).partial_fit(CENTRES)


@pytest.mark.parametrize("family", ["diag", "spherical", "auto"])
@pytest.mark.parametrize("criterion", ["evidence", "entropy"])
def test_families_and_criteria(family, criterion):
    if criterion == "entropy" and family == "auto":
        pytest.skip("auto is for evidence")
    number = 3 if criterion == "entropy" else None
    model = CECIB(number, family=family, criterion=criterion, half_life=500, random_state=0, n_init=2)
    play(model, 14, lambda t: CENTRES + 0.3 * t)
    assert model.n_clusters_ == 3
    assert np.isfinite(model.cost_)


def test_a_subspace_stays():
    rng = np.random.default_rng(0)
    model = CECIB(subspace=2, half_life=600, random_state=0, n_init=2)
    for _ in range(15):
        X, _ = batch(rng)
        model.partial_fit(np.hstack([X, rng.normal(size=(len(X), 3))]))
    assert model.n_clusters_ == 3
    assert model.subspace_.shape == (5, 2)


def test_a_column_that_was_constant_comes_to_life():
    model, rng = CECIB(random_state=0, half_life=1000, n_init=2), np.random.default_rng(0)
    for t in range(30):
        own = rng.integers(2, size=400)
        lively = 5.0 + (t > 10) * (9.0 * own + rng.normal(size=400))
        X = np.column_stack([rng.normal(size=400), lively])
        model.partial_fit(X)
        if t == 9:
            assert model.n_clusters_ == 1
            assert model.covariances_[0, 1, 1] == 0
    assert model.n_clusters_ == 2
    assert sorted(model.means_[:, 1].round().tolist()) == [5.0, 14.0]


def test_clusters_appear_in_directions_that_were_left_out():
    model, rng = CECIB(subspace=2, random_state=0, half_life=1000, n_init=2), np.random.default_rng(0)
    for t in range(30):
        X, own = batch(rng, [*CENTRES, [0, 0]] if t > 10 else CENTRES, 300)
        rest = rng.normal(size=(len(X), 4)) + 12 * (own == 3)[:, None]
        model.partial_fit(np.hstack([X, rest]))
    labels = model.labels_
    assert len(set(zip(own, labels, strict=True))) <= 6
    assert np.mean(labels[own == 3] == np.bincount(labels[own == 3]).argmax()) > 0.95
    assert np.bincount(labels[own == 3]).argmax() not in labels[own < 3]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_numbers_stay_finite(data):
    """Batches of any size and scale, repeated rows, jumps, weights, labels: a model with finite numbers."""
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    half_life = data.draw(st.sampled_from([None, 1.0, 30.0, 1000.0]))
    model = CECIB(half_life=half_life, random_state=0, n_init=1, max_clusters=8)
    for _ in range(data.draw(st.integers(1, 5))):
        n = data.draw(st.sampled_from([1, 2, 17, 400]))
        scale = 10.0 ** data.draw(st.sampled_from([-6, 0, 0, 0, 6]))
        X = rng.normal(size=(n, 2)) * scale + data.draw(st.sampled_from([0.0, 100.0, -1e9]))
        X = np.round(X) if data.draw(st.booleans()) else X
        X = np.repeat(X[:1], n, axis=0) if data.draw(st.booleans()) else X
        y = rng.integers(-1, 3, n) if data.draw(st.booleans()) else None
        weights = rng.uniform(0.1, 9, n) if data.draw(st.booleans()) else None
        model.partial_fit(X, y, weights)
        assert len(model.labels_) == n
        assert np.isfinite(model.cost_)
        assert all(np.isfinite(own).all() for own in (model.weights_, model.means_, model.predict_proba(X)))
        assert model.covariances_ is None or np.isfinite(model.covariances_).all()
        assert model.n_clusters_ <= 8
