"""The HTML page of a report, everything inside one file."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape

from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.sections import place_of
from cecib.experiments.machinery.table import Table
from cecib.experiments.machinery.verdict import Verdict

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.55 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 3rem 0 .4rem; padding-top: .8rem; border-top: 2px solid #1a1a1a; }
h3 { font-size: 1rem; margin: 1.8rem 0 .4rem; }
p { margin: .5rem 0; }
figure { margin: 1.2rem 0; }
figure img { width: 100%; min-width: 34rem; height: auto; }
figcaption, .note { color: #555; font-size: .88rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .65rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th { border-bottom: 1px solid #1a1a1a; vertical-align: bottom; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
.claims td { white-space: normal; vertical-align: top; text-align: left; min-width: 7rem; }
.claims th { text-align: left; }
.verdict { display: inline-block; padding: 0 .5rem; border: 1.5px solid #1a1a1a; border-radius: 1rem;
  font-size: .82rem; white-space: nowrap; }
.held { background: #1a1a1a; color: #fff; }
.undecided { background: #ddd; }
.not-run { border-style: dashed; color: #555; border-color: #777; }
nav { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; }
details { margin: 1rem 0; } summary { cursor: pointer; }
"""


def page(title: str, parts: Sequence[str]) -> str:
    """Return a whole page; the parts are HTML already."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def table_html(table: Table) -> str:
    """Return a table with its title and note."""
    texts = [isinstance(cell, str) for cell in table.rows[0]] if table.rows else []
    is_text = texts or [False] * len(table.header)
    head = "".join(_cell("th", label, text) for label, text in zip(table.header, is_text, strict=True))
    best = table.best_cells
    body = "\n".join(
        "<tr>"
        + "".join(
            _cell("td", table.text(cell), text, is_best=(i, j) in best)
            for j, (cell, text) in enumerate(zip(row, is_text, strict=True))
        )
        + "</tr>"
        for i, row in enumerate(table.rows)
    )
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return (
        f'<h3>{escape(table.title)}</h3>\n<div class="scroll"><table><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>\n{note}"
    )


def claims_html(judged: Sequence[tuple[Claim, Verdict]]) -> str:
    """Return the claims with their verdicts and numbers."""
    rows = "\n".join(
        f"<tr><td>{escape(place_of(claim.section))}</td><td>{escape(claim.quote)}</td><td>{badge(verdict)}</td>"
        f"<td>{escape(verdict.numbers) or '–'}</td><td>{escape(claim.rule)}</td></tr>"
        for claim, verdict in judged
    )
    head = "<tr><th>Where</th><th>The paper says</th><th>Here</th><th>Numbers</th><th>Held means</th></tr>"
    return f'<div class="scroll"><table class="claims"><thead>{head}</thead><tbody>{rows}</tbody></table></div>'


def badge(verdict: Verdict) -> str:
    """Return the verdict as a small sign."""
    return f'<span class="verdict {verdict.word.replace(" ", "-")}">{verdict.word}</span>'


def figure_html(svg: bytes, caption: str) -> str:
    """Return a picture that is part of the page."""
    text = escape(caption)
    image = f'<img src="data:image/svg+xml;base64,{base64.b64encode(svg).decode()}" alt="{text}">'
    return f'<figure><div class="scroll">{image}</div><figcaption>{text}</figcaption></figure>'


def _cell(tag: str, text: str, is_text: bool, *, is_best: bool = False) -> str:
    kind = ' class="text"' if is_text else ""
    shown = f"<b>{escape(text)}</b>" if is_best else escape(text)
    return f"<{tag}{kind}>{shown}</{tag}>"
