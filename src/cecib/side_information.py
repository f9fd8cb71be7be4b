"""The expert's labels: y of any type ↔ integer categories.

This is the only module that knows what "unlabelled" looks like: −1 among numbers,
``None``, ``NaN`` and ``pandas.NA`` anywhere, and masked entries of masked arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.input_errors import InputError, Named
from cecib.levels import Levels

Rows = NDArray[np.intp] | NDArray[np.bool_] | slice  # some of the rows: numbers, a mask, or a range
UNLABELLED = -1
_SUSPECT_TEXTS = ("-1", "nan", "None", "<NA>", "NaT", "NaN")


@dataclass(frozen=True)
class SideInformation:
    """Categories of the labelled points, as integers.

    Attributes
    ----------
    index : ndarray of shape (n,), int32
        Index into `categories`, or −1 for an unlabelled point.
    categories : ndarray of shape (m,)
        The distinct categories, sorted where they can be sorted; with several levels the paths, as tuples.
    levels : Levels or None
        Labels at several levels, whose paths are the categories here; None: one level.
    """

    index: NDArray[np.int32]
    categories: NDArray[Any]
    levels: Levels | None = None

    @property
    def n_categories(self) -> int:
        """How many distinct categories the labels name."""
        return len(self.categories)

    @property
    def is_labelled(self) -> NDArray[np.bool_]:
        """Which points carry a label."""
        return np.not_equal(self.index, UNLABELLED)

    def take(self, rows: Rows) -> SideInformation:
        """Keep some of the points."""
        return replace(self, index=np.ascontiguousarray(self.index[rows]))

    @property
    def known(self) -> NDArray[np.int32]:
        """What is known of each point: the index, or with several levels one of each level, −1 for a gap."""
        if self.levels is None:
            return self.index
        return np.vstack([self.levels.paths, np.full(len(self.levels), UNLABELLED, dtype=np.int32)])[self.index]

    @property
    def tree(self) -> Levels | None:
        """The levels, where they say more than one level does."""
        return None if self.levels is None or self.levels.is_flat else self.levels

    @property
    def telling(self) -> NDArray[np.int32]:
        """The index, −1 also where a label says nothing that tells rows apart."""
        if self.tree is None:
            return self.index
        return self._mapped(np.where(self.tree.telling_paths, np.arange(self.n_categories), UNLABELLED))

    def each_level(self) -> list[SideInformation]:
        """Give the labels of each level that says something new, as if there were no other.

        A row that is known more coarsely is unlabelled there, if its category has finer ones.
        """
        if self.tree is None:
            return [self]
        return [SideInformation(self._mapped(group), self.categories) for group in self.tree.groupings]

    def finest(self) -> SideInformation:
        """Give the labels of the finest level."""
        return (self.each_level() or [replace(self, index=np.full_like(self.index, UNLABELLED), levels=None)])[-1]

    def _mapped(self, group: NDArray[Any]) -> NDArray[np.int32]:
        return np.append(group, UNLABELLED).astype(np.int32)[self.index]

    def named(self) -> SideInformation:
        """Forget categories that no label names; those of several levels are kept."""
        if self.levels is not None:
            return self
        known, index = self.is_labelled, self.index.copy()
        used, index[known] = np.unique(self.index[known], return_inverse=True)
        return SideInformation(index, self.categories[used])

    def totals(self, weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Count the labelled points of each category, or add up their weights."""
        known = self.is_labelled
        own = None if weights is None else weights[known]
        return np.bincount(self.index[known], own, minlength=self.n_categories).astype(np.float64)

    def decode(self, index: ArrayLike) -> NDArray[Any]:
        """Turn category indices back into categories, −1 into the unlabelled marker."""
        return decode(index, self.categories)


def read_side_information(y: ArrayLike | None, n_samples: int) -> SideInformation:
    """Read labels of any type.

    Parameters
    ----------
    y : array-like of shape (n_samples,) or None
        Categories. −1 (among numbers), None, NaN, pandas.NA and masked entries mean
        unlabelled; None instead of an array means that no point is labelled.
    n_samples : int
        The number of points.

    Examples
    --------
    >>> from cecib.side_information import read_side_information
    >>> side = read_side_information(["cat", None, "dog", "cat"], 4)
    >>> side.index.tolist(), side.categories.tolist()
    ([0, -1, 1, 0], ['cat', 'dog'])
    """
    if y is None:
        return SideInformation(np.full(n_samples, UNLABELLED, dtype=np.int32), np.empty(0, dtype=np.int64))
    values = _as_column(y)
    if len(values) != n_samples:
        raise InputError(
            Named("y"), f" must have {n_samples} entries, one per row of ", Named("X"), f", got {len(values)}."
        )
    if values.dtype.kind == "O":
        return _read_objects(values)
    if values.dtype.kind in "US":
        return _read_texts(values)
    if values.dtype.kind in "biuf":
        return _read_numbers(values)
    raise InputError(Named("y"), f" must hold numbers, texts or missing values, got dtype {values.dtype}.")


