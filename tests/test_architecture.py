"""The arrows between modules: cli → {explore, experiments → {rivals, datasets}} → reading → estimator → … → _core."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import cecib

ROOT = Path(cecib.__file__).parent
MODULES = {
    ".".join(("cecib", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(ROOT.rglob("*.py"))
}
FRONTS = ("cecib.cli", "cecib.experiments", "cecib.datasets", "cecib.rivals")
# The library from the roof down: a floor imports itself and those below. Only the estimator looks up, for its readings.
FLOORS = (
    ("explore",),
    ("anndata", "image", "plotting", "scoring", "weight"),
    ("reading",),
    ("estimator",),
    ("holes.observed_fit",),
    ("blocks", "files", "fitting", "whole"),
    ("finishing", "stream", "backends"),
    ("trust",),
    ("membership", "fitted"),
    ("data_units", "tails", "unnamed", "holes"),
    ("merges", "misfits", "pieces"),
    ("clusters", "posing"),
    ("settings",),
    ("criteria", "validation"),
    ("families", "backends.memory", "backends.given_rows", "spaces"),
    ("search",),
    ("label_columns",),
    ("beta", "bonds", "summaries", "side_information", "sizes"),
    ("levels", "label_types", "number_tables"),
    ("given_tables",),
    ("cost", "documentation", "input_errors", "extras", "in_words", "_core"),
)
HEIGHT = {f"cecib.{name}": -floor for floor, names in enumerate(FLOORS) for name in names}
FACE = {("cecib.estimator", "cecib.reading")}
HEAVY = (
    "pandas", "matplotlib", "rich", "dask", "polars", "pyarrow", "starlette", "uvicorn", "websockets", "anywidget",
    "skimage", "PIL", "anndata", "scanpy", "openpyxl", "h5py",
)  # fmt: skip
BANNED_NAMES = ("utils", "helpers", "common", "base")


def imports_of(module, *, for_types=True):
    """Modules that a module imports anywhere in its text, functions included."""
    found = set()
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    if not for_types:
        tree.body = [node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node))]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def room_of(module):
    """The room that a module is in, or itself if it has a floor of its own."""
    own = ".".join(module.split(".")[:3])
    return own if own in HEIGHT else ".".join(module.split(".")[:2])


def is_inside(module, package):
    return module == package or module.startswith(f"{package}.")


def modules_outside(*packages):
    return [module for module in MODULES if not any(is_inside(module, package) for package in packages)]


def assert_free_of(module, *packages):
    crossing = [name for name in imports_of(module) if any(is_inside(name, package) for package in packages)]
    assert not crossing, f"{module} imports {crossing}"


@pytest.mark.parametrize("module", modules_outside("cecib.cli"))
def test_nothing_imports_the_command_line(module):
    assert_free_of(module, "cecib.cli")


@pytest.mark.parametrize("module", modules_outside(*FRONTS))
def test_the_library_imports_neither_experiments_nor_datasets_nor_rivals(module):
    assert_free_of(module, "cecib.experiments", "cecib.datasets", "cecib.rivals")


@pytest.mark.parametrize("module", [name for name in modules_outside(*FRONTS) if name != "cecib"])
def test_the_library_imports_downwards(module):
    """Every module has its floor, and imports nothing above it; what only types need does not count."""
    own = room_of(module)
    rooms = {room_of(name) for name in imports_of(module, for_types=False)} & HEIGHT.keys()
    assert not {room for room in rooms if HEIGHT[room] > HEIGHT[own]} - {up for low, up in FACE if low == own}


@pytest.mark.parametrize("module", [name for name in MODULES if is_inside(name, "cecib.rivals")])
def test_rivals_know_nothing_of_experiments_and_datasets(module):
    assert_free_of(module, "cecib.experiments", "cecib.datasets")


@pytest.mark.parametrize("module", [name for name in MODULES if is_inside(name, "cecib.datasets")])
def test_datasets_know_nothing_of_methods(module):
    assert_free_of(module, "cecib.experiments", "cecib.rivals", "cecib.estimator")


@pytest.mark.parametrize("module", modules_outside("cecib.cli", "cecib.explore"))
def test_nothing_but_the_command_line_imports_sessions(module):
    assert_free_of(module, "cecib.explore")


@pytest.mark.parametrize("module", [name for name in MODULES if is_inside(name, "cecib.explore")])
def test_a_session_knows_no_transport(module):
    """Only the server and the widget know how messages travel."""
    if module.removeprefix("cecib.explore.") not in ("server", "widget"):
        assert_free_of(module, "cecib.explore.server", "cecib.explore.widget", "starlette", "uvicorn", "anywidget")


def test_cost_is_an_independent_statement():
    """cost.py and the C++ state the mathematics twice; so cost.py imports only NumPy and the standard library."""
    outside = {name.split(".")[0] for name in imports_of("cecib.cost")} - set(sys.stdlib_module_names)
    assert outside == {"numpy"}


@pytest.mark.parametrize("module", [name for name in MODULES if is_inside(name, "cecib.spaces")])
def test_spaces_know_only_the_cost_and_the_data(module):
    """Directions are geometry: they know nothing of settings, criteria, labels' trust or the engine."""
    own = {name for name in imports_of(module) if is_inside(name, "cecib")}
    known = ("cecib.cost", "cecib.search.scaling", "cecib.spaces")
    assert not {name for name in own if not any(is_inside(name, package) for package in known)}


def test_importing_the_package_imports_nothing_heavy():
    """Nothing that scikit-learn does not import by itself (its version 1.9 imports pandas where it is installed)."""
    code = f"""
import sys, sklearn.base
before = set(sys.modules)
import cecib
print([name for name in {HEAVY} if name in set(sys.modules) - before])
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize("module", MODULES)
def test_optional_dependencies_are_imported_where_they_are_used(module):
    top = ast.parse(MODULES[module].read_text(encoding="utf-8")).body
    names = {alias.name for node in top if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in top if isinstance(node, ast.ImportFrom)}
    assert not {name.split(".")[0] for name in names} & set(HEAVY)


def test_modules_are_nouns():
    names = {part for module in MODULES for part in module.split(".")}
    assert not names & set(BANNED_NAMES)
