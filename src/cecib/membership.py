"""What a row's place says about its category, whatever its own label says.

Three probabilities: that a label of the row would name a category; since labels may be wrong, and not name all classes,
that it is of one; and that it is of a class that no label names.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import softmax

from cecib.clusters import Clusters
from cecib.cost import Floats, Prior
from cecib.levels import UNKNOWN, Ints, Levels, Steps
from cecib.search.scaling import Matrix
from cecib.tails import tail_probabilities
from cecib.unnamed import new_shares

_STRANGE = 1e-4  # how far out a row is, as a tail probability, that is as probably strange as not
_FAMILIAR = 0.05  # one that is hardly strange


def concentration_of(prior: Prior | None) -> float:
    """How many labels the overall shares of the categories are worth in a cluster."""
    return 1.0 if prior is None or prior.concentration is None else prior.concentration


def category_table(counts: Floats, concentration: float, shares: Floats) -> Floats:
    """Probability of each category in each cluster; a row of zeros for a cluster that no label reaches.

    Parameters
    ----------
    counts : ndarray of shape (k, m)
        Labelled points.
    concentration : float
        How many labels the overall shares are worth.
    shares : ndarray of shape (m,)
        Overall shares of the categories.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.membership import category_table
    >>> category_table(np.array([[3.0, 0.0], [0.0, 0.0]]), 1.0, np.array([0.5, 0.5])).tolist()
    [[0.875, 0.125], [0.0, 0.0]]
    """
    labelled = counts.sum(axis=1, keepdims=True)
    table: Floats = (concentration * shares + counts) / (concentration + labelled)
    return np.where(labelled > 0, table, 0.0)


def path_table(tree: Levels, counts: Floats, concentration: float, totals: Floats) -> Floats:
    """Probability of what each path says in each cluster: a chain of what each level says given its parent.

    Parameters
    ----------
    tree : Levels
        The levels.
    counts : ndarray of shape (k, p)
        Labelled points of each path.
    concentration : float
        How many labels the overall shares are worth, below each parent.
    totals : ndarray of shape (p,)
        Labelled points of each path in all of the data, which give the shares.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.levels import Levels
    >>> from cecib.membership import path_table
    >>> names = np.array(["animal", "plant"]), np.array(["bat", "cat"])
    >>> tree = Levels(("kingdom", "species"), names, np.array([[0, -1], [0, 0], [0, 1], [1, -1]], dtype=np.int32))
    >>> path_table(tree, np.array([[2.0, 1.0, 0.0, 0.0]]), 1.0, np.array([1.0, 1.0, 1.0, 3.0])).round(3).tolist()
    [[0.875, 0.656, 0.219, 0.125]]
    """
    table = np.ones((len(counts), tree.n_paths))
    for level in tree.telling_levels:
        steps = tree.steps[level]
        table[:, steps.path] *= _conditional(steps, counts, concentration, totals)
    return table


def _conditional(steps: Steps, counts: Floats, concentration: float, totals: Floats) -> Floats:
    """Probability in each cluster (rows) of each step, given the parent."""
    share = steps.shares(totals)
    return np.asarray((concentration * share + steps.own(counts)) / (concentration + steps.all(counts)))


def level_table(levels: Levels, level: int, counts: Floats, concentration: float, totals: Floats) -> Floats:
    """Probability of each category of a level in each cluster; zeros for a cluster that no label of the level reaches.

    Labels whose parents are unknown speak for themselves, with the weight that they have in all of the data. What is
    missing to 1 are coarser categories that have none below them.
    """
    chain = np.ones((len(counts), levels.n_paths))
    for coarser in range(level + 1):
        steps = levels.steps[coarser]
        chain[:, steps.path] *= _conditional(steps, counts, concentration, totals)
    steps = levels.steps[level]
    nodes = steps.path[steps.path == steps.first]  # each once
    mass = steps.own(totals)[steps.path == steps.first]
    table = np.zeros((len(counts), len(levels.categories[level])))
    if len(nodes):
        is_gap = levels.paths[nodes, :level] == UNKNOWN
        gaps = np.unique(is_gap, axis=0, return_inverse=True)[1].ravel() if level else np.zeros(len(nodes), dtype=int)
        share = np.bincount(gaps, mass) / max(float(mass.sum()), 1e-300)  # of labels with the same gaps above them
        np.add.at(table.T, levels.paths[nodes, level], (chain[:, nodes] * share[gaps]).T)
    return np.where(counts[:, steps.path].any(axis=1, keepdims=True), table, 0.0)


class Calibration(NamedTuple):
    """How sure to be, learned from hidden labels.

    Attributes
    ----------
    temperature : float
        1: memberships of clusters are as sure as their Gaussians say; more: less sure.
    doubt : float
        The share of cases in which the place of a row says nothing about its category.
    wrong_share : float
        The share of labels that are wrong.
    """

    temperature: float = 1.0
    doubt: float = 0.0
    wrong_share: float = 0.0


def label_probabilities(
    changes: Floats, table: Floats, shares: Floats, calibration: Calibration, reached: Floats | None = None
) -> Floats:
    """Probability that a label of each row names each category, from what the row would cost in each cluster.

    Parameters
    ----------
    changes : ndarray of shape (n, k)
        By how much each cluster's cost would rise with the row, unlabelled.
    table : ndarray of shape (k, m)
        The categories of the clusters.
    shares : ndarray of shape (m,)
        Overall shares of the categories.
    calibration : Calibration
        How sure to be.
    reached : ndarray of shape (k,), optional
        Whether a label reaches each cluster; needed if the rows of the table do not add up to 1.
    """
    member = softmax(-changes / calibration.temperature, axis=1)
    plain = member @ table
    if calibration.doubt == 0.0:
        return np.asarray(plain)
    mass = plain.sum(axis=1, keepdims=True) if reached is None else member @ reached[:, None]
    return np.asarray((1.0 - calibration.doubt) * plain + calibration.doubt * mass * shares)


def memberships(clusters: Clusters, X: Matrix, temperature: float = 1.0) -> Floats:
    """Probability of each cluster for each row, from its place alone; the larger the temperature, the less sure."""
    return np.concatenate([softmax(-changes / temperature, axis=1) for changes in clusters.changes(X)])


def named_probabilities(clusters: Clusters, X: Matrix, calibration: Calibration, level: int = -1) -> Floats:
    """Probability that a label of each row would name each category (of a level), from the clusters of a fit.

    What is missing to 1 are clusters that no label reaches.
    """
    table, shares = _tables(clusters, level)
    reached = np.asarray(table.any(axis=1), dtype=np.float64)
    return np.concatenate(
        [label_probabilities(own, table, shares, calibration, reached) for own in clusters.changes(X)]
    )


def category_probabilities(clusters: Clusters, X: Matrix, calibration: Calibration, level: int = -1) -> Floats:
    """Probability of each category (of a level) for each row, whether a label names its class or not.

    What is missing to 1 is `new_probabilities`; with several levels also clusters that only coarser labels reach.
    """
    table, shares = _tables(clusters, level)
    named = named_shares(clusters)
    is_reached = clusters.summaries.counts.sum(axis=1, keepdims=True) > 0
    table = np.where(is_reached, table, shares) * named[:, None]  # missed by chance: any category
    reached = named * table.any(axis=1)
    found = [label_probabilities(own, table, shares, calibration, reached) for own in clusters.changes(X)]
    true = true_probabilities(np.concatenate(found), calibration.wrong_share)
    return np.asarray(true * _familiar(clusters, X)[:, None])


def new_probabilities(clusters: Clusters, X: Matrix, calibration: Calibration) -> Floats:
    """Probability that each row is of a class that no label names.

    By the clusters in which it may lie, and by how badly all of them explain it.
    """
    by_place = memberships(clusters, X, calibration.temperature) @ named_shares(clusters)
    return np.clip(1.0 - by_place * _familiar(clusters, X), 0.0, 1.0)


def named_shares(clusters: Clusters) -> Floats:
    """Share of the rows of each cluster that are of classes which labels name."""
    return 1.0 - new_shares(clusters.summaries.weights, clusters.summaries.counts)


def _familiar(clusters: Clusters, X: Matrix) -> Floats:
    """Probability that each row is not something that no cluster explains."""
    tails = tail_probabilities(clusters, X, _FAMILIAR)
    return tails / (tails + _STRANGE)


def _tables(clusters: Clusters, level: int) -> tuple[Floats, Floats]:
    """Probability of each category (of a level) in each cluster that a label reaches, and in all of the data."""
    counts, concentration = clusters.summaries.counts, concentration_of(clusters.prior)
    totals = counts.sum(axis=0)
    if clusters.levels is None:
        shares = totals / max(totals.sum(), 1e-300)
        return category_table(counts, concentration, shares), shares
    number = range(len(clusters.levels))[level]
    (shares,) = level_table(clusters.levels, number, totals[None], 1.0, totals)
    return level_table(clusters.levels, number, counts, concentration, totals), shares


def path_probabilities(clusters: Clusters, X: Matrix, calibration: Calibration, paths: Ints) -> Floats:
    """Probability that labels of each row would say what its path does, from the clusters of a fit with levels.

    Parameters
    ----------
    clusters : Clusters
        With levels.
    X : ndarray of shape (n, d)
        The rows.
    calibration : Calibration
        How sure to be.
    paths : ndarray of shape (n, L)
        The category of each row at each level, −1 for a gap, −2 for one that the model does not know.
    """
    levels = clusters.levels
    assert levels is not None
    counts = clusters.summaries.counts
    asked, own = np.unique(paths, axis=0, return_inverse=True)
    tables = [_chain(levels, path, counts, concentration_of(clusters.prior)) for path in asked]
    table = np.column_stack([each for each, _ in tables])
    shares = np.array([share for _, share in tables])
    reached = np.asarray(counts.any(axis=1), dtype=np.float64)
    found = [label_probabilities(part, table, shares, calibration, reached) for part in clusters.changes(X)]
    return np.asarray(np.concatenate(found)[np.arange(len(own)), own.ravel()])


def _chain(levels: Levels, path: Ints, counts: Floats, concentration: float) -> tuple[Floats, float]:
    """Probability of a path in each cluster that a label reaches, and in all of the data."""
    totals, share = counts.sum(axis=0), 1.0
    found = np.asarray(counts.any(axis=1), dtype=np.float64)
    for level in np.flatnonzero(path != UNKNOWN):
        below = (levels.paths[:, :level] == path[:level]).all(axis=1) & (levels.paths[:, level] != UNKNOWN)
        here = below & (levels.paths[:, level] == path[level])
        own = float(totals[here].sum() / max(totals[below].sum(), 1e-300))
        found *= (concentration * own + counts[:, here].sum(axis=1)) / (concentration + counts[:, below].sum(axis=1))
        share *= own
    return found, share


def true_probabilities(named: Floats, wrong_share: float) -> Floats:
    """Probability of each category, from the probability that a label names it and the share of wrong labels.

    A wrong label names any other category. What is missing to 1 stays missing.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.membership import true_probabilities
    >>> true_probabilities(np.array([[0.9, 0.1], [0.5, 0.0]]), 0.1).round(6).tolist()
    [[1.0, 0.0], [0.5, 0.0]]
    """
    reached, others = named.sum(axis=1, keepdims=True), named.shape[1] - 1
    if wrong_share == 0.0 or others < 1:
        return named
    slip = wrong_share / others
    true = np.maximum(named - slip * reached, 0.0)
    return np.asarray(true * (reached / np.maximum(true.sum(axis=1, keepdims=True), 1e-300)))
