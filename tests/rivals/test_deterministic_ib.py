import numpy as np
import pytest

from cecib.rivals import DeterministicIB
from cecib.rivals.deterministic_ib import JointTable, compress


def entropy(p):
    p = np.asarray(p, dtype=float)
    p = p[p > 0] / p.sum()
    return -(p * np.log(p)).sum()


def plain_cost(frequencies, labels, beta):
    """H(Y) + β H(Z|Y) from the definition, all frequencies known, equal weights."""
    sizes = np.bincount(labels)
    conditional = sum((labels == t).mean() * entropy(frequencies[labels == t].sum(axis=0)) for t in np.unique(labels))
    return entropy(sizes) + beta * conditional


@pytest.mark.parametrize(
    ("beta", "cost", "n_clusters"), [(0.5, 0.346574, 1), (1.0, 0.693147, None), (2.0, 0.693147, 2)]
)
def test_labels_are_kept_when_beta_exceeds_one(beta, cost, n_clusters):
    """The threshold β = 1 for two halves, with the costs on both sides of it."""
    model = DeterministicIB(2, beta=beta, random_state=0).fit([[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1])
    assert model.objective_trace_[-1] == pytest.approx(cost, abs=1e-6)
    if n_clusters:
        assert model.n_clusters_ == n_clusters


@pytest.mark.parametrize(("beta", "together"), [(0.5, 0.346574), (1.0, 0.693147), (2.0, 1.386294)])
def test_costs_of_two_and_of_one_cluster(beta, together):
    """The cost by hand: ln 2 for two pure halves, β ln 2 for their union."""
    frequencies = np.eye(2)[[0, 0, 1, 1]]
    mass, known = np.full(4, 0.25), np.ones(4, dtype=bool)
    apart = JointTable(frequencies, mass, known, np.array([0, 0, 1, 1], dtype=np.int32)).cost(beta)
    one = JointTable(frequencies, mass, known, np.zeros(4, dtype=np.int32)).cost(beta)
    assert apart == pytest.approx(0.693147, abs=1e-6)
    assert one == pytest.approx(together, abs=1e-6)


def test_cost_is_that_of_the_definition_and_never_rises():
    """The running cost is H(Y) + β H(Z|Y), on random frequencies, and each step lowers it."""
    generator = np.random.default_rng(0)
    for _ in range(100):
        frequencies = generator.dirichlet(np.full(4, 0.3), size=30)
        labels = generator.integers(0, 6, 30).astype(np.int32)
        beta = generator.uniform(0.2, 5)
        run = compress(frequencies, labels, beta)
        assert run.trace[-1] == pytest.approx(plain_cost(frequencies, run.labels, beta))
        assert np.diff(run.trace).max(initial=0.0) <= 1e-12
        assert run.trace[0] <= plain_cost(frequencies, labels, beta) + 1e-12


def test_an_assignment_step_alone_never_raises_the_cost():
    """Alternating minimisation is monotone without the guard, when all frequencies are known."""
    generator = np.random.default_rng(1)
    for _ in range(300):
        frequencies = generator.dirichlet(np.full(3, 0.5), size=20)
        beta = generator.uniform(0.2, 5)
        table = JointTable(frequencies, np.full(20, 0.05), np.ones(20, bool), (np.arange(20) % 5).astype(np.int32))
        for _ in range(5):
            following = table.reassigned(beta)
            assert following.cost(beta) <= table.cost(beta) + 1e-12
            table = following


def test_weights_are_repeated_rows():
    """A weight of three is the same as three equal rows."""
    generator = np.random.default_rng(2)
    frequencies = generator.dirichlet(np.full(3, 0.5), size=8)
    labels, counts = generator.integers(0, 3, 8), generator.integers(1, 4, 8)
    weighted = compress(frequencies, labels.astype(np.int32), 2.0, weights=counts.astype(float))
    repeated = compress(np.repeat(frequencies, counts, axis=0), np.repeat(labels, counts).astype(np.int32), 2.0)
    assert weighted.trace[-1] == pytest.approx(repeated.trace[-1])
    assert (np.repeat(weighted.labels, counts) == repeated.labels).all()


def test_unlabelled_points_join_the_nearest_cluster():
    """By default an unlabelled point goes where its features say."""
    X = [[0.0], [1.0], [0.4], [5.0], [6.0], [5.6]]
    labels = DeterministicIB(2, beta=2, random_state=0).fit_predict(X, ["a", "a", None, "b", "b", None])
    assert labels[0] == labels[1] == labels[2] != labels[3] == labels[4] == labels[5]


def test_unlabelled_points_taken_into_the_cost_go_to_the_cheapest_cluster():
    """With extrapolated frequencies features do not count and one cluster takes all such points."""
    X = [[0.0], [1.0], [0.4], [5.0], [6.0], [5.6]]
    model = DeterministicIB(2, beta=2, unlabelled="extrapolate", random_state=0)
    labels = model.fit_predict(X, ["a", "a", None, "b", "b", None])
    assert labels[2] == labels[5]
    assert np.diff(model.objective_trace_).max(initial=0.0) <= 0
