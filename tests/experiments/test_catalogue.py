"""The experiments are found, in order, and stand on the floors below them."""

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from cecib import experiments
from cecib.experiments import CLAIMS, EXPERIMENTS, paper
from cecib.experiments.machinery.sections import order_of

FOLDER = Path(experiments.__file__).parent
MODULES = [module.name for module in iter_modules(paper.__path__)]


@pytest.mark.parametrize("module", MODULES)
def test_the_name_is_that_of_the_module(module):
    """The command line lists the files without importing them, so the names must agree."""
    assert import_module(f"cecib.experiments.paper.{module}").EXPERIMENT.name == module.replace("_", "-")


def test_the_order_is_that_of_the_paper():
    """Sections by number, then the appendices."""
    ordered = sorted(["C", "5.10", "B", "4", "abstract", "5.2"], key=order_of)
    assert ordered == ["abstract", "4", "5.2", "5.10", "B", "C"]


def test_the_report_follows_the_paper():
    """The experiments are listed from section 4 to appendix C, the claims from the abstract on."""
    assert [next(iter(EXPERIMENTS)), list(EXPERIMENTS)[-1]] == ["threshold", "convergence"]
    assert [CLAIMS[0].section, CLAIMS[-1].section] == ["abstract", "C"]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_makes_a_claim(name):
    """An experiment whose outcome nobody judges shows nothing."""
    assert any(claim.section == EXPERIMENTS[name].section for claim in CLAIMS)


@pytest.mark.parametrize(
    ("floor", "above"),
    [
        ("machinery", ("protocol", "paper", "claims", "report", "catalogue", "run")),
        ("protocol", ("paper", "claims", "catalogue", "run")),
        ("paper", ("claims", "catalogue", "run")),
        ("claims", ("report", "catalogue", "run")),
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
