"""``cecib paper``: the paper's experiments."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from cecib.cli import arguments as types


def add_command(commands: Any) -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser(
        "paper", help="run the paper's experiments", description="Run the paper's experiments and write their tables."
    )
    add = parser.add_argument
    add("experiments", nargs="*", metavar="EXPERIMENT", help="which ones; default: all")
    add("--draws", type=types.count, default=10, metavar="N", help="random draws of labels per setting [10]")
    add("--jobs", type=types.jobs, metavar="N", help="processes; default: all cores")
    add("--out", metavar="DIR", help="folder for the results")
    add("--data", metavar="DIR", help="folder with the data sets")
    add("--quick", action="store_true", help="small versions, to see that everything runs")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Hand over to the experiments."""
    from cecib.experiments import run_paper

    folders = {"out": arguments.out, "data": arguments.data}
    run_paper(
        experiments=arguments.experiments or None,
        draws=arguments.draws,
        jobs=arguments.jobs,
        quick=arguments.quick,
        progress=sys.stderr.isatty(),
        **{name: folder for name, folder in folders.items() if folder is not None},
    )
