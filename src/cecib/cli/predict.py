"""``cecib predict``: put new rows into the clusters of a saved model."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.blocks.blocks import rows_per_block
from cecib.blocks.frames import Frames, WholeFrames, open_frames
from cecib.cli.columns import parse_features
from cecib.cli.modules import need
from cecib.cli.written import add_keep_option, kept_columns, with_kept
from cecib.estimator import CECIB
from cecib.files.block_writer import WRITABLE, write_blocks
from cecib.files.columns import choose_features, columns_called, columns_that_name_rows, read_features
from cecib.files.endings import STANDARD_STREAM
from cecib.files.one_hot import source_of
from cecib.files.standard_output import visible
from cecib.files.tables import check_table_output, read_table
from cecib.files.whole_files import check_apart
from cecib.reading.assignments import make_assignments, new_and_far
from cecib.settings import MISSING
from cecib.validation import are_positions

if TYPE_CHECKING:
    import pandas as pd


def add_command(commands: Any) -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser(
        "predict",
        help="put new rows into the clusters of a saved model",
        description="Write the cluster and category of each row and their probabilities. Columns are "
        "found by the names that the model was fitted with.",
    )
    add = parser.add_argument
    add("model", metavar="MODEL", help="file that cecib cluster --model wrote")
    add("data", metavar="DATA", help="file or folder as for cecib cluster; - for standard input")
    add("--features", metavar="COLUMNS", help="columns to take for those of the model, in its order, such as A,B,F:K")
    add(
        "--missing",
        choices=MISSING,
        help="rows with empty cells: model places them by what they have, drop leaves their cells of the output empty, "
        "fail refuses them; default: as the model was fitted",
    )
    add(
        "--out",
        metavar="FILE",
        default=STANDARD_STREAM,
        help=f"{', '.join(WRITABLE)}, text also as .csv.gz; default: standard output",
    )
    add_keep_option(add)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Load, read, predict, write."""
    need("cli", "pandas", "pyarrow")
    check_table_output(arguments.out)
    if arguments.out != STANDARD_STREAM:
        check_apart({"--out": arguments.out}, {"the data": arguments.data, "the model": arguments.model})
    model = load(arguments.model)
    if arguments.missing is not None:
        model.set_params(missing=arguments.missing)
    is_stream = arguments.data == STANDARD_STREAM
    table = WholeFrames(read_table(STANDARD_STREAM)) if is_stream else open_frames(arguments.data)
    names = features_of(model, table, arguments.features)
    ids = [] if arguments.keep == "none" else columns_that_name_rows(table.first())
    kept = kept_columns(arguments, table.names, ids)
    for note in table.notes:
        sys.stderr.write(f"{visible(note)}\n")
    with write_blocks(arguments.out) as write:
        for X, own in _blocks(model, table, names, kept):
            clusters = model.predict(X)
            found = make_assignments(model, X, clusters).assign(**new_and_far(model, X, clusters))
            found = found if model.missing != "drop" else _without_incomplete(found, X)
            write(with_kept(own, found) if kept else found)


def _without_incomplete(found: pd.DataFrame, X: pd.DataFrame | NDArray[Any]) -> pd.DataFrame:
    """Empty the cells of rows that lack values."""
    flags = {name: "boolean" for name, kind in found.dtypes.items() if kind.kind == "b"}
    found = found.astype({"cluster": "Int64", **flags})
    found[np.isnan(np.asarray(X)).any(axis=1)] = None
    return found


def _blocks(
    model: CECIB, table: Frames, names: list[str], kept: list[str]
) -> Iterator[tuple[pd.DataFrame | NDArray[Any], pd.DataFrame]]:
    """Read what the model expects, a few rows at a time: a table of probabilities is made of them; and what is kept."""
    first = 0
    read = list(dict.fromkeys([*(source_of(name, table.names) or name for name in names), *kept]))
    for frame in table.read(read, rows_per_block(max(len(read), model.n_clusters_))):
        named = read_features(frame, names, partial(_place, first), model.missing)
        first += len(frame)
        yield as_fitted(model, named), frame[kept]


def _place(first: int, row: int) -> str:
    return f"row {first + row + 1}"


def load(path: str) -> CECIB:
    """Read a model file, or say that there is none."""
    try:
        return CECIB.load(path)
    except FileNotFoundError:
        raise FileNotFoundError(f"{path} does not exist: check the path of the model.") from None


def features_of(model: CECIB, table: Frames, text: str | None) -> list[str]:
    """Names of the columns that stand for those of the model: the chosen ones, or those that are called the same.

    Names that are only positions, as of an NPY file, need not be found: then all columns of numbers will do.
    """
    expected = [str(name) for name in getattr(model, "feature_names_in_", [])]
    missing = [name for name in expected if source_of(name, table.names) is None]
    if text is not None:
        names = parse_features(text, table.names)
    elif expected and not missing:
        return expected
    elif not are_positions(expected):
        raise ValueError(
            f"The data lack {columns_called(missing)}, which the model was fitted with: add or rename "
            f"{_them(missing)}, or choose columns with --features."
        )
    else:
        names = choose_features(table.first(), is_whole=False).features  # what says nothing here may have said it there
    if len(names) != model.n_features_in_:
        raise ValueError(
            f"The model expects {model.n_features_in_} columns of numbers, got {len(names)}: choose with --features."
        )
    return names


def _them(names: list[str]) -> str:
    return "it" if len(names) == 1 else "them"


def as_fitted(model: CECIB, frame: pd.DataFrame) -> pd.DataFrame | NDArray[Any]:
    """Call the columns what the model calls them, or nothing if it was fitted without names."""
    names = getattr(model, "feature_names_in_", None)
    return frame.to_numpy() if names is None else frame.set_axis(names, axis=1)
