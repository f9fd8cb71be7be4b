"""The entry point: which command, and how every command ends."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from typing import NoReturn

from cecib import __version__
from cecib.cli import ask, cluster, explore, paper, predict, tree
from cecib.cli.interruption import INTERRUPTED
from cecib.cli.process import open_streams, orderly_end
from cecib.cli.wording import as_sentence
from cecib.files.standard_output import visible

USAGE_ERROR = 2
INTERNAL_ERROR = 1
BROKEN_PIPE = 141


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, reported by `main` like every other."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise ValueError(f"{message.removeprefix('argument ').rstrip('.')}: see {self.prog} --help.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process by default.

    Returns
    -------
    int
        The exit status: 0 done, 2 bad input, 1 a bug of ours, 130 interrupted, 143 or 129 ended by a signal.

    Examples
    --------
    >>> from cecib.cli import main
    >>> main(["cluster", "no-such-file.csv"])
    2
    """
    try:
        with open_streams(), orderly_end():
            arguments = make_parser().parse_args(argv)
            arguments.command_line = shlex.join(["cecib", *(sys.argv[1:] if argv is None else argv)])
            arguments.run(arguments)
            sys.stdout.flush()
    except SystemExit as end:
        return int(end.code or 0)
    except KeyboardInterrupt as end:
        return _stop(visible(str(end)) or "interrupted, nothing was written.", INTERRUPTED)
    except BrokenPipeError:
        _let_go_of_stdout()
        return BROKEN_PIPE
    except (ValueError, OSError, ModuleNotFoundError) as error:
        return _stop(as_sentence(error), USAGE_ERROR)
    except MemoryError:
        return _stop("the data do not fit into memory: give fewer rows or columns.", USAGE_ERROR)
    except Exception as error:
        if "CECIB_TRACEBACK" in os.environ:
            raise
        what = f"{type(error).__name__}: {visible(str(error))}"
        return _stop(f"{what} (a bug: set CECIB_TRACEBACK=1 and report what it shows).", INTERNAL_ERROR)
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of all commands."""
    parser = CommandParser(prog="cecib", description="Clustering for data of which an expert has labelled a little.")
    parser.add_argument("--version", action="version", version=f"cecib {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (cluster, explore, predict, ask, tree, paper):
        command.add_command(commands)
    return parser


def _stop(message: str, status: int) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"cecib: {message}\n")
    return status


def _let_go_of_stdout() -> None:
    """Keep Python from complaining about the closed pipe once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
