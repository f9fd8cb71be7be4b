"""Bonds: rows that belong together, and pairs of rows that should be apart.

A group moves as a whole, as a summary of its rows. A pair that should be apart is a statement that may be wrong: if it
is with probability ε, saying it of two rows of one cluster takes ln((1 − ε) / ε) nats more than of two that are in
different clusters. That is what such a pair costs, `cecib.cost.APART_WEIGHT` for ε = 5 %.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from cecib import _core
from cecib.cost import APART_WEIGHT
from cecib.in_words import listed
from cecib.input_errors import InputError, Named
from cecib.side_information import Rows, SideInformation, read_side_information

Pairs = NDArray[np.int32]
_LARGEST_WEIGHT = 1e9
_ALONE = -1
_MOST_NAMED = 12
_LARGE = 1 / 50  # of a sample: a group of more rows is thinned like the others, and not taken whole


@dataclass(frozen=True, eq=False)
class Bonds:
    """What is said of rows together. `read_bonds` makes one from what the user gives.

    Attributes
    ----------
    groups : ndarray of shape (n,)
        The group of each row, −1 for a row that is alone.
    apart : ndarray of shape (m, 2)
        Pairs of rows that should not share a cluster, each once.
    apart_weight : float
        What it costs if they do, in nats per pair.
    """

    groups: NDArray[np.int32]
    apart: Pairs
    apart_weight: float = APART_WEIGHT

    def take(self, rows: Rows) -> Bonds | None:
        """Keep some of the rows, in ascending order; None if nothing is said of them any more."""
        n = len(self.groups)
        kept = np.arange(n)[rows]
        place = np.full(n, _ALONE, dtype=np.int32)
        place[kept] = np.arange(len(kept), dtype=np.int32)
        apart = place[self.apart]
        return _made(self.groups[kept], apart[(apart >= 0).all(axis=1)], self.apart_weight)

    @cached_property
    def engine(self) -> _core.Bonds:
        """The engine's."""
        return _core.Bonds(self.groups, self.apart, self.apart_weight)

    def violated(self, labels: NDArray[np.int32]) -> Pairs:
        """Pairs that share a cluster and should not."""
        is_violated = labels[self.apart[:, 0]] == labels[self.apart[:, 1]]
        return np.asarray(self.apart[is_violated])

    def members(self) -> list[NDArray[np.intp]]:
        """Rows of each group."""
        order = np.argsort(self.groups, kind="stable")
        grouped = order[self.groups[order] != _ALONE]
        return np.split(grouped, np.flatnonzero(np.diff(self.groups[grouped])) + 1) if len(grouped) else []

    def n_units(self, rows: NDArray[np.bool_]) -> int:
        """Count groups and rows that are alone among some rows."""
        own = self.groups[rows]
        return int((own == _ALONE).sum() + len(np.unique(own[own != _ALONE])))

    def with_differing(self, known: NDArray[np.int32]) -> list[NDArray[np.intp]]:
        """Rows of each group in which labels differ.

        `known` has the category of each row, or a column for each level, −1 for none.
        """
        is_mixed = np.zeros(self.groups.max(initial=_ALONE) + 1, dtype=bool)
        for level in known.reshape(len(known), -1).T:
            rows = np.flatnonzero((self.groups != _ALONE) & (level >= 0))
            own = self.groups[rows]
            one = np.zeros(len(is_mixed), dtype=level.dtype)
            one[own] = level[rows]
            is_mixed[own[level[rows] != one[own]]] = True
        return [rows for rows in self.members() if is_mixed[self.groups[rows[0]]]] if is_mixed.any() else []

    def kept(self, labels: NDArray[np.int32], side: SideInformation, weights: NDArray[Any] | None) -> Kept:
        """Tell what becomes of them in some clusters; rows of weight 0 are in no pair."""
        violated = self.violated(labels)
        if weights is not None:
            violated = violated[(weights[violated] > 0).all(axis=1)]
        return Kept(violated, self.with_differing(side.known), self.apart_weight)

    def followed(self, values: NDArray[Any], is_known: NDArray[np.bool_]) -> NDArray[Any]:
        """Give the rows of a group the value that its first known row has, or its first row if none is known."""
        result = values.copy()
        for rows in self.members():
            known = rows[is_known[rows]]
            result[rows] = values[known[0] if len(known) else rows[0]]
        return result

    def with_whole_groups(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Sample groups instead of their rows: a group is in the sample whole, if its first row is, or not at all.

        Of a large group the rows that were sampled stay, and stay together.
        """
        is_in = np.zeros(len(self.groups), dtype=bool)
        is_in[rows] = True
        for own in self.members():
            if len(own) <= _LARGE * len(rows):
                is_in[own] = is_in[own[0]]
        return np.flatnonzero(is_in)


class Kept(NamedTuple):
    """What a fit remembers of bonds.

    Attributes
    ----------
    violated_pairs : ndarray of shape (v, 2)
        Pairs that share a cluster and should not.
    mixed_groups : list of ndarray
        Rows of each group in which labels differ.
    apart_weight : float
        What a pair cost, in nats.
    """

    violated_pairs: Pairs = np.empty((0, 2), dtype=np.int32)
    mixed_groups: Sequence[NDArray[np.intp]] = ()
    apart_weight: float = APART_WEIGHT


def read_bonds(groups: Any, apart: Any, apart_weight: Any, n_samples: int) -> Bonds | None:
    """Read what the user says of rows together; None if that is nothing.

    Parameters
    ----------
    groups : array-like of shape (n_samples,), or lists of row numbers, or None
        The group of each row, of any type, with −1, None and NaN for a row that is alone; or for each group its rows.
        Lists with a row in common are one group.
    apart : array-like of shape (m, 2) or None
        Pairs of row numbers.
    apart_weight : float
        Nats per pair that shares a cluster.
    n_samples : int
        The number of rows.

    Examples
    --------
    >>> from cecib.bonds import read_bonds
    >>> bonds = read_bonds([(0, 5), (5, 3)], [(0, 1)], 4.6, 6)
    >>> bonds.groups.tolist(), bonds.apart.tolist()
    ([0, -1, -1, 0, -1, 0], [[0, 1]])
    >>> read_bonds([(0, 1), (1, 2)], [(2, 0)], 4.6, 6)
    Traceback (most recent call last):
    ...
    cecib.input_errors.InputError: apart has the pair (2, 0), but groups say that these rows belong together: drop \
the pair, or divide the group.
    """
    weight = _read_weight(apart_weight)
    own = _read_groups(groups, n_samples)
    pairs = _read_pairs(apart, n_samples)
    is_within = (own[pairs[:, 0]] != _ALONE) & (own[pairs[:, 0]] == own[pairs[:, 1]])
    if is_within.any():
        found = [str(tuple(pair)) for pair in pairs[is_within].tolist()]
        one = len(found) == 1
        raise InputError(
            Named("apart"), f" has the pair{'' if one else 's'} {listed(found, _MOST_NAMED)}, but ", Named("groups"),
            " say that these rows belong together: "
            + ("drop the pair, or divide the group." if one else "drop the pairs, or divide the groups."),
        )  # fmt: skip
    return _made(own, np.unique(np.sort(pairs, axis=1), axis=0), weight)


def read_pairs(apart: Any, n_samples: int) -> Pairs:
    """Read pairs of rows that should be apart, each once."""
    return np.unique(np.sort(_read_pairs(apart, n_samples), axis=1), axis=0)


def _made(groups: NDArray[np.int32], apart: Pairs, weight: float) -> Bonds | None:
    """Give groups of several rows numbers, in the order of their first rows."""
    known = np.flatnonzero(groups != _ALONE)
    _, first, inverse, sizes = np.unique(groups[known], return_index=True, return_inverse=True, return_counts=True)
    several = np.flatnonzero(sizes > 1)
    if len(several) == 0 and len(apart) == 0:
        return None
    number = np.full(len(sizes), _ALONE, dtype=np.int32)
    number[several[np.argsort(first[several])]] = np.arange(len(several))
    own = np.full(len(groups), _ALONE, dtype=np.int32)
    own[known] = number[inverse]
    return Bonds(own, np.ascontiguousarray(apart, dtype=np.int32), weight)


def _read_weight(weight: Any) -> float:
    if isinstance(weight, bool) or not isinstance(weight, numbers.Real) or not 0 <= float(weight) <= _LARGEST_WEIGHT:
        raise InputError(
            Named("apart_weight"), f" must be a number of nats from 0 to {_LARGEST_WEIGHT:.0e}, got {weight!r}."
        )
    return float(weight)


def _read_groups(groups: Any, n_samples: int) -> NDArray[np.int32]:
    alone = np.full(n_samples, _ALONE, dtype=np.int32)
    if groups is None:
        return alone
    if _has_rows(groups):
        return _closed(groups, n_samples)
    shape = np.shape(groups)
    if shape == (0,):
        return alone
    if shape not in ((n_samples,), (n_samples, 1)):
        raise InputError(
            Named("groups"), f" must have {n_samples} entries, one per row of ", Named("X"),
            f", or be a list of lists of row numbers, got shape {shape}.",
        )  # fmt: skip
    try:
        return read_side_information(groups, n_samples).index
    except InputError:
        raise InputError(
            Named("groups"), " must hold names or numbers of groups, and None, NaN or -1 for rows that are alone."
        ) from None


def _has_rows(groups: Any) -> bool:
    """Whether row numbers are given for each group, and not a group for each row."""
    if hasattr(groups, "dtype") or hasattr(groups, "columns"):
        return np.ndim(groups) == 2 and np.shape(groups)[1] != 1
    is_nested = isinstance(groups, Iterable) and not isinstance(groups, str | bytes)
    return is_nested and any(isinstance(one, list | tuple | set | range | np.ndarray) for one in groups)


def _closed(lists: Iterable[Any], n_samples: int) -> NDArray[np.int32]:
    """Rows that are linked, by whatever way, are one group."""
    starts, ends = [], []
    for rows in np.asarray(lists) if hasattr(lists, "columns") else lists:
        if not isinstance(rows, list | tuple | set | range | np.ndarray):
            raise InputError(Named("groups"), f" must be all lists of row numbers, or none, got {rows!r} among them.")
        own = [_read_row("groups", row, n_samples) for row in rows]
        starts += own[:1] * len(own)
        ends += own
    links = coo_array((np.ones(len(ends), dtype=bool), (starts, ends)), shape=(n_samples, n_samples))
    return np.asarray(connected_components(links, directed=False)[1], dtype=np.int32)


def _read_pairs(apart: Any, n_samples: int) -> Pairs:
    if apart is None:
        return np.empty((0, 2), dtype=np.int32)
    name = Named("apart")
    try:
        pairs = np.asarray(apart)
    except ValueError:  # rows of different lengths
        raise InputError(name, " must be pairs of row numbers, got entries of different lengths.") from None
    if pairs.size == 0:
        return np.empty((0, 2), dtype=np.int32)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise InputError(name, f" must be pairs of row numbers, of shape (m, 2), got shape {pairs.shape}.")
    if pairs.dtype.kind not in "iu" or pairs.min() < 0 or pairs.max() >= n_samples:
        given = (row for pair in apart for row in pair) if isinstance(apart, list | tuple) else pairs.ravel()
        for row in given:  # as they were given: NumPy has made floats of all of them, or texts, if one is
            _read_row("apart", row, n_samples)
    own = pairs.astype(np.int32)
    is_same = own[:, 0] == own[:, 1]
    if is_same.any():
        raise InputError(name, f" has row {own[is_same][0, 0]} apart from itself: drop this pair.")
    return own


def _read_row(name: str, row: Any, n_samples: int) -> int:
    is_whole = isinstance(row, numbers.Integral) and not isinstance(row, bool | np.bool_)
    if not is_whole or not 0 <= int(row) < n_samples:
        shown = row.item() if isinstance(row, np.generic) else row
        raise InputError(Named(name), f" must hold row numbers, integers from 0 to {n_samples - 1}, got {shown!r}.")
    return int(row)
