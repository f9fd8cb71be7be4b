"""Every experiment end to end at tiny size, with a cheap method in every place."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import stand_in
from cecib.experiments import EXPERIMENTS, run_paper
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.shelf import available
from cecib.experiments.protocol.sets import UCI_SETS
from stand_in import k_means, stand_ins, write_tiny_data


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_tiny_data(tmp_path_factory.mktemp("data"))


@pytest.fixture(autouse=True)
def _no_other_data(monkeypatch, tmp_path):
    monkeypatch.delenv("CECIB_DATA", raising=False)
    monkeypatch.setenv("CECIB_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_end_to_end(name, data, tmp_path):
    """Each experiment runs, and its page, figures, tables, fits and verdicts are there."""
    report = run_paper(
        [name], draws=1, jobs=1, out=tmp_path, data=data, quick=True, progress=False, methods=stand_ins()
    )
    assert report.n_failed == 0
    assert report.missing == {}
    html = report.path.read_text()
    assert "http" not in re.sub(r'src="data:[^"]*"', "", html)
    assert html.count("<img") == len(list((tmp_path / "figures").glob("*.svg"))) > 0
    assert {path.stem for path in (tmp_path / "figures").glob("*.png")} == {
        path.stem for path in (tmp_path / "figures").glob("*.svg")
    }
    assert list((tmp_path / "tables").glob("*.csv"))
    with (tmp_path / "runs.csv").open() as file:
        runs = list(csv.DictReader(file))
    assert len(runs) == report.n_runs > 0
    assert all(0 <= float(run["nmi"]) <= 1 for run in runs)
    assert any(verdict.word != "not run" for _, verdict in report.claims)


def test_again_computes_nothing_and_gives_the_same(data, tmp_path):
    """A second run reads all results and writes the same page."""
    settings = {"draws": 1, "jobs": 1, "out": tmp_path, "data": data, "quick": True, "progress": False}
    first = run_paper(["few-classes"], methods=stand_ins(), **settings)
    page = first.path.read_bytes()

    def never(X, y, n_classes, seed, **options):
        raise AssertionError("computed again")

    second = run_paper(["few-classes"], methods=dict.fromkeys(stand_ins(), never), **settings)
    assert second.n_failed == 0
    assert second.path.read_bytes() == page


def test_order_and_company_of_experiments_do_not_matter(data, tmp_path):
    """An experiment alone gives what it gives among others."""
    settings = {"draws": 1, "jobs": 1, "data": data, "quick": True, "progress": False, "methods": stand_ins()}
    run_paper(["few-classes", "convergence"], out=tmp_path / "a", **settings)
    run_paper(["convergence"], out=tmp_path / "b", **settings)

    def scores(folder):
        lines = (folder / "results.jsonl").read_text().splitlines()
        return {entry["key"]: entry["record"]["nmi"] for entry in map(json.loads, lines)}

    together, alone = scores(tmp_path / "a"), scores(tmp_path / "b")
    assert alone.items() <= together.items()


def test_missing_sets_and_methods_are_named(data, tmp_path):
    """What is not at hand is left out and told, and the rest is run."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "wine.csv").write_bytes((data / "wine.csv").read_bytes())
    report = run_paper(
        ["few-classes", "image"],
        draws=1,
        jobs=1,
        out=tmp_path / "out",
        data=folder,
        quick=True,
        progress=False,
        methods={"k-means": k_means},
    )
    assert report.n_runs > 0
    assert {"user_modeling", "image", "CEC-IB", "spec"} <= set(report.missing)
    assert "user_modeling" in report.path.read_text()


def test_failures_are_reported(data, tmp_path):
    """Failed fits are counted and shown, their messages escaped."""

    def fail(X, y, n_classes, seed, **options):
        raise ValueError("must name every class <all>")

    methods = stand_ins() | {"spec": fail}
    report = run_paper(["few-classes"], 1, 1, tmp_path, data, quick=True, progress=False, methods=methods)
    assert 0 < report.n_failed < report.n_runs
    assert "every class &lt;all&gt;" in report.path.read_text()


def test_unknown_experiment_lists_the_names(tmp_path):
    """A misspelled name is refused with the names that there are."""
    with pytest.raises(ValueError, match="noisy-labels"):
        run_paper(["noise"], out=tmp_path)


def test_full_plan_has_the_jobs_of_the_paper(data):
    """A full run has the fits that the paper's section 5 asks for, each once; variants of ours get one draw."""
    sets, _ = available((*UCI_SETS, "chem", "chem_scaled", "ecoli_scaled", "segmentation_unscaled", "image"), str(data))
    plan = Plan(10, False, str(data), frozenset(stand_ins()), sets)
    counts = {name: len(experiment.jobs(plan)) for name, experiment in EXPERIMENTS.items()}
    assert counts["semi-supervised"] == 4 * (7 * (10 * 8 + 2) + 10 * 3 + 2)
    assert counts["few-classes"] == 4 * 7 * (10 * 7 + 2)
    assert counts["noisy-labels"] == 6 * 7 * (10 * 8 + 4)
    assert counts["beta"] == 6 * 7 * (10 * 12 + 5)
    assert counts["chemistry"] == 4 * 4 * (10 * 10 + 2)
    assert counts["convergence"] == 10 * 7 * 7
    assert counts["chemistry-scaled"] == 10 * 4 * 2 * 9
    assert counts["rivals-under-noise"] == 3 * 3 * 7 * 8
    assert counts["uncertain-boundary"] == 10 * 4 * (2 * 3 + 4)
    assert counts["sensitivity"] == 2 * (7 * (3 * 7 + 1) + 3 * 4 * 2)
    assert counts["sensitivity-image"] == 3 * 6 * 3
    keys = [job.key for experiment in EXPERIMENTS.values() for job in experiment.jobs(plan)]
    assert len(keys) == len(set(keys))


def test_import_is_light():
    """Figures are made on demand: importing the experiments imports no matplotlib, beyond what scikit-learn does."""
    code = (
        "import sys, sklearn.preprocessing; before = set(sys.modules); import cecib.experiments, cecib.datasets; "
        "print(sorted({'matplotlib', 'rich', 'PIL'} & (set(sys.modules) - before)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_figures_need_no_display(data, tmp_path):
    """The report is written on a machine without a screen."""
    code = (
        "import os, sys; [os.environ.pop(n, None) for n in ('DISPLAY', 'WAYLAND_DISPLAY', 'MPLBACKEND')]; "
        f"sys.path.insert(0, {str(Path(stand_in.__file__).parent)!r}); "
        "from stand_in import stand_ins; from cecib.experiments import run_paper; "
        f"run_paper(['convergence'], 1, 1, {str(tmp_path)!r}, {str(data)!r}, True, False, stand_ins()); "
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert (tmp_path / "figures" / "convergence.png").stat().st_size > 1000
