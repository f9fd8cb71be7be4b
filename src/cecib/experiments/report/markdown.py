"""Pieces of a report as Markdown, and a page of Markdown whose pieces are filled in anew."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.sections import place_of
from cecib.experiments.machinery.table import Table
from cecib.experiments.machinery.verdict import Verdict

_PIECE = re.compile(r"<!-- made: ([\w.-]+) -->\n.*?<!-- /made -->", flags=re.DOTALL)


def table_markdown(table: Table) -> str:
    """Return a table with its title and note, the best in bold.

    Examples
    --------
    >>> from cecib.experiments.machinery.table import Table
    >>> from cecib.experiments.report.markdown import table_markdown
    >>> print(table_markdown(Table("t", "NMI", ["method", "10%"], [["a", 0.5], ["b", 0.25]], best="column")))
    **NMI**
    <BLANKLINE>
    | method | 10% |
    |---|---|
    | a | **0.500** |
    | b | 0.250 |
    """
    best = table.best_cells
    rows = [
        [f"**{table.text(cell)}**" if (i, j) in best else _escaped(table.text(cell)) for j, cell in enumerate(row)]
        for i, row in enumerate(table.rows)
    ]
    note = f"\n\n{table.note}" if table.note else ""
    return f"**{table.title}**\n\n{_grid(table.header, rows)}{note}"


def claims_markdown(judged: Sequence[tuple[Claim, Verdict]]) -> str:
    """Return the claims with their verdicts, numbers and rules."""
    rows = [
        [
            place_of(claim.section),
            _escaped(claim.quote),
            f"**{verdict.word}**",
            _escaped(verdict.numbers) or "–",
            _escaped(claim.rule),
        ]
        for claim, verdict in judged
    ]
    return _grid(["where", "the paper says", "here", "numbers", "held means"], rows)


def filled(page: str, pieces: Mapping[str, str]) -> str:
    r"""Fill the marked places of a page; each piece has to have one, and each place a piece.

    Examples
    --------
    >>> from cecib.experiments.report.markdown import filled
    >>> print(filled("Before.\n<!-- made: n -->\nold\n<!-- /made -->\nAfter.", {"n": "7 fits"}))
    Before.
    <!-- made: n -->
    7 fits
    <!-- /made -->
    After.
    """
    places = _PIECE.findall(page)
    lost = [name for name in pieces if name not in places]
    unknown = [name for name in places if name not in pieces]
    if lost or unknown:
        raise ValueError(f"places without a piece: {unknown}; pieces without a place: {lost}.")
    return _PIECE.sub(lambda match: f"<!-- made: {match[1]} -->\n{pieces[match[1]]}\n<!-- /made -->", page)


def _grid(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (header, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(header), *lines[1:]])


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
