"""Families as users meet them: names, objects, lists, attributes, files and errors."""

import numpy as np
import pytest
from scipy.stats import ortho_group
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.families import Auto, Diagonal, Eigenvalues, Fixed, FixedMean, FixedSpherical, Full, Spherical
from gaussian_families import PAIRS, make_family


@pytest.fixture(scope="module")
def blobs():
    """A ball, an ellipse along the axes and an ellipse across them, 100 points each."""
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 100)
    shapes = np.eye(2), np.diag([3.0, 0.3]), np.array([[2.0, 1.9], [1.9, 2.0]])
    centres = [0, 0], [12, 0], [0, 12]
    X = np.vstack([rng.normal(size=(100, 2)) @ shape + centre for shape, centre in zip(shapes, centres, strict=True)])
    y = np.where(rng.uniform(size=300) < 0.1, truth, -1)
    return X, y, truth


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_auto_finds_the_shape_of_each_cluster(blobs, criterion):
    X, _, truth = blobs
    model = CECIB(family="auto", criterion=criterion, init=truth).fit(X)
    assert adjusted_rand_score(truth, model.labels_) > 0.98
    found = {int(truth[model.labels_ == c][0]): family for c, family in enumerate(model.families_)}
    assert found == {0: Spherical(), 1: Diagonal(), 2: Full()}
    fixed_shape = CECIB(family="full", criterion="evidence", init=truth).fit(X)
    if criterion == "evidence":
        assert model.cost_ < fixed_shape.cost_ + 1e-3


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
def test_attributes_fit_together(blobs, kind, criterion):
    X, y, truth = blobs
    family = make_family(kind, X, np.random.default_rng(1))
    model = CECIB(family=family, criterion=criterion, init=truth, beta=0.5).fit(X, y)
    assert np.isfinite(model.cost_)
    assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_, rel=1e-9)
    assert len(model.families_) == model.n_clusters_
    assert (model.predict(X) == model.labels_).mean() > 0.95
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    for c, own in enumerate(model.families_):
        inside = X[model.labels_ == c]
        mean, covariance = own.gaussian(inside.mean(axis=0), np.cov(inside.T, bias=True))
        np.testing.assert_allclose(model.means_[c], mean)
        np.testing.assert_allclose(model.covariances_[c], covariance, atol=1e-9)


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
def test_score_samples_is_a_density(kind, criterion):
    X = np.random.default_rng(2).normal(size=(120, 1)) * 3 + 9 * (np.arange(120) % 2)[:, None]
    model = CECIB(2, family=make_family(kind, X, np.random.default_rng(3)), criterion=criterion, random_state=0).fit(X)
    grid = np.linspace(-400, 400, 400_001)
    density = np.exp(model.score_samples(grid[:, None]))
    assert density.sum() * (grid[1] - grid[0]) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(("kind", "criterion"), PAIRS)
def test_save_and_load(blobs, kind, criterion, tmp_path):
    X, y, _ = blobs
    family = make_family(kind, X, np.random.default_rng(1))
    model = CECIB(3, family=family, criterion=criterion, random_state=0).fit(X, y)
    model.save(tmp_path / "model")
    loaded = CECIB.load(tmp_path / "model")
    assert loaded.families_ == model.families_
    assert loaded.get_params() == model.get_params()
    np.testing.assert_array_equal(loaded.predict_proba(X), model.predict_proba(X))
    np.testing.assert_array_equal(loaded.score_samples(X), model.score_samples(X))


def test_a_list_of_families(blobs, tmp_path):
    """Each start cluster has its own; the start says which."""
    X, y, truth = blobs
    families = [Spherical(), "diag", FixedMean([0, 12])]
    model = CECIB(3, family=families, init=truth).fit(X, y)
    assert (
        model.labels_.tolist() == CECIB(3, family=families, init=[[0, 0], [12, 0], [0, 12]]).fit(X, y).labels_.tolist()
    )
    found = {int(truth[model.labels_ == c][0]): family for c, family in enumerate(model.families_)}
    assert found == {0: Spherical(), 1: Diagonal(), 2: FixedMean([0, 12])}
    assert model.cost(X, model.labels_, y) == pytest.approx(model.cost_)
    model.save(tmp_path / "model")
    loaded = CECIB.load(tmp_path / "model")
    assert loaded.families_ == model.families_
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
    assert CECIB(3, family=families, random_state=0).fit(X, y).n_clusters_ <= 3


def test_families_are_parameters(blobs):
    for family in (Full(), Fixed(np.eye(2)), Eigenvalues([1, 2]), [Auto(), FixedSpherical(2)]):
        model = CECIB(2, family=family, criterion="entropy", random_state=0)
        assert clone(model).get_params() == model.get_params()
        assert "family" in repr(CECIB(family=family))
    assert Fixed([[1, 0], [0, 1]]) == Fixed(np.eye(2))
    assert hash(Fixed(np.eye(2))) == hash(Fixed(np.eye(2)))


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_balls_do_not_know_directions(blobs, criterion):
    """A rotation leaves the cost and the clusters of Spherical unchanged from the same start."""
    X, y, truth = blobs
    rotation = ortho_group.rvs(2, random_state=4)
    prior_start = {"family": "spherical", "criterion": criterion, "init": truth}
    plain, turned = (CECIB(**prior_start).fit(data, y) for data in (X, X @ rotation))
    if criterion == "entropy":
        np.testing.assert_array_equal(plain.labels_, turned.labels_)
        assert turned.cost_ == pytest.approx(plain.cost_)
    else:
        assert adjusted_rand_score(plain.labels_, turned.labels_) > 0.98


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
def test_diagonal_follows_the_units(blobs, criterion):
    X, y, _ = blobs
    units = np.array([1e-3, 2e5])
    starts = {"init": np.arange(300) % 4, "family": "diag", "criterion": criterion}
    plain, scaled = (CECIB(**starts).fit(data, y) for data in (X, X * units))
    np.testing.assert_array_equal(plain.labels_, scaled.labels_)
    assert scaled.cost_ == pytest.approx(plain.cost_ + np.log(units).sum())


