"""Clusters in a subspace: its cost is that of cost.py in the columns, and it hides nothing that the data say."""

import pickle

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from cecib import CECIB
from cecib.cost import cost_terms, rest_length
from cecib.criteria import evidence
from cecib.families import Eigenvalues, Fixed, FixedMean, FixedSpherical
from cecib.spaces.space import Space
from checks import assert_never_rises, best_single_move

SIZE = 90
TURN = np.random.default_rng(5).normal(size=(6, 6))


@pytest.fixture(scope="module")
def turned():
    """Three groups that differ in two directions of six, none of them a column; a third of the rows has labels."""
    rng = np.random.default_rng(0)
    truth = np.arange(SIZE) % 3
    X = rng.normal(size=(SIZE, 6))
    X[:, :2] += np.array([[0, 0], [8, 0], [0, 8]])[truth]
    return X @ TURN, truth, np.where(np.arange(SIZE) < SIZE // 3, truth, -1)


@pytest.fixture(scope="module")
def plane(turned):
    """A fit in two directions."""
    X, _, y = turned
    return CECIB(subspace=2, beta=1.0, random_state=0, n_init=2).fit(X, y)


def hidden_among(n_noise, n, classes, missing=(), seed=1):
    """Classes that differ in two columns, other columns of larger variance, and labels of a tenth of the rows."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % classes
    X = 3.0 * rng.normal(size=(n, 2 + n_noise))
    centres = 10.0 * np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    X[:, :2] = rng.normal(size=(n, 2)) + centres[truth]
    has_label = (rng.random(n) < 0.1) & ~np.isin(truth, missing)
    return X, truth, np.where(has_label, truth, -1)


def test_the_cost_is_that_of_the_columns(turned, plane):
    """The engine sees coordinates; the cost is the code of all columns, as cost.py states it."""
    X, _, y = turned
    assert plane.subspace_.shape == (6, 2)
    assert plane.cost(X, plane.labels_, y) == pytest.approx(plane.cost_, rel=1e-9)
    prior = plane.prior_
    terms = cost_terms(X, plane.labels_, y, criterion="evidence", prior=prior, subspace=prior.subspace)
    np.testing.assert_allclose(plane.cost_terms_, terms, rtol=1e-9, atol=1e-9)


def test_the_cost_under_entropy_too(turned):
    """The paper's criterion takes a number of directions, and its cost too is that of the columns."""
    X, truth, y = turned
    model = CECIB(3, criterion="entropy", subspace=2, random_state=0).fit(X, y)
    terms = cost_terms(X, model.labels_, y, subspace=model.subspace_)
    assert model.cost_ == pytest.approx(terms.total, rel=1e-9)
    assert adjusted_rand_score(truth, model.labels_) > 0.9


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_nothing_is_left_by_all_directions(turned, criterion):
    """Only the volume of the units: −n ln|det V|."""
    expected = -SIZE * np.linalg.slogdet(TURN)[1]
    assert rest_length(turned[0], np.ones(SIZE), TURN, criterion) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_what_is_left_depends_on_the_span_alone(turned, criterion):
    """Another basis of the same span changes the volume of the coordinates and nothing else."""
    X, weight = turned[0], np.ones(SIZE)
    axes, basis = TURN[:, :3], TURN[3:, 3:]
    one, other = (rest_length(X, weight, own, criterion) for own in (axes, axes @ basis))
    assert other + SIZE * np.linalg.slogdet(basis)[1] == pytest.approx(one, rel=1e-9)
    assert abs(np.linalg.slogdet(basis)[1]) > 0.1


def test_the_end_is_optimal_for_moves(turned, plane):
    """By brute force, with the cost in the columns; and the cost never rises on the way."""
    X, _, y = turned
    assert_never_rises(plane.cost_trace_)
    best = best_single_move(X, plane.labels_, lambda trial: plane.cost(X, trial, y))
    assert best >= plane.cost_ - 1e-9 * abs(plane.cost_)


@pytest.mark.parametrize(
    "further",
    [
        lambda X: X[:, 1],
        lambda X: 1000.0 * X[:, 1] - 7.0,
        lambda X: X[:, 0] + X[:, 2],
        lambda X: (X[:, 1] / 2.54).round(3),
        lambda X: (-1.8 * X[:, 0] + 32.0).round(5),
    ],
    ids=["copy", "copy in other units", "sum of two", "rounded copy", "rounded to five digits"],
)
def test_a_column_that_says_nothing_new_changes_nothing(turned, further):
    """The same clusters, in all directions that there are."""
    X, _, y = turned
    plain = CECIB(random_state=0, n_init=2).fit(X, y)
    model = CECIB(random_state=0, n_init=2).fit(np.column_stack([X, further(X)]), y)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    assert plain.subspace_ is None
    assert model.subspace_ is None


def test_columns_that_are_nearly_copies_are_kept():
    """A day more or less, and bits beside a code for missing, say something: rounding does not account for it."""
    rng = np.random.default_rng(0)
    day, later = rng.integers(365, size=500).astype(float), rng.uniform(size=500) < 0.35
    assert CECIB(random_state=0).fit(np.column_stack([day, day + later])).n_clusters_ == 2
    group, missing = rng.integers(2, size=600), rng.uniform(size=600) < 0.05
    answers = (rng.uniform(size=(600, 8)) < np.where(group[:, None], 0.9, 0.1)).astype(float)
    answers[missing] = 99.0
    found = CECIB(random_state=0).fit(answers).labels_[~missing]
    assert adjusted_rand_score(group[~missing], found) > 0.9


def test_round_trips(turned, plane, tmp_path):
    """A file and a pickle keep the space: they predict, score and explain as the model does."""
    X = turned[0]
    plane.save(tmp_path / "model.cecib")
    for other in (CECIB.load(tmp_path / "model.cecib"), pickle.loads(pickle.dumps(plane))):
        assert other.space_ == plane.space_
        assert other.prior_ == plane.prior_
        for method in ("coordinates", "predict", "predict_proba", "score_samples"):
            np.testing.assert_array_equal(getattr(other, method)(X), getattr(plane, method)(X))
        np.testing.assert_array_equal(other.covariances_, plane.covariances_)


def test_rows_of_the_fit_are_predicted_into_their_clusters(turned, plane):
    """Clusters that are far apart; coordinates are counted from the mean."""
    X = turned[0]
    np.testing.assert_array_equal(plane.predict(X), plane.labels_)
    np.testing.assert_allclose(plane.coordinates(X), (X - X.mean(axis=0)) @ plane.space_.axes, atol=1e-9)


def test_a_gaussian_is_its_coordinates_and_the_rest():
    """ln N(x) = ln N(coordinates) + ln of the density of the rest, exactly."""
    rng = np.random.default_rng(3)
    covariance = TURN @ TURN.T
    space = Space(rng.normal(size=6), rng.normal(size=(6, 2)), np.arange(6), covariance)
    X = rng.normal(size=(20, 6))
    whole = multivariate_normal(space.centre, covariance).logpdf(X)
    along = multivariate_normal(np.zeros(2), space.axes.T @ covariance @ space.axes).logpdf(space.coordinates(X))
    np.testing.assert_allclose(along + space.rest_log_densities(X), whole, rtol=1e-9)


def test_scores_are_those_of_the_gaussians_of_all_features():
    """`means_` and `covariances_` say of all features what `score_samples` says, up to the prior."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(2_000, 5)) @ TURN[:5, :5]
    X += np.outer(9 * (np.arange(2_000) % 2), TURN[0, :5])
    model = CECIB(subspace=2, random_state=0, n_init=1).fit(X)
    gaussians = zip(model.weights_, model.means_, model.covariances_, strict=True)
    densities = sum(w * multivariate_normal(mean, covariance).pdf(X) for w, mean, covariance in gaussians)
    assert model.subspace_ is not None
    np.testing.assert_allclose(model.score_samples(X), np.log(densities), atol=0.1)


def test_means_and_covariances_are_in_the_units_of_the_data(turned, plane):
    """A column in thousandths: the clusters stay, its means and covariances are in thousandths too."""
    X, _, y = turned
    unit = np.array([1, 1, 1000.0, 1, 1, 1])
    model = CECIB(subspace=2, beta=1.0, random_state=0, n_init=2).fit(X * unit, y)
    np.testing.assert_array_equal(model.labels_, plane.labels_)
    np.testing.assert_allclose(model.means_, plane.means_ * unit, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(model.covariances_, plane.covariances_ * np.outer(unit, unit), rtol=1e-6, atol=1e-4)


def test_the_gaussians_of_clusters_have_their_moments(turned, plane):
    """Weighted by the shares they add up to the mean and the covariance of all of the data."""
    X = turned[0]
    apart = plane.means_ - X.mean(axis=0)
    total = np.einsum("k,kij->ij", plane.weights_, plane.covariances_) + (plane.weights_ * apart.T) @ apart
    np.testing.assert_allclose(plane.weights_ @ plane.means_, X.mean(axis=0), atol=1e-9)
    np.testing.assert_allclose(total, np.cov(X, rowvar=False, bias=True), rtol=1e-6, atol=1e-6)


def test_a_prior_brings_its_subspace(turned, plane, monkeypatch):
    """And needs no pilot; from the labels of the fit nothing moves."""
    X, _, y = turned
    monkeypatch.setattr(evidence, "run_pilot", None)
    again = CECIB(prior=plane.prior_, init=plane.labels_, beta=1.0).fit(X, y)
    np.testing.assert_array_equal(again.labels_, plane.labels_)
    np.testing.assert_allclose(again.subspace_, plane.subspace_, rtol=1e-9, atol=1e-12)
    assert again.cost_ == pytest.approx(plane.cost_, rel=1e-9)


def test_a_prior_brings_its_subspace_to_the_cost(turned, plane):
    """Also before a fit, when the prior is all that is known."""
    X, _, y = turned
    assert CECIB(prior=plane.prior_, beta=1.0).cost(X, plane.labels_, y) == pytest.approx(plane.cost_, rel=1e-9)


@pytest.mark.parametrize("subspace", [0, -1, "x", 1.5, True])
def test_strange_subspaces_are_refused(subspace):
    """In a sentence that says what may be given."""
    with pytest.raises(ValueError, match="subspace must be 'auto', None, or a number of directions, 1 or more, got"):
        CECIB(subspace=subspace).fit(np.zeros((9, 2)))


@pytest.mark.parametrize(
    "family",
    [Fixed(np.eye(6)), FixedSpherical(1.0), FixedMean(np.zeros(6)), Eigenvalues(np.ones(6))],
    ids=lambda family: type(family).__name__,
)
def test_what_is_known_of_columns_has_no_place_in_directions(turned, family):
    """Families of known parameters and a number of directions are refused together."""
    with pytest.raises(ValueError, match="subspace is 2, but family speaks of the columns of X"):
        CECIB(2, family=family, criterion="entropy", subspace=2).fit(turned[0])


def test_a_number_is_taken_at_its_word():
    """Also where there is one cluster, so that none differ."""
    X = np.random.default_rng(7).normal(size=(200, 6))
    assert CECIB(subspace=2, random_state=0, n_init=1).fit(X).coordinates(X).shape == (200, 2)


@pytest.mark.parametrize("family", ["diag", "spherical", "auto"])
def test_other_families_live_in_a_subspace_if_asked(turned, family):
    """By themselves they keep to the columns."""
    X, truth, _ = turned
    model = CECIB(family=family, subspace=2, random_state=0, n_init=2).fit(X)
    assert model.subspace_.shape == (6, 2)
    assert adjusted_rand_score(truth, model.labels_) > 0.9
    assert CECIB(family=family, random_state=0, n_init=2).fit(X).space_ is None


def wide(n):
    """Three groups far apart, in two hundred columns."""
    rng = np.random.default_rng(0)
    truth = np.arange(n) % 3
    return rng.normal(size=(n, 200)) + 10 * rng.normal(size=(3, 200))[truth], truth


@pytest.mark.parametrize("n", [60, 90, 120, 180])
def test_more_columns_than_rows(n):
    """The groups are found; there is no covariance of so many columns."""
    X, truth = wide(n)
    model = CECIB(random_state=0, n_init=2).fit(X)
    assert adjusted_rand_score(truth, model.labels_) == 1
    assert model.covariances_ is None
    assert model.means_.shape == (3, 200)


def test_the_cost_of_wide_data():
    """It leaves out the rest, as the fit does."""
    X, _ = wide(60)
    model = CECIB(random_state=0, n_init=1).fit(X)
    assert model.cost(X, model.labels_) == pytest.approx(model.cost_, rel=1e-9)


@pytest.mark.parametrize("subspace", ["auto", None])
def test_what_noise_hides_is_found(subspace):
    """Classes differ in two columns of thirty."""
    X, truth, y = hidden_among(28, n=800, classes=4)
    model = CECIB(subspace=subspace, random_state=0, n_init=2).fit(X, y)
    assert normalized_mutual_info_score(truth, model.labels_) > 0.9


def test_a_class_that_nobody_labelled_keeps_its_cluster():
    """In the space that the labels of the others have made."""
    X, truth, y = hidden_among(18, n=800, classes=4, missing=(3,))
    model = CECIB(random_state=0, n_init=2).fit(X, y)
    assert model.subspace_ is not None
    own = np.bincount(model.labels_[truth == 3]).argmax()
    assert (model.labels_[truth == 3] == own).mean() > 0.9
    assert (truth[model.labels_ == own] == 3).mean() > 0.9


@pytest.mark.parametrize("seed", range(3))
def test_labels_by_lot_make_no_space(turned, seed):
    """Few columns, labels that mean nothing: all directions are kept."""
    X = turned[0]
    lots = np.random.default_rng(seed).integers(-1, 3, size=SIZE)
    assert CECIB(random_state=0, n_init=1).fit(X, lots).subspace_ is None


def test_clusters_without_width_have_a_subspace():
    """Nine points, each many times: nothing is within clusters, and the directions between them are finite."""
    X = np.random.default_rng(0).normal(size=(9, 5))[np.arange(90) % 9]
    model = CECIB(9, subspace=2, beta=1, random_state=0, min_cluster_size=2).fit(X)
    assert not model.clusters_.summaries.scatters.any()
    assert np.isfinite(model.subspace_).all()


def test_directions_that_only_rounding_has_are_none():
    """Far from the origin, the mean of few rows is rounded: what is left of it is no direction of theirs."""
    X = np.random.default_rng(0).normal(size=(19, 79)) + 1e12
    model = CECIB(2, random_state=0, subspace=None, n_init=1).fit(X)
    assert len(model.prior_.mean) == 18
    assert model.cost(X, model.labels_) == pytest.approx(model.cost_, rel=1e-9)
