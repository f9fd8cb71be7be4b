"""The journey of a person who looks, labels a little, and looks again: once with the mouse, once with the keyboard."""

import re
from shutil import copyfile

import numpy as np

from cecib.cli.entry import make_parser
from cecib.cli.explore import make_session
from cecib.explore import Message, Session, telling
from explore.browser.visiting import served

EVERYTHING = [(0.01, 0.01), (0.99, 0.01), (0.99, 0.99), (0.01, 0.99)]
LEFT = [(0.01, 0.01), (0.5, 0.01), (0.5, 0.99), (0.01, 0.99)]
RIGHT = [(0.5, 0.01), (0.99, 0.01), (0.99, 0.99), (0.5, 0.99)]


def test_the_journey_with_the_mouse(finch_server, visit):
    seen = visit(finch_server)
    page = seen.page
    assert seen.number("labelled") == 88
    assert seen.number("clusters") == 6

    seen.lasso(LEFT)
    left = seen.number("chosen")
    assert 0 < left < 880
    seen.lasso(RIGHT, key="Shift")  # adds
    everything = seen.number("chosen")
    assert everything >= 870
    seen.lasso(LEFT, key="Alt")  # removes
    assert seen.number("chosen") == everything - left

    page.get_by_role("button", name=re.compile("seeds")).first.click()
    seen.await_more("labelled", 200)
    assert seen.number("chosen") == 0
    page.get_by_role("button", name="Undo").click()
    seen.await_number("labelled", 88)
    page.get_by_role("button", name="Redo").click()
    seen.await_more("labelled", 200)
    page.get_by_role("button", name="Undo").click()
    seen.await_number("labelled", 88)

    page.get_by_label("Category to give, or to add").fill("nectar")  # armed: the next lasso labels
    page.get_by_role("button", name="Add").click()
    page.wait_for_selector(".chip[aria-pressed=true]:has-text('nectar')")
    seen.lasso(EVERYTHING)
    seen.await_more("labelled", 800)
    page.get_by_role("button", name="Undo").click()
    seen.await_number("labelled", 88)
    page.get_by_label("Category to give, or to add").fill("nectar and pollen")
    page.get_by_role("button", name="Rename").click()
    page.wait_for_selector(".chip:has-text('nectar and pollen')")


def test_the_row_below_the_mouse_is_shown(finch_server, visit):
    seen = visit(finch_server)
    page, card = seen.page, seen.page.locator(".card")
    seen.map.focus()
    page.keyboard.press("ArrowRight")  # the cursor is at a row, with its card beside it
    card.wait_for(state="visible")
    words, place = card.inner_text(), card.bounding_box()
    assert "beak_length_mm" in words
    page.keyboard.press("Escape")
    card.wait_for(state="hidden")
    page.mouse.move(place["x"] - 18, place["y"] + 10)
    card.wait_for(state="visible")
    assert card.inner_text() == words
    page.mouse.down()
    page.mouse.up()
    assert seen.number("chosen") == 1


def test_panels(finch_server, visit):
    """Clusters isolate, a column is brushed, β and the tree are drawn, files are saved."""
    seen = visit(finch_server)
    page = seen.page
    page.locator("tr[data-cluster='2']").click()
    page.get_by_role("button", name="Choose its rows").click()
    assert seen.number("chosen") == 148
    page.keyboard.press("Escape")
    assert seen.number("chosen") == 0

    seen.tab("Columns")
    histogram = page.locator(".histogram svg")
    histogram.wait_for()
    box = histogram.bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30, steps=5)
    page.mouse.up()
    assert 0 < seen.number("chosen") < 880
    page.get_by_label("To", exact=True).fill("1e9")
    page.get_by_label("To", exact=True).press("Tab")
    assert seen.number("chosen") > 400

    seen.tab("β")
    page.wait_for_selector("[role=tabpanel]:visible svg")
    page.get_by_label("β: how often a label counts").fill("2")
    page.get_by_role("button", name="Set").click()
    page.get_by_text("β = 2").wait_for()
    page.get_by_role("button", name="Let hidden labels choose").click()
    page.get_by_text("β = 0").wait_for(timeout=20_000)

    seen.tab("Tree")
    assert page.locator("[role=tabpanel]:visible polyline").count() == 5
    page.locator("[role=tabpanel]:visible").get_by_text("kinds").first.wait_for()


