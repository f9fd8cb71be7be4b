"""The command line, thin over the library: one file per command."""

from cecib.cli.entry import main

__all__ = ["main"]
