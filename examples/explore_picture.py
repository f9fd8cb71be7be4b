"""Draw docs/images/explore.png: the page of `cecib explore` on the finches, a loop drawn around a new cluster.

python examples/explore_picture.py                     # needs chromium, pip install '.[explore]' playwright
python examples/explore_picture.py --scheme dark dark.png
python examples/explore_picture.py docs/images/explore.gif  # moving: a loop, a category, the answer, a wrong label
"""

import argparse
import io
import shutil
import threading
from pathlib import Path

import numpy as np
import pandas as pd

from cecib.explore import Session
from cecib.explore.server import Server
from cecib.explore.views import View, positions

FOLDER = Path(__file__).resolve().parent
FEATURES = ["beak_length_mm", "beak_depth_mm", "wing_mm", "mass_g"]
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PADDING = 34  # of the map, in pixels
SMALL, COLOURS = (960, 570), 128  # of the moving picture


def loop_around(session, cluster, box):
    """Place a loop around the rows of a cluster on the screen."""
    where = positions(View("plane"), session.table, session.model)
    own = session.model.labels_ == cluster
    places = []
    for values, start, size, sign in ((where.x, box["x"], box["width"], 1), (where.y, box["y"], box["height"], -1)):
        share = (values - values.min()) / (values.max() - values.min())
        places.append(start + PADDING + (size - 2 * PADDING) * (share if sign > 0 else 1 - share))
    x, y = places[0][own], places[1][own]
    angle = np.linspace(0, 2 * np.pi, 40)
    wobble = 1 + 0.05 * np.sin(3 * angle)
    reach_x, reach_y = (2.3 * one.std() for one in (x, y))
    return list(
        zip(x.mean() + reach_x * wobble * np.cos(angle), y.mean() + reach_y * wobble * np.sin(angle), strict=True)
    )


def draw(page, session):
    """Choose the new cluster with a loop, and stop in the middle of a second one."""
    loop = loop_around(session, 5, page.locator("canvas.above").bounding_box())
    for is_last in (False, True):
        page.mouse.move(*loop[0])
        page.mouse.down()
        for place in loop:
            page.mouse.move(*place)
        if not is_last:
            page.mouse.up()
    page.wait_for_timeout(300)


def film(page, session, path):
    """Label the new cluster, and look at a label that looks wrong; each picture stays for some milliseconds."""
    from PIL import Image

    shots, stays = [], []

    def shoot(milliseconds):
        shots.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SMALL, Image.Resampling.LANCZOS))
        stays.append(milliseconds)

    shoot(1200)
    loop = loop_around(session, 5, page.locator("canvas.above").bounding_box())
    page.mouse.move(*loop[0])
    page.mouse.down()
    for i, place in enumerate(loop):
        page.mouse.move(*place)
        if i % 4 == 3:
            shoot(100)
    page.mouse.up()
    page.mouse.move(*loop[0])
    shoot(1000)
    page.keyboard.press("t")
    for part in ("nec", "tar"):
        page.keyboard.type(part)
        shoot(350)
    page.keyboard.press("Enter")
    page.wait_for_selector(".clusters td:has-text('nectar')")
    page.wait_for_timeout(300)
    shoot(1800)
    page.keyboard.press("w")
    page.wait_for_timeout(400)
    shoot(1500)
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(400)
    shoot(1800)
    together = Image.new("RGB", (SMALL[0], SMALL[1] * len(shots)))
    for i, shot in enumerate(shots):
        together.paste(shot, (0, i * SMALL[1]))
    palette = together.quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
    drawn = [shot.quantize(palette=palette, dither=Image.Dither.NONE) for shot in shots]
    drawn[0].save(path, save_all=True, append_images=drawn[1:], duration=stays, loop=0, optimize=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", nargs="?", default=FOLDER.parent / "docs" / "images" / "explore.png")
    parser.add_argument("--scheme", choices=["light", "dark"], default="light")
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    finches = pd.read_csv(FOLDER / "finches.csv")
    with Session(finches[FEATURES], labels=finches["diet"], title="finches.csv") as session, sync_playwright() as run:
        server = Server(session)
        session.start()
        session.answer()
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        browser = run.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 760}, color_scheme=given.scheme)
        page.wait_for_timeout(1000)
        page.goto(server.address)
        page.wait_for_selector("[data-ready=true]:not([data-found='-1'])")
        page.wait_for_timeout(1500)
        if Path(given.path).suffix == ".gif":
            film(page, session, given.path)
        else:
            draw(page, session)
            page.screenshot(path=given.path)
        browser.close()
        server.stop()
        thread.join()


if __name__ == "__main__":
    main()
