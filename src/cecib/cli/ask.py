"""``cecib ask``: which rows to have labelled next."""

from __future__ import annotations

import argparse
import sys
from typing import IO, TYPE_CHECKING, Any

from cecib.blocks.frames import WholeFrames
from cecib.cli import arguments as types
from cecib.cli.columns import read_label_columns
from cecib.cli.modules import need
from cecib.cli.predict import as_fitted, features_of, load
from cecib.files.columns import read_features
from cecib.files.endings import STANDARD_STREAM, extension
from cecib.files.reading_notes import reading_notes
from cecib.files.standard_output import visible
from cecib.files.tables import check_table_output, read_table, write_table
from cecib.files.unlabelled import label_notes
from cecib.files.whole_files import check_apart

if TYPE_CHECKING:
    import pandas as pd

    from cecib.estimator import CECIB
    from cecib.reading.ask import Question

_WIDTH_OF_FILES = 120


def add_command(commands: Any) -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser(
        "ask",
        help="tell which rows to have labelled next",
        description="List the rows whose label would help most, the most valuable first, each with the reason. Rows "
        "that are labelled are asked about again only if their label looks wrong.",
        epilog="example: cecib ask finches.cecib finches.csv --labels diet -n 10 --out ask.csv",
    )
    add = parser.add_argument
    add("model", metavar="MODEL", help="file that cecib cluster --model wrote")
    add("data", metavar="DATA", help="file as for cecib cluster; - for standard input")
    add(
        "--labels", metavar="COLUMN", help="column with the labels, empty where there is none; or an NPY file of labels"
    )
    add("-n", "--number", type=types.count, metavar="N", default=10, help="how many rows, at most [10]")
    add("--features", metavar="COLUMNS", help="columns to take for those of the model, in its order, such as A,B,F:K")
    add(
        "--out",
        metavar="FILE",
        help="write the rows, reasons and values, and the columns that are no features, as cecib cluster --out does",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Load, read, ask, write, list."""
    need("cli", "pandas", "pyarrow", "rich")
    check_table_output(arguments.out)
    inputs = {"the data": arguments.data, "the model": arguments.model}
    if arguments.labels is not None and extension(arguments.labels) == ".npy":
        inputs["the file of labels"] = arguments.labels
    check_apart({"--out": None if arguments.out == STANDARD_STREAM else arguments.out}, inputs)
    model = load(arguments.model)
    frame = read_table(arguments.data)
    labels, y = read_label_columns(frame, arguments.labels)
    names = features_of(model, WholeFrames(frame.drop(columns=labels)), arguments.features)
    found = model.ask(as_fitted(model, read_features(frame, names, missing=model.missing)), y, arguments.number)
    if arguments.out is not None:
        write_table(_table(found, frame.drop(columns=names, errors="ignore")), arguments.out)
    notes = [*reading_notes(frame), *label_notes(frame, labels), *_no_labels(model, y)]
    _print(found, notes, sys.stderr if arguments.out == STANDARD_STREAM else sys.stdout)


def _no_labels(model: CECIB, y: Any) -> list[str]:
    """Say that rows whose labels the model knows may be among those that are asked about."""
    if y is not None or not len(model.categories_):
        return []
    return ["no labels: the model has seen some, so rows that have one may be listed; name their column with --labels"]


def _table(found: list[Question], others: pd.DataFrame) -> pd.DataFrame:
    """Rows, counted from 1, why, and what the data say of them beside the features, such as a name and the label."""
    import pandas as pd

    asked = pd.DataFrame(
        {
            "row": pd.Series([one.row + 1 for one in found], dtype="int64"),
            "reason": pd.Series([one.reason for one in found], dtype="str"),
            "value": pd.Series([round(one.value, 3) for one in found], dtype="float64"),
            "clusters": pd.Series([" ".join(map(str, one.clusters)) for one in found], dtype="str"),
            "category": pd.Series([_category(one, None) for one in found], dtype="str"),
            "category_probability": pd.Series([round(one.probability, 3) for one in found], dtype="float64"),
        }
    )
    kept = others.iloc[[one.row for one in found]].reset_index(drop=True)
    kept.columns = pd.Index([f"{name} (data)" if name in asked.columns else name for name in kept.columns])
    return pd.concat([asked, kept], axis=1)


def _category(one: Question, none: str | None) -> str | None:
    return none if one.category is None else str(one.category)


def _print(found: list[Question], notes: list[str], file: IO[str]) -> None:
    from rich.console import Console

    console = Console(
        file=file, width=None if file.isatty() else _WIDTH_OF_FILES, highlight=False, markup=False, emoji=False
    )
    if not found:
        console.print("nothing to ask: all rows are labelled, and no label looks wrong")
    else:
        console.print(_questions(found))
    for note in notes:
        console.print(visible(note), soft_wrap=True)


def _questions(found: list[Question]) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("row", "value"):
        table.add_column(heading, justify="right")
    table.add_column("clusters")
    table.add_column("probably", overflow="fold")
    table.add_column("why")
    for one in found:
        guess = "-" if one.category is None else f"{one.category} ({one.probability:.0%})"
        cells = [str(one.row + 1), f"{one.value:.1f}", ", ".join(map(str, one.clusters)), guess, one.reason]
        table.add_row(*(Text(visible(cell)) for cell in cells))
    return table
