"""``cecib cluster``: find clusters in a table of which some rows are labelled."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cecib.cli import arguments as types
from cecib.cli.bonds import read_apart, read_groups
from cecib.cli.columns import add_column_options, chosen_features, read_label_columns
from cecib.cli.fitting import choice_notes, fitted, relabelled
from cecib.cli.large import comes_in_blocks, run_in_blocks, whole_notes
from cecib.cli.modules import need
from cecib.cli.page import place_columns, read_places
from cecib.cli.pictures import write_picture
from cecib.cli.report import print_report, shape_lines
from cecib.cli.written import add_keep_option, flags_of, kept_of, suspect_table, with_kept
from cecib.criteria import CRITERIA
from cecib.estimator import CECIB
from cecib.files.block_writer import WRITABLE
from cecib.files.columns import read_features
from cecib.files.endings import STANDARD_STREAM, check_extension, extension
from cecib.files.number_texts import number_notes
from cecib.files.reading_notes import reading_notes
from cecib.files.tables import READABLE, check_table_output, read_table, write_table, write_table_as
from cecib.files.unlabelled import label_notes
from cecib.files.whole_files import check_apart, check_writable, whole_files
from cecib.reading.assignments import make_assignments
from cecib.reading.findings import Findings
from cecib.reading.page import PAGES, write_report
from cecib.settings import MISSING

if TYPE_CHECKING:
    import pandas as pd

PICTURES = (".png", ".svg", ".pdf")


def add_command(commands: Any) -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser(
        "cluster",
        help="find clusters in a table",
        description="Find the clusters, their number, which category each belongs to, which are new, and which labels "
        "look wrong. A column is named by its header or by its position, counting from 1.",
    )
    add = parser.add_argument
    add(
        "data",
        metavar="DATA",
        help=f"{', '.join(READABLE)} file, text also as .csv.gz, or a folder of such files; - for standard input",
    )
    add(
        "--labels",
        metavar="COLUMN",
        help="column with the labels, empty where there is none; levels from coarse to fine as A,B; or an NPY file",
    )
    add("--groups", metavar="COLUMN", help="column with groups of rows that belong together, empty for rows alone")
    add("--apart", metavar="FILE", help="table of two columns: pairs of rows that should not share a cluster")
    add("--ids", metavar="COLUMN", help="column that names the rows, in the file of --apart too; default: row numbers")
    add_column_options(add)
    add(
        "--subspace",
        type=types.subspace,
        default="auto",
        metavar="NUMBER",
        help="in how many directions clusters are told apart; all for all of them [auto]",
    )
    add(
        "--beta",
        type=types.beta,
        default="auto",
        help="how much a label counts: more trusts labels more, 0 ignores them; auto lets hidden labels decide [auto]",
    )
    add(
        "--missing",
        choices=MISSING,
        default="model",
        help="rows with empty cells: model lets them count by what they have, drop leaves them out of the search, "
        "fail refuses them [model]",
    )
    add("--clusters", type=types.count, metavar="N", help="number to start from; default: found by itself")
    add("--criterion", choices=tuple(CRITERIA), default="evidence", help="[evidence]; the paper's is entropy")
    add("--family", default="full", help="shape of the Gaussians: full, diag, spherical, auto [full]")
    add(
        "--min-size",
        type=types.size,
        metavar="SIZE",
        help="least size of a cluster, a share or a count; default: 0.02 of the rows, at most ten "
        "per feature; 0.05 with entropy",
    )
    add(
        "--restarts",
        type=types.count,
        metavar="N",
        help="starts to try; default: 16 (4 above 4,000 rows), 10 with --clusters or entropy",
    )
    add("--max-clusters", type=types.count, metavar="N", default=100, help="most clusters that are tried [100]")
    add("--max-iter", type=types.count, metavar="N", default=500, help="most passes over the data per start [500]")
    add("--seed", type=types.seed, default=0, help="same seed, same answer [0]")
    add(
        "--keep-best",
        action="store_true",
        help="the first Ctrl-C ends the search with the best so far, the second at once",
    )
    add("--checkpoint", metavar="FILE", help="of data read in blocks: go on from here after an interruption")
    add("--jobs", type=types.jobs, metavar="N", help="threads; default: all cores")
    add(
        "--out",
        metavar="FILE",
        help="write for each row its label, cluster and category, their probabilities, and whether the label looks "
        f"wrong, the cluster is new, or no cluster explains it: {', '.join(WRITABLE)}, or -; text also as .csv.gz",
    )
    add_keep_option(add, nargs="?", const="best")  # alone it is the former name of --keep-best
    add("--suspects", metavar="FILE", help="write all labels that look wrong, as --out is written")
    add(
        "--from",
        dest="start",
        metavar="MODEL",
        help="answer the labels from the clusters of this model of the same rows, quickly, and search no further",
    )
    add("--shapes", action="store_true", help="tell which clusters flow into each other, as the parts of a ring do")
    add("--model", metavar="FILE", help="write the model, for cecib predict")
    add("--plot", metavar="FILE", help="draw the clusters: .png, .svg or .pdf")
    add("--report", metavar="FILE", help="write one page to hand on: .html, everything inside one file")
    add(
        "--dask",
        metavar="ADDRESS",
        help="scheduler of Dask whose workers read DATA, a Parquet file or a folder of them",
    )
    add(
        "--xy",
        metavar="COLUMNS",
        help="columns to draw rows by, such as umap1,umap2; no features then",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Read, fit, report, write; what is large is read in blocks."""
    _check_outputs(arguments)
    if arguments.start is None and comes_in_blocks(arguments):
        run_in_blocks(arguments)
        return
    frame = read_table(arguments.data)
    labels, y = read_label_columns(frame, arguments.labels)
    group, groups = read_groups(frame, arguments.groups)
    apart = read_apart(frame, arguments.apart, arguments.ids, groups)
    drawn_by = place_columns(frame, arguments.xy)
    choice = chosen_features(frame, arguments, labels, group, drawn_by)
    X = read_features(frame, choice.features, missing=arguments.missing)
    places = read_places(frame, drawn_by)
    if arguments.clusters is not None and arguments.clusters > len(X):
        raise ValueError(
            f"--clusters must be at most the number of rows, {len(X)}, got {arguments.clusters}: lower it."
        )
    if arguments.start is not None:
        model, notes = relabelled(arguments, X, y), [f"from: {Path(arguments.start).name}"]
    else:
        model, notes = fitted(arguments, lambda own: own.fit(X, y, groups=groups, apart=apart))
    found = model.findings(X, y).with_sizes_of(model.labels_)
    about = [*reading_notes(frame), *number_notes(frame, choice.features), *whole_notes(arguments)]
    about += [*choice_notes(choice, model), *label_notes(frame, labels)]
    kept = kept_of(arguments, frame, choice.ids, labels, y)
    _write(arguments, model, X, y, places, found, about, kept, labels)
    file = sys.stderr if arguments.out == STANDARD_STREAM else sys.stdout
    shapes = shape_lines(model) if arguments.shapes else []
    if arguments.checkpoint is not None:
        notes = [*notes, "no checkpoint: rows that are read into memory are soon fitted anew"]
    print_report(model, found, [*shapes, *about, *notes], file)


