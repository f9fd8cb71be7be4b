"""Misfits: rows that no cluster explains, and the clusters that some of them make.

A model that was found on a sample knows nothing of groups that the sample missed. While all rows are passed over, those
that fit worst are kept, a bounded number of them. They are searched for groups by themselves, and a group becomes a
cluster if that lowers the cost of all rows, which follows from summaries alone. So nothing here asks where rows are:
misfits of several blocks are put together with `Misfits.joined`.

The tails of a distribution that is no Gaussian, and noise, do not fit either, and would lower the cost as a cluster
that lies around the others, or in pieces beside them. Those are no groups that were missed, so a new cluster has to lie
apart: there is room without rows on its near side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.search.problem import Labels, Problem
from cecib.search.restarts import best_of_starts
from cecib.search.scaling import Scaling
from cecib.search.starts import divided, fixed, make_start, standard_metric
from cecib.side_information import read_side_information

MOST = 2_000  # misfits that are kept
CLEARLY = 2.0  # nats for each of its points that a new cluster has to gain
_NEAR_SIDE = 3.0  # standard deviations of a new cluster, beside which there may be few other rows
_FEW_BESIDE = 0.25  # of its own
_DEVIATION = 1.4826  # standard deviations of a Gaussian for each median absolute one
_RIDGE = 1e-9  # of all variances together
_RARE = 1e-4  # of the rows of a Gaussian lie so far out that they are looked at
_LEAST, _LEAST_PER_DIRECTION = 10.0, 2.0  # points of a new cluster
_FEW = 5.0  # points of a group: what is too small for a cluster would otherwise spoil one
_PARTS, _STARTS, _GROUPS = (1, 10), 2, 50  # parts of the starts without chance, starts by lot, groups at the most
_PASSES = 100


@dataclass(frozen=True)
class Misfits:
    """Rows that fit no cluster, the worst first.

    Attributes
    ----------
    block : Block
        The rows, in the coordinates of the clusters.
    number : ndarray of shape (m,)
        Where each of them is among all rows.
    cluster : ndarray of shape (m,)
        The cluster that each is in: the one that it costs least in.
    excess : ndarray of shape (m,)
        Nats that it costs there beyond what the points of that cluster cost on average.
    cut : float
        All rows of which the excess is larger are here.
    """

    block: Block
    number: NDArray[np.int64]
    cluster: Labels
    excess: Floats
    cut: float

    def __len__(self) -> int:
        return len(self.number)

    def take(self, rows: NDArray[np.intp]) -> Misfits:
        """Keep some of them."""
        return Misfits(self.block.take(rows), self.number[rows], self.cluster[rows], self.excess[rows], self.cut)

    def joined(self, other: Misfits, most: int = MOST) -> Misfits:
        """Put them together with those of another block under the same clusters, and keep the worst."""
        ours, theirs = self.block, other.block
        weights = None
        if ours.weights is not None and theirs.weights is not None:
            weights = np.concatenate([ours.weights, theirs.weights])
        both = Block(
            np.concatenate([ours.points, theirs.points]),
            replace(ours.side, index=np.concatenate([ours.side.index, theirs.side.index])),
            weights,
            ours.grain,
        )
        number = np.concatenate([self.number, other.number])
        cluster = np.concatenate([self.cluster, other.cluster])
        excess = np.concatenate([self.excess, other.excess])
        kept, cut = _worst(excess, number, most, max(self.cut, other.cut))
        return Misfits(both, number, cluster, excess, cut).take(kept)


@dataclass(frozen=True)
class Found:
    """Clusters that misfits make.

    Attributes
    ----------
    clusters : Clusters
        All clusters; the new ones are the last.
    labels : ndarray of shape (m,)
        The cluster of each misfit: a new one, or the one that it was in.
    n_new : int
        How many are new.
    gain : float
        Nats by which the cost of all rows is lower.
    """

    clusters: Clusters
    labels: Labels
    n_new: int
    gain: float


def least_size(clusters: Clusters, usual: float) -> float:
    """Give the least weight of a cluster that misfits make: less than usual, since they lie far from all others."""
    return min(usual, max(_LEAST, _LEAST_PER_DIRECTION * (len(clusters.scaling.columns) + 1)))


def misfits_of(
    clusters: Clusters, block: Block, labels: Labels, changes: Floats, *, first: int = 0, most: int = MOST
) -> Misfits:
    """Find the rows that fit worst.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    block : Block
        Rows, in their coordinates.
    labels, changes : ndarray of shape (n,)
        Which cluster each row costs least in, and what: `Clusters.cheapest_with_changes`.
    first : int
        The number of the first row of the block.
    most : int
        How many to keep.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.backends.memory import Block
    >>> from cecib.misfits import misfits_of
    >>> from cecib.side_information import read_side_information
    >>> X = np.random.default_rng(0).normal(size=(1000, 2))
    >>> clusters = CECIB(random_state=0).fit(X).clusters_
    >>> X[7] = 40.0
    >>> block = Block(X, read_side_information(None, 1000))
    >>> misfits_of(clusters, block, *clusters.cheapest_with_changes(X)).number.tolist()
    [7]
    """
    usual = _usual(clusters)
    d = len(clusters.scaling.columns)
    far = float(chi2.isf(_RARE, d) - d) / 2.0
    rows = np.flatnonzero(changes > (usual + far)[labels]) if most else np.arange(0)
    excess = changes[rows] - usual[labels[rows]]
    kept, cut = _worst(excess, rows, most, far)
    rows, excess = rows[kept], excess[kept]
    loose = replace(block, bonds=None).take(rows)
    return Misfits(loose, rows.astype(np.int64) + first, labels[rows], excess, cut)


def _worst(excess: Floats, number: NDArray[Any], most: int, cut: float) -> tuple[NDArray[np.intp], float]:
    """Which rows fit worst, in order, and the excess beyond which none is left out."""
    order = np.lexsort((number, -excess))
    return order[:most], cut if len(order) <= most else float(excess[order[most]])


def clusters_of_misfits(
    clusters: Clusters, misfits: Misfits, least: float, *, most: int | None = None, clearly: float = CLEARLY
) -> Found | None:
    """Find clusters among misfits, as long as each clearly lowers the cost; None if there is none.

    Parameters
    ----------
    clusters : Clusters
        The clusters of all rows, misfits included.
    misfits : Misfits
        Rows that do not fit them.
    least : float
        The least weight of a cluster.
    most : int, optional
        The most clusters that there may be in the end.
    clearly : float
        Nats that a new cluster has to gain for each of its points.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.backends.memory import Block
    >>> from cecib.misfits import clusters_of_misfits, misfits_of
    >>> from cecib.side_information import read_side_information
    >>> X = np.random.default_rng(0).normal(size=(1000, 2))
    >>> clusters = CECIB(random_state=0).fit(X).clusters_
    >>> more = Block(40.0 + X[:20], read_side_information(None, 20))
    >>> misfits = misfits_of(clusters, more, *clusters.cheapest_with_changes(more.points))
    >>> found = clusters_of_misfits(clusters.absorb(more), misfits, 10.0)
    >>> found.clusters.summaries.weights.tolist(), found.labels.tolist() == [1] * 20
    ([1000.0, 20.0], True)
    """
    if (most is not None and len(clusters) >= most) or misfits.block.total_weight < least:
        return None
    group = groups_in(clusters, misfits.block, min(least, _FEW))
    labels, n_new, gain = misfits.cluster.copy(), 0, 0.0
    for rows in _by_excess(group, misfits):
        if most is not None and len(clusters) >= most:
            break
        members = misfits.take(rows)
        weight = members.block.total_weight
        if weight < least or not _is_apart(clusters, misfits, rows):
            continue
        grown = _with_group(clusters, members)
        own = 0.0 if grown is None else total_cost(clusters) - total_cost(grown)
        if grown is None or own <= clearly * weight:
            continue
        clusters, gain, n_new = grown, gain + own, n_new + 1
        labels[rows] = len(clusters) - 1
    return Found(clusters, labels, n_new, gain) if n_new else None


def groups_in(clusters: Clusters, block: Block, least: float, *, clearly: float = 0.0) -> Labels:
    """Search rows for clusters, as if there were nothing else; labels have no say.

    Parameters
    ----------
    clusters : Clusters
        For the criterion, the prior and the units.
    block : Block
        The rows, in the coordinates of the clusters.
    least : float
        The least weight of a cluster.
    clearly : float
        Nats that dividing rows has to gain for each point outside of the largest part.
    """
    scaling, criterion = clusters.scaling, clusters.criterion
    side = read_side_information(None, len(block))
    n, total, families = len(block), block.total_weight, clusters.families[:1]
    metric = standard_metric(scaling)
    problem = Problem(
        points=scaling.points(block.points, block.weights),
        n_samples=n,
        total_weight=total,
        side=side,
        families=criterion.codes(families, clusters.prior, scaling),
        label_code=criterion.label_code(0.0, side.totals(), clusters.prior),
        min_weight=criterion.least_weight(max(1, int(least)), total, families, len(scaling.columns)),
        resolution=scaling.resolution,
        max_iter=_PASSES,
        cost_offset=0.0,
        max_clusters=_GROUPS,
        metric=metric,
        split_gain=clearly,
    )
    parts = max(1, min(_PARTS[-1], int(total / least)))
    starts = [fixed(divided(block.points, block.weights, scaling, min(parts, number))) for number in _PARTS]
    starts += [make_start("k-means++", parts, problem.points, scaling, n, metric, 4)] * _STARTS
    found = best_of_starts(problem, starts, list(range(len(starts))), clusters.n_jobs)
    return found.partition.labels


def _by_excess(group: Labels, misfits: Misfits) -> Sequence[NDArray[np.intp]]:
    """Rows of each group, the one that fits worst first."""
    members = [np.flatnonzero(group == g) for g in range(int(group.max()) + 1)]
    return sorted(members, key=lambda rows: -float(misfits.excess[rows].sum()))


def _is_apart(clusters: Clusters, misfits: Misfits, rows: NDArray[np.intp]) -> bool:
    """Whether a group lies apart: on its near side there is room without rows, neither misfits nor others."""
    scaling = clusters.scaling
    all_rows = scaling.rows(misfits.block.points)
    own = all_rows[rows]
    centre = np.median(own, axis=0)
    nearest, _ = clusters.cheapest_with_changes(_unscaled(centre, scaling))
    towards = clusters.summaries.means[nearest[0]] - centre
    distance = max(float(np.linalg.norm(towards)), np.finfo(float).tiny)
    found = None if clusters.prior is None else clusters.prior.cell
    cell = np.zeros((len(centre), len(centre))) if found is None else found
    width = _DEVIATION * float(np.median(np.abs((own - centre) @ towards))) / distance
    width = float(np.hypot(width, np.sqrt(towards @ cell @ towards) / distance))  # equal values are not as narrow
    near_side = centre + min(1.0, _NEAR_SIDE * width / distance) * towards
    label, change = clusters.cheapest_with_changes(_unscaled(near_side, scaling))
    if change[0] - _usual(clusters)[label[0]] < misfits.cut:  # rows there would not have been kept
        return False
    others = np.delete(all_rows, rows, axis=0)
    covariance = np.atleast_2d(np.cov(own, rowvar=False, ddof=0)) + cell
    covariance += _RIDGE * max(float(np.trace(covariance)), np.finfo(float).tiny) * np.eye(len(centre))
    away = others - centre
    square = np.einsum("ij,ij->i", away, np.linalg.solve(covariance, away.T).T)
    near = square < (np.sqrt(len(centre)) + _NEAR_SIDE) ** 2
    return bool(near.sum() <= _FEW_BESIDE * len(rows))


def _unscaled(row: Floats, scaling: Scaling) -> Floats:
    """Give a row in the units of the data, with zeros in columns that are not used."""
    full = np.zeros((1, int(scaling.columns.max()) + 1))
    full[0, scaling.columns] = row * scaling.scale + scaling.shift
    return full


def _usual(clusters: Clusters) -> Floats:
    """Give what the points of each cluster cost on average, in scaled units."""
    costs = np.array([cost.total for cost in clusters.costs()]) / clusters.summaries.weights
    return np.asarray(costs - clusters.scaling.log_volume)


def _with_group(clusters: Clusters, group: Misfits) -> Clusters | None:
    """Take rows out of the clusters that they are in, and make them one of their own, the last; None if that fails."""
    block, k = group.block, len(clusters)
    if not block.side.n_categories:  # no row of it is labelled
        block = replace(block, side=replace(block.side, categories=np.arange(clusters.summaries.counts.shape[1])))
    parts = block.summarise(group.cluster, k, clusters.scaling, with_covariances=clusters.summaries.scatters.ndim == 3)
    engine = clusters.make_engine()
    for c in np.unique(group.cluster).tolist():
        if not engine.split_off(c, parts[c]) or (len(engine.summaries()) > k + 1 and not engine.merge(k, k + 1)):
            return None
    return clusters.made_by(engine)


def total_cost(clusters: Clusters) -> float:
    """Cost of all clusters, in nats and in the units of the data."""
    """Cost of all clusters in nats, in the units of the data."""
    return sum(cost.total for cost in clusters.costs())
