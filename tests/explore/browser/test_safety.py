"""Names from the data are text, nothing leaves the machine, WebGL is not needed, pages on one session see one state."""

import numpy as np
import pytest

from explore.browser.visiting import finches, served

HOSTILE = [
    "<img src=x onerror='window.hacked = 1'>",
    "</script><script>window.hacked = 1</script>",
    "javascript:window.hacked=1",
    "\u202eevil\u2066",
    "__proto__",
    "x" * 190,
    "🐦 ö",
]


@pytest.fixture
def hostile_server(browser):
    from cecib.explore import Session

    rng = np.random.default_rng(0)
    group = rng.integers(0, len(HOSTILE), 350)
    X = rng.normal(size=(350, 2)) + 12 * np.column_stack([group % 3, group // 3])
    labels = [HOSTILE[g] if i % 5 == 0 else None for i, g in enumerate(group)]
    names = ["<b onmouseover='window.hacked=1'>a</b>", "constructor"]
    with served(Session(X, names=names, labels=labels, title="<script>window.hacked=1</script>")) as server:
        yield server


def test_names_are_text(hostile_server, visit):
    seen = visit(hostile_server)
    page = seen.page
    for name in ("Columns", "Wrong?", "Ask", "β", "Tree", "Save", "Clusters"):
        seen.tab(name)
    seen.map.focus()
    page.keyboard.press("ArrowRight")
    page.locator(".card").wait_for(state="visible")
    page.get_by_label("Category to give, or to add").fill("<svg onload='window.hacked=1'>")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chip:has-text('<svg onload')")
    page.get_by_label("What the map shows").select_option("two features")
    page.wait_for_timeout(200)
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.querySelectorAll('.cecib-explore :is(img, script, b, iframe)').length") == 0
    assert page.locator(".title").inner_text() == "<script>window.hacked=1</script>"
    assert page.get_by_text("<img src=x onerror=").count() > 0


def test_webgl_is_off(finch_server, visit):
    seen = visit(finch_server)
    assert seen.page.evaluate("document.createElement('canvas').getContext('webgl')") is None
    assert seen.number("clusters") == 6


def test_two_pages_see_one_state(finch_server, visit):
    first, second = visit(finch_server), visit(finch_server)
    first.lasso([(0.01, 0.01), (0.5, 0.01), (0.5, 0.99), (0.01, 0.99)])
    first.page.keyboard.press("1")
    first.await_more("labelled", 200)
    labelled = first.number("labelled")
    second.await_number("labelled", labelled)
    second.page.keyboard.press("Control+z")
    first.await_number("labelled", 88)


def test_a_server_that_is_gone_and_comes_back(browser, visit, monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    with served(finches()) as server:
        seen = visit(server)
    gone = seen.page.locator(".notice.alarm")
    gone.wait_for()
    assert "gone" in gone.inner_text()
    with served(finches(), server.port, server.token) as again:
        assert again.address == server.address
        gone.wait_for(state="hidden")
        seen.await_number("found", 0)
        seen.page.keyboard.press("a")
        seen.page.keyboard.press("1")
        seen.await_number("labelled", 880)
    seen.complaints.clear()  # that a connection failed is said in the console


def test_a_page_without_the_token_sees_nothing(finch_server, browser):
    page = browser.new_page()
    page.goto(finch_server.address.split("#")[0] + "#wrong")
    page.locator(".notice.alarm").wait_for()
    assert page.locator(".cecib-explore").get_attribute("data-ready") == "false"
    page.close()
