"""Numbers of things, and lists of them, in words."""

from __future__ import annotations

from collections.abc import Sequence, Sized

_MOST = 40  # things that are named; more do not fit on a screen


def counted(n: int | Sized, thing: str, things: str | None = None) -> str:
    """Count things in words.

    Examples
    --------
    >>> from cecib.in_words import counted
    >>> counted(1, "row"), counted([3, 4], "row"), counted(2, "category", "categories"), counted(1200, "row")
    ('1 row', '2 rows', '2 categories', '1,200 rows')
    """
    number = len(n) if isinstance(n, Sized) else n
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def listed(things: Sequence[str], most: int = _MOST) -> str:
    """List things in words, or the first of them.

    Examples
    --------
    >>> from cecib.in_words import listed
    >>> listed(["a", "b", "c"]), listed(["a"]), listed(["a", "b", "c"], most=1)
    ('a, b and c', 'a', 'a and 2 more')
    """
    if len(things) > most:
        return f"{', '.join(things[:most])} and {len(things) - most:,} more"
    return " and ".join(filter(None, [", ".join(things[:-1]), *things[-1:]]))
