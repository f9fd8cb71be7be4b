"""The command line, thin over the library: one file per command."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line: `cecib.cli.entry.main`, imported here so that Ctrl-C ends even that without a traceback."""
    try:
        from cecib.cli import entry
    except KeyboardInterrupt:
        sys.stderr.write("cecib: interrupted, nothing was written.\n")
        return 130
    return entry.main(argv)


__all__ = ["main"]
