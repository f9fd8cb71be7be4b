"""A table of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Cell = str | float | int | None


@dataclass(frozen=True)
class Table:
    """Rows under a header.

    Attributes
    ----------
    name : str
        Name of its file.
    title : str
        What it shows.
    header : sequence of str
        One entry per column.
    rows : sequence of sequences
        Texts and numbers; None and NaN are shown as a dash.
    note : str
        A remark below it.
    digits : int
        Decimals of the numbers that are not whole.
    """

    name: str
    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""
    digits: int = 3

    def text(self, cell: Cell) -> str:
        """Show a cell as text.

        Examples
        --------
        >>> from cecib.experiments.machinery.table import Table
        >>> table = Table("t", "A table", ["a"], [[0.12345]])
        >>> table.text(0.12345), table.text(7), table.text(None)
        ('0.123', '7', '–')
        """
        if cell is None or (isinstance(cell, float) and math.isnan(cell)):
            return "–"
        return f"{cell:.{self.digits}f}" if isinstance(cell, float) else str(cell)
