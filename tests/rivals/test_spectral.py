import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score
from tests.rivals.uci import draw_labels, load

from cecib.reading.evaluation import normalized_mutual_information
from cecib.rivals import ConstrainedSpectralClustering
from cecib.rivals.spectral import affinity, constrained_laplacian, constraint_matrix, smallest_eigenpairs

WEIGHTS = np.full((4, 4), 0.5) + 0.5 * np.eye(4)
PAIRS = np.zeros((4, 4))
PAIRS[0, 1] = PAIRS[1, 0] = 1.0
PAIRS[0, 3] = PAIRS[3, 0] = -1.0


@pytest.mark.parametrize(
    ("penalty", "eta", "eigenvalues"),
    [
        ("product", 0.7, (-0.020732, 0.227698, 0.56, 0.889701)),
        ("difference", 0.7, (0, 0.125262, 0.56, 0.921405)),
        ("product", 1.0, (0, 0.515109, 0.8, 1.051558)),
        ("difference", 1.0, (0, 0.515109, 0.8, 1.051558)),
        ("signed", 1.0, (0, 0.515109, 0.8, 1.051558)),
    ],
)
def test_eigenvalues_by_hand(penalty, eta, eigenvalues):
    """Spectra of a graph of four points for each penalty."""
    matrix = constrained_laplacian(WEIGHTS, PAIRS, eta, penalty)
    np.testing.assert_allclose(matrix, matrix.T)
    np.testing.assert_allclose(np.linalg.eigvalsh(matrix), eigenvalues, atol=1e-6)


def test_entries_and_eigenvector_by_hand():
    """Single entries of the matrix and its second eigenvector."""
    for penalty in ("product", "difference"):
        matrix = constrained_laplacian(WEIGHTS, PAIRS, 0.7, penalty)
        assert matrix[0, 1] == pytest.approx(-0.365148, abs=1e-6)
        assert matrix[0, 3] == pytest.approx(0.134164, abs=1e-6)
    _, vectors = smallest_eigenpairs(constrained_laplacian(WEIGHTS, PAIRS, 0.7), 2)
    second = vectors[:, 1] * np.sign(vectors[0, 1])
    np.testing.assert_allclose(second, [0.466139, 0.055314, -0.299869, -0.830502], atol=1e-6)


@pytest.mark.parametrize("eta", [0.3, 0.7, 1.0])
def test_root_degrees_are_a_null_vector_of_the_difference_penalty(eta):
    """A Laplacian plus a Laplacian keeps the trivial eigenvector."""
    roots = np.sqrt([2.5, 3, 2.5, 2])
    matrix = constrained_laplacian(WEIGHTS, PAIRS, eta, "difference")
    np.testing.assert_allclose(matrix @ roots, 0, atol=1e-12)


def test_signed_penalty_is_positive_semidefinite():
    """What distinguishes the signed penalty from the others."""
    assert np.linalg.eigvalsh(constrained_laplacian(WEIGHTS, PAIRS, 0.1, "signed")).min() > -1e-12


@pytest.mark.parametrize("eta", [0.2, 0.7, 1.0])
def test_without_labels_it_is_plain_spectral_clustering(eta):
    """Ng, Jordan and Weiss, for every eta."""
    X, _ = load("iris")
    weights = affinity(X)
    roots = np.sqrt(weights.sum(axis=1))
    vectors = np.linalg.eigh(weights / roots / roots[:, None])[1][:, -3:]
    rows = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    plain = KMeans(3, n_init=10, random_state=0).fit_predict(rows)
    ours = ConstrainedSpectralClustering(3, eta=eta, random_state=0).fit_predict(X)
    assert adjusted_rand_score(plain, ours) == pytest.approx(1.0)


def test_eta_of_one_leaves_the_penalty_out():
    """At η = 1 all penalties give one spectrum, and it starts at 0."""
    X, classes = load("iris")
    y = draw_labels(classes, 0.2, 0)
    values = [
        ConstrainedSpectralClustering(3, eta=1, penalty=penalty, random_state=0).fit(X, y).eigenvalues_
        for penalty in ("product", "difference", "signed")
    ]
    np.testing.assert_allclose(values[0], values[1], atol=1e-12)
    np.testing.assert_allclose(values[0], values[2], atol=1e-12)
    assert values[0][0] == pytest.approx(0, abs=1e-10)


@pytest.mark.parametrize(("self_loops", "expected"), [(True, 0.035), (False, 0.774)])
def test_self_loops_matter_on_wine(self_loops, expected):
    """The reason for the default: with self-loops the clusters of Wine are single outliers."""
    X, classes = load("wine")
    labels = ConstrainedSpectralClustering(3, self_loops=self_loops, random_state=0).fit_predict(X)
    assert normalized_mutual_information(classes, labels) == pytest.approx(expected, abs=0.03)


def test_lanczos_equals_lapack():
    """The method for large matrices finds the same pairs."""
    X = np.random.default_rng(0).normal(size=(1100, 3))
    y = np.where(np.arange(1100) < 60, np.arange(1100) % 3, -1).astype(np.int32)
    matrix = constrained_laplacian(affinity(X), constraint_matrix(y), 0.7)
    values, vectors = smallest_eigenpairs(matrix, 3)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(matrix)[:3], atol=1e-9)
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-8)


@pytest.mark.parametrize(
    ("constraints", "expected"),
    [("both", [[0, 1, -1], [1, 0, -1], [-1, -1, 0]]), ("cannot-link", [[0, 0, -1], [0, 0, -1], [-1, -1, 0]])],
)
def test_constraint_matrix(constraints, expected):
    """Signs, zeros and the diagonal of Q, for each kind of constraint."""
    matrix = constraint_matrix(np.array([0, -1, 0, 1]), constraints)
    assert matrix[np.ix_([0, 2, 3], [0, 2, 3])].tolist() == expected
    assert not matrix[1].any()
    assert not matrix[:, 1].any()


def test_constant_columns_are_left_out():
    """A column without spread neither divides by zero nor counts."""
    X = np.random.default_rng(0).normal(size=(20, 2))
    np.testing.assert_allclose(affinity(np.column_stack([X, np.full(20, 3.3)])), affinity(X))


def test_refuses_what_does_not_fit_and_says_how_much_it_needs():
    """Memory is refused before it is taken."""
    X = np.random.default_rng(0).normal(size=(1000, 2))
    with pytest.raises(ValueError, match=r"X has 1000 rows, whose dense matrices need 0\.032 GB"):
        ConstrainedSpectralClustering(2, max_memory=0.01).fit(X)
