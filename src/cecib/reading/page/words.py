"""Words and tables: numbers as people read them, names from the data as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_LONGEST = 60


def short(value: object, longest: int = _LONGEST) -> str:
    """Text of a value from the data, cut if it is long; what does not print is shown."""
    words = "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(value)[: longest + 1])
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


def number(count: float, singular: str, plural: str | None = None) -> str:
    """Write a number and what it counts.

    Examples
    --------
    >>> from cecib.reading.page.words import number
    >>> number(1, "row"), number(12000, "row"), number(2, "category", "categories")
    ('1 row', '12,000 rows', '2 categories')
    """
    return f"{count:,.10g} {singular if count == 1 else plural or singular + 's'}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Make a table; cells are HTML, those that begin with a digit or a sign are aligned as numbers by the style."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in header)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="scroll"><table class="{kind}"><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'
    )


def paragraph(words: str, kind: str = "") -> str:
    """Make a paragraph of plain text."""
    return f'<p class="{kind}">{escape(words)}</p>' if kind else f"<p>{escape(words)}</p>"


def section(title: str, *parts: str) -> str:
    """Make a section; nothing if it would be empty."""
    inside = "\n".join(part for part in parts if part)
    return f"<section><h2>{escape(title)}</h2>\n{inside}\n</section>" if inside else ""
