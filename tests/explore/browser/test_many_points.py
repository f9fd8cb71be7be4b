"""A hundred thousand points: the page goes on answering. How fast is measured in benchmarks/explore_page.py."""

import numpy as np
import pytest

from explore.browser.visiting import served

N = 100_000


@pytest.fixture(scope="module")
def large_server(browser):
    from cecib.explore import Session

    rng = np.random.default_rng(0)
    group = rng.integers(0, 4, N)
    X = rng.normal(size=(N, 2)) + 9 * np.column_stack([group % 2, group // 2])
    labels = np.where(np.arange(N) % 1000 == 0, np.array(["north", "south"])[group // 2], None)
    with served(Session(X, names=["east", "north"], labels=labels)) as server:
        yield server


def test_a_hundred_thousand_points(large_server, visit):
    seen = visit(large_server)
    page = seen.page
    assert seen.number("labelled") == 100
    box = seen.map.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(5):
        page.mouse.wheel(0, -200)
    page.keyboard.press("0")
    seen.lasso([(0.01, 0.01), (0.99, 0.01), (0.99, 0.99), (0.01, 0.99)])
    assert seen.number("chosen") > 0.99 * N
    page.keyboard.press("Escape")
    seen.lasso([(0.01, 0.01), (0.25, 0.01), (0.25, 0.99), (0.01, 0.99)])
    chosen = seen.number("chosen")
    assert 0 < chosen < N
    page.keyboard.press("1")
    seen.await_more("labelled", 0.99 * chosen)
    page.keyboard.press("Control+z")
    seen.await_number("labelled", 100)
