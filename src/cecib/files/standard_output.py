"""Text on its way to a terminal, which obeys some of the characters that data may hold."""

from __future__ import annotations

import sys
from unicodedata import category

_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # change the direction of writing


def visible(text: str) -> str:
    r"""Show control characters instead of sending them to a terminal, which might obey them.

    Examples
    --------
    >>> from cecib.files.standard_output import visible
    >>> print(visible("seeds\x1b[2J"))
    seeds\x1b[2J
    """
    return "".join(repr(letter)[1:-1] if _is_control(letter) else letter for letter in text)


def write_lines(text: str) -> None:
    """Write lines of a table to standard output: as they are to a file or a pipe, made visible to a terminal."""
    if sys.stdout.isatty():
        text = "\n".join(visible(line) for line in text.split("\n"))
    sys.stdout.write(text)


def _is_control(letter: str) -> bool:
    return category(letter) in ("Cc", "Cs", "Zl", "Zp") or letter in _TURNING
