"""After the search: clusters of what was observed, and rows that move by it.

The cost of a table with holes is a code length of what is observed. With q the Gaussian that a cluster expects in the
holes of a row, given the rest,

    −ln p(observed) ≤ A(n, mean of the filled rows, their scatter + Σ C) − Σ H(q),

since ln det is concave: the code of the whole rows, with the covariances C of the holes in the scatter, less the
entropy of what was filled in (`observed_cost` says it in plain NumPy). With no hole it is the cost itself. For given
Gaussians the best q is the conditional one, and for given q the clusters are those of the filled rows; so in turns the
bound falls. Rows move to where they cost least by what is observed of them. A round that would raise the bound is not
taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import CostTerms, Criterion, Floats, single_gaussian_price
from cecib.holes.conditionals import hole_scatter
from cecib.holes.marginals import filled_by, located, sights_of
from cecib.search.problem import Labels
from cecib.spaces.space import Space
from cecib.summaries import Summaries

_ROUNDS = 20
_SETTLED = 1e-5  # nats per row


@dataclass(frozen=True)
class Settled:
    """Clusters of rows with holes.

    Attributes
    ----------
    clusters : Clusters
        Of the rows as they are expected, with the scatter of what is open about them.
    labels : ndarray of shape (n,)
        The cluster of each row.
    terms : CostTerms
        What all rows cost, in nats, in the units of the data.
    trace : tuple of float
        The cost after each round, in nats per point; it never rises.
    """

    clusters: Clusters
    labels: Labels
    terms: CostTerms
    trace: tuple[float, ...] = ()


def settle(
    clusters: Clusters,
    space: Space | None,
    block: Block,
    labels: Labels,
    least: float,
    may_move: NDArray[np.bool_] | None = None,
) -> Settled:
    """Let clusters become those of what is observed.

    Parameters
    ----------
    clusters : Clusters
        Those of a search in a filled table.
    space : Space or None
        In which they live.
    block : Block
        The rows as they are, NaN in the holes.
    labels : ndarray of shape (n,)
        The clusters in which the search has left them.
    least : float
        The least weight of a cluster.
    may_move : ndarray of shape (n,), optional
        Which rows may move.
    """
    total = block.total_weight
    found = expected(clusters, space, block, labels)
    trace = [found.terms.total / total]
    wants_to_move = True
    for _ in range(_ROUNDS):
        wanted = _wanted(found, space, block, least, may_move) if wants_to_move else found.labels
        wants_to_move = bool((wanted != found.labels).any())
        for own in (wanted, found.labels) if wants_to_move else (found.labels,):
            trial = expected(found.clusters, space, block, own)
            if trial.terms.total < found.terms.total - _SETTLED * total:
                found = trial
                trace.append(found.terms.total / total)
                break
        else:
            break
    return replace(found, trace=tuple(trace))


def expected(clusters: Clusters, space: Space | None, block: Block, labels: Labels) -> Settled:
    """Summarise the rows of each cluster as it expects them, and say what they cost."""
    sights, weights = sights_of(clusters, space, of_next=False), _weights(block)
    whole, length = np.array(block.points, dtype=np.float64), 0.0
    is_hole = np.isnan(whole)
    scatters = []
    for c, gaussian in enumerate(sights.gaussians):
        rows = np.flatnonzero(is_hole.any(axis=1) & (labels == c))
        whole[rows], found = filled_by(sights, c, whole[rows], space)
        open_ = hole_scatter(gaussian, is_hole[rows][:, sights.columns], weights[rows])
        entropies = 0.5 * (found.n_open * np.log(2.0 * np.pi * np.e) + found.log_volumes)
        if space is None or space.covariance is not None:  # otherwise only coordinates are coded
            length += _rest_of_scatter(space, sights.columns, open_) - float(weights[rows] @ entropies)
        scatters.append(_in_coordinates(clusters, space, sights.columns, open_))
    points = whole if space is None else space.coordinates(whole)
    has_covariances = clusters.summaries.scatters.ndim == 3
    own = replace(block, points=points).summarise(
        labels, len(clusters), clusters.scaling, with_covariances=has_covariances
    )
    more = np.array(scatters) if has_covariances else np.array([np.diagonal(one) for one in scatters])
    summaries = Summaries.from_arrays(own.weights, own.means, own.scatters + more, own.counts)
    after = replace(clusters, summaries=summaries, states=None)
    complexity, accuracy, consistency = np.sum(after.costs(), axis=0).tolist()
    length += _rest_of_rows(space, whole, weights, clusters.criterion.name)
    return Settled(after, labels, CostTerms(complexity, accuracy + length, consistency))


def _in_coordinates(clusters: Clusters, space: Space | None, columns: NDArray[np.intp], scatter: Floats) -> Floats:
    """Turn a scatter of columns, or its diagonal, into one of scaled coordinates."""
    scaling = clusters.scaling
    if space is None:
        turned = np.diag(scatter) if scatter.ndim == 1 else scatter
    else:
        axes = space.axes[columns][:, scaling.columns]
        turned = (axes.T * scatter) @ axes if scatter.ndim == 1 else axes.T @ scatter @ axes
    return np.asarray(turned / np.outer(scaling.scale, scaling.scale))


def _rest_of_rows(space: Space | None, whole: Floats, weights: Floats, criterion: Criterion) -> float:
    """Code of filled rows given their coordinates, and the price of the Gaussian that all share there."""
    if space is None or space.covariance is None:
        return 0.0
    length = -float(weights @ space.rest_log_densities(whole))
    if criterion == "evidence":
        total = float(weights.sum())
        length += single_gaussian_price(total, len(space.columns)) - single_gaussian_price(total, space.dimension)
    return length


def _rest_of_scatter(space: Space | None, columns: NDArray[np.intp], scatter: Floats) -> float:
    """Give what a scatter of columns, or its diagonal, adds to the code of rows given their coordinates."""
    if space is None or space.covariance is None:
        return 0.0
    own = np.isin(columns, space.columns)
    among = columns[own]
    covariance, axes = space.covariance[np.ix_(among, among)], space.axes[among]
    precision = np.linalg.inv(covariance) - axes @ np.linalg.solve(axes.T @ covariance @ axes, axes.T)
    if scatter.ndim == 1:
        return 0.5 * float(np.diagonal(precision) @ scatter[own])
    return 0.5 * float((precision * scatter[np.ix_(own, own)]).sum())


def _wanted(
    found: Settled, space: Space | None, block: Block, least: float, may_move: NDArray[np.bool_] | None
) -> Labels:
    """Clusters that rows cost least in, by what is observed of them, unless one would have too few."""
    points = located(found.clusters, space, block.points)
    changes = np.concatenate(list(found.clusters.changes(points, block.side.index)))
    wanted = changes.argmin(axis=1).astype(np.int32)
    if may_move is not None:
        wanted = np.where(may_move, wanted, found.labels)
    sizes = np.bincount(wanted, _weights(block), minlength=len(found.clusters))
    too_small = np.flatnonzero(sizes < np.minimum(least, found.clusters.summaries.weights))
    return np.where(np.isin(found.labels, too_small), found.labels, wanted).astype(np.int32)


def _weights(block: Block) -> Floats:
    return np.ones(len(block)) if block.weights is None else block.weights
