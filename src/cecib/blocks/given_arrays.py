"""Blocks that are arrays in memory, or made one after the other by whoever gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from cecib.backends.memory import Block
from cecib.blocks.blocks import Blocks, check_finite, check_weights
from cecib.given_tables import as_frame
from cecib.input_errors import InputError, Named
from cecib.number_tables import number_table, with_nan
from cecib.search.scaling import Matrix
from cecib.side_information import SideInformation, read_side_information


def arrays(items: Iterable[Any] | Callable[[], Iterable[Any]]) -> Blocks:
    """Blocks from arrays: a list of them, or whatever can be gone through again and again.

    Parameters
    ----------
    items : iterable, or function that gives one
        Each item is X, or a tuple (X, y) or (X, y, weights), with X of shape (n, d): an array, a data frame or a sparse
        matrix; y as for `CECIB.fit`, of one level. What can be gone through only once, such as a generator, will not
        do: give the function that makes it.

    Returns
    -------
    Blocks
        One block for each item.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.blocks import arrays
    >>> def pieces():
    ...     for seed in range(3):
    ...         yield np.random.default_rng(seed).normal(size=(1000, 4))
    >>> sum(len(block) for block in arrays(pieces))
    3000
    >>> arrays(pieces())
    Traceback (most recent call last):
    ...
    cecib.input_errors.InputError: items can be gone through only once, but each pass begins anew: give a list of
    arrays, or the function that makes the iterator.
    """
    return ArrayBlocks(items)


class ArrayBlocks(Blocks):
    """One block for each item; `called` is what messages call the items."""

    source = "the sequence of arrays"

    def __init__(self, items: Iterable[Any] | Callable[[], Iterable[Any]], called: str = "items") -> None:
        self._items, self._called = items, called
        self.left_out = {}
        first = next(iter(self._pass()), None)
        if first is None:
            raise InputError(Named(self._called), " holds no array: give at least one, of shape (rows, features).")
        points = read_points(self._parts(first, 0)[0], 0, takes_holes=True)
        own = getattr(self._parts(first, 0)[0], "columns", None)
        self.is_named = own is not None and all(isinstance(name, str) for name in own)
        self.names = [str(name) for name in (own if own is not None else range(points.shape[1]))]
        self._reader = ArrayReader(self.names, self.is_named)
        if isinstance(items, list | tuple):
            self.n_rows = sum((_length(self._parts(item, i)[0]) for i, item in enumerate(items)), start=0)

    def __iter__(self) -> Iterator[Block]:
        for number, item in enumerate(self._pass()):
            yield self._reader(number, *self._parts(item, number))

    def with_missing(self, missing: str | None) -> Self:
        """Give the same blocks, with missing values taken or refused."""
        own = super().with_missing(missing)
        own._reader = replace(self._reader, missing=missing)
        return own

    def place(self, number: int, row: int) -> str:
        """Say where a row is."""
        return self._reader.place(number, row)

    def _parts(self, item: Any, number: int) -> tuple[Any, Any, Any]:
        if not isinstance(item, tuple):
            return as_frame(item), None, None
        if not 1 <= len(item) <= 3:
            raise InputError(
                Named(self._called),
                f" must be X, (X, y) or (X, y, weights) each, got {len(item)} parts in block {number + 1:,}.",
            )
        X, y, weights = (*item, None, None)[:3]
        return as_frame(X), y, weights

    def _pass(self) -> Iterator[Any]:
        items: Any = self._items
        if _is_one_table(items):
            raise InputError(Named(self._called), " must be several arrays, got one: give [X], or [(X, y)].")
        if not callable(items) and not isinstance(items, Iterable):
            raise InputError(
                Named(self._called), " must be arrays that can be gone through again and again, got "
                f"{type(items).__name__}: give a list of arrays, a path, or blocks.",
            )  # fmt: skip
        if callable(items) and not isinstance(items, Iterable):
            items = items()
        elif iter(items) is items:
            raise InputError(
                Named(self._called), " can be gone through only once, but each pass begins anew: give a list of "
                "arrays, or the function that makes the iterator.",
            )  # fmt: skip
        return iter(items)


@dataclass(frozen=True)
class ArrayReader:
    """Makes blocks of arrays.

    Attributes
    ----------
    names : sequence of str
        Names of the features.
    is_named : bool
        Whether the data name their columns.
    missing : {"model", "drop", "fail"} or None
        Whether values may be missing, as for `Blocks`.

    Examples
    --------
    >>> from cecib.blocks.given_arrays import ArrayReader
    >>> reader = ArrayReader(["wing", "mass"], is_named=True)
    >>> reader(6, [[70.0, 19.5], [67.0, float("nan")]])
    Traceback (most recent call last):
    ...
    cecib.files.column_errors.ColumnError: Column 'mass' must hold finite numbers, got an empty cell or NaN in
    block 7, row 2: fill or remove such rows, or choose other columns with features.
    """

    names: Sequence[str]
    is_named: bool
    missing: str | None = None

    def __call__(self, number: int, X: Any, y: Any = None, weights: Any = None) -> Block:
        """Make a block of rows, with their labels and weights."""
        points = read_points(X, number, takes_holes=self.missing in ("model", "drop"))
        self._check_columns(X, points, number)
        check_finite(points, self.names, partial(self.place, number), self.missing)
        side = _read_labels(y, len(points), number)
        return Block(points, side, None if weights is None else self._weights(weights, len(points), number))

    def place(self, number: int, row: int) -> str:
        """Say where a row is."""
        return f"block {number + 1:,}, row {row + 1:,}"

    def _check_columns(self, X: Any, points: Matrix, number: int) -> None:
        if points.shape[1] != len(self.names):
            raise InputError(
                f"Block {number + 1:,} has {points.shape[1]} columns, the first one {len(self.names)}: all blocks need "
                "the same columns."
            )
        if self.is_named and hasattr(X, "columns") and list(X.columns) != list(self.names):
            raise InputError(f"Block {number + 1:,} has other columns than the first one: all blocks need the same.")

    def _weights(self, weights: ArrayLike, n_rows: int, number: int) -> NDArray[np.float64]:
        own = np.asarray(weights, dtype=np.float64)
        if own.shape != (n_rows,):
            raise InputError(
                Named("weights"), f" of block {number + 1:,} must have {n_rows} entries, one per row, got shape "
                f"{own.shape}.",
            )  # fmt: skip
        return check_weights(own, partial(self.place, number))


def _is_one_table(items: Any) -> bool:
    return hasattr(items, "columns") or bool(sparse.issparse(items)) or getattr(items, "ndim", 0) in (1, 2)


def _length(X: Any) -> int:
    return int(X.shape[0]) if hasattr(X, "shape") or not isinstance(X, Sized) else len(X)


def read_points(X: Any, number: int, *, takes_holes: bool = False) -> Matrix:
    """Read the rows of a block, with NaN for what is missing if that is taken."""
    X = number_table(with_nan(as_frame(X)) if takes_holes else X, f"block {number + 1:,}")
    own = np.asarray(getattr(X, "toarray")() if sparse.issparse(X) else X)  # noqa: B009
    if own.ndim != 2 or own.shape[1] == 0:
        raise InputError(
            f"Block {number + 1:,} must have the shape (rows, features), got {own.shape}: reshape it, and give labels "
            "beside it in a tuple, (X, y)."
        )
    return read_matrix(own, f"Block {number + 1:,}")


def read_matrix(own: NDArray[Any], what: str) -> Matrix:
    """Make a C-contiguous array of float32 or float64, without a copy where it is one."""
    if own.dtype.kind == "O":
        try:
            own = own.astype(np.float64)
        except (TypeError, ValueError):
            raise InputError(f"{what} holds text or other objects: features must be numbers.") from None
    if own.dtype.kind not in "biuf":
        raise InputError(f"{what} must hold numbers, got dtype {own.dtype}: convert it.")
    kind: Any = np.float32 if own.dtype == np.float32 else np.float64
    read: Matrix = np.ascontiguousarray(own, dtype=kind)
    return read


def _read_labels(y: Any, n_rows: int, number: int) -> SideInformation:
    refuse_levels(y)
    try:
        return read_side_information(y, n_rows)
    except InputError as error:
        raise InputError(f"Block {number + 1:,}: ", *error.parts) from None


def refuse_levels(y: Any) -> None:
    """Refuse labels at several levels."""
    shape: tuple[int, ...] = tuple(getattr(y, "shape", ()))
    if len(shape) == 2 and shape[1] > 1:
        raise InputError(
            Named("labels"), f" of blocks have one level, got {shape[1]} columns: choose one of them, or use fit with "
            "all rows in memory.",
        )  # fmt: skip
