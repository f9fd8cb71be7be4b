"""What the documents say is so."""

import re
from pathlib import Path
from shutil import copytree

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "cpp/README.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_exist(page):
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert set(re.findall(r"(?:`|^)make ([a-z]+)", page.read_text(encoding="utf-8"), flags=re.MULTILINE)) <= targets


def test_python_of_the_readme_runs(monkeypatch, capsys, tmp_path):
    """In a folder that has the examples, and that may be written to."""
    copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for block in blocks(PAGES[0], "python"):
        exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("Findings: 6 clusters, 1 of them new; 5 of 88 labels look wrong")
    assert (tmp_path / "finches.html").exists()


def test_table_of_the_readme_is_what_is_printed(monkeypatch, capsys):
    """The clusters, the suspect labels and the features; costs and times may differ in the last digit."""
    from cecib.cli import main

    monkeypatch.chdir(ROOT)
    assert main(["cluster", "examples/finches.csv", "--labels", "diet"]) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    (shown,) = blocks(PAGES[0], "text")
    for line in shown.splitlines():
        assert line.startswith("cost") or line.rstrip() in printed


def test_the_contributing_guide_lists_the_modules():
    (tree,) = (block for block in blocks(ROOT / "CONTRIBUTING.md", "") if "src/cecib/" in block)
    for name in re.findall(r"\b([a-z_]+\.py)\b", tree):
        assert list(ROOT.glob(f"src/cecib/{name}")) or list(ROOT.glob(f"tests/{name}")), name
    for module in (ROOT / "src" / "cecib").glob("[a-z]*"):
        if module.suffix == ".py" or (module / "__init__.py").exists():
            assert module.name in tree


def test_the_hops_of_the_tour_exist():
    """Each row names a function and the file that defines it; the drawing has as many numbers as the tour has hops."""
    tour = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    hops = re.findall(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", tour, flags=re.MULTILINE)
    assert [int(number) for number, _, _ in hops] == list(range(1, 15))
    for _, function, file in hops:
        name = re.split(r"\.|::", function)[-1]
        text = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"\bdef {name}\(|^\S.*\b{re.escape(function)}\(", text, flags=re.MULTILINE), function
    drawing = (ROOT / "docs" / "images" / "house.svg").read_text(encoding="utf-8")
    assert sorted(map(int, re.findall(r">(\d+)</text>", drawing))) == list(range(1, 15))


def test_the_rooms_of_the_tour_exist():
    """Paths in the tables are files or folders."""
    tour = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    for path in re.findall(r"`((?:src|cpp|tests)/[^`]+)`", tour):
        assert (ROOT / path).exists(), path
