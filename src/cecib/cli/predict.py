"""``cecib predict``: put new rows into the clusters of a saved model."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.blocks.blocks import rows_per_block
from cecib.blocks.frames import Frames, WholeFrames, open_frames
from cecib.cli.columns import parse_features
from cecib.cli.modules import need
from cecib.estimator import CECIB
from cecib.files.block_writer import write_blocks
from cecib.files.columns import choose_features, read_features
from cecib.files.tables import STANDARD_STREAM, check_table_output, read_table
from cecib.files.whole_files import check_apart
from cecib.reading.assignments import make_assignments
from cecib.settings import MISSING

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
    add("data", metavar="DATA", help=".csv, .tsv, .parquet, .feather or .npy file, or a folder; - for standard input")
    add("--features", metavar="COLUMNS", help="columns to take for those of the model, in its order, such as A,B,F:K")
    add(
        "--missing",
        choices=MISSING,
        help="rows with empty cells: model places them by what they have, drop leaves their cells of the output empty, "
        "fail refuses them; default: as the model was fitted",
    )
    add("--out", metavar="FILE", default=STANDARD_STREAM, help=".csv, .tsv or .parquet; default: standard output")
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
    with write_blocks(arguments.out) as write:
        for X in _blocks(model, table, names):
            found = make_assignments(model, X, model.predict(X))
            write(found if model.missing != "drop" else _without_incomplete(found, X))


def _without_incomplete(found: pd.DataFrame, X: pd.DataFrame | NDArray[Any]) -> pd.DataFrame:
    """Empty the cells of rows that lack values."""
    found = found.astype({"cluster": "Int64"})
    found[np.isnan(np.asarray(X)).any(axis=1)] = None
    return found


def _blocks(model: CECIB, table: Frames, names: list[str]) -> Iterator[pd.DataFrame | NDArray[Any]]:
    """Read what the model expects, a few rows at a time: a table of probabilities is made of them."""
    first = 0
    for frame in table.read(names, rows_per_block(max(len(names), model.n_clusters_))):
        place = partial(_place, first)
        named = read_features(frame, names, place, model.missing)
        first += len(frame)
        yield as_fitted(model, named)


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
    positions = [str(position) for position in range(1, len(expected) + 1)]
    missing = [name for name in expected if name not in table.names]
    if text is not None:
        names = parse_features(text, table.names)
    elif expected and not missing:
        return expected
    elif expected != positions:
        raise ValueError(
            f"The data lack the column {missing[0]!r}, which the model was fitted with: add or rename it, or choose "
            "columns with --features."
        )
    else:
        names = choose_features(table.first()).features
    if len(names) != model.n_features_in_:
        raise ValueError(
            f"The model expects {model.n_features_in_} columns of numbers, got {len(names)}: choose with --features."
        )
    return names


def as_fitted(model: CECIB, frame: pd.DataFrame) -> pd.DataFrame | NDArray[Any]:
    """Call the columns what the model calls them, or nothing if it was fitted without names."""
    names = getattr(model, "feature_names_in_", None)
    return frame.to_numpy() if names is None else frame.set_axis(names, axis=1)
