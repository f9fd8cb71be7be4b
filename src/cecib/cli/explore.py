"""``cecib explore``: label with a lasso on a local page, and see the clusters answer."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cecib.cli import arguments as types
from cecib.cli.columns import add_column_options, chosen_features, read_label_columns
from cecib.cli.fitting import choice_notes
from cecib.cli.modules import need
from cecib.cli.page import place_columns, read_places
from cecib.files.columns import read_features
from cecib.files.endings import STANDARD_STREAM
from cecib.files.reading_notes import reading_notes
from cecib.files.standard_output import visible
from cecib.files.tables import read_table
from cecib.files.unlabelled import label_notes
from cecib.files.whole_files import check_apart, check_writable

if TYPE_CHECKING:
    import pandas as pd

    from cecib.explore.session import Session

_LOG = ".explore.jsonl"
_PICTURES = ".png, .jpg, .jpeg, .tif, .tiff, .bmp, .gif, .webp"


def add_command(commands: Any) -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser(
        "explore",
        help="label rows on a map, and see the clusters answer",
        description="Open a page on this machine: a map of the rows, which you label with a lasso while the clusters "
        "answer. Nothing leaves the machine. Every action is kept in a log beside the data, at once.",
        epilog="example: cecib explore finches.csv --labels diet",
    )
    add = parser.add_argument
    add("data", metavar="DATA", help=f"file as for cecib cluster, or a picture: {_PICTURES}")
    add("--labels", metavar="COLUMN", help="column with the labels that there are, empty where there is none")
    add_column_options(add)
    add("--xy", metavar="COLUMNS", help="columns to draw rows by, such as umap1,umap2; no features then")
    add("--log", metavar="FILE", help="where actions are kept; default: DATA.explore.jsonl")
    add("--seed", type=types.seed, default=0, help="same seed, same answer [0]")
    add("--port", type=types.port, default=0, help="port of the page; default: one that is free")
    add("--no-browser", action="store_true", help="print the address, and open no browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Read, serve the page until Ctrl-C, and say where the labels are."""
    need("cli", "pandas", "pyarrow", "rich")
    need("explore", "starlette", "uvicorn", "websockets")
    from cecib.explore.server import Server

    with make_session(arguments) as session:
        server = Server(session, arguments.port)
        session.start()
        sys.stdout.write(
            f"{visible(session.table.title)}: {server.address}\nCtrl-C ends it; labels are kept at once.\n"
        )
        sys.stdout.flush()
        if not arguments.no_browser:
            webbrowser.open(server.address)
        try:
            server.run()
        except KeyboardInterrupt:
            pass
        finally:
            kept = session.log.path if session.log is not None else ""
            sys.stdout.write(f"\n{session.standing.n_labelled:,} rows are labelled, kept in {visible(str(kept))}\n")


def make_session(arguments: argparse.Namespace) -> Session:
    """Read the data and what was done before."""
    from cecib.estimator import CECIB
    from cecib.explore.log import Fingerprint
    from cecib.explore.pixels import is_picture
    from cecib.explore.session import Session

    if arguments.data == STANDARD_STREAM:
        raise ValueError(
            "cecib explore keeps a log beside the data, so they cannot come from standard input: name a file."
        )
    log = log_path(arguments)
    if is_picture(arguments.data):
        return _session_of_picture(arguments, log)
    frame = read_table(arguments.data)
    check_writable(log, "--log")
    check_apart({"--log": str(log)}, {"the data": arguments.data})
    labels, y = read_label_columns(frame, arguments.labels)
    if len(labels) > 1 or (y is not None and getattr(y, "ndim", 1) > 1):
        raise ValueError(f"--labels names {len(labels)} levels, and the page shows one: name one column.")
    drawn_by = place_columns(frame, arguments.xy)
    choice = chosen_features(frame, arguments, labels, None, drawn_by)
    features = choice.features
    about = [] if arguments.features is not None else choice_notes(choice)
    for note in [*reading_notes(frame), *label_notes(frame, labels), *about]:
        sys.stdout.write(f"{visible(note)}\n")
    places = read_places(frame, drawn_by)
    others = frame.drop(columns=[*features, *labels], errors="ignore")
    return Session(
        read_features(frame, features),
        labels=y,
        title=Path(arguments.data).name,
        xy=places,
        xy_names=(drawn_by[0], drawn_by[1]) if drawn_by else ("x", "y"),
        log=log,
        data=Fingerprint.of_file(arguments.data),
        begin={"labels": arguments.labels},
        estimator=CECIB(random_state=arguments.seed),
        details=lambda row: _details(others, row),
        source=arguments.data,
        columns=list(frame.columns),
    )


def _session_of_picture(arguments: argparse.Namespace, log: Path) -> Session:
    from cecib.explore.picture_engine import picture_session

    for option in ("labels", "features", "exclude", "one-hot", "xy"):
        if getattr(arguments, option.replace("-", "_")) is not None:
            raise ValueError(f"--{option} names columns, and {visible(arguments.data)} is a picture: leave it out.")
    check_writable(log, "--log")
    check_apart({"--log": str(log)}, {"the picture": arguments.data})
    return picture_session(arguments.data, log=log, random_state=arguments.seed)


def log_path(arguments: argparse.Namespace) -> Path:
    """Name the log: beside the data, unless it is given; former versions left out the ending of the data."""
    from cecib.explore.log import is_about

    if arguments.log is not None:
        return Path(arguments.log)
    data = Path(arguments.data)
    own, former = data.with_name(f"{data.name}{_LOG}"), data.with_suffix(_LOG)
    return former if not own.exists() and is_about(former, data) else own


def _details(others: pd.DataFrame, row: int) -> list[tuple[str, str]]:
    return [(str(name), str(value)) for name, value in others.iloc[row].items()]
