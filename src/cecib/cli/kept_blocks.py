"""Columns of the data that are written too, of rows that come in blocks."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cecib.backends.memory import Block
from cecib.blocks.blocks import rows_per_block
from cecib.blocks.frames import open_frames
from cecib.cli.columns import find_column
from cecib.cli.written import GIVEN, kept_columns
from cecib.files.columns import ColumnChoice
from cecib.files.endings import extension

if TYPE_CHECKING:
    import pandas as pd


class KeptBlocks:
    """What is kept of the data; of NPY files, whose rows have no names, only the labels.

    Parameters
    ----------
    arguments : Namespace
        Of the command.
    choice : ColumnChoice
        Which columns are features, and why others are not.
    """

    def __init__(self, arguments: argparse.Namespace, choice: ColumnChoice) -> None:
        self._labels, self._names, self._others = arguments.labels, [], []
        self._rows: Iterator[pd.DataFrame] | None = None
        self._rest: list[pd.DataFrame] = []
        if extension(arguments.data) != ".npy":
            self._table = open_frames(arguments.data)
            labels = [] if self._labels is None else [find_column(self._labels, self._table.names, "--labels")]
            self._names = kept_columns(arguments, self._table.names, choice.ids, labels)
            self._others = [name for name in self._names if name not in labels]

    def following(self, block: Block) -> pd.DataFrame:
        """Read the rows of the next block, however many they are."""
        import pandas as pd

        if self._names:
            if self._rows is None:
                self._rows = self._table.read(self._names, rows_per_block(len(self._names)))
            while sum(map(len, self._rest)) < len(block) or not self._rest:
                self._rest.append(next(self._rows))
            parts = [own for own in self._rest if len(own)] or self._rest[:1]
            whole = pd.concat(parts, ignore_index=True) if len(parts) > 1 else parts[0]
            self._rest = [whole[len(block) :]]
            return whole[: len(block)]
        if self._labels is None:
            return pd.DataFrame(index=range(len(block)))
        name = GIVEN if extension(self._labels) == ".npy" else self._labels
        return pd.DataFrame({name: block.side.decode(block.side.index)})

    def of_rows(self, rows: Any) -> pd.DataFrame:
        """Read some rows, without the labels."""
        import pandas as pd

        parts, first = [pd.DataFrame(index=rows[:0] if self._others else rows)], 0
        for frame in self._table.read(self._others, rows_per_block(len(self._others))) if self._others else ():
            frame.index = pd.RangeIndex(first, first + len(frame))
            parts.append(frame.loc[frame.index.isin(rows)])
            first += len(frame)
        found: pd.DataFrame = pd.concat(parts[-1:] if len(parts) == 2 else parts).loc[rows]
        return found
