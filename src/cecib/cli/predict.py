"""``cecib predict``: put new rows into the clusters of a saved model."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from cecib.cli.assignments import make_assignments
from cecib.cli.columns import parse_features
from cecib.estimator import CECIB
from cecib.extras import require
from cecib.files.columns import choose_features, read_features
from cecib.files.tables import STANDARD_STREAM, check_table_output, read_table, write_table
from cecib.files.whole_files import check_apart

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
    add("data", metavar="DATA", help=".csv, .tsv, .parquet or .npy file; - for standard input")
    add("--features", metavar="COLUMNS", help="columns for a model that was fitted without names, such as A,B,F:K")
    add("--out", metavar="FILE", default=STANDARD_STREAM, help=".csv, .tsv or .parquet; default: standard output")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Load, read, predict, write."""
    require("cli", "pandas", "pyarrow")
    check_table_output(arguments.out)
    if arguments.out != STANDARD_STREAM:
        check_apart({"--out": arguments.out}, {"the data": arguments.data, "the model": arguments.model})
    model = load(arguments.model)
    frame = read_table(arguments.data)
    named = read_features(frame, features_of(model, frame, arguments.features))
    X = named if hasattr(model, "feature_names_in_") else named.to_numpy()
    write_table(make_assignments(model, X, model.predict(X)), arguments.out)


def load(path: str) -> CECIB:
    """Read a model file, or say that there is none."""
    try:
        return CECIB.load(path)
    except FileNotFoundError:
        raise FileNotFoundError(f"{path} does not exist: check the path of the model.") from None


def features_of(model: CECIB, frame: pd.DataFrame, text: str | None) -> list[str]:
    """Names of the columns that the model expects: its own, or the chosen ones if it was fitted without names."""
    expected = [str(name) for name in getattr(model, "feature_names_in_", [])]
    missing = [name for name in expected if name not in frame.columns]
    if missing:
        raise ValueError(f"The data lack the column {missing[0]!r}, which the model was fitted with: add or rename it.")
    if expected:
        return expected
    names = parse_features(text, list(frame.columns)) if text else choose_features(frame).features
    if len(names) != model.n_features_in_:
        raise ValueError(
            f"The model expects {model.n_features_in_} columns of numbers, got {len(names)}: choose with --features."
        )
    return names