def test_the_journey_with_the_keyboard(finch_server, visit):
    seen = visit(finch_server)
    page = seen.page
    press = page.keyboard.press

    press("g")  # clusters: the last one is new
    for _ in range(5):
        press("ArrowDown")
    press("Enter")
    press("a")
    assert seen.number("chosen") == 100
    press("t")
    page.keyboard.type("nectar")
    press("Enter")
    seen.await_number("labelled", 188)
    press("Control+z")
    seen.await_number("labelled", 88)
    press("Control+Shift+Z")
    seen.await_number("labelled", 188)
    press("Control+z")
    seen.await_number("labelled", 88)
    press("Escape")

    page.locator("canvas.above").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Space"):
        press(key)
    assert seen.number("chosen") == 1
    for _ in range(6):
        press("]")
    press("Space")  # all in the circle
    assert seen.number("chosen") > 1
    press("1")
    seen.await_more("labelled", 88)
    press("Control+z")
    seen.await_number("labelled", 88)
    for key in ("+", "+", "Shift+ArrowLeft", "-", "0"):
        press(key)


def test_wrong_labels_and_questions_are_walked_through(finch_server, visit):
    """Enter keeps, a digit corrects, Del clears; each goes on to the next."""
    seen = visit(finch_server)
    page = seen.page
    items = page.locator("[data-panel=suspects] li")
    seen.until("document.querySelectorAll('[data-panel=suspects] li').length === 5")
    page.keyboard.press("w")
    assert items.first.evaluate("item => item === document.activeElement")
    page.wait_for_selector("[data-panel=suspects] li:focus .facts")
    page.keyboard.press("Enter")
    seen.until("document.querySelectorAll('[data-panel=suspects] li:not(.done)').length === 4")
    page.keyboard.press("Delete")
    seen.await_number("labelled", 87)
    seen.until("document.querySelectorAll('[data-panel=suspects] li').length === 3")
    suggestion = items.first.get_by_role("button").nth(1).inner_text()
    page.keyboard.press("1" if suggestion == "insects" else "2")
    seen.until("document.querySelectorAll('[data-panel=suspects] li').length === 2")
    assert page.evaluate("document.activeElement.closest('[data-panel=suspects]') !== null")

    page.keyboard.press("n")
    page.wait_for_selector("[data-panel=asks] li:focus")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("1")
    seen.await_number("labelled", 88)
    page.wait_for_selector("[data-panel=asks] li:focus")


def test_save(browser, visit, tmp_path, request):
    """Files appear beside the data, with the lines that give the same in Python and on the command line."""
    data = tmp_path / "finches.csv"
    copyfile(request.config.rootpath / "examples" / "finches.csv", data)
    session = make_session(make_parser().parse_args(["explore", str(data), "--labels", "diet"]))
    with served(session) as server:
        page = visit(server).page
        page.keyboard.press("s")
        page.get_by_role("button", name="Save", exact=True).click()
        page.locator(".files li").first.wait_for(timeout=30_000)
        assert page.locator(".files li").count() >= 5
        assert {path.suffix for path in (tmp_path / "finches.csv.explored").iterdir()} >= {".csv", ".html", ".cecib"}
        assert "CECIB" in page.locator("pre").first.inner_text()
        assert "cecib cluster" in page.locator("pre").nth(1).inner_text()


def test_a_better_partition_is_offered(finch_server, visit):
    """It can be applied by a button and by a key; that there is none any more is said."""
    seen = visit(finch_server)
    page, session = seen.page, finch_server.session
    sentence = "A full search has found a better partition: 7 clusters at 12 nats less."
    for take in (lambda: page.get_by_role("button", name="Apply").click(), lambda: page.keyboard.press("y")):
        session.publish(Message({"type": "offer", "offer": {"gain": 12.0, "n_clusters": 7}, "sentence": sentence}))
        page.get_by_text(sentence).wait_for()
        take()
        page.get_by_text("There is no better partition to apply").wait_for()
        session.publish(telling.no_offer())
        page.get_by_text(sentence).wait_for(state="hidden")
    session.publish(telling.no_offer("A full search has found nothing better."))
    page.get_by_text("A full search has found nothing better.").wait_for()
    assert not page.get_by_role("button", name="Apply").is_visible()


def test_categories_that_are_digits_have_their_own_keys(visit):
    """Key 2 gives the category 2, wherever it stands in the list."""
    rng = np.random.default_rng(0)
    groups = np.arange(120) % 3
    X = rng.normal(size=(120, 2)) + 12.0 * np.array([[0, 0], [1, 0], [0, 1]])[groups]
    labels = [str(group) if i < 30 else None for i, group in enumerate(groups)]
    with Session(X, labels=labels) as session, served(session) as server:
        seen = visit(server)
        seen.lasso(EVERYTHING)
        seen.page.keyboard.press("2")
        seen.await_more("labelled", 100)
        assert set(session.snapshot().labelling.texts().tolist()) == {"2"}


def test_planes(finch_server, visit):
    seen = visit(finch_server)
    page = seen.page
    page.get_by_label("What the map shows").select_option("two features")
    page.get_by_label("Horizontal column").wait_for()
    page.get_by_label("Vertical column").select_option("mass_g")
    seen.lasso(LEFT)
    assert 0 < seen.number("chosen") < 880
