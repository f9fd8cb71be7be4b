"""Labels that look wrong, the most doubtful first, and rows that no cluster explains."""

from __future__ import annotations

from html import escape

from cecib.in_words import listed
from cecib.reading.findings import bond_sentences
from cecib.reading.page.subject import Subject
from cecib.reading.page.words import paragraph, section, short, table

_MOST_LABELS, _MOST_ROWS = 50, 40


def label_section(subject: Subject) -> str:
    """Give what should be looked at."""
    return section("Labels and rows to look at", *_labels(subject), *_bonds(subject), *_outliers(subject))


def _bonds(subject: Subject) -> list[str]:
    return [paragraph(f"{words[0].upper()}{words[1:]}.") for words in bond_sentences(subject.found)]


def _labels(subject: Subject) -> list[str]:
    found = subject.found.labels
    if len(found.row) == 0:
        return []
    wrong = int((found.probability_wrong > 0.5).sum())
    rows = [
        [
            f"{found.row[i] + 1:,}",
            escape(short(found.given[i])),
            escape(short(found.suggested[i])),
            f"{found.probability_wrong[i]:.0%}",
            str(subject.clusters[found.row[i]]),
            *([] if found.level is None else [escape(short(subject.found.levels[found.level[i]]))]),
        ]
        for i in range(min(wrong, _MOST_LABELS))
    ]
    parts = [
        paragraph(
            f"About {found.wrong_share:.1%} of {len(found.row):,} labels may be wrong, as the labels around each "
            "suggest; which ones is often not to be told."
        )
    ]
    if rows:
        header = ["row", "label", "rather", "wrong, probability", "cluster"]
        parts.append(table(header if found.level is None else [*header, "level"], rows))
    if wrong > len(rows):
        parts.append(paragraph(f"{wrong - len(rows):,} more look wrong.", "note"))
    return parts


def _outliers(subject: Subject) -> list[str]:
    rows = [f"{row + 1:,}" for row in subject.found.outliers.tolist()]
    return (
        [paragraph(f"Rows that no cluster explains, the farthest first: {listed(rows, _MOST_ROWS)}.")] if rows else []
    )
