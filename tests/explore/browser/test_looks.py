"""Sizes, light and dark, 200 %: all controls can be reached, nothing sticks out, and text stands out from the paper."""

import pytest

NARROW = {"width": 800, "height": 900}
WIDE = {"width": 1280, "height": 800}
TWICE = {"width": 640, "height": 400}  # 1280 × 800 at 200 %
LOOKS = [(WIDE, 1.0, "light"), (NARROW, 1.0, "dark"), (TWICE, 2.0, "light"), (TWICE, 2.0, "dark")]

INK = """() => {
    const style = getComputedStyle(document.querySelector('.cecib-explore'));
    const light = (text) => {
        const [r, g, b] = text.match(/\\d+/g).map(Number).map(v => v / 255)
            .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const [a, b] = [light(style.color), light(style.backgroundColor)].sort((x, y) => y - x);
    return (a + .05) / (b + .05);
}"""
WHERE = "document.activeElement.closest('.toolbar, .stage, .category-bar, .panels')?.className"
NAMELESS = """() => [...document.querySelectorAll('button, input, select, canvas[tabindex]')].filter(one =>
    !(one.ariaLabel || one.getAttribute('aria-label') || one.textContent.trim() || one.closest('label'))
).map(one => one.outerHTML)"""


@pytest.mark.parametrize(("size", "ratio", "scheme"), LOOKS)
def test_everything_is_within_reach(finch_server, visit, tmp_path, size, ratio, scheme):
    seen = visit(finch_server, size=size, ratio=ratio, scheme=scheme)
    page = seen.page
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert seen.map.bounding_box()["height"] >= 180
    for one in page.locator("button:visible, select:visible, input:visible").all():
        one.scroll_into_view_if_needed()
        box = one.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"] + 1
    for name in ("Columns", "Wrong?", "Ask", "β", "Tree", "Save", "Keys"):
        seen.tab(name)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name
    assert page.evaluate(INK) > 7
    assert page.evaluate(NAMELESS) == []
    seen.map.scroll_into_view_if_needed()
    seen.lasso([(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)])
    assert seen.number("chosen") > 800
    assert page.screenshot(path=tmp_path / "page.png")


def test_the_scheme_may_change_while_one_looks(finch_server, visit):
    seen = visit(finch_server)
    corner = "document.querySelector('canvas.below').getContext('2d').getImageData(1, 1, 1, 1).data[0]"
    seen.until(f"{corner} > 200")
    seen.page.emulate_media(color_scheme="dark")
    seen.until(f"{corner} < 60")
    seen.complaints.clear()  # that this test reads pixels slowly


def test_focus_is_seen_and_goes_everywhere(finch_server, visit):
    """Tab reaches tools, map, categories and panels, and each is outlined when it has the focus."""
    page = visit(finch_server).page
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("document.activeElement.closest('.toolbar, .stage, .category-bar, .panels')?.className")
        )
        width = page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
        inside = page.evaluate("document.activeElement.closest('.cecib-explore') !== null")
        assert width >= 2 or not inside
    assert reached >= {"toolbar", "stage", "category-bar", "panels"}
