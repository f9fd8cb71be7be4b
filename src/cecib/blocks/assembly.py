"""A block in the making, column by column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.blocks.blocks import check_weights
from cecib.blocks.label_pieces import LabelPieces
from cecib.files.column_errors import all_faults
from cecib.files.columns import as_numbers, check_values
from cecib.side_information import read_side_information


class Assembly:
    """Rows of a block, filled from record batches: features, then labels and weights if there are any."""

    def __init__(
        self,
        names: Sequence[str],
        dtype: Any,
        rows: int,
        place: Callable[[int], str],
        *,
        has_labels: bool,
        has_weights: bool,
        missing: str | None = None,
    ) -> None:
        self._names, self._place, self._filled, self._missing = names, place, 0, missing
        self._points = np.empty((rows, len(names)), dtype=dtype, order="F")
        self._labels = LabelPieces(place) if has_labels else None
        self._weights: list[NDArray[Any]] | None = [] if has_weights else None

    def __len__(self) -> int:
        return self._filled

    @property
    def is_full(self) -> bool:
        """Whether the block has all its rows."""
        return self._filled == len(self._points)

    def take(self, batch: Any, first: int) -> int:
        """Take the rows of a batch from the first on, as many as there is room for; say how many."""
        count: int = min(batch.num_rows - first, len(self._points) - self._filled)
        part = batch.slice(first, count)
        columns = []
        with all_faults() as looking_at:
            for j, name in enumerate(self._names):
                with looking_at():
                    columns.append(self._numbers(part.column(j), name))
        for j, column in enumerate(columns):
            self._points[self._filled : self._filled + count, j] = column
        if self._labels is not None:
            self._labels.add(part.column(len(self._names)), self._filled)
        if self._weights is not None:
            weights = self._numbers(part.column(part.num_columns - 1), part.schema.names[-1], is_feature=False)
            self._weights.append(check_weights(weights, self._later))
        self._filled += count
        return count

    def block(self) -> Block:
        """Give what has been put together."""
        side = read_side_information(None, self._filled) if self._labels is None else self._labels.side()
        weights = None if self._weights is None else np.concatenate(self._weights)
        return Block(self._points[: self._filled], side, weights)

    def _later(self, row: int) -> str:
        return self._place(self._filled + row)

    def _numbers(self, column: Any, name: str, *, is_feature: bool = True) -> NDArray[Any]:
        values = read_numbers(column, name, self._later)
        if is_feature:
            check_values(values, name, self._later, self._missing)
        return values


def read_numbers(column: Any, name: str, place: Callable[[int], str]) -> NDArray[Any]:
    """Read an Arrow column as numbers, NaN for empty cells, without a copy where none is needed."""
    import pyarrow as pa

    kind = column.type
    if column.null_count == 0 and (pa.types.is_float32(kind) or pa.types.is_float64(kind) or pa.types.is_integer(kind)):
        return np.asarray(column.to_numpy())
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
        single = pa.types.is_float32(kind)
        return np.asarray(column.cast(pa.float32() if single else pa.float64()).to_numpy(zero_copy_only=False))
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
    own = column.to_pandas()
    own.name = name
    return as_numbers(own, place, with_separators=False)
