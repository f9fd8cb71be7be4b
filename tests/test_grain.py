"""Columns that are recorded coarsely: equal values are no evidence of clusters, and real clusters are still found."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.cost import cost_terms
from cecib.search.grain import grain_of

ANSWERS = [0.05, 0.1, 0.2, 0.4, 0.25]


def noise(kind, n):
    """One group, recorded coarsely."""
    rng = np.random.default_rng(n)
    return {
        "rounded": lambda: rng.normal(size=(n, 2)).round(),
        "coarsely rounded": lambda: (0.4 * rng.normal(size=(n, 3))).round(),
        "correlated": lambda: (rng.normal(size=(n, 4)) @ rng.normal(size=(4, 4))).round(),
        "dice": lambda: rng.integers(1, 7, size=(n, 3)),
        "bits": lambda: rng.integers(0, 2, size=(n, 20)),
        "rare bits": lambda: rng.uniform(size=(n, 20)) < rng.uniform(0.02, 0.3, size=20),
        "answers": lambda: rng.choice(5, size=(n, 10), p=ANSWERS),
        "counts": lambda: rng.poisson([0.2, 0.5, 1, 3, 10], size=(n, 5)),
        "rare counts": lambda: rng.poisson(1.0, size=(n, 1)),
        "a die": lambda: rng.integers(1, 7, size=(n, 1)),
        "two dice of ten": lambda: rng.integers(1, 11, size=(n, 2)),
        "percentages": lambda: rng.integers(0, 101, size=(n, 1)),
        "even answers": lambda: rng.integers(1, 8, size=(n, 3)),
        "rare answers": lambda: rng.binomial(4, 0.2, size=(n, 5)),
    }[kind]()


KINDS = ["rounded", "coarsely rounded", "correlated", "dice", "bits", "rare bits", "answers", "counts", "rare counts"]
KINDS += ["a die", "two dice of ten", "percentages", "even answers", "rare answers"]


@pytest.mark.parametrize("n", [200, 2_000])
@pytest.mark.parametrize("kind", KINDS)
def test_one_group_is_one_cluster(kind, n):
    assert CECIB(random_state=0, n_init=2).fit(noise(kind, n)).n_clusters_ == 1


@pytest.mark.slow
@pytest.mark.parametrize("n", [20_000, 100_000])
@pytest.mark.parametrize("kind", KINDS)
def test_one_large_group_is_one_cluster(kind, n):
    """However many show that it is no Gaussian."""
    assert CECIB(random_state=0).fit(noise(kind, n)).n_clusters_ == 1


@pytest.mark.parametrize("sides", [7, 20, 100])
def test_a_die_is_one_cluster_whatever_falls(sides):
    """Whatever chance gives to the parts of a flat column, they are no groups."""
    for seed in range(12):
        X = np.random.default_rng([sides, seed]).integers(sides, size=(600, 1))
        assert CECIB(random_state=0, n_init=2).fit(X).n_clusters_ == 1


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("n", [200, 2_000])
def test_a_uniform_box_is_one_cluster(n, d):
    """Flat columns that are recorded finely."""
    for seed in range(4):
        X = np.random.default_rng([n, d, seed]).uniform(size=(n, d))
        assert CECIB(random_state=0, n_init=2).fit(X).n_clusters_ == 1


@pytest.mark.parametrize("n", [100, 400])
def test_two_groups_in_one_coarse_column_are_two(n):
    """They make two humps."""
    truth = np.arange(n) % 2
    X = (np.random.default_rng(n).normal(size=(n, 1)) + 7.0 * truth[:, None]).round()
    assert adjusted_rand_score(truth, CECIB(random_state=0, n_init=2).fit(X).labels_) > 0.95


def test_groups_beside_flat_columns_are_found():
    """The group and its parts are flat alike in columns in which the parts do not differ."""
    rng = np.random.default_rng(0)
    truth = np.arange(400) % 2
    X = np.column_stack(
        [rng.normal(size=400) + 9.0 * truth, rng.uniform(size=(400, 9)), rng.integers(6, size=(400, 5))]
    )
    labels = CECIB(random_state=0, n_init=2).fit(X).labels_
    assert adjusted_rand_score(truth, labels) > 0.95


@pytest.fixture(scope="module")
def blobs():
    """Three groups, rounded to whole numbers, beside a die and a column that is recorded finely."""
    rng = np.random.default_rng(0)
    truth = np.arange(600) % 3
    X = rng.normal(size=(600, 4)) * 1.5 + 9.0 * (np.arange(4) == truth[:, None])
    X[:, :3] = X[:, :3].round()
    return np.column_stack([X, rng.integers(1, 7, size=600)]), truth


@pytest.fixture(scope="module")
def model(blobs):
    return CECIB(random_state=0, n_init=2).fit(blobs[0])


def test_groups_are_found_on_a_lattice(blobs, model):
    assert adjusted_rand_score(blobs[1], model.labels_) > 0.98


@pytest.mark.parametrize("family", ["full", "diag", "spherical", "auto"])
def test_the_cost_is_that_of_the_oracle(blobs, family):
    """The prior has the cells, in the units of the data."""
    X = blobs[0]
    model = CECIB(family=family, random_state=0, n_init=2).fit(X)
    assert model.prior_.cell is not None
    expected = cost_terms(X, model.labels_, criterion="evidence", prior=model.prior_, family=family)
    assert model.cost_ == pytest.approx(expected.total, rel=1e-9)
    assert model.cost(X, model.labels_) == pytest.approx(expected.total, rel=1e-9)


def test_cells_are_remembered(blobs, model, tmp_path):
    """By the prior, by copies of it in files, and by a fit that is given it."""
    X = blobs[0]
    model.save(tmp_path / "model.cecib")
    loaded = CECIB.load(tmp_path / "model.cecib")
    assert loaded.prior_ == model.prior_
    np.testing.assert_array_equal(loaded.predict(X), model.labels_)
    again = CECIB(prior=loaded.prior_, init=model.labels_).fit(X)
    np.testing.assert_array_equal(again.labels_, model.labels_)
    assert again.cost_ == pytest.approx(model.cost_, rel=1e-9)


@pytest.mark.parametrize("unit", [0.1, 1 / 3, 1e6])
def test_units_do_not_matter(blobs, model, unit):
    """A tenth of a whole number is no whole number of doubles, and yet on a lattice."""
    other = CECIB(random_state=0, n_init=2).fit(blobs[0] * unit)
    assert adjusted_rand_score(model.labels_, other.labels_) == 1
    np.testing.assert_allclose(other.prior_.cell, model.prior_.cell * unit**2, rtol=1e-6)


def test_widths_of_cells():
    """The distance to the next value; nothing for what is recorded finely, and for a lattice too fine to matter."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=(900, 1))
    counts = rng.poisson(0.3, size=(900, 1))
    columns = [z.round(), z.round(1), z, z.round(3), np.log1p(counts), z > 1, 5 * z.round()]
    rows = grain_of(np.hstack(columns).astype(float))
    widths = np.sqrt(8.0) * rows.max(axis=0)
    np.testing.assert_allclose(widths, [1, 0.1, 0, 0, np.log(2), 1, 5], atol=1e-9)
    assert (np.count_nonzero(rows, axis=1) == 1).all()
    assert grain_of(z) is None
    assert grain_of(np.zeros((9, 2))) is None


def test_single_precision_is_no_grain():
    """Values that differ by rounding alone are the same; values rounded to tenths are not exact tenths."""
    X = np.random.default_rng(0).normal(size=(900, 2)).round(1).astype(np.float32)
    np.testing.assert_allclose(grain_of(X).max(axis=0), 0.1 / np.sqrt(8.0), rtol=1e-5)


def test_repeated_rows_are_no_grain():
    """A row that is there ten times says as much about its columns as once; one column of whole numbers is coarse."""
    X = np.random.default_rng(0).normal(size=(90, 3))
    assert grain_of(np.repeat(X, 10, axis=0)) is None
    assert grain_of(np.repeat(X[:, :1], 10, axis=0)) is None
    assert grain_of(X[:, :1].round()) is not None
