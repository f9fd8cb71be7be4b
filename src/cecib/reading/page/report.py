"""The page: its sections in order, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from cecib.files.whole_files import whole_file
from cecib.reading.findings import Findings, make_findings
from cecib.reading.fitted_rows import labels_for
from cecib.reading.page.branches import tree_section
from cecib.reading.page.cluster_table import cluster_section
from cecib.reading.page.label_table import label_section
from cecib.reading.page.making import making_section
from cecib.reading.page.map import map_section
from cecib.reading.page.questions import question_section
from cecib.reading.page.style import STYLE
from cecib.reading.page.subject import Subject, has_labels
from cecib.reading.page.trusting import trust_section
from cecib.reading.page.verdict import verdict_section
from cecib.reading.page.words import short
from cecib.reading.planes import given_places
from cecib.validation import read_points

if TYPE_CHECKING:
    from cecib.estimator import CECIB

PAGES = (".html", ".htm")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # nothing is fetched, nothing runs
_SECTIONS = (
    verdict_section,
    map_section,
    cluster_section,
    tree_section,
    label_section,
    question_section,
    trust_section,
    making_section,
)


def write_report(
    model: CECIB,
    X: ArrayLike,
    y: ArrayLike | None,
    path: str | os.PathLike[str],
    *,
    xy: ArrayLike | None = None,
    title: str = "What the clusters say",
    command: str | None = None,
    notes: Sequence[str] = (),
    found: Findings | None = None,
) -> None:
    """Write the page: `CECIB.report`, with what a `Subject` has beside; `found`, if that is known already."""
    rows = read_points(model, X, reset=False, takes_holes=True)
    coordinates = model._located(rows)
    side = labels_for(model, X, y, len(rows))
    subject = Subject(
        model=model,
        X=rows,
        coordinates=coordinates,
        side=side,
        clusters=model.clusters_.cheapest(coordinates),
        found=make_findings(model, rows, coordinates, side) if found is None else found,
        xy=given_places(xy, len(rows)),
        command=command,
        notes=notes,
        lacks_labels=y is None and not side.is_labelled.any() and has_labels(model),
    )
    body = "\n".join(make(subject) for make in _SECTIONS)
    with whole_file(path) as temporary:
        temporary.write_text(_page(title, body), encoding="utf-8")


def _page(title: str, body: str) -> str:
    title = escape(short(title, 200))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        f"{body}\n</main>\n</body>\n</html>\n"
    )
