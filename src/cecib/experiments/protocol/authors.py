"""CEC-IB by the rules of the program that the paper's authors published.

They differ from ours, and from the paper's listing, in what becomes of clusters that are too small. A cluster is given
up when one of its points is visited and it has less than ε n or d + 2 points, so those of the start live on until
then; its points stay without a cluster until they are visited themselves, then each goes where it costs least. The
paper gives up a cluster after a move only, and finds a place for its points at once. A cluster whose covariance has no
positive determinant is given up before the first pass and after each. Covariances are updated from visit to visit and
never computed anew. Written in plain NumPy, as a second statement beside the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Determinants = Callable[[Floats], Floats]
_Changed = tuple[Floats, Floats, Floats]  # sizes, covariances and categories of some clusters
NOWHERE = -1
_LAST_RESORT = float(np.finfo(float).max)


@dataclass(frozen=True)
class Rules:
    """What becomes of small clusters.

    Attributes
    ----------
    counts_dimension : bool
        Whether a cluster also needs d + 2 points, not only ε n.
    keeps_small_starts : bool
        Whether a cluster of the start that is too small lives on until one of its points is visited.
    lets_orphans_wait : bool
        Whether points without a cluster wait until they are visited; else a place is found for them before the first
        pass and at the end of each.
    """

    counts_dimension: bool
    keeps_small_starts: bool
    lets_orphans_wait: bool


THEIRS = Rules(counts_dimension=True, keeps_small_starts=True, lets_orphans_wait=True)
OURS = Rules(counts_dimension=False, keeps_small_starts=False, lets_orphans_wait=False)
"""Those of the engine."""


@dataclass(frozen=True, eq=False)
class Course:
    """What a descent came to.

    Attributes
    ----------
    labels : ndarray of shape (n,)
        Cluster of each point, by its number in the start.
    trace : tuple of float
        The cost before the first pass, without the clusters given up there, and after each.
    has_converged : bool
        Whether the last pass moved nothing.
    """

    labels: Integers
    trace: tuple[float, ...]
    has_converged: bool


def descend(
    X: Floats,
    y: Integers,
    start: Integers,
    *,
    beta: float,
    epsilon: float,
    rules: Rules = THEIRS,
    determinants: Determinants = np.linalg.det,
    max_passes: int = 300,
) -> Course:
    """Run one descent by the authors' rules.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        The points.
    y : ndarray of shape (n,)
        Categories 0, 1, …; −1 = unlabelled.
    start : ndarray of shape (n,)
        Clusters 0, 1, … to start from.
    beta, epsilon : float
        The paper's β and ε.
    rules : Rules
        What becomes of small clusters.
    determinants : callable
        Determinants of a stack of matrices. Where a cluster lies in a plane, rounding says whether the determinant is
        positive, so that another order of the operations may lead elsewhere.
    max_passes : int, default=300
        Passes after which it is left as it is.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.experiments.protocol.authors import descend
    >>> X = np.random.default_rng(0).normal(size=(60, 1)) + np.repeat([0.0, 9.0], 30)[:, None]
    >>> start = (np.arange(60) > 25).astype(int)
    >>> course = descend(X, np.full(60, -1), start, beta=1.0, epsilon=0.05)
    >>> len(np.unique(course.labels)), course.has_converged
    (2, True)
    """
    clusters = _Clusters(X, y, start, beta, determinants)
    least = max(epsilon * len(X), X.shape[1] + 2 if rules.counts_dimension else 0)
    clusters.give_up_flat()
    if not rules.keeps_small_starts:
        clusters.give_up_small(least)
    if not rules.lets_orphans_wait:
        clusters.place_orphans()
    trace = [clusters.cost]
    for _ in range(max_passes):
        moves = sum(clusters.visit(i, least) for i in range(len(X)))
        if not rules.lets_orphans_wait:
            clusters.place_orphans()
        trace.append(clusters.cost)
        clusters.give_up_flat()
        if not moves:
            return Course(clusters.labels, tuple(trace), has_converged=True)
    return Course(clusters.labels, tuple(trace), has_converged=False)


class _Clusters:
    """Sizes, means, covariances and categories of the clusters, changed one point at a time."""

    def __init__(self, X: Floats, y: Integers, start: Integers, beta: float, determinants: Determinants) -> None:
        n_clusters, dimension = int(start.max()) + 1, X.shape[1]
        self.X, self.y, self.beta, self.determinants = X, y, beta, determinants
        self.constant = dimension / 2 * np.log(2 * np.pi * np.e)
        self.labels = start.astype(np.int64)
        self.is_alive = np.ones(n_clusters, dtype=bool)
        self.size = np.zeros(n_clusters)
        self.mean = np.zeros((n_clusters, dimension))
        self.covariance = np.zeros((n_clusters, dimension, dimension))
        self.counts = np.zeros((n_clusters, max(int(y.max()) + 1, 1)))
        self.energy = np.zeros(n_clusters)
        for i, c in enumerate(self.labels):
            self._become(c, i, 1.0, self._with(i, np.array([c])), 0, 0.0)
        self.energy = self._energies(self.size, self.covariance, self.counts)

    @property
    def cost(self) -> float:
        return float(self.energy[self.is_alive].sum())

    def give_up_flat(self) -> None:
        self.is_alive &= self.determinants(self.covariance) > 0

    def give_up_small(self, least: float) -> None:
        self.is_alive &= self.size >= least

    def place_orphans(self) -> None:
        """Let each point without a cluster go where it costs least."""
        alive = np.flatnonzero(self.is_alive)
        for i in np.flatnonzero((self.labels == NOWHERE) | ~self.is_alive[self.labels]).tolist():
            self.labels[i] = NOWHERE
            if len(alive):
                self._move_to_best(i, NOWHERE, alive)

    def visit(self, i: int, least: float) -> bool:
        """Move a point to where it costs least; whether it moved."""
        old = self.labels[i]
        if old != NOWHERE and not self.is_alive[old]:
            old = self.labels[i] = NOWHERE
        others = np.flatnonzero(self.is_alive)
        others = others[others != old]
        is_moved = len(others) > 0 and self._move_to_best(i, old, others)
        if old != NOWHERE and self.size[old] < least:
            self.is_alive[old] = False
        return bool(is_moved)

    def _move_to_best(self, i: int, old: int, others: Integers) -> bool:
        entering = self._with(i, others)
        energies = self._energies(*entering)
        change = energies - self.energy[others]
        if old != NOWHERE:
            if self.size[old] <= 1:
                return False
            leaving = self._without(i, old)
            rest = self._energies(*leaving)[0]
            change = change + (rest - self.energy[old])
        change = np.where(np.isfinite(change), change, _LAST_RESORT)
        best = int(change.argmin())
        if old != NOWHERE:
            if not change[best] < 0:
                return False
            self._become(old, i, -1.0, leaving, 0, rest)
        self._become(others[best], i, 1.0, entering, best, energies[best])
        self.labels[i] = others[best]
        return True

    def _with(self, i: int, chosen: Integers) -> _Changed:
        """Sizes, covariances and categories of clusters with one point more."""
        size, away = self.size[chosen], self.mean[chosen] - self.X[i]
        grown = size + 1
        outer = away[:, :, None] * away[:, None, :] * (1 / grown)[:, None, None]
        return grown, (self.covariance[chosen] + outer) * (size / grown)[:, None, None], self._counted(i, chosen, 1)

    def _without(self, i: int, cluster: int) -> _Changed:
        """Size, covariance and categories of a cluster with one point less, each as a stack of one."""
        size, away = self.size[cluster], self.mean[cluster] - self.X[i]
        covariance = (self.covariance[cluster] - np.outer(away, away) * (1 / (size - 1))) * (size / (size - 1))
        return np.array([size - 1]), covariance[None], self._counted(i, np.array([cluster]), -1)

    def _counted(self, i: int, chosen: Integers, change: int) -> Floats:
        counts = self.counts[chosen]
        if self.y[i] >= 0:
            counts[:, self.y[i]] += change
        return counts

    def _become(self, cluster: int, i: int, sign: float, changed: _Changed, place: int, energy: float) -> None:
        """Let a cluster be what it is with point i, or without it."""
        size, covariance, counts = (part[place] for part in changed)
        self.mean[cluster] = (self.mean[cluster] * self.size[cluster] + sign * self.X[i]) * (1 / size)
        self.size[cluster], self.covariance[cluster], self.counts[cluster] = size, covariance, counts
        self.energy[cluster] = energy

    def _energies(self, size: Floats, covariance: Floats, counts: Floats) -> Floats:
        """Cost of clusters, infinite for one without a positive determinant."""
        share = size / len(self.X)
        determinant = self.determinants(covariance)
        known = counts.sum(axis=1)
        part = counts / np.maximum(known, 1)[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            mixed = -np.where(part > 0, part * np.log(part), 0.0).sum(axis=1)
            volume = np.where(determinant > 0, np.log(determinant), np.inf)
            return np.asarray(
                share * (-np.log(share)) + share * (self.constant + 0.5 * volume) + self.beta * share * mixed
            )
