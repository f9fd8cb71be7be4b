"""The categories that a stream has named so far; later batches may name more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.input_errors import InputError, Named
from cecib.label_columns import SET_LEVELS
from cecib.label_types import are_numbers
from cecib.levels import UNKNOWN, Levels, make_levels
from cecib.search.problem import Labels
from cecib.side_information import SideInformation
from cecib.summaries import Summaries


@dataclass(frozen=True)
class Vocabulary:
    """Categories, or with several levels the paths.

    Attributes
    ----------
    categories : ndarray of shape (m,)
        The categories; with several levels the paths, as tuples.
    levels : Levels or None
        The levels; None: there is one.
    """

    categories: NDArray[Any]
    levels: Levels | None = None

    def side(self, index: Labels) -> SideInformation:
        """Give rows the categories that they have by their numbers."""
        return SideInformation(index, self.categories, self.levels)

    def with_more(self, side: SideInformation) -> tuple[Vocabulary, NDArray[np.int32], Labels]:
        """Take in the labels of a batch: all categories, the new numbers of the old ones, and those of the batch.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib.side_information import read_side_information
        >>> from cecib.stream.vocabulary import Vocabulary
        >>> known = Vocabulary(np.array(["cat", "dog"]))
        >>> more, moved, index = known.with_more(read_side_information(["dog", "ant", None], 3))
        >>> more.categories.tolist(), moved.tolist(), index.tolist()
        (['cat', 'dog', 'ant'], [0, 1], [1, 2, -1])
        """
        same = np.arange(len(self.categories), dtype=np.int32)
        if side.levels is not None and side.levels.names == SET_LEVELS:
            raise InputError(
                Named("y"), " holds sets of categories, which have no place in a stream: give labels of two levels, "
                "the coarse ones first.",
            )  # fmt: skip
        if not side.n_categories:
            return self, same, side.index
        if not len(self.categories):
            return Vocabulary(side.categories, side.levels), same, side.index
        if (None if self.levels is None else len(self.levels)) != (None if side.levels is None else len(side.levels)):
            so_far, now = (1 if own is None else len(own) for own in (self.levels, side.levels))
            raise InputError(Named("y"), f" has {now} levels, but had {so_far} so far: give {so_far}.")
        if self.levels is not None and side.levels is not None:
            return _joined_levels(self.levels, side.levels, side.index)
        categories, number = _joined(self.categories, side.categories)
        index = np.append(number, UNKNOWN).astype(np.int32)[side.index]
        return Vocabulary(categories), same, index


def _joined(known: NDArray[Any], more: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Put categories that are new behind the others, and number those of a batch."""
    if not len(known) or not len(more):
        return known if len(known) else more, np.arange(len(more), dtype=np.int32)
    if are_numbers(known) != are_numbers(more):
        raise InputError(
            Named("y"), f" names the category {_plain(more)[0]!r}, but those so far are like {_plain(known)[0]!r}: "
            "give all batches labels of one type.",
        )  # fmt: skip
    place = {value: i for i, value in enumerate(_plain(known))}
    new = [value for value in _plain(more) if value not in place]
    place |= {value: len(place) + i for i, value in enumerate(new)}
    number = np.asarray([place[value] for value in _plain(more)], dtype=np.int32)
    if not new:
        return known, number
    kind = np.result_type(known.dtype, more.dtype)
    categories: NDArray[Any] = np.empty(len(place), dtype=object)
    categories[:] = list(place)
    typed = categories.astype(kind)
    return (typed if typed.tolist() == categories.tolist() else categories), number


def _plain(categories: NDArray[Any]) -> list[Any]:
    return list(categories.tolist())


def _joined_levels(known: Levels, more: Levels, index: Labels) -> tuple[Vocabulary, NDArray[np.int32], Labels]:
    """Join the categories of each level, and fill gaps by what all labels together say."""
    columns, old, new = [], [], []
    for level, (own, further) in enumerate(zip(known.categories, more.categories, strict=True)):
        categories, number = _joined(own, further)
        columns.append(categories)
        old.append(known.paths[:, level])
        new.append(np.append(number, UNKNOWN)[more.paths[:, level]])
    paths = np.vstack([np.column_stack(old), np.column_stack(new)]).astype(np.int32)
    levels, number = make_levels(known.names, columns, paths)
    moved, own_number = number[: len(known.paths)], number[len(known.paths) :]
    return Vocabulary(levels.path_names(), levels), moved, np.append(own_number, UNKNOWN).astype(np.int32)[index]


def renamed_summaries(summaries: Summaries, moved: NDArray[np.int32], n_categories: int) -> Summaries:
    """Count under other numbers; numbers that have become one are counted together."""
    old = summaries.counts
    counts: Floats = np.zeros((len(summaries), n_categories))
    if old.shape[1]:
        np.add.at(counts.T, moved, old.T)
    return Summaries.from_arrays(summaries.weights, summaries.means, summaries.scatters, counts)
