"""The labels of a block, piece by piece, without an object for each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.files.columns import clean_labels
from cecib.input_errors import InputError, Named
from cecib.label_types import check_one_type
from cecib.side_information import UNLABELLED, SideInformation, read_side_information, renumbered


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

    def add(self, column: Any, first: int) -> None:
        """Take the labels of more rows; the first of them is the block's row `first`."""
        import pyarrow as pa

        own = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        known = own.indices.cast(pa.int32())  # others may count without a sign
        known = known if own.null_count == 0 else known.fill_null(UNLABELLED)
        index, distinct = np.asarray(known.to_numpy(zero_copy_only=False)), clean_labels(own.dictionary.to_pandas())
        self._check_finite(distinct, index, first)
        self._indices.append(index)
        self._distinct.append(distinct)

    def side(self) -> SideInformation:
        """Read the labels; the categories are those that occur."""
        counts = [len(own) for own in self._distinct]
        if len({own.dtype for own in self._distinct}) == 1:
            distinct = np.concatenate(self._distinct)
        else:
            check_one_type(read_side_information(own, len(own)).categories for own in self._distinct)
            distinct = np.empty(sum(counts), dtype=object)
            distinct[:] = [value for own in self._distinct for value in own.tolist()]
        read = read_side_information(distinct, len(distinct))
        tables = np.split(read.index, np.cumsum(counts)[:-1])
        pairs = zip(tables, self._indices, strict=True)
        index = np.concatenate([renumbered(own, table) for table, own in pairs])
        does_occur = np.zeros(read.n_categories, dtype=bool)
        does_occur[index[index >= 0]] = True
        side = SideInformation(index, read.categories)
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
