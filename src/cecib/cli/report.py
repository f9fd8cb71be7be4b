"""What a fit found, for the eyes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from cecib.reading.findings import cluster_findings

_WIDTH_OF_FILES = 120
_ROWS_SHOWN = 8


def print_report(model: Any, suspects: NDArray[np.intp], notes: Iterable[str], file: IO[str]) -> None:
    """Print the clusters, the cost, the labels that look wrong, and notes."""
    from rich.console import Console

    is_terminal = file.isatty()
    console = Console(
        file=file, width=None if is_terminal else _WIDTH_OF_FILES, highlight=False, markup=False, emoji=False
    )
    console.print(_cluster_table(model))
    for line in [_cost_line(model), *_label_lines(model, suspects), *notes]:
        console.print(line, soft_wrap=True)


def _cluster_table(model: Any) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    has_labels = len(model.categories_) > 0
    sizes = np.bincount(model.labels_, minlength=model.n_clusters_)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("cluster", "size", "share"):
        table.add_column(heading, justify="right")
    table.add_column("category", overflow="fold")
    for heading in ("purity", "labelled"):
        table.add_column(heading, justify="right")
    table.add_column("new")
    for finding in cluster_findings(model):
        row = [str(finding.cluster), f"{sizes[finding.cluster]}", f"{finding.share:.1%}"]
        row += (
            ["-", "-", "0", "new" if has_labels else ""]
            if finding.is_new
            else [str(finding.category), f"{finding.purity:.1%}", f"{finding.n_labelled:g}", ""]
        )
        table.add_row(*map(Text, row), style="bold" if finding.is_new and has_labels else None)
    return table


def _cost_line(model: Any) -> str:
    terms = model.cost_terms_
    return (
        f"cost {model.cost_:.4f} nats per point = complexity {terms.complexity:.4f} "
        f"+ accuracy {terms.accuracy:.4f} + consistency {terms.consistency:.4f}"
    )


def _label_lines(model: Any, suspects: NDArray[np.intp]) -> Sequence[str]:
    total = int(model.category_counts_.sum())
    if total == 0:
        return ["no labels: clusters have no category"]
    if len(suspects) == 0:
        return [f"labels that look wrong: none of {total}"]
    rows = ", ".join(str(row + 1) for row in suspects[:_ROWS_SHOWN])
    more = f" and {len(suspects) - _ROWS_SHOWN} more" if len(suspects) > _ROWS_SHOWN else ""
    return [f"labels that look wrong: {len(suspects)} of {total} (rows {rows}{more})"]