def _check_outputs(arguments: argparse.Namespace) -> None:
    need("cli", "pandas", "pyarrow", "rich")
    check_table_output(arguments.out)
    check_table_output(arguments.suspects, "--suspects")
    if arguments.suspects is not None and arguments.labels is None:
        raise ValueError("--suspects lists labels that look wrong, so it needs --labels: add it.")
    for name in ("model", "checkpoint"):
        if getattr(arguments, name) is not None:
            check_writable(getattr(arguments, name), f"--{name}")
    if arguments.plot is not None:
        need("plot", "matplotlib")
        check_extension(arguments.plot, PICTURES, "--plot")
        check_writable(arguments.plot, "--plot")
    if arguments.report is not None:
        check_extension(arguments.report, PAGES, "--report")
        check_writable(arguments.report, "--report")
    if arguments.xy is not None and arguments.report is None and arguments.plot is None:
        raise ValueError("--xy says where rows are drawn, so it needs --plot or --report: add one.")
    out = None if arguments.out == STANDARD_STREAM else arguments.out
    outputs = {"--out": out, "--model": arguments.model, "--plot": arguments.plot, "--report": arguments.report}
    outputs |= {"--checkpoint": arguments.checkpoint, "--suspects": arguments.suspects}
    inputs = {"the data": arguments.data}
    if arguments.start is not None:
        inputs["the model of --from"] = arguments.start
    if arguments.labels is not None and extension(arguments.labels) == ".npy":
        inputs["the file of labels"] = arguments.labels
    if arguments.apart is not None:
        inputs["the file of pairs"] = arguments.apart
    check_apart(outputs, inputs)


def _write(
    arguments: argparse.Namespace,
    model: CECIB,
    X: pd.DataFrame,
    y: Any,
    places: pd.DataFrame | None,
    found: Findings,
    notes: list[str],
    kept: pd.DataFrame,
    labels: list[str],
) -> None:
    """Write what was asked for; files appear together, when all of them are whole, the table last."""
    with whole_files() as temporary:
        if arguments.model is not None:
            model.save(temporary(arguments.model))
        if arguments.plot is not None:
            from cecib.reading.plotting import plot_clusters

            path, options = temporary(arguments.plot), {"shapes": arguments.shapes, "xy": places}
            write_picture(path, extension(arguments.plot), plot_clusters, model, X, y, labels=model.labels_, **options)
        if arguments.report is not None:
            path, title = temporary(arguments.report), f"Clusters in {Path(arguments.data).name}"
            command = arguments.command_line
            write_report(model, X, y, path, xy=places, title=title, command=command, notes=notes, found=found)
        if arguments.suspects is not None:
            suspects = suspect_table(model, found, lambda rows: kept.drop(columns=labels).iloc[rows])
            write_table_as(suspects, temporary(arguments.suspects), extension(arguments.suspects))
        if arguments.out is not None:
            assignments = make_assignments(model, X, model.labels_)
            if arguments.shapes:
                assignments.insert(1, "shape", model.shapes()[model.labels_])
            assignments = with_kept(kept, assignments.assign(**flags_of(found, model.labels_)))
            if arguments.out == STANDARD_STREAM:
                write_table(assignments, STANDARD_STREAM)
            else:
                write_table_as(assignments, temporary(arguments.out), extension(arguments.out))
