"""Stored runs of the authors' program: its rules repeat them; ours agree where no cluster is given up."""

import numpy as np
import pytest

from cecib.cost import cost_terms
from cecib.experiments.protocol.authors import OURS, THEIRS, descend
from cecib.experiments.protocol.elimination import eliminated_determinants
from cecib.experiments.protocol.parity import by_first_appearance, stored_runs
from shared_data import shared_data


@pytest.fixture(scope="module")
def runs():
    return stored_runs(shared_data("..") / "reference" / "java_cec_ib.json")


def test_its_rules_repeat_its_runs(runs):
    """From the same start, in the same order of sums: the same cost after each pass, the same partition."""
    for run in [run for run in runs if run.name == "iris"] + runs[:2]:
        course = run.repeated(eliminates=True)
        assert run.ends_with(course.labels)
        assert course.trace == pytest.approx(run.trace, rel=1e-9)


def test_the_engine_agrees_where_no_cluster_is_given_up(runs):
    """Without small clusters the two programs do the same thing."""
    untouched = [run for run in runs if run.n_clusters == len(np.unique(run.start))]
    assert untouched
    for run in untouched:
        model = run.by_the_engine()
        assert run.ends_with(model.labels_)
        assert model.cost_ == pytest.approx(run.trace[-1], rel=1e-9)


@pytest.mark.parametrize("name", ["iris", "segmentation"])
def test_our_rules_are_those_of_the_engine(runs, name):
    """The plain statement and the engine come to the same partition, where clusters are given up too."""
    for run in [run for run in runs if run.name == name][:3]:
        course = run.repeated(OURS)
        assert (by_first_appearance(course.labels) == by_first_appearance(run.by_the_engine().labels_)).all()


def made(seed, n=60):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) + np.repeat([[0, 0], [5, 0], [0, 5]], n // 3, axis=0)
    y = np.where(rng.uniform(size=n) < 0.4, np.repeat([0, 1, 1], n // 3), -1)
    return X, y, rng.integers(5, size=n)


@pytest.mark.parametrize("seed", range(4))
def test_the_cost_is_the_paper_s(seed):
    """What the descent by their rules says it costs is what the plain cost says."""
    X, y, start = made(seed)
    course = descend(X, y, start, beta=0.7, epsilon=0.05, rules=THEIRS)
    terms = cost_terms(X, course.labels, y, criterion="entropy")
    assert course.has_converged
    assert course.trace[-1] == pytest.approx(terms.complexity + terms.accuracy + 0.7 * terms.consistency)


@pytest.mark.parametrize("rules", [THEIRS, OURS])
def test_no_small_cluster_is_left(rules):
    """Clusters of the start that are too small are gone in the end, by either rule, and nobody is without a cluster."""
    X, y, start = made(0)
    start = np.where(np.arange(len(X)) < 2, 5, start)
    course = descend(X, y, start, beta=1.0, epsilon=0.1, rules=rules)
    assert np.bincount(course.labels).max() > 0
    assert course.labels.min() >= 0
    assert min(np.unique(course.labels, return_counts=True)[1]) >= 0.1 * len(X)


def test_determinants_agree_with_numpy():
    """Only the order of the sums differs."""
    matrices = np.random.default_rng(0).normal(size=(20, 5, 5))
    assert eliminated_determinants(matrices) == pytest.approx(np.linalg.det(matrices), rel=1e-12)
