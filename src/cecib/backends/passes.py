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
from cecib.holes import Missing
from cecib.holes.conditionals import Flags
from cecib.holes.expectations import summarised
from cecib.holes.marginals import cheapest_observed, holes_in
from cecib.misfits import Misfits, misfits_of
from cecib.search.problem import Labels
from cecib.search.threads import n_threads
from cecib.side_information import SideInformation, renumbered
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
    missing : Missing or None
        What is missing in the rows; None: nothing.
    open_stay : bool
        Whether rows that lack values stay in their clusters, and only what is expected of them is found anew.
    rows : int
        How many rows there are in all blocks; 0: as many as the clusters have points.
    """

    clusters: Clusters
    space: Space | None
    categories: NDArray[Any]
    seed: int = 0
    misfits: int = 0
    close: int = 0
    of_each: int = 0
    missing: Missing | None = None
    open_stay: bool = False
    rows: int = 0

    def sizes(self) -> Floats:
        """How many rows of all blocks each cluster has, about: it may have been found on a sample."""
        weights = self.clusters.summaries.weights
        return weights * (self.rows / weights.sum()) if self.rows else weights

    @property
    def type_of_names(self) -> np.dtype[Any]:
        """The smallest type that holds the number of a cluster."""
        return np.min_scalar_type(len(self.clusters) - 1)

    def located(self, block: Block) -> Block:
        """Give a block in the coordinates of the clusters, its categories numbered as theirs."""
        points = block.points if self.space is None else self.space.coordinates(block.points)
        return replace(block, points=points, side=self.numbered(block.side))

    def numbered(self, side: SideInformation) -> SideInformation:
        """Give categories the numbers that they have in the clusters."""
        numbers = numbers_of(side.categories, self.categories)
        return SideInformation(renumbered(side.index, numbers), self.categories)


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
        Rows that were kept, in the coordinates of the clusters; their groups are their clusters. None of them, and of
        the misfits, lacks a value.
    length : float
        Nats that rows which lack values cost beyond what the summaries say of them (`cecib.holes.expectations`).
    """

    summaries: Summaries
    rows: int
    changed: int
    misfits: Misfits
    close: Kept
    drawn: Kept
    length: float = 0.0

    def __add__(self, other: Seen) -> Seen:
        return Seen(
            self.summaries + other.summaries,
            self.rows + other.rows,
            self.changed + other.changed,
            self.misfits.joined(other.misfits),
            self.close + other.close,
            self.drawn + other.drawn,
            self.length + other.length,
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
    if look.missing is not None:
        block = replace(block, points=look.missing.as_seen(block.points))
        is_hole = holes_in(block.points)
        if is_hole is not None:
            return _see_holes(block, number, look, look.missing, is_hole, before)
    return _see_whole(block, number, look, before)


def _see_holes(
    block: Block, number: int, look: Look, missing: Missing, is_hole: Flags, before: Names | None
) -> tuple[Names, Seen]:
    """Pass over a block in which some rows lack values: these by what they have, the others as ever."""
    is_open, takes_part = np.asarray(is_hole.any(axis=1)), missing.take_part(is_hole)
    whole, open_ = np.flatnonzero(~is_open), np.flatnonzero(is_open & takes_part)
    own, seen = _see_whole(block.take(whole), number, look, None if before is None else before[whole], is_open)
    names = np.zeros(len(block), dtype=own.dtype) if before is None else before.astype(own.dtype)
    names[whole] = own
    if len(open_):
        old = names[open_].astype(np.int32) if look.open_stay and before is not None else None
        names[open_], summaries, length = _observed(look, block.take(open_), old)
        seen = replace(seen, summaries=seen.summaries + summaries, length=length)
    changed = np.count_nonzero(names != before) if before is not None else len(whole) + len(open_)
    return names, replace(seen, rows=len(whole) + len(open_), changed=int(changed))


def _observed(look: Look, block: Block, labels: Labels | None) -> tuple[Labels, Summaries, float]:
    """Put rows that lack values where they cost least by what they have, and summarise them as they are expected."""
    clusters, space, own = look.clusters, look.space, replace(block, side=look.numbered(block.side))
    if labels is None:
        labels = cheapest_observed(clusters, space, np.asarray(own.points, dtype=np.float64), own.side.index)
    found = summarised(clusters, space, own, labels)
    weights = np.ones(len(own)) if own.weights is None else own.weights
    rest = 0.0 if space is None else float(weights @ space.rest_log_densities(found.rows))
    return labels, found.summaries, found.length - rest


def placed(block: Block, look: Look, names: Names) -> Names:
    """Put the rows of a block into clusters that take no part in a fit, since they lack values; all others stay."""
    missing = look.missing
    points = block.points if missing is None else missing.as_seen(block.points)
    is_hole = holes_in(points)
    if missing is None or is_hole is None:
        return names
    left_out, own = np.flatnonzero(~missing.take_part(is_hole)), names.copy()
    rows = np.asarray(points[left_out], dtype=np.float64)
    own[left_out] = cheapest_observed(look.clusters, look.space, rows)
    return own


def _see_whole(
    block: Block, number: int, look: Look, before: Names | None = None, is_open: Flags | None = None
) -> tuple[Names, Seen]:
    """Pass over the rows of a block that lack no value; `is_open` tells where others were among them."""
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
    names = labels.astype(look.type_of_names)
    keys, likely = least, np.arange(0)
    if look.of_each:
        keys = lots(look.seed, number, len(labels if is_open is None else is_open))
        keys = keys if is_open is None else keys[~is_open]
        share = np.minimum(1.0, _SPARE * look.of_each / np.maximum(look.sizes(), 1.0))
        likely = np.flatnonzero(keys <= share[labels])
    seen = Seen(
        summaries,
        len(labels),
        len(labels) if before is None else int(np.count_nonzero(names != before)),
        misfits_of(clusters, own, labels, least, first=number << _BITS, most=look.misfits),
        _close(look, own, number, labels, following - least),
        keep(own, number, keys, look.of_each, rows=likely, groups=labels, of_each=True),
    )
    return names, seen if is_open is None else _as_in_block(seen, number, np.flatnonzero(~is_open))


def _as_in_block(seen: Seen, number: int, rows: NDArray[np.intp]) -> Seen:
    """Give rows that were kept the numbers that they have in their block."""
    first, misfits = number << _BITS, seen.misfits
    close, drawn = (
        replace(own, places=np.column_stack([own.places[:, 0], rows[own.places[:, 1]]]))
        for own in (seen.close, seen.drawn)
    )
    return replace(
        seen, misfits=replace(misfits, number=rows[misfits.number - first] + first), close=close, drawn=drawn
    )


def _close(look: Look, block: Block, number: int, labels: Labels, margins: Floats) -> Kept:
    """Keep the closest rows: as many as look for them among all, but of one block little more than its share."""
    share = _SPARE_CLOSE * len(block) / max(float(look.sizes().sum()), 1.0)
    most = min(look.close, max(_LEAST_CLOSE, int(share * look.close)))
    near = np.argpartition(margins, most - 1)[:most] if 0 < most < len(block) else np.arange(len(block))
    own = keep(block, number, margins, most, rows=near[margins[near] < np.inf], groups=labels)
    return replace(own, most=look.close)


def renamed(names: Names, numbers: NDArray[np.intp]) -> Names:
    """Give clusters other numbers, which are not larger than the old ones."""
    if np.array_equal(numbers, np.arange(len(numbers))):
        return names
    return np.asarray(numbers.astype(names.dtype)[names])
