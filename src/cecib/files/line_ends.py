"""How lines end: a line feed, after a carriage return or not, or a carriage return alone, which is said."""

from __future__ import annotations

import re

_END = re.compile(rb"\r\n?|\n")
_ALONE = re.compile(rb"\r[^\n]")  # at the very end a line feed may follow that has not been read
_QUOTED = re.compile(rb'"[^"]*("|\Z)')


def first_line(content: bytes) -> bytes:
    r"""Give what comes before the first end of a line.

    Examples
    --------
    >>> from cecib.files.line_ends import first_line
    >>> first_line(b"wing,mass\r70,19.5\r")
    b'wing,mass'
    """
    return _END.split(content, maxsplit=1)[0]


def count_ends(content: bytes) -> int:
    r"""Count ends of lines.

    Examples
    --------
    >>> from cecib.files.line_ends import count_ends
    >>> count_ends(b"1\n2\r3\r\n")
    3
    """
    return sum(1 for _ in _END.finditer(content))


def has_an_end(content: bytes) -> bool:
    """Whether some line ends."""
    return _END.search(content) is not None


def whole_lines(content: bytes) -> bytes:
    r"""Give what comes before the last, cut line; all of it if no line ends.

    Examples
    --------
    >>> from cecib.files.line_ends import whole_lines
    >>> whole_lines(b"wing,mass\r70,19.5\r67,1")
    b'wing,mass\r70,19.5\r'
    """
    return content[: max(content.rfind(b"\n"), content.rfind(b"\r")) + 1] or content


def line_end_note(content: bytes) -> str | None:
    r"""Say that lines end in carriage returns alone, as old Macs wrote them; those within quotes are no ends.

    Examples
    --------
    >>> from cecib.files.line_ends import line_end_note
    >>> line_end_note(b"wing\r70\r")
    'line ends: carriage returns alone'
    >>> line_end_note(b"wing\r\n70\r67\r\n")
    'line ends: mixed, some of them carriage returns alone'
    >>> line_end_note(b'wing,place\r\n70,"a\rb"\r\n') is None
    True
    """
    if b"\r" not in content or _ALONE.search(content) is None:
        return None
    bare = _QUOTED.sub(b"", content)
    if _ALONE.search(bare) is None:
        return None
    mixed = "mixed, some of them " if b"\n" in bare else ""
    return f"line ends: {mixed}carriage returns alone"
