"""Write what a run found: one HTML page, figures, tables, and every single fit as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from cecib.experiments.catalogue import CLAIMS
from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.claim import Claim, Evidence
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Table
from cecib.experiments.machinery.verdict import Verdict
from cecib.experiments.report.page import claims_html, figure_html, page, table_html
from cecib.files.whole_files import whole_files

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PAPER = (
    "M. Śmieja, B. C. Geiger, Semi-supervised cross-entropy clustering with information bottleneck "
    "constraint, Information Sciences 421 (2017) 245–271"
)
_FIRST_COLUMNS = ("experiment", "dataset", "variant", "method", "options", "draw", "seed")
_UNSHOWN = ("labels",)


@dataclass(frozen=True)
class Report:
    """Where a report is and what it says.

    Attributes
    ----------
    path : Path
        The HTML page.
    claims : tuple of (Claim, Verdict)
        All claims, judged.
    n_runs, n_failed : int
        Fits, and those among them that raised.
    missing : mapping of str to str
        Data sets and methods that were not at hand, and why.
    """

    path: Path
    claims: tuple[tuple[Claim, Verdict], ...]
    n_runs: int
    n_failed: int
    missing: Mapping[str, str] = field(default_factory=dict)


def judge(runs: Mapping[str, Results], data: str | None = None) -> tuple[tuple[Claim, Verdict], ...]:
    """Judge all claims; those whose experiments were not run are "not run"."""
    evidence = Evidence(runs, data)
    return tuple((claim, claim.judge(evidence)) for claim in CLAIMS)


def write_report(
    out: Path,
    experiments: Sequence[Experiment],
    runs: Mapping[str, Results],
    *,
    draws: int,
    data: str | None = None,
    missing: Mapping[str, str] | None = None,
    is_quick: bool = False,
) -> Report:
    """Write page, figures (PNG and SVG), tables (CSV) and runs (CSV) into a folder; they appear whole, the page last.

    Parameters
    ----------
    out : Path
        The folder; made if need be.
    experiments : sequence of Experiment
        What was run, in the order of the report.
    runs : mapping of str to Results
        Results by experiment.
    draws : int
        Experts per set, to be told.
    data : str, optional
        Folder of the data.
    missing : mapping of str to str, optional
        What was not at hand, and why.
    is_quick : bool, default=False
        Whether it was a quick run, to be told.
    """
    for folder in (out, out / "figures", out / "tables"):
        folder.mkdir(parents=True, exist_ok=True)
    judged = judge(runs, data)
    lacking = dict(missing or {})
    failures = [record for results in runs.values() for record in results.failures]
    n_runs = sum(len(results) for results in runs.values())
    path = out / "index.html"
    parts = [_introduction(experiments, n_runs, draws, is_quick=is_quick), "<h2>The claims</h2>"]
    parts += [claims_html(judged), _shortcomings(lacking, failures)]
    with whole_files() as temporary:
        write_runs(temporary(out / "runs.csv"), [record for results in runs.values() for record in results])
        for experiment in experiments:
            own = runs.get(experiment.name, Results([]))
            parts += _section(experiment, own, judged, lambda name: temporary(out / name), data)
        temporary(path).write_text(page("CEC-IB: the paper, reproduced", parts), encoding="utf-8")
    return Report(path, judged, n_runs, len(failures), lacking)


def write_runs(path: Path, records: Sequence[Record]) -> None:
    """Write every fit as a line of CSV."""
    found = dict.fromkeys(name for record in records for name in record if name not in _UNSHOWN)
    columns = [*_FIRST_COLUMNS, *(name for name in found if name not in _FIRST_COLUMNS)]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for record in records:
            writer.writerow({**record, "warnings": "; ".join(record.get("warnings", ()))})


def write_table(path: Path, table: Table) -> None:
    """Write a table as CSV, with all digits."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table.header)
        writer.writerows(table.rows)


def write_figure(png: Path, svg: Path, name: str, figure: Figure) -> bytes:
    """Write a figure as PNG and SVG; return the SVG."""
    import matplotlib

    figure.savefig(png, format="png", dpi=160, metadata={"Software": None})
    figure.set_layout_engine("none")
    buffer = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    svg.write_bytes(buffer.getvalue())
    return buffer.getvalue()


def _introduction(experiments: Sequence[Experiment], n_runs: int, draws: int, *, is_quick: bool) -> str:
    links = "".join(f'<a href="#{e.name}">{e.section} {escape(e.title)}</a>' for e in experiments)
    size = "a quick run on the smaller sets" if is_quick else "a full run"
    return (
        f"<h1>CEC-IB: the paper, reproduced</h1>\n<p>{escape(_PAPER)}. Here, {size}: {n_runs} fits, {draws} "
        f"draws of labels per data set, cecib {version('cecib')}.</p>\n"
        "<p><b>CEC-IB</b> is the paper's method with the paper's criterion and settings; <b>cecib</b> is the "
        "same idea with this library's defaults: the evidence criterion, the number of clusters unknown. The "
        "index is β: 1, 0.6, or 0 for β₀ = 0.269.</p>\n"
        f"<nav>{links}</nav>"
    )


def _shortcomings(missing: Mapping[str, str], failures: Sequence[Record]) -> str:
    parts = []
    if missing:
        rows = "".join(f"<li><b>{escape(k)}</b>: {escape(v.splitlines()[0])}</li>" for k, v in missing.items())
        parts.append(f"<details open><summary>Not at hand, so left out</summary><ul>{rows}</ul></details>")
    if failures:
        counts: dict[tuple[str, str, str], int] = {}
        for record in failures:
            place = (record["experiment"], record["variant"], record["error"].splitlines()[0])
            counts[place] = counts.get(place, 0) + 1
        rows = "".join(f"<li>{escape(', '.join(k))}: {n} fits</li>" for k, n in counts.items())
        parts.append(f"<details open><summary>Fits that failed: {len(failures)}</summary><ul>{rows}</ul></details>")
    return "\n".join(parts)


def _section(
    experiment: Experiment,
    results: Results,
    judged: Sequence[tuple[Claim, Verdict]],
    place: Callable[[str], Path],
    data: str | None,
) -> list[str]:
    parts = [
        f'<h2 id="{experiment.name}">{experiment.place}: {escape(experiment.title)}</h2>',
        f"<p>{escape(experiment.summary)}</p>",
    ]
    own = [pair for pair in judged if pair[0] in experiment.claims]
    if own:
        parts.append(claims_html(own))
    if not results.values("nmi"):
        return [*parts, "<p>No results: see above for what was not at hand.</p>"]
    for name, figure in experiment.figures(results, data).items():
        svg = write_figure(place(f"figures/{name}.png"), place(f"figures/{name}.svg"), name, figure)
        parts.append(figure_html(svg, f"{experiment.place}, {experiment.title}: {name}"))
    for table in experiment.tables(results, data):
        write_table(place(f"tables/{table.name}.csv"), table)
        parts.append(table_html(table))
    return parts