def test_units_mean_what_they_say(blobs):
    """A ball in metres is no ball if one feature is in millimetres."""
    X, _, truth = blobs
    model = CECIB(family="spherical", criterion="entropy", init=truth).fit(X * [1, 1000])
    inside = X[model.labels_ == 0] * [1, 1000]
    np.testing.assert_allclose(model.covariances_[0], inside.var(axis=0).mean() * np.eye(2), rtol=1e-9)


@pytest.mark.parametrize("family", ["diag", "spherical", FixedSpherical(0.5), "auto"])
def test_more_columns_than_rows(family):
    """High dimension and few points: no family but those with a full matrix minds."""
    rng = np.random.default_rng(5)
    X = np.vstack([rng.normal(centre, 1, (20, 60)) for centre in (0, 3)])
    criteria = ("evidence",) if family == "auto" else ("entropy", "evidence")
    for criterion in criteria:
        model = CECIB(2, family=family, criterion=criterion, random_state=0).fit(X)
        assert adjusted_rand_score(np.repeat([0, 1], 20), model.labels_) == 1


@pytest.mark.parametrize("family", ["spherical", FixedSpherical(0.5), Fixed(np.eye(3)), Eigenvalues([0.1, 1, 2])])
def test_constant_columns_do_no_harm(blobs, family):
    X, _, truth = blobs
    more = np.column_stack([X, np.full(300, 3.7)])
    model = CECIB(family=family, criterion="entropy", init=truth).fit(more)
    assert model.cost(more, model.labels_) == pytest.approx(model.cost_)
    assert model.means_[0, 2] == pytest.approx(3.7)
    if "evidence" in getattr(family, "criteria", "evidence"):
        again = CECIB(family=family, init=truth).fit(more)
        assert again.cost(more, again.labels_) == pytest.approx(again.cost_)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Fixed([[1, 2], [2, 1]]), "covariance must be positive definite"),
        (lambda: Fixed([[1, 2, 3], [2, 1, 3]]), "covariance must be a square"),
        (lambda: Fixed([[1, 0.5], [0, 1]]), "covariance must be a square, symmetric"),
        (lambda: Fixed(1.0), "covariance must be a matrix of numbers"),
        (lambda: FixedSpherical(0), "variance must be above 0"),
        (lambda: FixedSpherical("wide"), "variance must be a number"),
        (lambda: FixedSpherical(np.inf), "variance must be a number, all finite"),
        (lambda: Eigenvalues([1, -1]), "values must all be above 0"),
        (lambda: Eigenvalues([]), "values must all be above 0"),
        (lambda: FixedMean([0, np.nan]), "mean must be a list of numbers"),
    ],
)
def test_parameters_that_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"family": Eigenvalues([1, 2])},
            "Eigenvalues has no cost under criterion='evidence': use criterion='entropy'",
        ),
        ({"family": [Full(), Eigenvalues([1, 2])], "n_clusters": 2}, "Eigenvalues has no cost"),
        ({"family": Fixed(np.eye(3))}, "covariance is for 3 features, but X has 2"),
        ({"family": FixedMean([0])}, "mean is for 1 features, but X has 2"),
        ({"family": Eigenvalues([1]), "criterion": "entropy"}, "values is for 1 features"),
        ({"family": FixedSpherical(1e300)}, "variance is out of range for the data: give it in the units of X"),
        ({"family": FixedMean([1e80, 0])}, "mean is out of range"),
        ({"family": []}, "family must not be an empty list"),
        ({"family": ["full", "diag"]}, "family is a list of 2, one for each start cluster, but n_clusters=None"),
        ({"family": ["full", "diag"], "n_clusters": 3}, "family is a list of 2"),
        ({"family": ["full", "diag"], "init": np.arange(300) % 3}, "init has 3 clusters"),
        ({"family": ["full", "round"], "n_clusters": 2}, "family must be one of .*'auto'.* got 'round'"),
    ],
)
def test_families_that_are_refused(blobs, parameters, message):
    with pytest.raises(ValueError, match=message):
        CECIB(**parameters).fit(blobs[0])


def test_data_that_are_refused_by_families(blobs):
    constant = np.column_stack([blobs[0], np.ones(300)])
    with pytest.raises(ValueError, match="Column '2' is constant"):
        CECIB(2, family="diag", criterion="entropy").fit(constant)
    with pytest.raises(ValueError, match="All rows of X are equal"):
        CECIB(2, family="spherical", criterion="entropy").fit(np.ones((9, 2)))
    assert np.isfinite(CECIB(2, family=FixedSpherical(1), criterion="entropy").fit(np.ones((9, 2))).cost_)
