"""``cecib tree``: which clusters of a saved model become one first, and what that costs."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from cecib.cli import arguments as types
from cecib.cli.cluster import PICTURES
from cecib.cli.modules import need
from cecib.cli.pictures import write_picture
from cecib.cli.predict import load
from cecib.estimator import CECIB
from cecib.files.endings import STANDARD_STREAM, check_extension, extension
from cecib.files.standard_output import visible
from cecib.files.tables import check_table_output, write_table, write_table_as
from cecib.files.whole_files import check_apart, check_writable, whole_files
from cecib.reading.levels import dominant_paths, path_names
from cecib.reading.tree import Tree
from cecib.reading.tree_words import below

if TYPE_CHECKING:
    import pandas as pd

_WIDTH_OF_FILES = 120
_MOST_NAMED = 12
_EXAMPLE = """example:
  cecib cluster finches.csv --labels diet --model finches.cecib
  cecib tree finches.cecib -n 3 --plot tree.png --model coarse.cecib"""


def add_command(commands: Any) -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser(
        "tree",
        help="tell which clusters of a saved model become one first",
        description="Print the merges of clusters in the order of their cost, within categories first, then across.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("fitted", metavar="MODEL", help="file that cecib cluster --model wrote")
    add("-n", type=types.count, metavar="N", help="also tell the clusters when N are left")
    add("--plot", metavar="FILE", help="draw the tree: .png, .svg or .pdf")
    add("--out", metavar="FILE", help="write the merges, as cecib cluster --out does; - for standard output")
    add("--model", metavar="FILE", help="write the model that is cut to N clusters, for cecib predict")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Load, grow, write, print."""
    _check_outputs(arguments)
    model = load(arguments.fitted)
    if arguments.n is not None and arguments.n > model.n_clusters_:
        raise ValueError(
            f"-n must be at most the number of clusters, {model.n_clusters_}, got {arguments.n}: lower it."
        )
    tree = model.tree()
    coarse = model.cut(arguments.n) if arguments.n is not None else None
    with whole_files() as temporary:
        if arguments.model is not None and coarse is not None:
            coarse.save(temporary(arguments.model))
        if arguments.plot is not None:
            from cecib.reading.tree_plotting import plot_tree

            write_picture(temporary(arguments.plot), extension(arguments.plot), plot_tree, model, n=arguments.n)
        if arguments.out is not None and arguments.out != STANDARD_STREAM:
            write_table_as(merge_table(tree), temporary(arguments.out), extension(arguments.out))
    if arguments.out == STANDARD_STREAM:
        write_table(merge_table(tree), STANDARD_STREAM)
    _print_tree(model, tree, coarse, sys.stderr if arguments.out == STANDARD_STREAM else sys.stdout)


def merge_table(tree: Tree) -> pd.DataFrame:
    """Give the merges as a table: the columns of the linkage, the nats, and the clusters that are one then."""
    import pandas as pd

    k = len(tree) + 1
    nodes = below(tree.growth.leaves, tree.growth.merges)
    return pd.DataFrame(
        {
            "merge": np.arange(k, k + len(tree)),
            "first": np.asarray(tree[:, 0], dtype=int),
            "second": np.asarray(tree[:, 1], dtype=int),
            "height": np.asarray(tree[:, 2]),
            "leaves": np.asarray(tree[:, 3], dtype=int),
            "nats": tree.nats,
            "cost": tree.costs[1:],
            "within_category": tree.within,
            "clusters": [" ".join(map(str, node.leaves)) for node in nodes[k:]],
        }
    )


def _check_outputs(arguments: argparse.Namespace) -> None:
    need("cli", "pandas", "pyarrow", "rich")
    check_table_output(arguments.out)
    if arguments.model is not None:
        if arguments.n is None:
            raise ValueError("--model writes the model that is cut to N clusters: give -n N too.")
        check_writable(arguments.model, "--model")
    if arguments.plot is not None:
        need("plot", "matplotlib")
        check_extension(arguments.plot, PICTURES, "--plot")
        check_writable(arguments.plot, "--plot")
    out = None if arguments.out == STANDARD_STREAM else arguments.out
    outputs = {"--out": out, "--model": arguments.model, "--plot": arguments.plot}
    check_apart(outputs, {"the model": arguments.fitted})


def _print_tree(model: CECIB, tree: Tree, coarse: CECIB | None, file: Any) -> None:
    from rich.console import Console

    width = None if file.isatty() else _WIDTH_OF_FILES
    console = Console(file=file, width=width, highlight=False, markup=False, emoji=False)
    if len(tree):
        console.print(_merges_shown(tree))
    for line in [*tree.describe().splitlines(), *_cut_lines(model, coarse)]:
        console.print(visible(line), soft_wrap=True)


def _merges_shown(tree: Tree) -> Any:
    """Make the table of merges for the eyes: how many clusters are left, what became one, and what it costs."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("left", "nats", "cost"):
        table.add_column(heading, justify="right")
    table.add_column("these become one")
    table.add_column("across")
    nodes = below(tree.growth.leaves, tree.growth.merges)
    for i, merge in enumerate(tree.growth.merges):
        names = " + ".join(_numbers(nodes[side].leaves) for side in (merge.first, merge.second))
        cost, across = f"{tree.costs[i + 1]:.4f}", visible(tree.growth.crossed(merge))
        table.add_row(str(len(tree) - i), f"{merge.nats:,.1f}", cost, names, across)
    return table


def _cut_lines(model: CECIB, coarse: CECIB | None) -> list[str]:
    if coarse is None:
        return []
    lines, names = [], path_names(coarse, dominant_paths(coarse))
    for c in range(coarse.n_clusters_):
        own = np.unique(model.labels_[coarse.labels_ == c]).tolist()
        category = "no label" if names[c] is None else names[c]
        share = f"{coarse.weights_[c]:.1%} of the points"
        lines.append(f"with {coarse.n_clusters_}: cluster {c} is {_numbers(own)} ({category}, {share})")
    return lines


def _numbers(clusters: list[int]) -> str:
    shown = ", ".join(map(str, clusters[:_MOST_NAMED]))
    return f"{shown} and {len(clusters) - _MOST_NAMED} more" if len(clusters) > _MOST_NAMED else shown
