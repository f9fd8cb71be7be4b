"""Runs of the authors' program from stored starts beside ours, and which of its rules makes the difference."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib import CECIB
from cecib.experiments.protocol.authors import OURS, THEIRS, Course, Rules, descend
from cecib.experiments.protocol.elimination import eliminated_determinants

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
_NO_SPREAD = 1e-12
RULE_STAYS_OUT = "no cluster is given up"
SAME = "the same end by either rule"
FLAT = "a cluster lies in a plane, but for rounding"
CAUSES = {
    "order of sums in determinants": THEIRS,
    "least size: d + 2 points": Rules(counts_dimension=False, keeps_small_starts=True, lets_orphans_wait=True),
    "orphans wait for their turn": Rules(counts_dimension=False, keeps_small_starts=True, lets_orphans_wait=False),
    "small clusters of the start live on": OURS,
}
"""The steps from the program to our engine, each with the rules after it; the first changes the arithmetic alone."""


@dataclass(frozen=True, eq=False)
class StoredRun:
    """One run of the authors' program.

    Attributes
    ----------
    name : str
        Data set.
    fraction, beta, epsilon : float
        Share of labelled points, and the paper's β and ε.
    X, y, start : ndarray
        Points, categories (−1 = unlabelled), and the clusters it started from.
    memberships : ndarray of shape (n,)
        The clusters it ended with, numbered by first appearance.
    trace : tuple of float
        Its cost at the start and after each pass.
    """

    name: str
    fraction: float
    beta: float
    epsilon: float
    X: Floats
    y: Integers
    start: Integers
    memberships: Integers
    trace: tuple[float, ...]

    @property
    def n_clusters(self) -> int:
        """How many clusters it ended with."""
        return len(np.unique(self.memberships))

    @property
    def has_flat_cluster(self) -> bool:
        """Whether one of them lies in a plane, so that its cost is no number but what rounding makes of −∞."""
        return any(_flatness(self.X[self.memberships == c] / self.X.std(axis=0)) < _NO_SPREAD for c in self.numbers)

    @property
    def numbers(self) -> range:
        """The numbers of its clusters."""
        return range(1, self.n_clusters + 1)

    def ends_with(self, labels: Integers) -> bool:
        """Whether a partition is the one it ended with."""
        return bool((by_first_appearance(labels) == self.memberships).all())

    def repeated(self, rules: Rules = THEIRS, *, eliminates: bool = False) -> Course:
        """Run it once more, by some rules, with the determinants of NumPy or in the program's order of sums."""
        determinants = eliminated_determinants if eliminates else np.linalg.det
        return descend(
            self.X, self.y, self.start, beta=self.beta, epsilon=self.epsilon, rules=rules, determinants=determinants
        )

    def by_the_engine(self) -> CECIB:
        """Fit from the same start, under the paper's criterion, as the library does it."""
        model = CECIB(
            criterion="entropy", beta=self.beta, init=self.start, n_init=1, min_cluster_size=self.epsilon, subspace=None
        )
        return model.fit(self.X, self.y)


@dataclass(frozen=True)
class Comparison:
    """What a stored run was compared with.

    Attributes
    ----------
    is_repeated, is_repeated_by_numpy : bool
        Whether its own rules give its partition, in its own order of sums and with NumPy's determinants.
    is_same : bool
        Whether our engine gives its partition.
    n_clusters, n_ours : int
        Numbers of clusters, there and by our engine.
    cause : str
        `RULE_STAYS_OUT`, `SAME`, `FLAT`, or which of the `CAUSES` is the last that turns its partition into another.
    """

    is_repeated: bool
    is_repeated_by_numpy: bool
    is_same: bool
    n_clusters: int
    n_ours: int
    cause: str


def stored_runs(path: Path) -> list[StoredRun]:
    """Read ``java_cec_ib.json``."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return [_read_run(run, np.array(content["data"][run["set"]])) for run in content["runs"]]


def compare(run: StoredRun) -> Comparison:
    """Repeat a run by its rules, by ours, and by those between, one changed at a time."""
    agrees = [run.ends_with(run.repeated(eliminates=True).labels)]
    agrees += [run.ends_with(run.repeated(rules).labels) for rules in CAUSES.values()]
    engine = run.by_the_engine()
    is_same = run.ends_with(np.asarray(engine.labels_))
    return Comparison(agrees[0], agrees[1], is_same, run.n_clusters, engine.n_clusters_, _cause(run, agrees, is_same))


def by_first_appearance(labels: Integers) -> Integers:
    """Return the clusters numbered from 1, by the first point that each holds.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.experiments.protocol.parity import by_first_appearance
    >>> by_first_appearance(np.array([7, 7, 2, 7, 5])).tolist()
    [1, 1, 2, 1, 3]
    """
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[inverse] + 1)


def _cause(run: StoredRun, agrees: list[bool], is_same: bool) -> str:
    if run.n_clusters == len(np.unique(run.start)):
        return RULE_STAYS_OUT
    if is_same:
        return SAME
    if run.has_flat_cluster:
        return FLAT
    departures = [
        cause for cause, (before, after) in zip(CAUSES, pairwise(agrees), strict=True) if before and not after
    ]
    return departures[-1] if departures else "not found"


def _flatness(points: Floats) -> float:
    """Spread of points in the direction in which they have least, for that in which they have most."""
    spreads = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return float(spreads[-1] / spreads[0])


def _read_run(run: Mapping[str, Any], X: Floats) -> StoredRun:
    centres = X[run["centres"]]
    start = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    return StoredRun(
        name=run["set"],
        fraction=float(run["fraction"]),
        beta=float(run["beta"]),
        epsilon=float(run["epsilon"]),
        X=X,
        y=np.array(run["labels"], dtype=np.int64),
        start=start.astype(np.int64),
        memberships=np.array(run["memberships"], dtype=np.int64),
        trace=tuple(run["cost_trace"]),
    )
