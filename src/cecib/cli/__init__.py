"""The command line, thin over the library: one file per command."""

import sys

from cecib.cli.interruption import INTERRUPTED, SENTENCE, ctrl_c

TYPE_CHECKING = False  # of typing, which takes time to import
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command line, `cecib.cli.entry.main`, so that Ctrl-C ends it without a traceback from here on."""
    if argv is None:  # the process is ours
        ctrl_c.listen()
    try:
        from cecib.cli import entry

        ctrl_c.status = None
        status = entry.main(argv)
    except KeyboardInterrupt:
        sys.stderr.write(SENTENCE)
        status = INTERRUPTED
    ctrl_c.end(status)
    return status


__all__ = ["main"]
