import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture
from tests.rivals.uci import draw_labels, load

from cecib.reading.evaluation import normalized_mutual_information
from cecib.rivals import ConstrainedGMM, PartiallyLabeledGMM


@pytest.mark.parametrize("constraints", ["both", "cannot-link", "must-link"])
@pytest.mark.parametrize("partition_function", ["exact", "ignore"])
def test_objective_never_falls(constraints, partition_function):
    """Without a ridge EM is monotone, for each kind of constraint and treatment of Z."""
    X, classes = load("iris")
    for seed in range(3):
        model = ConstrainedGMM(
            3,
            constraints=constraints,
            partition_function=partition_function,
            reg_covar=0,
            n_init=3,
            random_state=seed,
        ).fit(X, draw_labels(classes, 0.2, seed))
        assert np.diff(model.objective_trace_).min() > -1e-7


def test_objective_never_falls_with_disjoint_pairs_of_chunklets():
    """EM is monotone with the simplified Z too, as long as that has a maximum."""
    X, classes = load("iris")
    for seed in range(3):
        model = ConstrainedGMM(3, partition_function="disjoint", reg_covar=0, n_init=3, random_state=seed)
        model.fit(X, draw_labels(classes, 0.2, seed))
        assert np.diff(model.objective_trace_).min() > -1e-7


def test_disjoint_pairs_of_points_collapse_and_warn():
    """Where the simplified Z has no maximum, one cluster swallows the others and the user is told."""
    X, classes = load("iris")
    model = ConstrainedGMM(3, constraints="cannot-link", partition_function="disjoint", random_state=0)
    with pytest.warns(ConvergenceWarning, match="more than the"):
        model.fit(X, draw_labels(classes, 0.3, 0))
    assert model.weights_.max() > 0.9


def test_without_labels_it_is_em_from_the_same_start():
    """Without constraints it is the plain mixture, as scikit-learn computes it."""
    X, _ = load("iris")
    centres = X[[10, 70, 130]]
    ours = ConstrainedGMM(3, init=centres, reg_covar=0, max_iter=8, tol=0).fit(X)
    theirs = GaussianMixture(
        3,
        weights_init=np.full(3, 1 / 3),
        means_init=centres,
        precisions_init=np.tile(np.linalg.inv(np.cov(X.T, bias=True)), (3, 1, 1)),
        reg_covar=0.0,
        max_iter=8,
        tol=0.0,
    )
    with pytest.warns(match="did not converge"):
        theirs.fit(X)
    np.testing.assert_allclose(ours.means_, theirs.means_, rtol=1e-8)
    np.testing.assert_allclose(ours.weights_, theirs.weights_, rtol=1e-8)
    assert ours.objective_trace_[-1] == pytest.approx(150 * theirs.score(X))


@pytest.mark.parametrize("constraints", ["both", "cannot-link"])
def test_labels_keep_all_constraints(constraints):
    """`labels_` violates no cannot-link, and no must-link where these are asked for."""
    X, classes = load("glass")
    y = draw_labels(classes, 0.2, 0)
    labels = ConstrainedGMM(6, constraints=constraints, n_init=2, random_state=0).fit_predict(X, y)
    used = [set(labels[y == j]) for j in range(6)]
    assert all(not a & b for i, a in enumerate(used) for b in used[:i])
    if constraints == "both":
        assert all(len(clusters) == 1 for clusters in used)


def test_must_link_proportions_count_chunklets():
    """A chunklet counts once, whatever its size."""
    X, classes = load("iris")
    y = np.where(classes == 0, 0, -1)
    model = ConstrainedGMM(3, constraints="must-link", max_iter=500, tol=1e-12, random_state=0).fit(X, y)
    cluster = model.labels_[0]
    expected = (1 + model.predict_proba(X[classes != 0])[:, cluster].sum()) / 101
    assert model.weights_[cluster] == pytest.approx(expected, rel=1e-4)


def test_once_a_matching_dominates_it_is_a_clamped_mixture():
    """Unlabelled points go where mixmod with free covariances puts them."""
    X, classes = load("iris")
    y = draw_labels(classes, 0.3, 0)
    constrained = ConstrainedGMM(3, reg_covar=0, random_state=0, tol=1e-10, max_iter=1000).fit(X, y)
    clamped = PartiallyLabeledGMM(3, covariance="Lk_Ck", init="labels", tol=1e-7, max_iter=1000).fit(X, y)
    clusters = [constrained.labels_[y == j][0] for j in range(3)]
    assert sorted(clusters) == [0, 1, 2]
    free = X[y < 0]
    ours = constrained.predict_proba(free)[:, clusters]
    theirs = clamped.predict_proba(free)
    assert (ours.argmax(axis=1) == theirs.argmax(axis=1)).mean() > 0.97


def test_exact_partition_function_serves_iris():
    """NMI about .94 with the exact Z at 30 %."""
    X, classes = load("iris")
    scores = [
        normalized_mutual_information(
            classes, ConstrainedGMM(3, random_state=seed).fit_predict(X, draw_labels(classes, 0.3, seed))
        )
        for seed in range(5)
    ]
    assert np.mean(scores) == pytest.approx(0.94, abs=0.04)


@pytest.mark.parametrize("constraints", ["both", "cannot-link"])
def test_refuses_more_categories_than_clusters(constraints):
    """Cannot-links without a solution are refused; must-links alone always have one."""
    X = np.arange(8.0)[:, None]
    with pytest.raises(ValueError, match="n_clusters must be at least the number of categories, 3"):
        ConstrainedGMM(2, constraints=constraints).fit(X, [0, 1, 2, 0, 1, 2, -1, -1])
    assert len(ConstrainedGMM(2, constraints="must-link").fit(X, [0, 1, 2, 0, 1, 2, -1, -1]).labels_) == 8


@pytest.mark.parametrize(("constraints", "largest"), [("both", 14), ("cannot-link", 12)])
def test_refuses_too_many_clusters_for_exact_sums(constraints, largest):
    """Sums over 2^k sets are refused before they fill the memory."""
    X = np.arange(40.0)[:, None]
    y = np.where(X[:, 0] < 2, X[:, 0], -1)
    with pytest.raises(ValueError, match=f"n_clusters must be at most {largest}"):
        ConstrainedGMM(20, constraints=constraints).fit(X, y)
