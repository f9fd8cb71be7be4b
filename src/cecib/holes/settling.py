"""After the search: clusters of what was observed, and rows that move by it.

The cost of a table with holes is a code length of what is observed. With q the Gaussian that a cluster expects in the
holes of a row, given the rest,

    −ln p(observed) ≤ A(n, mean of the filled rows, their scatter + Σ C) − Σ H(q),

since ln det is concave: the code of the whole rows, with the covariances C of the holes in the scatter, less the
entropy of what was filled in. With no hole it is the cost itself. For given Gaussians the best q is the conditional
one, and for given q the clusters are those of the filled rows; so in turns the bound falls. Rows move to where they
cost least by what is observed of them. A round that would raise the bound is not taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import CostTerms, Floats, single_gaussian_price
from cecib.holes.conditionals import hole_scatter
from cecib.holes.marginals import filled_by, located, sights_of
from cecib.search.problem import Labels
from cecib.spaces.space import Space
from cecib.summaries import Summaries

_ROUNDS = 20
_SETTLED = 1e-6  # nats per row


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
    for _ in range(_ROUNDS):
        wanted = _wanted(found, space, block, least, may_move)
        trials = ([wanted] if (wanted != found.labels).any() else []) + [found.labels]
        for own in trials:
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
    sights, scaling = sights_of(clusters, space, of_next=False), clusters.scaling
    rows, weights = np.asarray(block.points, dtype=np.float64), _weights(block)
    has_holes = np.isnan(rows).any(axis=1)
    whole, spread = rows.copy(), []
    entropy, rest_spread = 0.0, 0.0
    axes = None if space is None else space.axes
    precision = _rest_precision(space)
    for c, gaussian in enumerate(sights.gaussians):
        own = np.flatnonzero(has_holes & (labels == c))
        whole[own], found = filled_by(sights, c, rows[own], space)
        more = hole_scatter(gaussian, np.isnan(rows[own][:, sights.columns]), weights[own])
        more = np.diag(more) if more.ndim == 1 else more
        entropy += 0.5 * float(weights[own] @ (found.n_open * np.log(2.0 * np.pi * np.e) + found.log_volumes))
        if axes is not None:
            rest_spread += 0.5 * float((precision[np.ix_(sights.columns, sights.columns)] * more).sum())
            more = axes[sights.columns].T @ more @ axes[sights.columns]
            more = more[np.ix_(scaling.columns, scaling.columns)]
        spread.append(more / np.outer(scaling.scale, scaling.scale))
    points = whole if space is None else space.coordinates(whole)
    filled_block = replace(block, points=points)
    with_covariances = clusters.summaries.scatters.ndim == 3
    own = filled_block.summarise(labels, len(clusters), scaling, with_covariances=with_covariances)
    more = np.array(spread) if with_covariances else np.diagonal(np.array(spread), axis1=1, axis2=2)
    summaries = Summaries.from_arrays(own.weights, own.means, own.scatters + more, own.counts)
    after = replace(clusters, summaries=summaries, states=None)
    terms = np.sum(after.costs(), axis=0)
    rest = rest_spread
    if space is not None:
        rest -= float(weights @ space.rest_log_densities(whole))
        if clusters.criterion.name == "evidence" and space.covariance is not None:
            total, d, q = block.total_weight, len(space.columns), space.dimension
            rest += single_gaussian_price(total, d) - single_gaussian_price(total, q)
    complexity, accuracy, consistency = map(float, terms)
    return Settled(after, labels, CostTerms(complexity, accuracy + rest - entropy, consistency))


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


def _rest_precision(space: Space | None) -> Floats:
    """What the squares of rows cost in the directions that clusters share, given the others."""
    if space is None or space.covariance is None:
        return np.zeros((0, 0)) if space is None else np.zeros((len(space.centre),) * 2)
    columns, axes = space.columns, space.axes[space.columns]
    covariance = space.covariance[np.ix_(columns, columns)]
    found = np.zeros_like(space.covariance)
    own = np.linalg.inv(covariance) - axes @ np.linalg.solve(axes.T @ covariance @ axes, axes.T)
    found[np.ix_(columns, columns)] = own
    return found


def _weights(block: Block) -> Floats:
    return np.ones(len(block)) if block.weights is None else block.weights
