"""Write what a run found: one HTML page, figures, tables, and every single fit as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from importlib.metadata import version
from pathlib import Path

from cecib.experiments.catalogue import CLAIMS
from cecib.experiments.claims.closing import closing_table
from cecib.experiments.machinery.archive import write_archive
from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.verdict import Verdict
from cecib.experiments.report.contents import NAME, Contents, folder_for, write_contents
from cecib.experiments.report.files import FORMATS, write_figure, write_runs, write_table
from cecib.experiments.report.page import claims_html, figure_html, page, table_html
from cecib.files.whole_files import whole_files

_PAPER = (
    "M. Śmieja, B. C. Geiger, Semi-supervised cross-entropy clustering with information bottleneck "
    "constraint, Information Sciences 421 (2017) 245–271"
)
ARCHIVE = "results.json.gz"
"""Name of the file with every fit, from which `benchmarks/paper_page.py` makes the page of the documentation."""


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
    """Write page, figures (PNG and SVG), tables (CSV) and runs into a folder; they appear whole, the page last.

    Where a fuller report lies in the folder, of more experiments or more draws, it stays, and this one goes into
    a folder of its own within.

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
    contents = Contents(tuple(experiment.name for experiment in experiments), draws, is_quick)
    out = folder_for(out, contents)
    for folder in (out, out / "figures", out / "tables"):
        folder.mkdir(parents=True, exist_ok=True)
    judged = judge(runs, data)
    lacking = dict(missing or {})
    failures = [record for results in runs.values() for record in results.failures]
    n_runs = sum(len(results) for results in runs.values())
    path = out / "index.html"
    parts = [_introduction(experiments, n_runs, draws, is_quick=is_quick), "<h2>The claims</h2>"]
    parts += [claims_html(judged), table_html(closing_table(Evidence(runs, data))), _shortcomings(lacking, failures)]
    records = [record for results in runs.values() for record in results]
    with whole_files() as temporary:
        write_runs(temporary(out / "runs.csv"), records)
        write_archive(temporary(out / ARCHIVE), {**asdict(contents), "version": version("cecib")}, records)
        write_contents(temporary(out / NAME), contents)
        for experiment in experiments:
            own = runs.get(experiment.name, Results([]))
            parts += _section(experiment, own, judged, lambda name: temporary(out / name), data)
        temporary(path).write_text(page("CEC-IB: the paper, reproduced", parts), encoding="utf-8")
    return Report(path, judged, n_runs, len(failures), lacking)


def _introduction(experiments: Sequence[Experiment], n_runs: int, draws: int, *, is_quick: bool) -> str:
    links = "".join(f'<a href="#{e.name}">{e.section} {escape(e.title)}</a>' for e in experiments)
    size = "a quick run on the smaller sets" if is_quick else "a full run"
    return (
        f"<h1>CEC-IB: the paper, reproduced</h1>\n<p>{escape(_PAPER)}. Here, {size}: {n_runs} fits, {draws} "
        f"draws of labels per data set, cecib {version('cecib')}.</p>\n"
        "<p><b>CEC-IB</b> is the paper's method with the paper's criterion; <b>cecib</b> is the same idea with this "
        "library's defaults: the evidence criterion, β and the number of clusters unknown. The index is β: 1, 0.6, or "
        "0 for β₀ = 0.269. A number behind ± is a standard error over draws; so is a band in a figure.</p>\n"
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
    own = [pair for pair in judged if pair[0].section == experiment.section]
    if own:
        parts.append(claims_html(own))
    if not results.values("nmi"):
        return [*parts, "<p>No results: see above for what was not at hand.</p>"]
    for name, figure in experiment.figures(results, data).items():
        svg = write_figure({ending: place(f"figures/{name}.{ending}") for ending in FORMATS}, name, figure)
        parts.append(figure_html(svg, experiment.caption(name)))
    for table in experiment.tables(results, data):
        write_table(place(f"tables/{table.name}.csv"), table)
        parts.append(table_html(table))
    return parts