def decode(index: ArrayLike, categories: NDArray[Any]) -> NDArray[Any]:
    """Category of each index; index −1 becomes −1 for integers, NaN for floats, None otherwise."""
    own = np.asarray(index, dtype=np.intp)
    if categories.dtype.kind in "iu":
        is_wide = len(categories) and int(categories.max()) > np.iinfo(np.int64).max  # no type has these and −1
        result: NDArray[Any] = np.full(own.shape, UNLABELLED, dtype=object if is_wide else np.int64)
    elif categories.dtype.kind == "f":
        result = np.full(own.shape, np.nan, dtype=categories.dtype)
    else:
        result = np.full(own.shape, None, dtype=object)
    is_known = own != UNLABELLED
    result[is_known] = categories[own[is_known]]
    return result


def renumbered(index: NDArray[Any], numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    """Give categories other numbers; rows without one stay so, and where they are many that takes no time.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.side_information import renumbered
    >>> renumbered(np.array([0, -1, 1]), np.array([5, 3], dtype=np.int32)).tolist()
    [5, -1, 3]
    """
    labelled = np.flatnonzero(index >= 0)
    result = np.full(len(index), UNLABELLED, dtype=np.int32)
    result[labelled] = numbers[index[labelled]]
    return result


def dominant_categories(counts: NDArray[Any]) -> NDArray[np.intp]:
    """Index of the most frequent category in each row of a table of counts, −1 for a row without any."""
    if counts.shape[1] == 0:
        return np.full(len(counts), UNLABELLED, dtype=np.intp)
    return np.where(counts.any(axis=1), counts.argmax(axis=1), UNLABELLED)


def dealt_out(
    index: NDArray[np.int32], categories: Iterable[int], n_parts: int, random: np.random.RandomState
) -> NDArray[np.intp]:
    """Deal the rows of each category out evenly: the part of each row, −1 for a row of none of the categories."""
    part = np.full(len(index), -1, dtype=np.intp)
    for category in categories:
        rows = random.permutation(np.flatnonzero(index == category))
        part[rows] = (np.arange(len(rows)) + random.randint(n_parts)) % n_parts
    return part


def _as_column(y: Any) -> NDArray[Any]:
    if isinstance(y, np.ma.MaskedArray):
        y = _unmasked(y)
    if hasattr(y, "columns") and len(y.columns) == 1:
        y = y.iloc[:, 0] if hasattr(y, "iloc") else y[:, 0]
    if hasattr(y, "to_pylist"):
        y = y.to_pylist()
    if not hasattr(y, "dtype") and not isinstance(y, (str, bytes)):
        y = _list_without_coercion(y)
    values = np.asarray(y)
    if _beyond_floats(values).any():
        values = _entries(y)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise InputError(
            Named("y"), " must be one-dimensional, one category per row of ", Named("X"), f", got shape {values.shape}."
        )
    return values


def _unmasked(y: np.ma.MaskedArray[Any, Any]) -> NDArray[Any]:
    """Put None where entries are masked."""
    if not np.ma.is_masked(y):
        return np.asarray(y.data)
    values = np.array(y.data, dtype=object)
    values[np.ma.getmaskarray(y)] = None
    return values


def _list_without_coercion(y: ArrayLike) -> NDArray[Any]:
    """Keep the types of a list that mixes texts with None, NaN or −1."""
    values = np.asarray(y, dtype=object)
    if values.ndim != 1:
        return values
    kinds = {type(value) for value in values}
    if kinds and all(issubclass(kind, (bool, int, float, np.number)) for kind in kinds):
        numbers = _exact_numbers(values)
        return values if numbers is None else numbers
    return values


def _beyond_floats(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which entries are floats so large that whole numbers next to each other become one."""
    if values.dtype.kind != "f":
        return np.zeros(values.shape, dtype=bool)
    limit = 2.0 ** (np.finfo(values.dtype).nmant + 1)
    return np.asarray(np.isfinite(values) & (np.abs(values) >= limit))


def _entries(y: Any) -> NDArray[Any]:
    """Take a column entry by entry: as one array, whole numbers with gaps among them would be floats."""
    return y if isinstance(y, np.ndarray) else _list_without_coercion(list(y))


def _exact_numbers(values: NDArray[Any]) -> NDArray[Any] | None:
    """Turn objects into numbers of one type, or None if that would make two of them one: floats have 53 bits."""
    numbers = np.asarray(values.tolist())
    if numbers.dtype.kind not in "biuf":
        return None
    is_blurred = numbers.dtype.kind == "f" and any(
        isinstance(value, (int, np.integer)) and abs(int(value)) >= 2**53 for value in values
    )
    return None if is_blurred else numbers


def _read_numbers(values: NDArray[Any]) -> SideInformation:
    if values.dtype.kind == "b":
        is_labelled = np.ones(len(values), dtype=bool)
    elif values.dtype.kind == "f":
        if np.isinf(values).any():
            raise InputError(
                Named("y"), " must hold finite categories, got infinity: use NaN or -1 for unlabelled points."
            )
        is_labelled = ~np.isnan(values) & (values != UNLABELLED)
        known = values[is_labelled]
        for large in known[_beyond_floats(known)][:1]:
            raise InputError(
                Named("y"), f" holds the category {large:g} as a {values.dtype} number, which no longer tells whole "
                "numbers apart: give such categories as integers without gaps, or as texts.",
            )  # fmt: skip
        if (known == np.round(known)).all():
            values = np.where(is_labelled, values, UNLABELLED).astype(np.int64)
    else:
        is_labelled = values != UNLABELLED if values.dtype.kind == "i" else np.ones(len(values), dtype=bool)
    return _encode(values, is_labelled)


def _read_texts(values: NDArray[Any]) -> SideInformation:
    texts = values.astype(str)
    for suspect in _SUSPECT_TEXTS:
        if (texts == suspect).any():
            raise InputError(
                Named("y"),
                f" holds the text {suspect!r}, a missing label that NumPy turned into text: "
                "give the labels as a list or with dtype=object, and None for unlabelled points.",
            )
    return _encode(texts, np.ones(len(texts), dtype=bool))


def _read_objects(values: NDArray[Any]) -> SideInformation:
    is_labelled = np.fromiter((not is_missing(value) for value in values), dtype=bool, count=len(values))
    known = values[is_labelled]
    if all(isinstance(value, (bool, int, float, np.number, np.bool_)) for value in known):
        numbers = _exact_numbers(known) if len(known) else np.empty(0, dtype=np.int64)
        if numbers is not None:
            side = _read_numbers(numbers)
            index = np.full(len(values), UNLABELLED, dtype=np.int32)
            index[is_labelled] = side.index
            return SideInformation(index, side.categories)
    for value in known:
        try:
            hash(value)
        except TypeError:
            raise InputError(Named("y"), f" must hold one category per row, got {value!r}.") from None
    return _encode(values, is_labelled)


def is_missing(value: Any) -> bool:
    """None, any NaN (NaN differs from itself), NaT, pandas.NA (comparing it gives no bool), masked, or −1."""
    if value is None or value is np.ma.masked:
        return True
    try:
        return bool(value != value) or (isinstance(value, (int, float, np.number)) and bool(value == UNLABELLED))
    except (TypeError, ValueError):
        return type(value).__name__ in ("NAType", "NaTType")


def _encode(values: NDArray[Any], is_labelled: NDArray[np.bool_]) -> SideInformation:
    index = np.full(len(values), UNLABELLED, dtype=np.int32)
    known = values[is_labelled]
    if known.dtype.kind == "O":
        categories, known_index = _unique_objects(known)
    else:
        categories, known_index = np.unique(known, return_inverse=True)
    index[is_labelled] = known_index
    return SideInformation(index, categories)


def _unique_objects(known: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    distinct = list(dict.fromkeys(known.tolist()))
    try:
        distinct.sort()
    except TypeError:
        distinct.sort(key=lambda value: (type(value).__name__, str(value)))
    position = {value: i for i, value in enumerate(distinct)}
    categories = np.empty(len(distinct), dtype=object)
    categories[:] = distinct
    return categories, np.fromiter((position[value] for value in known), dtype=np.intp, count=len(known))
