"""A table of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cecib.experiments.machinery.sample import Estimate

Cell = str | float | int | Estimate | None


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
        Texts, numbers, and means with standard errors; None and NaN are shown as a dash.
    note : str
        A remark below it.
    digits : int
        Decimals of the numbers that are not whole.
    best : {"", "column", "group"}
        Whose largest number is bold: nobody's, that of each column, or that of each column among the rows
        with the same first cell.
    """

    name: str
    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""
    digits: int = 3
    best: Literal["", "column", "group"] = ""

    def text(self, cell: Cell) -> str:
        """Show a cell as text.

        Examples
        --------
        >>> from cecib.experiments.machinery.sample import Estimate
        >>> from cecib.experiments.machinery.table import Table
        >>> table = Table("t", "A table", ["a"], [[0.12345]])
        >>> table.text(0.12345), table.text(7), table.text(None), table.text(Estimate(0.5, 0.01))
        ('0.123', '7', '–', '0.500 ± 0.010')
        """
        value = cell.mean if isinstance(cell, Estimate) else cell
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return "–"
        text = f"{value:.{self.digits}f}" if isinstance(value, float) else str(value)
        if isinstance(cell, Estimate) and math.isfinite(cell.error):
            return f"{text} ± {cell.error:.{self.digits}f}"
        return text

    @property
    def best_cells(self) -> frozenset[tuple[int, int]]:
        """Row and column of the cells that are shown bold; of equals as shown, all.

        Examples
        --------
        >>> from cecib.experiments.machinery.table import Table
        >>> rows = [["iris", "a", 0.7], ["iris", "b", 0.6], ["wine", "a", 0.8], ["wine", "b", 0.9]]
        >>> sorted(Table("t", "A table", ["set", "method", "NMI"], rows, best="group").best_cells)
        [(0, 2), (3, 2)]
        """
        groups: dict[Cell, list[int]] = {}
        for i, row in enumerate(self.rows):
            groups.setdefault(row[0] if self.best == "group" else None, []).append(i)
        found = set()
        for members in groups.values() if self.best else ():
            for column in range(len(self.header)):
                values = {i: round(_number(self.rows[i][column]), self.digits) for i in members}
                known = [value for value in values.values() if not math.isnan(value)]
                if len(known) > 1:
                    found |= {(i, column) for i, value in values.items() if value == max(known)}
        return frozenset(found)


def _number(cell: Cell) -> float:
    if isinstance(cell, Estimate):
        return cell.mean
    return cell if isinstance(cell, float) else math.nan
