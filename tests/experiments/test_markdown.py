"""The page of the documentation: filled from a kept run, and what it shows is what that run says."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from cecib.experiments import EXPERIMENTS
from cecib.experiments.claims.closing import closing_table
from cecib.experiments.machinery.archive import read_archive
from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.table import Table
from cecib.experiments.machinery.verdict import Verdict
from cecib.experiments.report.markdown import claims_markdown, filled, table_markdown
from shared_data import folder_of

ROOT = Path(__file__).resolve().parents[2]
paper_page = SimpleNamespace(**runpy.run_path(str(ROOT / "benchmarks" / "paper_page.py"), run_name="paper_page"))


def test_pieces_without_a_place_and_places_without_a_piece_are_refused():
    """No table is lost because nobody made room for it, and none stays from an older run."""
    page = "<!-- made: a -->\nold\n<!-- /made -->\n"
    assert filled(page, {"a": "new"}) == "<!-- made: a -->\nnew\n<!-- /made -->\n"
    assert filled(filled(page, {"a": "new"}), {"a": "new"}) == filled(page, {"a": "new"})
    with pytest.raises(ValueError, match=r"places without a piece: \['a'\]; pieces without a place: \['b'\]"):
        filled(page, {"b": "new"})


def test_bars_in_cells_do_not_break_a_table():
    """A text with a bar stays one cell."""
    text = table_markdown(Table("t", "T", ["x"], [["a|b"]]))
    assert "| a\\|b |" in text
    claim = Claim("5.2", "P(a|b)", "rule", lambda evidence: Verdict(None, ""))
    assert "P(a\\|b)" in claims_markdown([(claim, Verdict(None, ""))])


def test_the_kept_run_is_a_full_one_and_small():
    """All experiments, no quick run, every fit done."""
    about, records = read_archive(paper_page.KEPT)
    assert set(about["experiments"]) == set(EXPERIMENTS)
    assert not about["is_quick"]
    assert paper_page.KEPT.stat().st_size < 1_500_000
    assert {record["experiment"] for record in records} == set(EXPERIMENTS)


def test_the_page_shows_the_kept_run():
    """Claims, promises and all tables of docs/paper.md are those of the kept results."""
    evidence, size = paper_page.read_evidence(paper_page.KEPT, str(folder_of("image")))
    page = paper_page.PAGE.read_text(encoding="utf-8")
    assert size in page
    assert claims_markdown(paper_page.judge(evidence.runs, evidence.data)) in page
    assert table_markdown(closing_table(evidence)) in page
    for name, experiment in EXPERIMENTS.items():
        for table in experiment.tables(evidence.of(name), evidence.data):
            assert table_markdown(table) in page, table.name
        for figure in experiment.captions:
            assert (paper_page.FIGURES / f"{figure}.svg").stat().st_size > 1000
