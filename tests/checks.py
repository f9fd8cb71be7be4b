"""Each invariant of a result, written once."""

from dataclasses import replace

import numpy as np

from cecib.backends.memory import Block
from cecib.cost import cost_terms
from cecib.criteria.prior import broad_prior, in_raw_units
from cecib.label_columns import read_labels
from cecib.posing import pose, scaling_of
from cecib.search.starts import standard_metric
from cecib.settings import Settings


def make_problem(
    X, y=None, *, sample_weight=None, min_weight=0.0, max_clusters=None, grain=None, bonds=None, **parameters
):
    """The engine's view of a problem, and the function that computes its cost in plain NumPy."""
    settings = Settings.read({"beta": 1.0, "init": "k-means++", **parameters})
    block = Block(X, read_labels(y, len(X)), sample_weight, grain, bonds)
    scaling = scaling_of(settings, block, [str(j) for j in range(X.shape[1])])
    prior = broad_prior(scaling) if settings.criterion.allows_flat else None
    problem = replace(
        pose(settings, block, scaling, prior),
        min_weight=min_weight,
        max_clusters=max_clusters,
        metric=standard_metric(scaling),
    )
    families = list(settings.families)

    def oracle(labels, families_of_labels=None):
        return cost_terms(
            X[:, scaling.columns],
            labels,
            block.side.known,
            beta=settings.beta,
            criterion=settings.criterion.name,
            prior=None if prior is None else in_raw_units(prior, scaling),
            sample_weight=sample_weight,
            family=families_of_labels or (families if len(families) > 1 else families[0]),
            apart=None if bonds is None else bonds.apart,
            apart_weight=0.0 if bonds is None else bonds.apart_weight,
        )

    return problem, oracle


def engine_terms(problem, partition):
    complexity, accuracy, consistency = (term / problem.total_weight for term in partition.cost())
    return complexity, accuracy + problem.cost_offset, consistency


def assert_same_terms(found, expected, rtol=1e-9):
    size = max(1.0, *(abs(term) for term in expected))
    np.testing.assert_allclose(found, tuple(expected), rtol=rtol, atol=rtol * size)


def assert_same_summaries(found, expected, tolerance):
    for left, right in zip(found, expected, strict=True):
        for name in ("weight", "mean", "scatter", "counts"):
            one, other = np.asarray(getattr(left, name)), np.asarray(getattr(right, name))
            size = max(1.0, np.abs(one).max(initial=0))
            np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance * size)


def assert_never_rises(trace):
    assert (np.diff(trace) <= 0).all()


def units_of(bonds):
    """The rows of each group, and every other row by itself."""
    return [*bonds.members(), *np.flatnonzero(bonds.groups < 0)[:, None]]


def assert_whole(bonds, labels):
    """No group is divided."""
    assert all(len(set(labels[rows])) == 1 for rows in bonds.members())


def best_unit_move(units, labels, cost, weights, min_size=0.0):
    """The lowest cost that moving one unit can reach, by brute force; no cluster may fall below the least size."""
    best = np.inf
    sizes, counts = np.bincount(labels, weights), np.bincount(labels)
    for rows in units:
        own = labels[rows[0]]
        if min(sizes[own] - weights[rows].sum(), counts[own] - len(rows)) < max(min_size, 1e-9):
            continue
        for c in set(range(len(sizes))) - {own}:
            trial = labels.copy()
            trial[rows] = c
            found = cost(trial)
            best = min(best, found) if np.isfinite(found) else best  # a flat cluster is not allowed
    return best


def best_single_move(X, labels, cost, min_size=0, *, rows=None, weights=None):
    """The lowest cost that moving one point can reach, by brute force; no cluster may fall below the least size.

    `rows` are the points that are tried, all by default.
    """
    best = np.inf
    weight = np.ones(len(X)) if weights is None else weights
    sizes = np.bincount(labels, weight)
    for i in range(len(X)) if rows is None else rows:
        if weight[i] == 0 or sizes[labels[i]] - weight[i] < max(min_size, 1e-9):
            continue
        for c in range(len(sizes)):
            if c != labels[i]:
                trial = labels.copy()
                trial[i] = c
                best = min(best, cost(trial))
    return best
