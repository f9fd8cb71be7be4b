"""The files beside the page: fits and tables as CSV, figures as pictures and as vectors."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.sample import Estimate
from cecib.experiments.machinery.table import Cell, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg")
_FIRST_COLUMNS = ("experiment", "dataset", "variant", "method", "options", "draw", "seed")
_UNSHOWN = ("labels",)


def write_runs(path: Path, records: Sequence[Record]) -> None:
    """Write every fit as a line of CSV."""
    found = dict.fromkeys(name for record in records for name in record if name not in _UNSHOWN)
    columns = [*_FIRST_COLUMNS, *(name for name in found if name not in _FIRST_COLUMNS)]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for record in records:
            writer.writerow({**record, "warnings": "; ".join(record.get("warnings", ()))})


def write_table(path: Path, table: Table) -> None:
    """Write a table as CSV, with all digits; standard errors get columns of their own behind the others."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        with_errors = [i for i in range(len(table.header)) if any(isinstance(row[i], Estimate) for row in table.rows)]
        writer.writerow([*table.header, *(f"{table.header[i]}, standard error" for i in with_errors)])
        for row in table.rows:
            writer.writerow([*(_mean(cell) for cell in row), *(_error(row[i]) for i in with_errors)])


def write_figure(files: Mapping[str, Path], name: str, figure: Figure) -> bytes:
    """Write a figure in each of the `FORMATS`; return the SVG."""
    figure.savefig(files["png"], format="png", dpi=160, metadata={"Software": None})
    figure.set_layout_engine("none")
    drawn = svg_of(name, figure)
    files["svg"].write_bytes(drawn)
    return drawn


def svg_of(name: str, figure: Figure) -> bytes:
    """Return a figure as SVG; the same figure gives the same bytes."""
    import matplotlib

    buffer = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def _mean(cell: Cell) -> str | float | int | None:
    return cell.mean if isinstance(cell, Estimate) else cell


def _error(cell: Cell) -> float | None:
    return cell.error if isinstance(cell, Estimate) else None
