"""A picture: scribbles by mouse and keyboard, the eraser, the size of the brush, what is laid over it."""

import numpy as np
import pytest

from cecib.explore import Picture, Session
from explore.browser.visiting import served

WIDTH, HEIGHT = 60, 40


@pytest.fixture
def picture_server(browser):
    """Three stripes with noise, the rows are their pixels."""
    rng = np.random.default_rng(0)
    colours = np.repeat(np.array([[200, 40, 40], [40, 180, 60], [50, 60, 210]]), WIDTH // 3, axis=0)
    rgb = np.clip(np.tile(colours, (HEIGHT, 1, 1)) + rng.normal(0, 12, (HEIGHT, WIDTH, 3)), 0, 255)
    rgba = np.dstack([rgb, np.full((HEIGHT, WIDTH), 255)]).astype(np.uint8)
    picture = Picture(WIDTH, HEIGHT, rgba)
    names = ["red", "green", "blue"]
    with served(Session(rgb.reshape(-1, 3), names=names, picture=picture, title="stripes")) as server:
        yield server


def stroke(seen, start, end):
    box = seen.map.bounding_box()
    seen.page.mouse.move(box["x"] + start[0] * box["width"], box["y"] + start[1] * box["height"])
    seen.page.mouse.down()
    seen.page.mouse.move(box["x"] + end[0] * box["width"], box["y"] + end[1] * box["height"], steps=6)
    seen.page.mouse.up()


def test_scribbles(picture_server, visit, tmp_path):
    seen = visit(picture_server)
    page = seen.page
    stroke(seen, (0.2, 0.3), (0.2, 0.6))
    page.get_by_text("Choose or type a category first").wait_for()
    page.keyboard.press("t")
    page.keyboard.type("red")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chip[aria-pressed=true]:has-text('red')")
    for _ in range(12):
        page.keyboard.press("[")
    stroke(seen, (0.2, 0.3), (0.2, 0.6))
    seen.await_more("labelled", 5)
    thin = seen.number("labelled")
    for _ in range(3):
        page.keyboard.press("]")
    stroke(seen, (0.25, 0.3), (0.25, 0.6))
    seen.await_more("labelled", 2 * thin)
    thick = seen.number("labelled")
    page.get_by_role("button", name="Eraser").click()
    stroke(seen, (0.1, 0.45), (0.4, 0.45))
    seen.until(f"+document.querySelector('.cecib-explore').dataset.labelled < {thick}")
    page.keyboard.press("Control+z")
    seen.await_number("labelled", thick)

    seen.map.focus()  # the same by keyboard
    page.keyboard.press("b")
    page.keyboard.press("t")
    page.keyboard.type("green")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chip[aria-pressed=true]:has-text('green')")
    for key in ("ArrowUp", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    seen.await_more("labelled", thick)
    for overlay in ("clusters", "edges", "none", "regions"):
        page.get_by_label("What is laid over the picture").select_option(overlay)
    page.screenshot(path=tmp_path / "picture.png")
    page.get_by_text("not yet with the latest labels").wait_for(state="hidden")
    page.get_by_label("Live").uncheck()  # from now on on request
    before = seen.number("revision")
    page.keyboard.press("Control+z")
    seen.await_number("labelled", thick)
    page.wait_for_timeout(400)
    assert seen.number("revision") == before
    page.get_by_role("button", name="Answer now").click()
    seen.await_more("revision", before)

    page.get_by_label("What the map shows").select_option("the plane that separates clusters")
    page.get_by_role("button", name="Brush").wait_for(state="hidden")
    seen.lasso([(0.01, 0.01), (0.99, 0.01), (0.99, 0.99), (0.01, 0.99)])
    page.keyboard.press("Escape")
    page.get_by_label("What the map shows").select_option("the picture")
    page.get_by_role("button", name="Brush").wait_for()
