"""Blocks that are the partitions of Dask collections."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from cecib.backends.dask import computed, plainly
from cecib.backends.memory import Block
from cecib.blocks.blocks import Blocks
from cecib.blocks.given_arrays import ArrayReader, refuse_levels
from cecib.cost import Floats
from cecib.files.columns import listing
from cecib.input_errors import InputError, Named
from cecib.side_information import UNLABELLED, SideInformation, read_side_information
from cecib.validation import read_weights


def is_dask(given: Any) -> bool:
    """Whether something is a Dask collection; Dask is not imported to find out.

    Examples
    --------
    >>> from cecib.blocks.dask_collections import is_dask
    >>> is_dask([[1.0]])
    False
    """
    dask = sys.modules.get("dask")
    return dask is not None and bool(dask.is_dask_collection(given))


class DaskBlocks(Blocks):
    """The partitions of a Dask array or data frame, with labels and weights beside it.

    Parameters
    ----------
    X : dask array or dask data frame
        The rows. An array is given whole rows in each chunk.
    y : dask collection or array-like, optional
        Their labels, of one level: of the same partitions, or an array of n entries, which is divided.
    sample_weight : dask collection, array-like or float, optional
        How many points each row stands for.

    Attributes
    ----------
    parts : list of tuple
        Rows, labels and weights of each block, as delayed objects; None for what is not there.
    reader : PartReader
        What makes a block of such a part where it is.

    Examples
    --------
    >>> import dask.array as da
    >>> from cecib.blocks.dask_collections import DaskBlocks
    >>> [len(block) for block in DaskBlocks(da.ones((5, 2), chunks=(2, 1)), [0, 0, 1, -1, 1])]
    [2, 2, 1]
    """

    source = "X"
    n_rows: int

    def __init__(self, X: Any, y: Any = None, sample_weight: Any = None) -> None:
        if getattr(X, "ndim", 0) != 2:
            raise InputError(Named("X"), " must be a Dask array of shape (rows, features) or a Dask data frame.")
        columns = getattr(X, "columns", None)
        if columns is not None:
            _refuse_text(X.dtypes)
        self.is_named = columns is not None and all(isinstance(name, str) for name in columns)
        self.names = [str(name) for name in (range(X.shape[1]) if columns is None else columns)]
        self.left_out = {}
        X, taken = _in_one_frame(X, {"y": y, "sample_weight": sample_weight})
        y, sample_weight = (
            None if name in taken else own for name, own in (("y", y), ("sample_weight", sample_weight))
        )
        self.reader = PartReader(self.names, self.is_named, taken=taken)
        rows, sizes = whole_rows(X)
        self._sizes = _counted(rows) if np.isnan(sizes).any() else sizes.astype(np.intp)
        self.n_rows = int(self._sizes.sum())
        labels = self._beside(y, "y")
        weights = self._beside(sample_weight, "sample_weight")
        self.parts = list(zip(rows, labels, weights, strict=True))

    def __iter__(self) -> Iterator[Block]:
        import dask

        for number, part in enumerate(self.parts):
            yield self.reader(number, *dask.compute(*part))

    def with_missing(self, missing: str | None) -> Self:
        """Give the same blocks, with missing values taken or refused."""
        own = super().with_missing(missing)
        own.reader = replace(self.reader, missing=missing)
        return own

    def place(self, number: int, row: int) -> str:
        """Say where a row is."""
        return self.reader.place(number, row)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many rows each block has."""
        return tuple(self._sizes.tolist())

    @property
    def firsts(self) -> NDArray[np.intp]:
        """The number that the first row of each block has among all rows."""
        return np.cumsum(self._sizes) - self._sizes

    def _beside(self, given: Any, name: str) -> list[Any]:
        """Give what belongs to each block of labels or weights."""
        if given is None or (name == "sample_weight" and np.ndim(given) == 0 and not is_dask(given)):
            return [given] * len(self._sizes)
        if not is_dask(given):
            return self._divided(given, name)
        refuse_levels(given)
        if hasattr(given, "rechunk"):
            if not np.isnan(given.shape[0]) and given.shape[0] != self.n_rows:
                raise InputError(
                    Named(name), f" must have {self.n_rows:,} entries, one per row of ", Named("X"),
                    f", got {given.shape[0]:,}.",
                )  # fmt: skip
            if not np.isnan(given.shape[0]):
                given = given.rechunk({0: tuple(self._sizes.tolist())})
        own = _partitions(given)
        if len(own) != len(self._sizes):
            raise InputError(
                Named(name), f" has {len(own):,} partitions, ", Named("X"), f" {len(self._sizes):,}: they need the "
                "same, such as columns of one data frame have.",
            )  # fmt: skip
        return own

    def _divided(self, given: Any, name: str) -> list[Any]:
        """Divide what is in memory; each part is sent to the workers once, and stays there."""
        import dask

        spans = [slice(first, first + size) for first, size in zip(self.firsts, self._sizes, strict=True)]
        if name == "y":
            refuse_levels(given)
            side = read_side_information(given, self.n_rows)
            small = replace(side, index=side.index.astype(np.min_scalar_type(-max(1, side.n_categories))))
            parts: list[Any] = [replace(small, index=small.index[span]) for span in spans]
        else:
            weights = read_weights(given, self.n_rows)
            assert weights is not None
            parts = [weights[span] for span in spans]
        with plainly(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph")
            names = (f"cecib-{name}-{uuid4().hex}" for _ in parts)
            own = (dask.delayed(part, name=key, traverse=False) for part, key in zip(parts, names, strict=True))
            return list(dask.persist(*own))


@dataclass(frozen=True)
class PartReader(ArrayReader):
    """Makes a block of a partition, where the partition is.

    Attributes
    ----------
    taken : tuple of str
        What else is in the partition, as its last columns: "y", "sample_weight".
    """

    taken: tuple[str, ...] = ()

    def __call__(self, number: int, X: Any, y: Any = None, weights: Any = None) -> Block:
        """Make a block of rows, with their labels and weights."""
        for position, name in enumerate(self.taken, len(self.names)):
            y, weights = (X.iloc[:, position], weights) if name == "y" else (y, X.iloc[:, position])
        X = X.iloc[:, : len(self.names)] if self.taken else X
        if hasattr(X, "columns") and any(not isinstance(kind, np.dtype) for kind in X.dtypes):
            X = X.set_axis(self.names, axis=1).to_numpy(dtype=np.float64, na_value=np.nan)
        if weights is not None and np.ndim(weights) == 0:
            weights = np.full(len(X), weights)
        if weights is not None:
            weights = np.asarray(weights).reshape(-1) if len(np.asarray(weights)) == len(X) else weights
        if isinstance(y, SideInformation):
            block = super().__call__(number, X, None, weights)
            return replace(block, side=replace(y, index=y.index.astype(np.int32)))
        if y is not None and len(y) != len(X):
            raise InputError(
                Named("y"), f" of block {number + 1:,} must have {len(X):,} entries, one per row, got {len(y):,}."
            )
        side = _read_series(y) if _is_plain_series(y) else None
        block = super().__call__(number, X, None if side is not None else _flat(y), weights)
        return block if side is None else replace(block, side=side)


def whole_rows(X: Any) -> tuple[list[Any], Floats]:
    """Give the partitions of a Dask array or data frame, delayed, and their sizes, NaN where they are not known."""
    if hasattr(X, "columns"):
        rows = _partitions(X)
        return rows, np.full(len(rows), np.nan)
    X = X.rechunk({1: -1})
    return _partitions(X), np.array(X.chunks[0], dtype=float)


def _in_one_frame(X: Any, beside: dict[str, Any]) -> tuple[Any, tuple[str, ...]]:
    """Put labels and weights into the frame of X if they are from the same file, so that it is read once.

    Dask reads several parts of a file as one where few columns are asked for, so that partitions of a frame and of one
    of its columns may differ. Frames without divisions that are not from the same source cannot be put together.
    """
    taken: tuple[str, ...] = ()
    for name, given in beside.items():
        if not (is_dask(given) and hasattr(given, "divisions") and hasattr(X, "divisions")):
            continue
        refuse_levels(given)
        own = given[given.columns[0]] if given.ndim == 2 else given
        if own.npartitions == X.npartitions and own.divisions[0] is None and X.divisions[0] is None:
            try:
                X = X.assign(**{f"cecib {name}": own})
            except ValueError:
                continue
            taken += (name,)
    return X, taken


def _partitions(collection: Any) -> list[Any]:
    own = collection.to_delayed()
    return list(own.ravel() if isinstance(own, np.ndarray) else own)


def _counted(rows: Sequence[Any]) -> NDArray[np.intp]:
    import dask

    count, key = dask.delayed(len, pure=False), uuid4().hex
    sizes = computed(*(count(row, dask_key_name=f"cecib-count-{key}-{i}") for i, row in enumerate(rows)))
    return np.array(sizes, dtype=np.intp)


def _flat(y: Any) -> Any:
    if y is None:
        return None
    if hasattr(y, "columns"):
        y = y.iloc[:, 0]
    return y.reshape(-1) if isinstance(y, np.ndarray) and y.ndim == 2 and y.shape[1] == 1 else y


def _is_plain_series(y: Any) -> bool:
    """Whether labels are a column whose type is one for all rows: what is distinct in it is read once."""
    return hasattr(y, "factorize") and hasattr(y, "dtype") and y.dtype != np.dtype(object) and len(y) > 0


def _read_series(y: Any) -> SideInformation:
    codes, distinct = y.factorize()
    values = distinct.astype(object).tolist() if not isinstance(distinct.dtype, np.dtype) else np.asarray(distinct)
    read = read_side_information(values, len(values))
    return SideInformation(np.append(read.index, np.int32(UNLABELLED))[codes], read.categories)


def _refuse_text(kinds: Any) -> None:
    """Say which columns of a data frame do not hold numbers."""
    others = {str(name): str(kind) for name, kind in kinds.items() if getattr(kind, "kind", "O") not in "biuf"}
    if others:
        columns, hold, it = ("Column", "holds", "it") if len(others) == 1 else ("Columns", "hold", "them")
        kinds = ", ".join(dict.fromkeys(others.values()))
        raise InputError(
            f"{columns} {listing(list(others))} of ", Named("X"), f" {hold} {kinds}: "
            f"features must be numbers, so leave {it} out or encode {it}.",
        )  # fmt: skip
