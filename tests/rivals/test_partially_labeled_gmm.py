import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.mixture import GaussianMixture
from tests.rivals.uci import draw_labels, load

from cecib.reading.evaluation import normalized_mutual_information
from cecib.rivals import PartiallyLabeledGMM
from cecib.rivals.covariance_families import FreeVolumeAndShape, FreeVolumeCommonShape
from cecib.rivals.gaussian import SingularCovarianceError, log_densities, scatter_matrices
from cecib.rivals.partially_labeled_gmm import ClampedMixture, Mixture, run_em


@pytest.mark.parametrize("family", [FreeVolumeAndShape(), FreeVolumeCommonShape(2)])
def test_one_iteration_by_hand(family):
    """In one dimension both covariance families coincide."""
    X = np.array([0.0, 1, 2, 6, 7, 8])[:, None]
    clamped = ClampedMixture(X, np.array([0, -1, -1, -1, -1, 1], dtype=np.int32), 0.0)
    mixture = Mixture(
        np.full(2, 0.5),
        np.array([[2.0], [5.0]]),
        np.full((2, 1, 1), 4.0),
        family,
        np.empty((0, 2)),
        np.empty(0),
    )
    assert clamped.e_step(mixture) == pytest.approx(-15.569961, abs=1e-6)
    expected = [1, 0.867036, 0.754915, 0.132964, 0.067547, 0]
    np.testing.assert_allclose(mixture.responsibilities[:, 0], expected, atol=1e-6)
    clamped.m_step(mixture)
    np.testing.assert_allclose(mixture.weights, [0.470410, 0.529590], atol=1e-6)
    np.testing.assert_allclose(mixture.means.ravel(), [1.292304, 6.405122], atol=1e-6)
    np.testing.assert_allclose(mixture.covariances.ravel(), [2.575605, 3.668377], atol=1e-6)
    assert clamped.e_step(mixture) == pytest.approx(-13.801594, abs=1e-6)


def test_free_covariances_of_fully_labelled_iris():
    """One iteration gives the class means and covariances."""
    X, classes = load("iris")
    model = PartiallyLabeledGMM(3, covariance="Lk_Ck", random_state=0).fit(X, classes)
    assert model.objective_trace_[0] == pytest.approx(-189.187036, abs=1e-6)
    for k in range(3):
        np.testing.assert_allclose(model.means_[k], X[classes == k].mean(axis=0))
        np.testing.assert_allclose(model.covariances_[k], np.cov(X[classes == k].T, bias=True))
    assert (model.labels_ == classes).all()


def test_common_shape_of_fully_labelled_iris():
    """Value after five sweeps, and at convergence with its volumes."""
    X, classes = load("iris")
    model = PartiallyLabeledGMM(3, random_state=0).fit(X, classes)
    one_hot = np.eye(3)[classes]
    scatters = scatter_matrices(X, one_hot, model.means_)
    five, many = FreeVolumeCommonShape(3), FreeVolumeCommonShape(3, n_sweeps=200)
    values = []
    for family in (five, many):
        covariances = family.estimate(scatters, one_hot.sum(axis=0))
        density = log_densities(X, model.means_, covariances) + np.log(1 / 3)
        values.append(density[np.arange(150), classes].sum())
    assert values == pytest.approx([-245.698784, -245.698749], abs=1e-6)
    np.testing.assert_allclose(many.volumes, [0.049302, 0.073064, 0.125138], atol=1e-6)
    assert np.linalg.det(many.shape) == pytest.approx(1.0)
    assert model.objective_trace_[-1] == pytest.approx(-245.698749, abs=1e-6)


@pytest.mark.parametrize("covariance", ["Lk_C", "Lk_Ck"])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.3])
def test_likelihood_never_falls(covariance, share):
    """EM without a ridge is monotone, for both covariance families."""
    X, classes = load("iris")
    for seed in range(4):
        y = draw_labels(classes, share, seed)
        model = PartiallyLabeledGMM(3, covariance=covariance, random_state=seed).fit(X, y)
        assert np.diff(model.objective_trace_).min() > -1e-8


def test_likelihood_is_that_of_the_mixture():
    """The last objective is the partially labelled likelihood, computed by SciPy."""
    X, classes = load("iris")
    y = draw_labels(classes, 0.2, 0)
    model = PartiallyLabeledGMM(3, random_state=0).fit(X, y)
    joint = np.column_stack(
        [
            w * multivariate_normal(m, c).pdf(X)
            for w, m, c in zip(model.weights_, model.means_, model.covariances_, strict=True)
        ]
    )
    own = joint[np.arange(len(X)), y]
    expected = np.log(np.where(y >= 0, own, joint.sum(axis=1))).sum()
    assert model.objective_trace_[-1] == pytest.approx(expected)


def test_without_labels_it_is_em_from_the_same_start():
    """Parameters after five iterations equal scikit-learn's, started after the same first M step."""
    X, _ = load("iris")
    clamped = ClampedMixture(X, np.full(len(X), -1, dtype=np.int32), 0.0)
    start = clamped.start(X[[10, 70, 130]], "Lk_Ck")
    ours = run_em(clamped, start, 5, 0.0)
    theirs = GaussianMixture(
        3,
        weights_init=start.weights,
        means_init=start.means,
        precisions_init=np.linalg.inv(start.covariances),
        reg_covar=0.0,
        max_iter=5,
        tol=0.0,
    )
    with pytest.warns(match="did not converge"):
        theirs.fit(X)
    np.testing.assert_allclose(ours.means, theirs.means_, rtol=1e-8)
    np.testing.assert_allclose(ours.covariances, theirs.covariances_, rtol=1e-6)


