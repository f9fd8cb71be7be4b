"""What a fitted model says when labels have several levels, and what looks wrong about the levels themselves."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.cost import Floats
from cecib.input_errors import InputError, Named
from cecib.levels import UNKNOWN, Ints, Levels
from cecib.search.scaling import Matrix
from cecib.side_information import UNLABELLED, SideInformation, decode, dominant_categories
from cecib.sizes import is_count

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_RARE = 0.1  # a parent this much rarer than another may be a slip of the pen
_MOST_NAMED = 8


class LevelWarning(UserWarning):
    """The levels of the labels look as if they were given in the wrong order."""


def check_level(levels: Levels | None, level: Any) -> None:
    """Refuse a number that is not that of a level."""
    n = 1 if levels is None else len(levels)
    is_number = is_count(level) or (isinstance(level, int | np.integer) and not isinstance(level, bool) and level < 1)
    if not is_number or not -n <= level < n:
        raise InputError(Named("level"), f" must be an integer from {-n} to {n - 1}, got {level!r}.")


def categories_at_levels(
    model: CECIB, X: ArrayLike, points: Matrix, abstain: float | None, nearest: bool
) -> NDArray[Any]:
    """Category of the cluster of each point at each level, a finer one always below the coarser ones."""
    levels = model.clusters_.levels
    assert levels is not None
    own = levels.dominant_paths(model.clusters_.summaries.counts)
    chosen = own[model.clusters_.cheapest(points)]
    if nearest:
        changes = np.concatenate(list(model.clusters_.changes(points)))
        for level in range(len(levels)):
            _fill_from_nearest(chosen, own, changes, level)
    if abstain is not None:
        is_sure = np.ones(len(chosen), dtype=bool)
        for level in range(len(levels)):
            is_sure &= model.predict_category_proba(X, level).max(axis=1, initial=0.0) >= abstain
            chosen[~is_sure, level] = UNKNOWN
    return decoded_paths(chosen, levels)


def _fill_from_nearest(chosen: Ints, own: Ints, changes: Floats, level: int) -> None:
    """Where a level is unknown, take the category of the cheapest cluster that has one below the same parents."""
    for i in np.flatnonzero(chosen[:, level] == UNKNOWN):
        agrees = (own[:, level] != UNKNOWN) & (own[:, :level] == chosen[i, :level]).all(axis=1)
        if agrees.any():
            able = np.flatnonzero(agrees)
            chosen[i, level] = own[able[changes[i, able].argmin()], level]


def decoded_paths(paths: Ints, levels: Levels) -> NDArray[Any]:
    """Categories of paths, a column for each level, with the marker for "unlabelled" that its type has."""
    columns = [decode(paths[:, level], own) for level, own in enumerate(levels.categories)]
    if len({column.dtype for column in columns}) == 1:
        return np.column_stack(columns)
    result = np.empty(paths.shape, dtype=object)
    for level, column in enumerate(columns):
        result[:, level] = column
    return result


def finest_of_model(model: CECIB) -> tuple[NDArray[Any], Floats]:
    """Categories of the finest level, and their labelled points in each cluster."""
    if model.levels_ is None:
        return model.categories_, model.category_counts_
    return model.categories_[-1], model.category_counts_[-1]


def finest_of_labels(side: SideInformation) -> SideInformation:
    """Labels of the finest level; a row that is known more coarsely is unlabelled."""
    if side.levels is None:
        return side
    return SideInformation(np.ascontiguousarray(side.known[:, -1]), side.levels.categories[-1])


def possible_finest(model: CECIB, levels: Levels) -> list[frozenset[Any]]:
    """Finest categories that are known below what each path says; none where it says nothing above them."""
    below: dict[tuple[Any, ...], set[Any]] = {}
    for own in (levels, model.levels_):
        for *coarse, finest in [] if own is None else named_paths(own.paths, own):
            for depth in range(1, len(coarse) + 1) if finest is not None else ():
                below.setdefault(tuple(coarse[:depth]), set()).add(finest)
    found = []
    for *coarse, _ in named_paths(levels.paths, levels):
        depth = max((i + 1 for i, name in enumerate(coarse) if name is not None), default=0)
        found.append(frozenset(below.get(tuple(coarse[:depth]), set())) if depth else frozenset())
    return found


def named_paths(paths: Ints, levels: Levels) -> list[list[Any]]:
    """Name the categories of paths, level by level, None where there is none."""
    return [
        [None if j == UNKNOWN else own[j] for j, own in zip(path, levels.categories, strict=True)] for path in paths
    ]


def dominant_paths(model: CECIB) -> Ints:
    """Category of each cluster at each level, as numbers, −1 where no label reaches it."""
    if model.levels_ is None:
        return dominant_categories(model.category_counts_)[:, None].astype(np.int32)
    return np.array(model.levels_.dominant_paths(model.clusters_.summaries.counts))


def path_names(model: CECIB, paths: Ints) -> list[Any]:
    """Name the categories of clusters; None where there is none."""
    if model.levels_ is None:
        own = paths[:, 0]
        names = decode(own, model.categories_).tolist()
        return [None if j == UNLABELLED else name for j, name in zip(own, names, strict=True)]
    return [path_text(path) or None for path in named_paths(paths, model.levels_)]


def path_text(category: Any) -> str:
    """Write a path as one text.

    Examples
    --------
    >>> from cecib.reading.levels import path_text
    >>> path_text(("animal", None)), path_text(("animal", "cat"))
    ('animal', 'animal / cat')
    """
    return " / ".join(str(name) for name in category if name is not None)


def warn_of_levels(levels: Levels | None, totals: Floats, stacklevel: int) -> None:
    """Warn if the levels look as if they were in the wrong order."""
    for text in [] if levels is None else order_warnings(levels, totals):
        warnings.warn(text, LevelWarning, stacklevel=stacklevel + 1)


def order_warnings(levels: Levels, totals: Floats) -> list[str]:
    """Say which level is finer than the one after it.

    Examples
    --------
    >>> from cecib.label_columns import read_labels
    >>> from cecib.reading.levels import order_warnings
    >>> side = read_labels([("cat", "animal"), ("dog", "animal"), ("oak", "plant")], 3)
    >>> order_warnings(side.levels, side.totals())
    ["Each category of 'level 1' lies in one of 'level 2', which has fewer: give the levels from coarse to fine."]
    """
    found = []
    for level in range(len(levels) - 1):
        pairs, _ = _pairs(levels, totals, level)
        n, n_next = len(np.unique(pairs[:, 0])), len(np.unique(pairs[:, 1]))
        if len(pairs) == n > n_next > 1:
            coarse, fine = levels.names[level + 1], levels.names[level]
            found.append(
                f"Each category of {fine!r} lies in one of {coarse!r}, which has fewer: give the levels from coarse to "
                "fine."
            )
    return found


def parent_warnings(levels: Levels, totals: Floats) -> list[str]:
    """Say which categories lie nearly always below one parent and rarely below another.

    Examples
    --------
    >>> from cecib.label_columns import read_labels
    >>> from cecib.reading.levels import parent_warnings
    >>> side = read_labels([("plant", "oak")] * 20 + [("animal", "oak"), ("animal", "cat")], 22)
    >>> parent_warnings(side.levels, side.totals())
    ["The category 'oak' lies below 'plant' (20 labels) and below 'animal' (1 label): is one of them a mistake?"]
    """
    found = []
    for level in range(len(levels) - 1):
        pairs, mass = _pairs(levels, totals, level)
        parents, names = levels.categories[level].tolist(), levels.categories[level + 1].tolist()
        for child in np.unique(pairs[:, 1]):
            own = pairs[:, 1] == child
            order = np.argsort(-mass[own], kind="stable")
            counts, above = mass[own][order], pairs[own, 0][order]
            for count, parent in zip(counts[1:], above[1:], strict=True):
                if count <= _RARE * counts[0]:
                    usual, rare = (
                        f"{parents[above[0]]!r} ({_labels(counts[0])})",
                        f"{parents[parent]!r} ({_labels(count)})",
                    )
                    text = "The category {!r} lies below {} and below {}: is one of them a mistake?"
                    found.append(text.format(names[child], usual, rare))
    return found[:_MOST_NAMED]


def _pairs(levels: Levels, totals: Floats, level: int) -> tuple[Ints, Floats]:
    """Categories of a level and the next that occur together, and how often."""
    both = (levels.paths[:, level : level + 2] != UNKNOWN).all(axis=1) & (totals > 0)
    pairs, own = np.unique(levels.paths[both, level : level + 2], axis=0, return_inverse=True)
    return pairs, np.bincount(own.ravel(), totals[both], minlength=len(pairs)).astype(np.float64)


def _labels(count: float) -> str:
    return f"{count:g} label{'' if count == 1 else 's'}"
