"""What the documentation site needs of the repository, told without building it: `make docs` tells the rest."""

import argparse
import ast
import importlib
import re
from pathlib import Path
from shutil import copytree

import pytest

from cecib.cli.entry import make_parser

ROOT = Path(__file__).resolve().parents[1]
DOCS, PACKAGE = ROOT / "docs", ROOT / "src" / "cecib"
EXAMPLES = sorted((ROOT / "examples" / "gallery").glob("plot_*.py"))
PAGES = [*DOCS.glob("*.md"), *DOCS.glob("*.rst")]


def lines_like(pattern, page):
    return re.findall(pattern, (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE)


# Rooms of the house that have a list of names for each other, not for users; `weight` is a former name.
INNER = {"cli", "criteria", "reading.page", "rivals.constrained_gmm", "stream", "summaries", "trust", "weight"}


@pytest.fixture
def part(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "site"))
    return importlib.import_module


def in_toctrees(page):
    """Names of the pages in the toctrees of a page."""
    trees = re.findall(r"toctree(?:\}|::)\n(.*?)(?:```|\Z)", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {line.strip() for tree in trees for line in tree.splitlines()}


def test_every_page_is_in_a_toctree():
    assert {page.stem for page in PAGES} - {"index"} - set.union(*map(in_toctrees, PAGES)) == set()


def public_names():
    for path in sorted(PACKAGE.rglob("*.py")):
        room = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").rstrip(".")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" and room not in INNER:
                yield from (".".join(filter(None, ("cecib", room, name))) for name in ast.literal_eval(node.value))


def test_every_public_name_is_in_the_reference():
    text = (DOCS / "reference.rst").read_text(encoding="utf-8")
    assert [name for name in public_names() if not re.search(rf"\b{re.escape(name)}\b", text)] == ["cecib.__version__"]


@pytest.mark.parametrize("name", lines_like(r"^   (cecib\.[\w.]+)$", "reference.rst"))
def test_what_the_reference_names_exists_and_is_documented(name):
    module, _, attribute = name.rpartition(".")
    assert getattr(importlib.import_module(module), attribute).__doc__


def test_every_command_is_in_the_reference():
    (commands,) = (one for one in make_parser()._actions if isinstance(one, argparse._SubParsersAction))
    shown = lines_like(r"^\.\. command:: (\w+)$", "commands.rst")
    assert sorted(shown) == sorted(commands.choices)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_has_a_title_a_picture_and_links_that_lead_somewhere(example):
    text = example.read_text(encoding="utf-8")
    title, line = text.splitlines()[1:3]
    assert set(line) == {"="}
    assert len(line) == len(title)
    assert "plt.show()" in text
    for page in re.findall(r":doc:`/([\w-]+)`", text):
        assert (DOCS / f"{page}.md").exists(), page


@pytest.mark.parametrize("page", ["start", "coming-from"])
def test_python_of_the_pages_runs(page, monkeypatch, tmp_path, capsys):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    names = {}
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL):
        exec(compile(block, f"{page}.md", "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    for block in re.findall(r"```text\n(.*?)```", text, flags=re.DOTALL):
        assert set(block.splitlines()) <= set(printed)


def test_links_of_the_repository_lead_to_pages_of_the_site(part):
    target = part("repository_links")._target
    assert target("../CONTRIBUTING.md", "docs/tour.md", "tour") == "borrowed/contributing.md"
    assert target("docs/tour.md", "CONTRIBUTING.md", "borrowed/contributing") == "../tour.md"
    assert target("../examples/gallery/plot_pairs.py", "docs/start.md", "start") == "gallery/plot_pairs.rst"
    assert target("../examples/gallery", "docs/start.md", "start") == "gallery/index.rst"
    assert target("https://example.org/a", "docs/start.md", "start") == "https://example.org/a"


def test_what_would_be_fetched_is_found(part, tmp_path):
    page, style = tmp_path / "page.html", tmp_path / "style.css"
    page.write_text(
        '<a href="https://a.org">a link is no harm</a><script src="https://b.org/x.js"></script>'
        '<link rel="stylesheet" href="//c.org/x.css"><img src="own.png"><p style="background: url(http://d.org/x)">'
    )
    style.write_text("@import 'https://e.org/x.css'; a { background: url(own.png) }")
    fetched = part("offline").fetched
    assert fetched(page) == ["https://b.org/x.js", "//c.org/x.css", "http://d.org/x"]
    assert fetched(style) == ["https://e.org/x.css"]


def test_an_example_without_its_packages_is_shown_with_a_note(part, tmp_path):
    example = tmp_path / "plot_stars.py"
    example.write_text("import sys\n\nimport numpy as np\nfrom no_such_package.stars import sun\n")
    runnable = part("runnable")
    assert runnable.missing_packages(example) == ["no_such_package"]
    source = ["Stars\n=====\n"]
    runnable.note({"plot_stars": ["no_such_package"]}, "gallery/plot_stars", source)
    assert "no_such_package was not installed" in source[0]
    assert source[0].endswith("Stars\n=====\n")
    assert re.search(runnable.runnable_pattern(), str(EXAMPLES[0].with_name("plot_few_labels.py")))