@pytest.mark.parametrize(
    ("covariance", "expected"), [("Lk_C", (0.90, 0.90, 0.92, 0.93)), ("Lk_Ck", (0.86, 0.88, 0.91, 0.93))]
)
def test_agreement_on_iris(covariance, expected):
    """Reference values, over ten draws of our own, hence the width of the tolerance."""
    X, classes = load("iris")
    for share, value in zip((0.0, 0.1, 0.2, 0.3), expected, strict=True):
        scores = [
            normalized_mutual_information(
                classes,
                PartiallyLabeledGMM(3, covariance=covariance, random_state=seed).fit_predict(
                    X, draw_labels(classes, share, seed)
                ),
            )
            for seed in range(10)
        ]
        assert np.mean(scores) == pytest.approx(value, abs=0.06)


def test_start_from_labels_avoids_swapped_clusters():
    """`init="labels"` succeeds on Wine with 10 %, where random starts often swap clusters."""
    X, classes = load("wine")
    y = draw_labels(classes, 0.1, 0)
    model = PartiallyLabeledGMM(3, init="labels").fit(X, y)
    assert normalized_mutual_information(classes, model.labels_) > 0.85


@pytest.mark.parametrize("y", [[0, 1, -1, -1, -1, -1], [0, -1, -1, -1, -1, -1], [0, 1, 2, 3, -1, -1]])
def test_refuses_categories_for_some_clusters_only(y):
    """Category j is cluster j, so all clusters have labels or none."""
    with pytest.raises(ValueError, match="y must name 3 categories, one per cluster, or none, got"):
        PartiallyLabeledGMM(3).fit(np.random.default_rng(0).normal(size=(6, 1)), y)


def test_singular_covariance_is_an_error_with_a_remedy():
    """Two repeated points have no covariance; the error names the remedy, and that works."""
    X = np.repeat([[0.0, 1.0], [1.0, 0.0]], 5, axis=0)
    with pytest.raises(SingularCovarianceError, match="set reg_covar"):
        PartiallyLabeledGMM(2, random_state=0).fit(X)
    assert len(PartiallyLabeledGMM(2, reg_covar=1e-3, random_state=0).fit(X).labels_) == 10


def test_a_cluster_that_shrinks_to_a_repeated_point_ends_the_try():
    """The likelihood is unbounded there; such a try is discarded and never the one that is kept."""
    X = np.random.default_rng(0).integers(0, 3, size=(14, 2)).astype(float)
    spreads, n_refused = [], 0
    for seed in range(20):
        try:
            model = PartiallyLabeledGMM(2, covariance="Lk_Ck", random_state=seed).fit(X)
        except SingularCovarianceError:
            n_refused += 1
        else:
            spreads.append(np.diagonal(model.covariances_, axis1=1, axis2=2).min())
    assert n_refused < 5
    assert min(spreads) > 1e-3


def test_predict_is_the_most_probable_cluster():
    """`predict` and `predict_proba` agree, and probabilities sum to one."""
    X, classes = load("iris")
    model = PartiallyLabeledGMM(3, random_state=0).fit(X, draw_labels(classes, 0.3, 0))
    probabilities = model.predict_proba(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    assert (model.predict(X) == probabilities.argmax(axis=1)).all()


def some_wrong():
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1], 60)
    X = rng.normal(size=(120, 2)) + 6 * truth[:, None]
    y = np.full(120, -1)
    y[::3] = truth[::3]
    y[::12] = 1 - truth[::12]
    y[[1, 61]] = [0, 1]
    return X, y, truth


def test_known_labels_are_in_the_answer_only_when_clamped():
    """The same mixture: Rmixmod's answer repeats the labels, a free one puts each point where it is most probable."""
    X, y, _ = some_wrong()
    settings = {"init": "labels", "random_state": 0}
    clamped = PartiallyLabeledGMM(**settings).fit(X, y)
    free = PartiallyLabeledGMM(known_labels="free-answer", **settings).fit(X, y)
    assert clamped.means_ == pytest.approx(free.means_)
    assert (clamped.labels_[y >= 0] == y[y >= 0]).all()
    assert (free.labels_ == free.predict(X)).all()


def test_labels_in_the_m_step_only_do_not_count_in_the_likelihood():
    """The likelihood is that of the mixture without labels, and so larger than with the labelled points clamped."""
    X, y, _ = some_wrong()
    settings = {"init": "labels", "max_iter": 1, "random_state": 0}
    clamped, free = (PartiallyLabeledGMM(known_labels=how, **settings).fit(X, y) for how in ("clamped", "m-step"))
    assert clamped.means_ == pytest.approx(free.means_)
    assert free.objective_trace_[0] > clamped.objective_trace_[0]


def test_labels_as_start_only_are_forgotten():
    """From the category means on, EM is that without labels, and wrong labels do no harm to clear groups."""
    X, y, truth = some_wrong()
    model = PartiallyLabeledGMM(known_labels="start", init="labels", random_state=0).fit(X, y)
    means = [X[y == j].mean(axis=0) for j in (0, 1)]
    plain = PartiallyLabeledGMM(2, init=means, random_state=0).fit(X)
    assert model.means_ == pytest.approx(plain.means_)
    assert max((model.labels_ == truth).mean(), (model.labels_ != truth).mean()) == 1.0
