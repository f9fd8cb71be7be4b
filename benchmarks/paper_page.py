"""Fill docs/paper.md with the tables, figures and verdicts of a full run of the paper's experiments.

    cecib paper --draws 6 --data FOLDER --out report
    python benchmarks/paper_page.py report/results.json.gz FOLDER     takes that run over into docs/results, and fills
    python benchmarks/paper_page.py docs/results/paper.json.gz FOLDER fills from the run that is there

FOLDER has the data sets: the segments of section 5.7 are drawn from its picture. The photograph itself, which is not
ours to hand on, is left out of the page.
"""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import copyfile

from cecib.experiments import EXPERIMENTS
from cecib.experiments.claims.closing import closing_table
from cecib.experiments.machinery.archive import read_archive
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.results import Results
from cecib.experiments.report.files import svg_of
from cecib.experiments.report.markdown import claims_markdown, filled, table_markdown
from cecib.experiments.report.writing import judge

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "paper.md"
KEPT = DOCS / "results" / "paper.json.gz"
FIGURES = DOCS / "images" / "paper"
PHOTOGRAPHS = ("picture", "scribbles")  # titles of panels that show it


def pieces(evidence: Evidence, size: str) -> tuple[dict[str, str], dict[str, bytes]]:
    """Return what the page shows, by name, and the figures as SVG."""
    judged = judge(evidence.runs, evidence.data)
    words = [verdict.word for _, verdict in judged]
    counts = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(sorted(words)))
    made = {
        "size": f"{size} {len(judged)} claims: {counts}.",
        "claims": claims_markdown(judged),
        "promises": table_markdown(closing_table(evidence)),
    }
    figures: dict[str, bytes] = {}
    for name, experiment in EXPERIMENTS.items():
        results = evidence.of(name)
        shown = []
        for file, figure in experiment.figures(results, evidence.data).items():
            for panel in [own for own in figure.axes if own.get_title() in PHOTOGRAPHS]:
                panel.remove()
            figure.draw_without_rendering()
            figure.set_layout_engine("none")
            figures[file] = svg_of(file, figure)
            caption = experiment.caption(file)
            shown.append(f"![{caption}](images/paper/{file}.svg)\n\n*{caption}*")
        shown += [table_markdown(table) for table in experiment.tables(results, evidence.data)]
        made[name] = "\n\n".join(shown)
    return made, figures


def read_evidence(archive: Path, data: str) -> tuple[Evidence, str]:
    """Return the results of a run, and a sentence that says how large it was."""
    about, records = read_archive(archive)
    lacking = [name for name in EXPERIMENTS if name not in about["experiments"]]
    if lacking or about["is_quick"]:
        raise SystemExit(f"{archive} is no full run: {', '.join(lacking) or 'it was a quick one'}.")
    runs = {name: Results(r for r in records if r["experiment"] == name) for name in EXPERIMENTS}
    n_failed = sum(len(results.failures) for results in runs.values())
    return (
        Evidence(runs, data),
        f"{len(records):,} fits ({n_failed} failed), {about['draws']} draws of labels, version {about['version']}.",
    )


def main(archive: Path, data: str) -> None:
    """Take over the results and write the page and its figures."""
    evidence, size = read_evidence(archive, data)
    made, figures = pieces(evidence, size)
    page = filled(PAGE.read_text(encoding="utf-8"), made)
    FIGURES.mkdir(parents=True, exist_ok=True)
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    if archive.resolve() != KEPT.resolve():
        copyfile(archive, KEPT)
    for name, svg in figures.items():
        (FIGURES / f"{name}.svg").write_bytes(svg)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
