"""``cecib paper``: the paper's experiments."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from cecib.cli import arguments as types
from cecib.files.standard_output import visible

_FOLDER = Path(__file__).parents[1] / "experiments" / "paper"
EXPERIMENTS = tuple(sorted(path.stem.replace("_", "-") for path in _FOLDER.glob("[a-z]*.py")))
"""Names of the experiments, read off their files: to import them takes long, and the help needs only the names."""


def add_command(commands: Any) -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser(
        "paper", help="run the paper's experiments", description="Run the paper's experiments and write their tables."
    )
    add = parser.add_argument
    add(
        "experiments",
        nargs="*",
        metavar="EXPERIMENT",
        help=f"among {', '.join(EXPERIMENTS)}; default: all, which takes long",
    )
    add("--draws", type=types.count, default=10, metavar="N", help="random draws of labels per setting [10]")
    add("--jobs", type=types.jobs, metavar="N", help="processes; default: all cores")
    add("--out", metavar="DIR", help="folder for the results [report]; a fuller report there stays")
    add("--data", metavar="DIR", help="folder with the data sets; those not at hand are left out")
    add("--download", action="store_true", help="fetch data sets that are not at hand from UCI, OpenML and GitHub")
    add("--quick", action="store_true", help="small versions, to see that everything runs")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Hand over to the experiments."""
    from cecib.experiments import run_paper

    folders = {"out": arguments.out, "data": arguments.data}
    report = run_paper(
        experiments=arguments.experiments or None,
        draws=arguments.draws,
        jobs=arguments.jobs,
        quick=arguments.quick,
        download=arguments.download,
        progress=sys.stderr.isatty(),
        **{name: folder for name, folder in folders.items() if folder is not None},
    )
    sys.stdout.write(f"{report.n_runs} fits, {report.n_failed} failed; report: {visible(str(report.path))}\n")
    if report.missing:
        advice = "" if arguments.download else "; --download tries to fetch data sets, without it no server is asked"
        sys.stdout.write(f"left out: {', '.join(report.missing)}; the report says why{advice}\n")
