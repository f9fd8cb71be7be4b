"""Labels as users give them: one column, several from coarse to fine, or sets of categories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.given_tables import as_frame
from cecib.input_errors import InputError, Named
from cecib.levels import UNKNOWN, make_levels
from cecib.number_tables import refuse_cells
from cecib.side_information import SideInformation, is_missing, read_side_information

_MOST_LEVELS = 32
SET_LEVELS = ("sets", "categories")


def read_labels(y: ArrayLike | None, n_samples: int) -> SideInformation:
    """Read labels of any type, at one level or several.

    Parameters
    ----------
    y : array-like of shape (n_samples,) or (n_samples, L), or None
        Categories, with L levels from coarse to fine; each column as `read_side_information` reads it. In a single
        column a category may be a set, "one of these": then there are two levels, the coarser with the sets. In a list
        of tuples None and NaN stand for a row without any label.
    n_samples : int
        The number of points.

    Examples
    --------
    >>> from cecib.label_columns import read_labels
    >>> side = read_labels([("animal", "cat"), ("animal", None), (None, "cat"), (None, None)], 4)
    >>> side.index.tolist(), side.categories.tolist()
    ([1, 0, 1, -1], [('animal', None), ('animal', 'cat')])
    >>> side = read_labels(["cat", {"bird", "bat"}, "bat", None], 4)
    >>> side.index.tolist(), side.categories.tolist()
    ([2, 0, 1, -1], [('bat or bird', None), ('bat or bird', 'bat'), ('cat', 'cat')])
    """
    if y is None:
        return read_side_information(None, n_samples)
    refuse_cells(y, Named("y"))
    y = _with_whole_rows(as_frame(y))
    columns = _columns(y)
    if columns is None:
        entries = _objects(y)
        has_sets = any(map(_is_set, entries))
        return _read_sets(entries, n_samples) if has_sets else read_side_information(y, n_samples)
    names, values = columns
    if len(values[0]) != n_samples:
        raise InputError(
            Named("y"), f" must have {n_samples} rows, one per row of ", Named("X"), f", got {len(values[0])}."
        )
    sides = [_read_level(own, name, n_samples) for own, name in zip(values, names, strict=True)]
    return _joined(names, sides)


def _with_whole_rows(y: Any) -> Any:
    """Put a row without any label in place of a gap in a list whose other rows have a label for each level."""
    if not isinstance(y, list | tuple):
        return y
    rows = [own for own in y if isinstance(own, list | tuple)]
    if not rows or len(rows) == len(y) or len({len(own) for own in rows}) > 1:
        return y
    if not all(isinstance(own, list | tuple) or is_missing(own) for own in y):
        return y
    nothing = (None,) * len(rows[0])
    return [own if isinstance(own, list | tuple) else nothing for own in y]


def _columns(y: Any) -> tuple[list[str], list[Any]] | None:
    """Names and columns of labels at several levels; None for one column."""
    is_frame = hasattr(y, "columns") and hasattr(y, "shape")
    is_ready = hasattr(y, "ndim") or is_frame or isinstance(y, str | bytes)
    values: Any = y if is_ready else np.asarray(y, dtype=object)
    shape = np.shape(values)
    if len(shape) > 2:
        raise InputError(
            Named("y"), f" must have one column, or one for each level from coarse to fine, got shape {shape}."
        )
    if len(shape) < 2 or shape[1] == 1:
        return None
    if shape[1] == 0:
        raise InputError(Named("y"), " has no column: give at least one level of labels, or None if there are none.")
    if shape[1] > _MOST_LEVELS:
        raise InputError(
            Named("y"), f" has {shape[1]:,} columns, and each is a level from coarse to fine, of which there may be "
            f"{_MOST_LEVELS}: give one column of categories, or the levels that count.",
        )  # fmt: skip
    if not is_frame:
        return [f"level {level + 1}" for level in range(shape[1])], [values[:, level] for level in range(shape[1])]
    own = [values.iloc[:, level] if hasattr(values, "iloc") else values[:, level] for level in range(shape[1])]
    return _distinct([str(name) for name in values.columns]), own


def _distinct(names: Sequence[str]) -> list[str]:
    """Make names distinct by numbers."""
    found: list[str] = []
    for name in names:
        own, number = name, 2
        while own in found:
            own, number = f"{name} {number}", number + 1
        found.append(own)
    return found


def _read_level(column: Any, name: str, n_samples: int) -> SideInformation:
    for value in filter(_is_set, _objects(column)):
        raise InputError(
            f"Level {name!r} of ", Named("y"), f" holds the set {_listed(value)}: sets are for labels of one "
            "level; leave the cell empty, and name a category at a coarser level.",
        )  # fmt: skip
    try:
        return read_side_information(column, n_samples)
    except InputError as error:
        raise InputError(f"Level {name!r} of ", *error.parts) from None


def _joined(names: Sequence[str], sides: Sequence[SideInformation]) -> SideInformation:
    rows = np.column_stack([side.index for side in sides])
    levels, index = make_levels(names, [side.categories for side in sides], rows)
    return SideInformation(index, levels.path_names(), levels)


def _objects(column: Any) -> NDArray[Any]:
    """Give the entries of a column, if they are objects."""
    has_type = hasattr(column, "dtype") or isinstance(column, str | bytes)
    values = np.asarray(column) if has_type else np.asarray(column, dtype=object)
    return values.ravel() if values.dtype.kind == "O" else np.empty(0, dtype=object)


def _is_set(value: Any) -> bool:
    return isinstance(value, set | frozenset)


def _read_sets(values: NDArray[Any], n_samples: int) -> SideInformation:
    """Make two levels: sets that overlap are joined to a coarse category, their members lie below it."""
    read_side_information(np.full(len(values), None), n_samples)  # says if there are too many or too few
    plain = np.empty(len(values), dtype=object)
    sets: list[frozenset[Any] | None] = []
    for i, value in enumerate(values):
        if _is_set(value) and len(value) != 1:
            if not value:
                raise InputError(
                    Named("y"), " holds an empty set, which names no category: use None for unlabelled points."
                )
            sets.append(frozenset(value))
        else:
            plain[i] = next(iter(value)) if _is_set(value) else value
            sets.append(None)
    members = sorted({member for own in sets if own for member in own}, key=_order)
    known = read_side_information([*plain.tolist(), *members], n_samples + len(members))
    fine = known.index[:n_samples]
    number = dict(zip(members, known.index[n_samples:].tolist(), strict=True))
    if UNKNOWN in number.values():
        raise InputError(Named("y"), " holds a set with a missing category: name categories only.")
    part = _parts([[number[member] for member in own] for own in dict.fromkeys(sets) if own], known.n_categories)
    first, position = np.unique(part, return_inverse=True)
    coarse = np.append(position.ravel(), UNKNOWN)[fine]
    for i, own in enumerate(sets):
        if own is not None:
            coarse[i] = position.ravel()[number[next(iter(own))]]
    names = _part_names(known.categories, [np.flatnonzero(part == one) for one in first])
    return _joined(SET_LEVELS, [SideInformation(coarse, names), SideInformation(fine, known.categories)])


def _parts(groups: Sequence[Sequence[int]], size: int) -> NDArray[np.intp]:
    """Join what groups have in common: for each number the least of its part."""
    part = np.arange(size)
    for group in groups:
        own = np.isin(part, part[list(group)])
        part[own] = part[own].min()
    return part


def _part_names(categories: NDArray[Any], parts: Sequence[NDArray[np.intp]]) -> NDArray[Any]:
    """Name parts by their only member, or by all: "bat or bird"."""
    taken = set(map(str, categories))
    names = np.empty(len(parts), dtype=object)
    for i, part in enumerate(parts):
        if len(part) == 1:
            names[i] = (
                categories[part[0]].item() if isinstance(categories[part[0]], np.generic) else categories[part[0]]
            )
            continue
        name = " or ".join(str(categories[j]) for j in part)
        while name in taken:
            name = f"({name})"
        taken.add(name)
        names[i] = name
    return names


def _order(value: Any) -> tuple[str, str]:
    return type(value).__name__, str(value)


def _listed(value: Any) -> str:
    return "{" + ", ".join(repr(member) for member in sorted(value, key=_order)[:4]) + "}"
