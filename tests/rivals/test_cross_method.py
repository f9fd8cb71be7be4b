"""What holds for all rivals alike."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import adjusted_rand_score

from cecib.rivals import (
    ConstrainedGMM,
    ConstrainedSpectralClustering,
    DeterministicIB,
    EMGaussianMixture,
    HartiganKMeans,
    LloydKMeans,
    PartiallyLabeledGMM,
    PartitionKMeans,
    SemiSupervisedFuzzyCMeans,
    all_rivals,
)

CENTRES = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 5.0]])
STARTED = {
    "mixmod": PartiallyLabeledGMM(3, init=CENTRES),
    "mixmod, free": PartiallyLabeledGMM(3, covariance="Lk_Ck", init=CENTRES),
    "c-GMM": ConstrainedGMM(3, init=CENTRES),
    "c-GMM, cannot-link": ConstrainedGMM(3, init=CENTRES, constraints="cannot-link"),
    "c-GMM, must-link": ConstrainedGMM(3, init=CENTRES, constraints="must-link"),
    "k-means": PartitionKMeans(3, init=CENTRES),
    "fc-means": SemiSupervisedFuzzyCMeans(3, init=CENTRES),
    "spec": ConstrainedSpectralClustering(3, random_state=0),
    "Lloyd": LloydKMeans(3, init=CENTRES),
    "EM": EMGaussianMixture(3, init=CENTRES),
}
ALL = STARTED | {
    "Hartigan": HartiganKMeans(3, init=CENTRES),
    "DIB": DeterministicIB(3, beta=2, random_state=0),
}
NAMED_CLUSTERS = ("mixmod", "mixmod, free", "fc-means")


def blobs(seed=0, n=25):
    generator = np.random.default_rng(seed)
    classes = np.repeat(np.arange(3), n)
    X = CENTRES[classes] + generator.normal(size=(3 * n, 2))
    y = np.where(generator.random(3 * n) < 0.3, classes, -1)
    y[[0, n, 2 * n]] = 0, 1, 2
    return X, y, classes


@pytest.mark.parametrize("name", ALL)
def test_all_unlabelled_is_no_labels(name):
    X, _, _ = blobs()
    model = ALL[name]
    assert (model.fit_predict(X) == model.fit_predict(X, np.full(len(X), -1))).all()
    assert (model.fit_predict(X) == model.fit_predict(X, [None] * len(X))).all()


@pytest.mark.parametrize("name", ALL)
def test_trace_has_one_finite_value_per_iteration(name):
    X, y, _ = blobs()
    model = ALL[name].fit(X, y)
    assert model.objective_trace_.shape == (model.n_iter_,)
    assert np.isfinite(model.objective_trace_).all()
    assert model.labels_.dtype == np.int32
    assert set(model.labels_) <= {0, 1, 2}


@pytest.mark.parametrize("name", STARTED)
def test_names_of_categories_do_not_matter(name):
    """Renaming permutes the clusters of the methods that tie cluster j to category j, start included."""
    X, y, _ = blobs()
    renamed = np.where(y < 0, -1, np.array([2, 0, 1])[y])
    model = STARTED[name]
    plain = model.fit_predict(X, y)
    if name in NAMED_CLUSTERS:
        start = CENTRES[[1, 2, 0]]
        permuted = type(model)(**{**model.get_params(), "init": start}).fit_predict(X, renamed)
    else:
        permuted = model.fit_predict(X, renamed)
    assert adjusted_rand_score(plain, permuted) == pytest.approx(1.0)


@pytest.mark.parametrize("name", STARTED)
def test_order_of_points_does_not_matter(name):
    X, y, _ = blobs()
    order = np.random.default_rng(5).permutation(len(X))
    plain = STARTED[name].fit_predict(X, y)
    shuffled = STARTED[name].fit_predict(X[order], y[order])
    assert adjusted_rand_score(plain[order], shuffled) == pytest.approx(1.0)


@pytest.mark.parametrize("name", [n for n in STARTED if n not in ("spec",)])
def test_predict_does_not_depend_on_the_other_rows(name):
    X, y, _ = blobs()
    model = STARTED[name].fit(X, y)
    one_by_one = np.concatenate([model.predict(row[None]) for row in X[:20]])
    assert (model.predict(X)[:20] == one_by_one).all()


@pytest.mark.parametrize("name", ["mixmod", "mixmod, free", "k-means", "fc-means"])
def test_every_point_twice_is_the_same_problem(name):
    X, y, _ = blobs()
    model = STARTED[name]
    once = model.fit_predict(X, y)
    twice = model.fit_predict(np.repeat(X, 2, axis=0), np.repeat(y, 2))
    assert (twice[::2] == once).all()
    assert (twice[1::2] == once).all()


@pytest.mark.parametrize(
    "model",
    [
        PartiallyLabeledGMM(3, random_state=0),
        SemiSupervisedFuzzyCMeans(3, random_state=0),
        ConstrainedGMM(3, random_state=0),
        ConstrainedGMM(3, constraints="cannot-link", random_state=0),
        PartitionKMeans(3, init=blobs()[0][[0, 25, 50]]),
        DeterministicIB(3, beta=2, random_state=0),
    ],
)
def test_fully_labelled_data_give_back_the_labels(model):
    X, _, classes = blobs()
    labels = model.fit_predict(X, classes)
    assert adjusted_rand_score(classes, labels) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ALL)
def test_labels_of_any_type(name):
    X, y, _ = blobs()
    texts = [None if code < 0 else "abc"[code] for code in y]
    expected = ALL[name].fit_predict(X, y)
    for labels in (texts, pd.Series(texts, dtype="category"), np.where(y < 0, np.nan, y)):
        assert (ALL[name].fit_predict(X, labels) == expected).all()


@pytest.mark.parametrize("name", ALL)
def test_input_is_read_only_and_of_any_layout(name):
    X, y, _ = blobs()
    expected = ALL[name].fit_predict(X, y)
    fortran = np.asfortranarray(X)
    fortran.flags.writeable = False
    assert (ALL[name].fit_predict(fortran, y) == expected).all()
    assert (ALL[name].fit_predict(pd.DataFrame(X, columns=["a", "b"]), y) == expected).all()


@pytest.mark.parametrize("name", ALL)
def test_pickles(name):
    X, y, _ = blobs()
    model = ALL[name].fit(X, y)
    assert (pickle.loads(pickle.dumps(model)).labels_ == model.labels_).all()


@pytest.mark.parametrize("name", ALL)
def test_bad_input_is_an_error_that_says_so(name):
    X, y, _ = blobs()
    model = type(ALL[name])(3)
    broken = X.copy()
    broken[3, 1] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        model.fit(broken, y)
    with pytest.raises(ValueError, match="y must have 75 entries"):
        model.fit(X, y[:-1])
    with pytest.raises(ValueError, match="n_clusters must be at most the number of rows, 2, got 3"):
        model.fit(X[:2])
    with pytest.raises(ValueError, match="X must hold values below"):
        model.fit(X * 1e120)
    for wrong in (0, -1, 2.5, "3", True):
        with pytest.raises(ValueError, match="n_clusters must be an integer of at least 1"):
            type(model)(wrong).fit(X)
    with pytest.raises(ValueError, match="n_init must be an integer of at least 1, got 0"):
        type(model)(3, n_init=0).fit(X)


@pytest.mark.parametrize("name", [n for n in ALL if n not in ("spec", "DIB")])
@pytest.mark.parametrize("init", ["nonsense", [[0.0, 1.0]], None])
def test_bad_start_is_an_error(name, init):
    with pytest.raises(ValueError, match="init must be"):
        type(ALL[name])(3, init=init).fit(blobs()[0])


@pytest.mark.parametrize("name", ["mixmod", "c-GMM", "EM"])
def test_mixtures_refuse_a_constant_column(name):
    X, y, _ = blobs()
    with pytest.raises(ValueError, match="Column 2 of X is constant"):
        type(ALL[name])(3).fit(np.column_stack([X, np.full(len(X), 0.1)]), y)


@pytest.mark.parametrize("name", ["k-means", "fc-means", "spec", "Lloyd", "Hartigan", "DIB"])
def test_others_take_a_constant_column_and_repeated_rows(name):
    X = np.array([[0.0, 1.0], [5.0, 1.0]]).repeat(6, axis=0)
    y = [0, -1, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1]
    for n_clusters in (2, 3):
        model = type(ALL[name])(n_clusters, random_state=0).fit(X, y)
        assert np.isfinite(model.objective_trace_).all()
        assert model.labels_[0] != model.labels_[-1]
    all_equal = type(ALL[name])(2, random_state=0).fit(np.ones((6, 2)))
    assert np.isfinite(all_equal.objective_trace_).all()


@pytest.mark.parametrize("name", ALL)
def test_one_category_and_one_cluster(name):
    X, y, _ = blobs()
    kind = type(ALL[name])
    if kind is not PartiallyLabeledGMM:
        assert len(kind(3, random_state=0).fit_predict(X, np.where(y == 0, 0, -1))) == len(X)
    assert set(kind(1, random_state=0).fit_predict(X, y)) == {0}


@pytest.mark.parametrize("name", ALL)
def test_same_seed_same_result(name):
    X, y, _ = blobs()
    kind = type(ALL[name])
    first, second = (kind(3, random_state=7).fit(X, y) for _ in range(2))
    assert (first.labels_ == second.labels_).all()
    assert (first.objective_trace_ == second.objective_trace_).all()


def test_roster_fits_and_leaves_out_what_cannot_be_run():
    X, y, classes = blobs()
    rivals = all_rivals(X, y, 3, random_state=0)
    assert list(rivals) == ["mixmod", "c-GMM", "k-means", "fc-means", "spec"]
    for rival in rivals.values():
        assert adjusted_rand_score(classes, rival.fit_predict(X, y)) > 0.6
    few = np.where(y == 2, -1, y)
    assert "mixmod" not in all_rivals(X, few, 3)
    assert "mixmod" in all_rivals(X, None, 3)
    assert all_rivals(X, few, 3, constraints="cannot-link")["c-GMM"].constraints == "cannot-link"
