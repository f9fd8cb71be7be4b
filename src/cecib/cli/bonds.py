"""Which rows belong together, and which pairs should be apart, as the command line is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.cli.columns import find_column
from cecib.files.columns import clean_labels
from cecib.files.tables import read_table
from cecib.in_words import listed

if TYPE_CHECKING:
    import pandas as pd

_MOST_NAMED = 12


def read_groups(frame: pd.DataFrame, argument: str | None) -> tuple[str | None, NDArray[Any] | None]:
    """Find the column with the groups; a row whose cell is empty or −1 is alone."""
    if argument is None:
        return None, None
    name = find_column(argument, list(frame.columns), "--groups")
    return name, clean_labels(frame[name])


def read_apart(
    frame: pd.DataFrame, path: str | None, ids: str | None, groups: NDArray[Any] | None
) -> NDArray[np.intp] | None:
    """Read pairs of rows that should be apart, by their numbers from 1 on or by what they are called in a column."""
    if path is None:
        return None
    table = read_table(path)
    if table.shape[1] != 2:
        raise ValueError(f"{path} must have two columns, the rows of each pair, got {table.shape[1]}.")
    first, second = table.columns
    if first.isdecimal() and second.isdecimal():
        raise ValueError(f"{path} begins with the pair {first}, {second}: put names of the columns above it.")
    place = _rows_by_number(len(frame)) if ids is None else _rows_by_name(frame, ids)
    pairs = np.empty(table.shape, dtype=np.intp)
    for p, cells in enumerate(table.itertuples(index=False)):
        where = f"{path}, row {p + 1}: "
        pairs[p] = [place(cell, where) for cell in cells]
    _refuse_contradictions(pairs, groups, path)
    return pairs


def _refuse_contradictions(pairs: NDArray[np.intp], groups: NDArray[Any] | None, path: str) -> None:
    found = []
    for p, (i, j) in enumerate(pairs.tolist(), start=1):
        if i == j:
            raise ValueError(f"{path}, row {p}: row {i + 1} is apart from itself: drop this pair.")
        if groups is not None and not _is_alone(groups[i]) and groups[i] == groups[j]:
            found.append(f"row {p}: rows {i + 1} and {j + 1} are both in group {_shown(groups[i])}")
    if found:
        drop = "drop this pair, or divide the group" if len(found) == 1 else "drop these pairs, or divide the groups"
        raise ValueError(f"{path}, {listed(found, _MOST_NAMED)}: {drop}.")


def _is_alone(group: Any) -> bool:
    return group is None or bool(group != group) or bool(group == -1)


def _rows_by_number(n: int) -> Callable[[Any, str], int]:
    def place(cell: Any, where: str) -> int:
        try:
            number = int(_name(cell))
        except ValueError:
            number = 0
        if not 1 <= number <= n:
            raise ValueError(f"{where}expected a row number from 1 to {n}, got {_shown(cell)}; --ids takes names.")
        return number - 1

    return place


def _rows_by_name(frame: pd.DataFrame, argument: str) -> Callable[[Any, str], int]:
    column = find_column(argument, list(frame.columns), "--ids")
    rows: dict[str, list[int]] = {}
    for row, cell in enumerate(frame[column]):
        rows.setdefault(_name(cell), []).append(row)

    def place(cell: Any, where: str) -> int:
        found = rows.get(_name(cell), [])
        if len(found) != 1 or _is_alone(cell):
            number = f"{len(found)} rows are" if found else "no row is"
            raise ValueError(f"{where}{number} called {_shown(cell)} in the column {column!r}: correct the pair.")
        return found[0]

    return place


def _name(cell: Any) -> str:
    """Call a row by its cell; whole numbers in a column with gaps are read as floats."""
    is_whole = isinstance(cell, float) and cell.is_integer()
    return str(int(cell)) if is_whole else str(cell).strip()


def _shown(cell: Any) -> str:
    own = cell.item() if isinstance(cell, np.generic) else cell
    return "an empty cell" if own is None or own != own else repr(own)[:40]
