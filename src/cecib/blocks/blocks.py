"""Rows that come in blocks, as often as they are asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.cost import Floats
from cecib.files import columns
from cecib.files.column_errors import all_faults
from cecib.input_errors import InputError, Named
from cecib.search.scaling import Matrix

_NUMBERS = 1_250_000  # in a block
_LEAST_ROWS, _MOST_ROWS = 1_024, 262_144


class Blocks(ABC):
    """Rows that come in blocks, the same ones each time they are gone through.

    Attributes
    ----------
    names : list of str
        Names of the features, in the order of the columns of each block.
    is_named : bool
        Whether the data name their columns; if not, `names` are positions.
    left_out, doubts : dict of str to str
        Columns that are not used, with the reason; and those that are used, with what speaks against it.
    n_rows : int or None
        How many rows there are; None if that is known only after reading them.
    source : str
        What the data are called in messages.
    notes : sequence of str
        What is to be said of how they are read.
    missing : {"model", "drop", "fail"} or None
        With "model" and "drop" blocks have NaN where values are missing. Otherwise the first such value is refused, and
        with "fail" it is said that "model" would take it.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.blocks import arrays
    >>> blocks = arrays([(np.zeros((3, 2)), ["cat", None, "dog"]), (np.ones((2, 2)), [None, "dog"])])
    >>> for block in blocks:
    ...     print(block.points.shape, block.side.categories, block.side.index, block.weights)
    (3, 2) ['cat' 'dog'] [ 0 -1  1] None
    (2, 2) ['dog'] [-1  0] None
    """

    names: list[str]
    is_named: bool = True
    left_out: dict[str, str]
    doubts: Mapping[str, str] = MappingProxyType({})
    n_rows: int | None = None
    source: str
    notes: Sequence[str] = ()
    missing: str | None = None

    @abstractmethod
    def __iter__(self) -> Iterator[Block]:
        """Begin anew: blocks of C-contiguous rows, float32 or float64, with the categories that occur in each."""

    @abstractmethod
    def place(self, number: int, row: int) -> str:
        """Say where a row is, for messages: block and row counted from 0 here, and from 1 in what is said."""

    def unlabelled_cells(self) -> dict[str, Counter[str]]:
        """Count cells of the label column that are not empty and yet count as unlabelled, by how they are written."""
        return {}

    def with_missing(self, missing: str | None) -> Self:
        """Give the same blocks, with missing values taken or refused as `missing` says; a fit does that by itself.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib.blocks import arrays
        >>> blocks = arrays([np.array([[1.0, np.nan]])])
        >>> [block.points.tolist() for block in blocks.with_missing("model")]
        [[[1.0, nan]]]
        """
        own = copy(self)
        own.missing = missing
        return own

    @property
    def n_features(self) -> int:
        """How many features each row has."""
        return len(self.names)

    def __repr__(self) -> str:
        rows = "rows" if self.n_rows is None else f"{self.n_rows:,} rows"
        return f"<Blocks of {self.source}: {rows}, {self.n_features} features>"


def rows_per_block(n_features: int, rows: int | None = None) -> int:
    """How many rows a block has: those asked for, or about 1.25 million numbers."""
    if rows is None:
        return int(np.clip(_NUMBERS // max(n_features, 1), _LEAST_ROWS, _MOST_ROWS))
    if isinstance(rows, bool) or not isinstance(rows, int | np.integer) or rows < 1:
        raise InputError(Named("rows"), f" must be an integer, 1 or more, got {rows!r}.")
    return int(rows)


def check_finite(points: Matrix, names: Sequence[str], place: Callable[[int], str], missing: str | None = None) -> None:
    """Refuse a block with infinity, or with NaN unless it may be missing, and say where it is in each column."""
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(np.einsum("ij->", points)):  # a sum is fast; one that is too large proves nothing
            return
    with all_faults() as looking_at:
        for j, name in enumerate(names):
            with looking_at():
                columns.check_values(points[:, j], name, place, missing)


def check_weights(weights: NDArray[Any], place: Callable[[int], str]) -> Floats:
    """Read the weights of a block: finite, not negative."""
    own = np.ascontiguousarray(weights, dtype=np.float64)
    is_bad = ~(np.isfinite(own) & (own >= 0))
    if is_bad.any():
        row = int(np.flatnonzero(is_bad)[0])
        raise InputError(
            Named("weights"), f" must be finite numbers, 0 or more, got {own[row]:g} in {place(row)}: correct it."
        )
    return own
