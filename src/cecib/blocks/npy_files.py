"""Blocks of an NPY file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.backends.memory import Block
from cecib.blocks.blocks import Blocks, check_finite, check_weights, rows_per_block
from cecib.blocks.given_arrays import read_matrix, refuse_levels
from cecib.files.columns import clean_label
from cecib.files.npy_rows import NpyRows
from cecib.input_errors import InputError, Named
from cecib.side_information import SideInformation, read_side_information

Path = str | os.PathLike[str]


def npy(
    path: Path, *, labels: Path | ArrayLike | None = None, weights: Path | ArrayLike | None = None,
    rows: int | None = None,
) -> Blocks:  # fmt: skip
    """Blocks of an NPY file, as `numpy.save` writes it.

    Parameters
    ----------
    path : str or path
        A file with an array of numbers of shape (n, d).
    labels : str, path or array-like of shape (n,), optional
        The category of each row as for `CECIB.fit`, or an NPY file with them, in which empty texts are unlabelled too.
    weights : str, path or array-like of shape (n,), optional
        How many points each row stands for, or an NPY file with that.
    rows : int, optional
        Rows of a block; by default about 1.25 million numbers.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import numpy as np
    >>> from cecib.blocks import npy
    >>> with TemporaryDirectory() as folder:
    ...     np.save(Path(folder) / "x.npy", np.zeros((5000, 3), dtype=np.float32))
    ...     blocks = npy(Path(folder) / "x.npy", labels=np.arange(5000) % 2, rows=2000)
    ...     [(block.points.shape, block.points.dtype.name, block.side.categories.tolist()) for block in blocks]
    [((2000, 3), 'float32', [0, 1]), ((2000, 3), 'float32', [0, 1]), ((1000, 3), 'float32', [0, 1])]
    """
    return NpyBlocks(path, labels, weights, rows)


class NpyBlocks(Blocks):
    """Blocks of one NPY file, with labels and weights from others or from memory."""

    is_named = False

    def __init__(
        self,
        path: Path,
        labels: Path | ArrayLike | None = None,
        weights: Path | ArrayLike | None = None,
        rows: int | None = None,
    ) -> None:
        self.source = str(path)
        self._points = NpyRows(path)
        shape, dtype = self._points.shape, self._points.dtype
        if len(shape) > 2 or dtype.kind not in "biuf":
            raise ValueError(f"{path} must hold numbers, rows by columns, got {dtype} of shape {shape}: convert it.")
        if 0 in shape or not shape:
            raise ValueError(f"{path} has the shape {shape}: expected at least one row and one column.")
        self.n_rows = shape[0]
        self.names = [str(position) for position in range(1, (shape[1] if len(shape) == 2 else 1) + 1)]
        self.left_out = {}
        self._rows = rows_per_block(self.n_features, rows)
        self._labels = self._beside(labels, "labels")
        self._weights = self._beside(weights, "weights")

    def __iter__(self) -> Iterator[Block]:
        for number, start in enumerate(range(0, self._points.shape[0], self._rows)):
            stop = min(start + self._rows, self._points.shape[0])
            points = read_matrix(self._points.read(start, stop).reshape(stop - start, -1), self.source)
            place = partial(self.place, number)
            check_finite(points, self.names, place, self.missing)
            side = self._side(start, stop, number)
            weights = None if self._weights is None else self._weights.read(start, stop).reshape(-1)
            yield Block(points, side, None if weights is None else check_weights(weights, place))

    def _side(self, start: int, stop: int, number: int) -> SideInformation:
        if self._labels is None:
            return read_side_information(None, stop - start)
        y = self._labels.read(start, stop).reshape(-1)
        try:
            if isinstance(self._labels, NpyRows) and y.dtype.kind in "US":
                return _read_texts(y)
            return read_side_information(y, stop - start)
        except InputError as error:
            raise InputError(f"{self.place(number, 0)} and below: ", *error.parts) from None

    def place(self, number: int, row: int) -> str:
        """Say where a row is."""
        return f"{self.source}, block {number + 1:,}, row {number * self._rows + row + 1:,}"

    def _beside(self, given: Path | ArrayLike | None, name: str) -> NpyRows | _ArrayRows | None:
        """Find what is given beside the rows, one entry for each."""
        if given is None:
            return None
        own = NpyRows(given) if isinstance(given, str | os.PathLike) else _ArrayRows(given)
        refuse_levels(own)
        if own.shape not in ((self.n_rows,), (self.n_rows, 1)):
            raise InputError(
                Named(name), f" must hold {self.n_rows:,} entries, one per row of {self.source}, got shape {own.shape}."
            )
        return own


class _ArrayRows:
    """An array in memory, read as a file is."""

    def __init__(self, given: Any) -> None:
        is_array = hasattr(given, "dtype") and not isinstance(given, np.ma.MaskedArray)
        self._array: NDArray[Any] = np.asarray(given) if is_array else np.asarray(given, dtype=object)
        self.shape = self._array.shape

    def read(self, start: int, stop: int) -> NDArray[Any]:
        return self._array[start:stop]


def _read_texts(y: NDArray[Any]) -> SideInformation:
    """Read texts of a file, where an empty one or "-1" is no label."""
    distinct, index = np.unique(y.astype(str), return_inverse=True)
    cleaned = np.empty(len(distinct), dtype=object)
    cleaned[:] = [clean_label(str(text)) for text in distinct]
    read = read_side_information(cleaned, len(cleaned))
    return SideInformation(np.ascontiguousarray(read.index[index]), read.categories)
