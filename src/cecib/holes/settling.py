"""After the search: clusters of what was observed, and rows that move by it.

The cost of a table with holes is a bound of the code length of what is observed (`expectations`; `observed_cost` says
it in plain NumPy). With no hole it is the cost itself. For given Gaussians the best q is the conditional one, and for
given q the clusters are those of the filled rows; so in turns the bound falls. Rows move to where they cost least by
what is observed of them. A round that would raise the bound is not taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import CostTerms, Criterion, Floats
from cecib.holes.expectations import summarised
from cecib.holes.marginals import located
from cecib.search.problem import Labels
from cecib.spaces.space import Space

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
    found = summarised(clusters, space, block, labels)
    after = replace(clusters, summaries=found.summaries, states=None)
    complexity, accuracy, consistency = np.sum(after.costs(), axis=0).tolist()
    length = found.length + _rest_of_rows(space, found.rows, _weights(block), clusters.criterion.name)
    return Settled(after, labels, CostTerms(complexity, accuracy + length, consistency))


def _rest_of_rows(space: Space | None, whole: Floats, weights: Floats, criterion: Criterion) -> float:
    """Code of filled rows given their coordinates, and the price of the Gaussian that all share there."""
    if space is None or space.covariance is None:
        return 0.0
    return space.rest_price(float(weights.sum()), criterion) - float(weights @ space.rest_log_densities(whole))


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
