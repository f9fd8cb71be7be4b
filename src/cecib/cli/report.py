"""What a fit found, for the eyes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.files.standard_output import visible
from cecib.in_words import counted
from cecib.reading.differences import nearest_cluster
from cecib.reading.findings import ClusterFinding, Findings, LevelFinding, bond_sentences
from cecib.reading.nearness import clusters_near
from cecib.validation import column_names

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_WIDTH_OF_FILES = 120
_ROWS_SHOWN, _CATEGORIES_SHOWN = 8, 12
_SHAPES_SHOWN = 8
_FEATURES_SHOWN, _NEIGHBOURS_SHOWN, _LEAST_SHARE = 4, 12, 0.05


def print_report(model: CECIB, found: Findings, notes: Iterable[str], file: IO[str]) -> None:
    """Print the clusters, the cost, what is to be thought of the labels, warnings, and notes."""
    from rich.console import Console

    is_terminal = file.isatty()
    console = Console(
        file=file, width=None if is_terminal else _WIDTH_OF_FILES, highlight=False, markup=False, emoji=False
    )
    console.print(_cluster_table(found))
    about_labels = _label_lines(model, found)
    lines = [_cost_line(model), *_space_lines(model), *about_labels, *bond_sentences(found), *_outlier_lines(found)]
    for line in [*lines, *(f"warning: {text}" for text in found.warnings), *notes]:
        console.print(visible(line), soft_wrap=True)


def _cluster_table(found: Findings) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    has_labels = len(found.categories) > 0
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("cluster", "size", "share"):
        table.add_column(heading, justify="right")
    for level in found.levels or ("category",):
        table.add_column(visible(level), overflow="fold")
        for heading in ("purity", "labelled") if found.levels else ("purity", "90 %", "labelled"):
            table.add_column(heading, justify="right")
    table.add_column("new")
    for one in found.clusters:
        style = "bold" if one.is_new and has_labels else None
        table.add_row(*(Text(visible(cell)) for cell in _cells(one, has_labels)), style=style)
    return table


def _cells(one: ClusterFinding, has_labels: bool) -> list[str]:
    place = [str(one.cluster), str(one.size), f"{one.share:.1%}"]
    if one.levels:
        cells = [cell for level in one.levels for cell in _level_cells(level)]
        return [*place, *cells, "new" if one.is_new and has_labels else ""]
    if not one.n_labelled:
        return [*place, "-", "-", "-", "0", "new" if has_labels and one.is_new else ""]
    between = f"{one.purity_low:.0%}–{one.purity_high:.0%}"
    new = ("probably" if one.new_share > 0.8 else "perhaps") if one.may_be_new else ""
    return [*place, str(one.category), f"{one.purity:.1%}", between, f"{one.n_labelled:g}", new]


def _level_cells(level: LevelFinding) -> list[str]:
    is_known = level.category is not None
    labelled = f"{level.n_labelled:g}"
    return [str(level.category), f"{level.purity:.1%}", labelled] if is_known else ["-", "-", labelled]


def _cost_line(model: CECIB) -> str:
    terms = model.cost_terms_
    return (
        f"cost {model.cost_:.4f} nats per point = complexity {terms.complexity:.4f} "
        f"+ accuracy {terms.accuracy:.4f} + consistency {terms.consistency:.4f}"
    )


def _space_lines(model: CECIB) -> list[str]:
    """In which directions clusters differ, and by which features those that are near each other."""
    lines = []
    space = model.space_
    if space is not None:
        d, r = model.n_features_in_, len(space.columns)
        if space.covariance is not None and r < d:
            one, several = (
                "says nothing new: it is constant, or follows",
                "say nothing new: they are constant, or follow",
            )
            lines.append(f"{d - r} of {counted(d, 'feature')} {one if d - r == 1 else several} from the others")
        if not space.is_whole:
            few = " (there are too few rows for all of them)" if space.covariance is None else ""
            directions, features = counted(space.dimension, "direction"), counted(r, "feature")
            lines.append(f"clusters are told apart in {directions} of {features}{few}")
    if model.n_clusters_ > 1 and model.n_features_in_ > 1:
        names, shares = column_names(model), model.feature_shares_
        top = [names[j] for j in np.argsort(-shares, kind="stable")[:_FEATURES_SHOWN] if shares[j] >= _LEAST_SHARE]
        lines.append(f"features that tell clusters apart: {', '.join(top) or 'many, none of them by itself'}")
    return [*lines, *_near_lines(model)]


def _near_lines(model: CECIB) -> list[str]:
    """By what clusters differ that touch; of those that lie apart nothing."""
    lines = []
    for cluster in range(min(model.n_clusters_, _NEIGHBOURS_SHOWN)):
        nearest = nearest_cluster(model, cluster)
        if nearest is None or nearest[0] < cluster or not (top := nearest[1].top()):
            continue
        if clusters_near(model.clusters_, cluster, nearest[0]):
            lines.append(f"clusters {cluster} and {nearest[0]} are near: they differ by {', '.join(top)}")
    return lines


def _label_lines(model: CECIB, found: Findings) -> Sequence[str]:
    total = found.labels.n_rows
    if total == 0:
        return ["no labels: clusters have no category"]
    lines = [_category_line(found, level, name) for level, name in enumerate(found.levels or ("categories",))]
    lines.append(f"beta {model.beta_:g}{_why(model)}")
    suspects = found.suspects
    if len(suspects) == 0:
        return [*lines, f"labels that look wrong: none of {total}"]
    lines.append(f"labels that look wrong: {len(suspects)} of {total} ({_rows_shown(suspects)})")
    for level, name in enumerate(found.levels):
        own = found.labels.row[(found.labels.level == level) & (found.labels.probability_wrong > 0.5)]
        if len(own):
            lines.append(f"of these at level {name}: {len(own)} ({_rows_shown(own)})")
    return lines


def _category_line(found: Findings, level: int, name: str) -> str:
    own = [one for one in found.categories if one.level == level]
    shown = [f"{one.category} {one.n_labelled:g}" for one in own[:_CATEGORIES_SHOWN]]
    more = len(own) - len(shown)
    return f"{name}: {', '.join(shown) or 'no labels'}{f' and {more} more' if more else ''}"


def _why(model: CECIB) -> str:
    if model.beta_path_ is None:
        return ""
    return ", chosen by hidden labels" if model.beta_ else ": hidden labels are predicted as well without the others"


def _outlier_lines(found: Findings) -> list[str]:
    if len(found.outliers) == 0:
        return []
    return [f"rows that no cluster explains: {len(found.outliers)} ({_rows_shown(found.outliers)})"]


def shape_lines(model: CECIB) -> list[str]:
    """Say how many shapes there are, and of which clusters those consist that have several."""
    shapes = model.shapes()
    several = [members for own in range(shapes.max() + 1) if len(members := np.flatnonzero(shapes == own)) > 1]
    if not several:
        return ["shapes: each cluster is one of its own"]
    named = "; ".join(f"clusters {', '.join(map(str, members))} are one" for members in several[:_SHAPES_SHOWN])
    more = f"; and {len(several) - _SHAPES_SHOWN} more of several clusters" if len(several) > _SHAPES_SHOWN else ""
    return [f"shapes: {shapes.max() + 1}; {named}{more}"]


def _rows_shown(rows: NDArray[np.intp]) -> str:
    """Name the first few of the rows, counted from 1."""
    shown = ", ".join(str(row + 1) for row in sorted(rows[:_ROWS_SHOWN]))
    return f"row{'' if len(rows) == 1 else 's'} {shown}" + (
        f" and {len(rows) - _ROWS_SHOWN} more" if len(rows) > _ROWS_SHOWN else ""
    )
