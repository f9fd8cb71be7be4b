"""What is written: files that can be read back, the best in bold, and no fuller report lost to a lesser one."""

import csv
import math

import pytest

from cecib.experiments import run_paper
from cecib.experiments.machinery.archive import read_archive, write_archive
from cecib.experiments.machinery.sample import Estimate
from cecib.experiments.machinery.table import Table
from cecib.experiments.report.contents import Contents, folder_for, read_contents, write_contents
from cecib.experiments.report.files import write_table
from cecib.experiments.report.page import table_html
from stand_in import stand_ins, write_tiny_data

FULL = Contents(("beta", "convergence", "few-classes"), 10)


@pytest.mark.parametrize(
    "lesser",
    [
        Contents(("convergence",), 10),
        Contents(FULL.experiments, 9),
        Contents(FULL.experiments, 10, is_quick=True),
        Contents(("convergence", "image"), 20),
    ],
)
def test_a_fuller_report_stays(tmp_path, lesser):
    """Fewer experiments, fewer draws, a quick run, or other experiments: a folder of its own."""
    write_contents(tmp_path / "report.json", FULL)
    assert folder_for(tmp_path, lesser) == tmp_path / lesser.name


def test_a_report_that_has_all_replaces_another(tmp_path):
    """The same again, more draws, the full run after a quick one; and anything where nothing can be read."""
    assert folder_for(tmp_path, FULL) == tmp_path
    write_contents(tmp_path / "report.json", Contents(("beta",), 10, is_quick=True))
    assert folder_for(tmp_path, FULL) == tmp_path
    (tmp_path / "report.json").write_text("{")
    assert read_contents(tmp_path / "report.json") is None


def test_a_run_of_a_subset_leaves_the_full_report_alone(tmp_path):
    """Run two experiments, then one: the page of the two is as it was, the other is beside it."""
    data = tmp_path / "data"
    data.mkdir()
    settings = {"draws": 1, "jobs": 1, "data": write_tiny_data(data), "quick": True, "progress": False}
    both = run_paper(["convergence", "threshold"], out=tmp_path / "out", methods=stand_ins(), **settings)
    page = both.path.read_bytes()
    one = run_paper(["convergence"], out=tmp_path / "out", methods=stand_ins(), **settings)
    assert both.path == tmp_path / "out" / "index.html"
    assert both.path.read_bytes() == page
    assert one.path == tmp_path / "out" / "quick-1-draws-convergence" / "index.html"
    about, records = read_archive(both.path.parent / "results.json.gz")
    assert about["experiments"] == ["threshold", "convergence"]
    assert len(records) == both.n_runs


def test_an_archive_has_what_was_put_in(tmp_path):
    """Fields that some records lack, failures, and values that repeat come back; equal records give equal bytes."""
    records = [
        {"experiment": "a", "draw": i, "nmi": 0.1 * i + 1e-9, "options": "{}", "error": None, "seconds": 0.1 * i}
        | ({"beta": 0.2698} if i % 2 else {})
        for i in range(9)
    ] + [{"experiment": "b", "draw": 0, "error": "ValueError: no"}]
    for name in ("one", "two"):
        write_archive(tmp_path / name, {"draws": 9}, records)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    about, again = read_archive(tmp_path / "one")
    assert about == {"draws": 9}
    expected = [{k: v for k, v in record.items() if k != "seconds"} for record in records]
    assert [{**record, "nmi": round(record["nmi"], 5)} if "nmi" in record else record for record in expected] == again


def test_the_best_is_bold_where_it_is_best():
    """In each column the largest as shown, ties too; texts, whole numbers and gaps take no part."""
    rows = [["a", 3, 0.7001, Estimate(0.2, 0.1)], ["b", 9, 0.7002, None], ["c", 1, math.nan, Estimate(0.3, 0.1)]]
    table = Table("t", "T", ["method", "n", "x", "y"], rows, best="column")
    assert table.best_cells == {(0, 2), (1, 2), (2, 3)}
    assert table_html(table).count("<b>") == 3
    assert Table("t", "T", ["method", "n", "x", "y"], rows).best_cells == frozenset()


def test_tables_as_csv_have_errors_in_columns_of_their_own(tmp_path):
    """Numbers stay numbers."""
    write_table(tmp_path / "t.csv", Table("t", "T", ["method", "10%"], [["a", Estimate(0.25, 0.01)]]))
    with (tmp_path / "t.csv").open() as file:
        assert list(csv.reader(file)) == [["method", "10%", "10%, standard error"], ["a", "0.25", "0.01"]]
