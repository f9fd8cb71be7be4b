"""A pass: every row goes to its cheapest cluster while the clusters stand still. What is seen of blocks adds up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.backends.kept import Kept, keep, lots
from cecib.backends.memory import Block
from cecib.backends.survey import numbers_of
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.misfits import Misfits, misfits_of
from cecib.search.problem import Labels
from cecib.search.threads import n_threads
from cecib.side_information import SideInformation
from cecib.spaces.space import Space
from cecib.summaries import Summaries

_BITS = 40  # of the number of a row within its block
_SPARE_CLOSE, _LEAST_CLOSE = 4.0, 1_000  # times its share, and rows, that a block keeps of those that are close
_SPARE = 2.0  # times as many rows of a cluster are looked at as are drawn in the end
Names = NDArray[Any]  # the cluster of each row, in the smallest type that holds it


@dataclass(frozen=True)
class Look:
    """What a pass has to know, and what it is to keep.

    Attributes
    ----------
    clusters : Clusters
        The clusters, which stand still.
    space : Space or None
        Whose coordinates they live in; None: the columns.
    categories : ndarray of shape (m,)
        What labels name.
    seed : int
        Of the draws.
    misfits : int
        How many of the rows to keep that cost most where they cost least.
    close : int
        How many of the rows to keep for which another cluster is nearly as good.
    of_each : int
        How many rows of each cluster to draw.
    """

    clusters: Clusters
    space: Space | None
    categories: NDArray[Any]
    seed: int = 0
    misfits: int = 0
    close: int = 0
    of_each: int = 0

    def located(self, block: Block) -> Block:
        """Give a block in the coordinates of the clusters, its categories numbered as theirs."""
        numbers = numbers_of(block.side.categories, self.categories)
        side = SideInformation(np.append(numbers, np.int32(-1))[block.side.index], self.categories)
        points = block.points if self.space is None else self.space.coordinates(block.points)
        return replace(block, points=points, side=side)


@dataclass(frozen=True, eq=False)
class Seen:
    """What a pass has seen.

    Attributes
    ----------
    summaries : Summaries
        Of the rows that have come to each cluster.
    rows, changed : int
        How many rows there were, and how many of them came to another cluster than before.
    misfits : Misfits
        The rows that fit worst.
    close, drawn : Kept
        Rows that were kept, in the coordinates of the clusters; their groups are their clusters.
    """

    summaries: Summaries
    rows: int
    changed: int
    misfits: Misfits
    close: Kept
    drawn: Kept

    def __add__(self, other: Seen) -> Seen:
        return Seen(
            self.summaries + other.summaries,
            self.rows + other.rows,
            self.changed + other.changed,
            self.misfits.joined(other.misfits),
            self.close + other.close,
            self.drawn + other.drawn,
        )

    def renamed(self, numbers: NDArray[np.intp]) -> Seen:
        """Give clusters other numbers in what was kept; the summaries stay as they are."""
        return replace(
            self,
            misfits=replace(self.misfits, cluster=renamed(self.misfits.cluster, numbers)),
            close=replace(self.close, groups=renamed(self.close.groups, numbers)),
            drawn=replace(self.drawn, groups=renamed(self.drawn.groups, numbers)),
        )


def see(block: Block, number: int, look: Look, before: Names | None = None) -> tuple[Names, Seen]:
    """Pass over one block.

    Parameters
    ----------
    block : Block
        The rows, as they are in the data.
    number : int
        Which block it is.
    look : Look
        The clusters, and what to keep.
    before : ndarray of shape (n,), optional
        The cluster of each row in the pass before.
    """
    clusters, own = look.clusters, look.located(block)
    labels, least, following = clusters.choices(own.points, own.side.index)
    summaries = own.summarise(
        labels,
        len(clusters),
        clusters.scaling,
        with_covariances=clusters.summaries.scatters.ndim == 3,
        threads=n_threads(clusters.n_jobs),
        around=clusters.summaries.means,
    )
    names = labels.astype(np.min_scalar_type(len(clusters) - 1))
    keys, likely = least, np.arange(0)
    if look.of_each:
        keys = lots(look.seed, number, len(labels))
        share = np.minimum(1.0, _SPARE * look.of_each / np.maximum(clusters.summaries.weights, 1.0))
        likely = np.flatnonzero(keys <= share[labels])
    seen = Seen(
        summaries,
        len(labels),
        len(labels) if before is None else int(np.count_nonzero(names != before)),
        misfits_of(clusters, own, labels, least, first=number << _BITS, most=look.misfits),
        _close(look, own, number, labels, following - least),
        keep(own, number, keys, look.of_each, rows=likely, groups=labels, of_each=True),
    )
    return names, seen


def _close(look: Look, block: Block, number: int, labels: Labels, margins: Floats) -> Kept:
    """Keep the closest rows: as many as look for them among all, but of one block little more than its share."""
    share = _SPARE_CLOSE * len(block) / max(float(look.clusters.summaries.weights.sum()), 1.0)
    most = min(look.close, max(_LEAST_CLOSE, int(share * look.close)))
    near = np.argpartition(margins, most - 1)[:most] if 0 < most < len(block) else np.arange(len(block))
    own = keep(block, number, margins, most, rows=near[margins[near] < np.inf], groups=labels)
    return replace(own, most=look.close)


def renamed(names: Names, numbers: NDArray[np.intp]) -> Names:
    """Give clusters other numbers, which are not larger than the old ones."""
    if np.array_equal(numbers, np.arange(len(numbers))):
        return names
    return np.asarray(numbers.astype(names.dtype)[names])
