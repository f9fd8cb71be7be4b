"""Numbers of things, in words."""

from __future__ import annotations

from collections.abc import Sized


def counted(n: int | Sized, thing: str, things: str | None = None) -> str:
    """Count things in words.

    Examples
    --------
    >>> from cecib.plurals import counted
    >>> counted(1, "row"), counted([3, 4], "row"), counted(2, "category", "categories"), counted(1200, "row")
    ('1 row', '2 rows', '2 categories', '1,200 rows')
    """
    number = len(n) if isinstance(n, Sized) else n
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"
