"""In a notebook an estimator links to its page, if the installed package says where the pages are."""

import tomllib
from email.message import Message
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from cecib import CECIB, documentation
from cecib.rivals import LloydKMeans

ROOT = Path(__file__).resolve().parents[1]
SITE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Documentation"]


def test_the_address_stands_in_one_place():
    """Reinstall the package if this fails after a change of pyproject.toml (`make`)."""
    assert documentation.documentation_url() == SITE
    name = SITE.removeprefix("https://").split("/")[0]
    assert [path for path in (ROOT / "src").rglob("*.py") if name in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(("model", "page"), [(CECIB(), "cecib.CECIB"), (LloydKMeans(), "cecib.rivals.LloydKMeans")])
def test_estimators_link_to_pages_that_the_reference_has(model, page):
    assert f'href="{SITE}reference/{page}.html"' in model._repr_html_()
    assert f"   {page}\n" in (ROOT / "docs" / "reference.rst").read_text(encoding="utf-8")


def nothing_installed(name):
    raise PackageNotFoundError(name)


@pytest.mark.parametrize("found", [lambda name: Message(), nothing_installed], ids=["no address", "not installed"])
def test_without_an_address_there_is_no_link(monkeypatch, found):
    monkeypatch.setattr(documentation, "metadata", found)
    assert "readthedocs" not in CECIB()._repr_html_()
    assert CECIB()._get_doc_link() == ""
