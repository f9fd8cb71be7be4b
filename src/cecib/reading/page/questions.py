"""Whom to ask next: a few rows whose label would help most."""

from __future__ import annotations

from html import escape

from cecib.reading.ask import questions
from cecib.reading.page.subject import Subject
from cecib.reading.page.words import paragraph, section, short, table

_MOST = 10


def question_section(subject: Subject) -> str:
    """List the rows to have labelled next."""
    found = questions(subject.model, subject.coordinates, subject.side, None, _MOST)
    if not found:
        return ""
    rows = [
        [
            f"{one.row + 1:,}",
            escape(one.reason),
            f"{one.value:,.1f}",
            " and ".join(map(str, one.clusters)),
            "" if one.category is None else f"{escape(short(one.category))} <small>({one.probability:.0%})</small>",
        ]
        for one in found
    ]
    note = "Settles: about how many rows the answer speaks for, each times how unsure its category is."
    header = ["row", "why", "settles", "cluster", "probably"]
    return section("Whom to ask next", table(header, rows), paragraph(note, "note"))
