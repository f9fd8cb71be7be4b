"""A browser, and sessions that it looks at. Without Debian's chromium or Playwright these tests are left out."""

import shutil

import pytest

from explore.browser.visiting import Visit, finches, served

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-3d-apis",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="module")
def browser():
    """Chromium without a graphics card; no longer than a module, since its event loop stands in the way of others."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install playwright")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("needs chromium, as by apt-get install chromium")
    with playwright.sync_playwright() as run:
        one = run.chromium.launch(executable_path=program, args=FLAGS)
        yield one
        one.close()


@pytest.fixture
def visit(browser):
    """Open pages; at the end nothing may have left the machine, and the page has complained of nothing."""
    visits = []

    def open_page(server, **options):
        visits.append(Visit(browser, server.address, **options))
        return visits[-1]

    yield open_page
    for one in visits:
        one.close()


@pytest.fixture
def finch_server(browser, monkeypatch, request, tmp_path):
    pytest.importorskip("starlette")
    monkeypatch.chdir(request.config.rootpath)
    with served(finches(log=tmp_path / "finches.jsonl")) as server:
        yield server
