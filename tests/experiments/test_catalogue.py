"""The experiments are found, in order, and stand on the floors below them."""

import ast
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from cecib import experiments
from cecib.experiments import CLAIMS, EXPERIMENTS, paper

FOLDER = Path(experiments.__file__).parent
MODULES = [module.name for module in iter_modules(paper.__path__)]


@pytest.mark.parametrize("module", MODULES)
def test_the_name_is_that_of_the_module(module):
    """The command line lists the files without importing them, so the names must agree."""
    assert import_module(f"cecib.experiments.paper.{module}").EXPERIMENT.name == module.replace("_", "-")


def test_the_order_is_that_of_the_paper():
    """Sections by number, then the appendices."""
    made = [replace(EXPERIMENTS["threshold"], section=section) for section in ("C", "5.10", "B", "4", "5.2")]
    ordered = sorted(made, key=lambda experiment: experiment.order)
    assert [experiment.section for experiment in ordered] == ["4", "5.2", "5.10", "B", "C"]


def test_the_report_follows_the_paper():
    """The experiments, and with them the claims, are listed from section 4 to appendix C."""
    assert [next(iter(EXPERIMENTS)), list(EXPERIMENTS)[-1]] == ["threshold", "convergence"]
    assert CLAIMS[0] in EXPERIMENTS["threshold"].claims
    assert CLAIMS[-1] in EXPERIMENTS["convergence"].claims


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_makes_a_claim(name):
    """An experiment whose outcome nobody judges shows nothing."""
    assert EXPERIMENTS[name].claims


@pytest.mark.parametrize(
    ("floor", "above"),
    [
        ("machinery", ("protocol", "paper", "report", "catalogue", "run")),
        ("protocol", ("paper", "catalogue", "run")),
        ("paper", ("catalogue", "run")),
    ],
)
def test_no_floor_imports_one_above_it(floor, above):
    """The machinery knows nothing of the paper, and no experiment of the list that finds it."""
    for path in (FOLDER / floor).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                crossing = {name for name in names for other in above if name.startswith(f"cecib.experiments.{other}")}
                assert not crossing, f"{path.name} imports {crossing}"
