"""Each invariant of a result, written once."""

import numpy as np

from cecib.cost import cost_terms
from cecib.families import as_families
from cecib.initialization import standard_metric
from cecib.prior import broad_prior, in_raw_units
from cecib.scaling import measure_scaling
from cecib.search import Problem
from cecib.side_information import read_side_information


def make_problem(
    X,
    y=None,
    *,
    beta=1.0,
    criterion="evidence",
    sample_weight=None,
    min_weight=0.0,
    max_iter=200,
    max_clusters=None,
    family="full",
):
    """The engine's view of a problem, and the function that computes its cost in plain NumPy."""
    side = read_side_information(y, len(X))
    families = as_families(family)
    demand = families[0].demand if len(families) == 1 else "rank"
    scaling = measure_scaling(X, sample_weight, criterion, [str(j) for j in range(X.shape[1])], demand)
    prior = broad_prior(scaling) if criterion == "evidence" else None
    problem = Problem(
        points=scaling.points(X, sample_weight),
        n_samples=len(X),
        total_weight=float(len(X) if sample_weight is None else sample_weight.sum()),
        side=side,
        families=[one.code(scaling, prior) for one in families],
        beta=beta,
        min_weight=min_weight,
        resolution=scaling.resolution,
        max_iter=max_iter,
        cost_offset=scaling.log_volume,
        max_clusters=max_clusters,
        metric=standard_metric(scaling),
    )

    def oracle(labels, families_of_labels=None):
        return cost_terms(
            X[:, scaling.columns],
            labels,
            side.codes,
            beta=beta,
            criterion=criterion,
            prior=None if prior is None else in_raw_units(prior, scaling),
            sample_weight=sample_weight,
            family=families_of_labels or (families if len(families) > 1 else families[0]),
        )

    return problem, oracle


def engine_terms(problem, partition):
    complexity, accuracy, consistency = (term / problem.total_weight for term in partition.cost())
    return complexity, accuracy + problem.cost_offset, consistency


def assert_same_terms(found, expected, rtol=1e-9):
    size = max(1.0, *(abs(term) for term in expected))
    np.testing.assert_allclose(found, tuple(expected), rtol=rtol, atol=rtol * size)


def assert_never_rises(trace):
    assert (np.diff(trace) <= 0).all()


def best_single_move(X, labels, cost, min_size=0):
    """The lowest cost that moving one point can reach, by brute force; points of clusters at the least size stay."""
    best = np.inf
    sizes = np.bincount(labels)
    for i in range(len(X)):
        if sizes[labels[i]] <= max(min_size, 1):
            continue
        for c in range(len(sizes)):
            if c != labels[i]:
                trial = labels.copy()
                trial[i] = c
                best = min(best, cost(trial))
    return best
