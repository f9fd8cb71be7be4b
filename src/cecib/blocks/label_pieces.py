"""The labels of a block, piece by piece, without an object for each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.files.columns import clean_labels
from cecib.input_errors import InputError, Named
from cecib.side_information import UNLABELLED, SideInformation, read_side_information


class LabelPieces:
    """Arrow columns of labels: what is distinct in each is read as `read_side_information` reads it.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from cecib.blocks.label_pieces import LabelPieces
    >>> labels = LabelPieces(lambda row: f"row {row + 1}")
    >>> labels.add(pa.array(["dog", None, "-1"]), 0)
    >>> labels.add(pa.array(["cat", "dog ", ""]), 3)
    >>> labels.side()
    SideInformation(index=array([ 1, -1, -1,  0,  1, -1], dtype=int32),
                    categories=array(['cat', 'dog'], dtype=object), levels=None)
    """

    def __init__(self, place: Callable[[int], str]) -> None:
        self._place = place
        self._distinct: list[NDArray[Any]] = []
        self._indices: list[NDArray[Any]] = []
        self._count = 0

    def add(self, column: Any, first: int) -> None:
        """Take the labels of more rows; the first of them is the block's row `first`."""
        import pyarrow as pa

        own = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        index = np.asarray(own.indices.fill_null(UNLABELLED).to_numpy(zero_copy_only=False)).astype(np.int64)
        distinct = clean_labels(own.dictionary.to_pandas())
        self._check_finite(distinct, index, first)
        index[index != UNLABELLED] += self._count
        self._indices.append(index)
        self._distinct.append(distinct)
        self._count += len(distinct)

    def side(self) -> SideInformation:
        """Read the labels; the categories are those that occur."""
        if len({own.dtype for own in self._distinct}) == 1:
            distinct = np.concatenate(self._distinct)
        else:
            distinct = np.empty(self._count, dtype=object)
            distinct[:] = [value for own in self._distinct for value in own.tolist()]
        read = read_side_information(distinct, self._count)
        index = np.append(read.index, np.int32(UNLABELLED))[np.concatenate(self._indices)]
        side = SideInformation(index, read.categories)
        does_occur = np.bincount(index + 1, minlength=side.n_categories + 1)[1:] > 0
        return side if does_occur.all() else side.named()

    def _check_finite(self, distinct: NDArray[Any], index: NDArray[Any], first: int) -> None:
        if distinct.dtype.kind != "f" or not np.isinf(distinct).any():
            return
        rows = np.flatnonzero(np.isin(index, np.flatnonzero(np.isinf(distinct))))
        if len(rows):
            raise InputError(
                Named("labels"), f" must be finite categories, got infinity in {self._place(first + int(rows[0]))}: "
                "leave the cell empty if the row has no label.",
            )  # fmt: skip
        distinct[np.isinf(distinct)] = np.nan
