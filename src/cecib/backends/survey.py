"""The survey: one pass that counts the rows, learns what the labels name, and draws the sample."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.backends.kept import Kept, keep, lots
from cecib.backends.memory import Block
from cecib.cost import Floats
from cecib.holes.conditionals import Flags
from cecib.holes.marginals import holes_in
from cecib.holes.missing import Columns, Treatment, take_part, without_aside
from cecib.holes.strays import Ends, Strays, ends_of
from cecib.holes.tallies import Tally, tally_of
from cecib.label_types import check_one_type
from cecib.search.scaling import identity_scaling
from cecib.side_information import UNLABELLED, SideInformation, read_side_information
from cecib.summaries import Summaries, Summary

_LABELLED, _OF_EACH = 10_000, 5  # labelled rows beyond those of the sample: in all, and of each category
_WIDE = 1_000  # columns, beyond which nobody asks for their covariance


@dataclass(frozen=True)
class Plan:
    """What to draw.

    Attributes
    ----------
    rows : int
        Size of the sample.
    seed : int
        Seed of the draw.
    treatment : {"model", "drop"}
        Whether rows that lack values take part: only such rows are drawn.
    set_aside : tuple of int
        Columns that take no part.
    strays : Strays or None
        Values that count as missing.
    share : float
        A share of all rows that is certainly more than the sample: only these are looked at.
    """

    rows: int
    seed: int
    treatment: Treatment = "model"
    set_aside: tuple[int, ...] = ()
    strays: Strays | None = None
    share: float = 1.0

    def among(self, n_rows: int | None) -> Plan:
        """Plan to draw from so many rows, if that is known: if all take part, most of them need not be looked at."""
        share = 1.0 if not n_rows or self.treatment == "drop" else min(1.0, 1.2 * self.rows / n_rows + 1e-4)
        return replace(self, share=share)


@dataclass(frozen=True, eq=False)
class Survey:
    """What is known of some rows; what is known of two sets of rows adds up.

    Attributes
    ----------
    sizes : tuple of int
        How many there are in each block.
    whole : Summary
        Those that lack no value as one cluster, in the units of the data, with the diagonal of the scatter alone for
        many columns.
    first : ndarray of shape (d,)
        The first of them.
    categories : ndarray of shape (m,)
        What their labels name.
    sample : Kept
        A sample of all rows that take part.
    labelled : Kept
        A sample of the labelled rows.
    each : Kept
        Some rows of each category.
    left_out : Kept
        A sample of the rows that take no part, since they lack values.
    tally : Tally
        How many values are missing.
    ends : Ends
        The outermost values of each column.
    """

    sizes: tuple[int, ...]
    whole: Summary
    first: Floats
    categories: NDArray[Any]
    sample: Kept
    labelled: Kept
    each: Kept
    left_out: Kept
    tally: Tally
    ends: Ends

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(self.sizes)

    @property
    def weight(self) -> float:
        """How many points the rows stand for that take part."""
        return self.whole.weight + self.tally.open_weight

    def numbers(self, places: NDArray[np.int64]) -> NDArray[np.intp]:
        """Where rows are in the data that are given by block and row in it."""
        return np.asarray(np.cumsum([0, *self.sizes])[places[:, 0]] + places[:, 1], dtype=np.intp)

    def __add__(self, other: Survey) -> Survey:
        categories = united([self.categories, other.categories])
        a, b = numbers_of(self.categories, categories), numbers_of(other.categories, categories)
        return Survey(
            self.sizes + other.sizes,
            self.whole + other.whole,
            self.first,
            categories,
            self.sample.renamed(a) + other.sample.renamed(b),
            self.labelled.renamed(a) + other.labelled.renamed(b),
            _by_category(self.each.renamed(a)) + _by_category(other.each.renamed(b)),
            self.left_out.renamed(a) + other.left_out.renamed(b),
            self.tally + other.tally,
            self.ends + other.ends,
        )

    def drawn(self) -> Kept:
        """Give the sample, with labelled rows beyond their share where they are rare, in the order of the data."""
        both = self.sample
        for more in (self.labelled, self.each):
            known = {tuple(place) for place in both.places[both.index != UNLABELLED].tolist()}
            is_new = np.array([tuple(place) not in known for place in more.places.tolist()], dtype=bool)
            both = replace(both, most=len(both) + len(more)) + replace(more.take(is_new), most=len(more))
        return both.in_order()

    def everyone(self) -> Kept | None:
        """Give all rows, in the order of the data, if they fit into the sample; None if they do not."""
        both = replace(self.sample, most=len(self.sample) + len(self.left_out)) + self.left_out
        return both.in_order() if len(both) == self.rows else None


def survey(block: Block, number: int, plan: Plan) -> Survey:
    """Survey one block."""
    n, d = block.points.shape
    block = block if plan.strays is None else replace(block, points=plan.strays.without(block.points))
    is_hole, weights = holes_in(block.points), np.ones(n) if block.weights is None else block.weights
    counts, left_out, aside = weights > 0, np.zeros(n, dtype=bool), np.array(plan.set_aside, dtype=np.intp)
    if is_hole is not None:
        left_out = counts & ~take_part(is_hole, aside, plan.treatment)
        counts &= ~left_out
    keys = lots(plan.seed, number, n)
    labelled = np.flatnonzero(block.side.is_labelled & counts)
    return Survey(
        (n,),
        _whole(block, is_hole, aside),
        np.asarray(block.points[0], dtype=float),
        block.side.categories,
        keep(block, number, keys, plan.rows, rows=np.flatnonzero((keys <= plan.share) & counts)),
        keep(block, number, keys, _LABELLED, rows=labelled),
        keep(block, number, keys, _OF_EACH, rows=labelled, groups=block.side.index, of_each=True),
        keep(block, number, keys, plan.rows, rows=np.flatnonzero((keys <= plan.share) & left_out)),
        tally_of(is_hole, weights, aside, plan.treatment, d),
        ends_of(block.points),
    )


def _whole(block: Block, is_hole: Flags | None, set_aside: Columns) -> Summary:
    """Summarise rows that lack no value."""
    points, weights = without_aside(block.points, set_aside), block.weights
    if is_hole is not None:
        is_whole = ~np.delete(is_hole, set_aside, axis=1).any(axis=1)
        points, weights = points[is_whole], None if weights is None else weights[is_whole]
    n, d = points.shape
    (whole,) = Block(points, _nothing(n), weights).summarise(
        np.zeros(n, dtype=np.int32), 1, identity_scaling(d), with_covariances=d <= _WIDE
    )
    return whole


def united(categories: list[NDArray[Any]]) -> NDArray[Any]:
    """Categories of several blocks, as those of one column are read."""
    named = [own for own in categories if len(own)]
    if not named:
        return categories[0]
    if len({own.dtype.kind for own in named}) == 1 and all(np.array_equal(named[0], own) for own in named[1:]):
        return named[0]
    check_one_type(named)
    values = [value for own in named for value in own.tolist()]
    return read_side_information(values, len(values)).categories


def numbers_of(categories: NDArray[Any], among: NDArray[Any]) -> NDArray[np.int32]:
    """Where each of some categories stands among others, −1 where it does not."""
    position = {value: number for number, value in enumerate(among.tolist())}
    return np.array([position.get(value, UNLABELLED) for value in categories.tolist()], dtype=np.int32)


def _by_category(kept: Kept) -> Kept:
    return replace(kept, groups=kept.index)


def _nothing(n: int) -> SideInformation:
    return read_side_information(None, n)


def whole_covariance(survey: Survey) -> Floats | None:
    """Covariance of all rows; None for many columns."""
    summaries = Summaries([survey.whole])
    return None if summaries.scatters.ndim == 2 else np.asarray(summaries.scatters[0] / survey.whole.weight)
