"""A visit to the page: what one does there, and what it asked for or complained about; and sessions to visit."""

import socket
import threading
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import pandas as pd

from cecib.explore import Session

WIDE = {"width": 1280, "height": 800}
FEATURES = ["beak_length_mm", "beak_depth_mm", "wing_mm", "mass_g"]


class Visit:
    """A page, and whatever it asked for or complained about."""

    def __init__(self, browser, address, *, size=WIDE, scheme="light", ratio=1.0):
        self.context = browser.new_context(
            viewport=size, color_scheme=scheme, device_scale_factor=ratio, reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)
        self.page.goto(address)
        self.page.wait_for_selector("[data-ready=true]:not([data-found='-1'])", timeout=60_000)

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def map(self):
        return self.page.locator("canvas.above")

    def number(self, name):
        """A number that the page shows: labelled, chosen, clusters."""
        return int(self.page.locator(".cecib-explore").get_attribute(f"data-{name}"))

    def await_number(self, name, value, timeout=15_000):
        self.page.wait_for_selector(f".cecib-explore[data-{name}='{value}']", timeout=timeout)

    def until(self, claim, timeout=15.0):
        """Wait for an expression of JavaScript to be true; Playwright's own way is against the page's policy."""
        end = time.monotonic() + timeout
        while not self.page.evaluate(claim):
            assert time.monotonic() < end, f"it does not come true: {claim}"
            self.page.wait_for_timeout(30)

    def await_more(self, name, value):
        self.until(f"+document.querySelector('.cecib-explore').dataset.{name} > {value}")

    def lasso(self, corners, *, key=None):
        """Draw a loop; corners as shares of the map's width and height."""
        box = self.map.bounding_box()
        places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
        if key:
            self.page.keyboard.down(key)
        self.page.mouse.move(*places[0])
        self.page.mouse.down()
        for place in [*places[1:], places[0]]:
            self.page.mouse.move(*place, steps=4)
        self.page.mouse.up()
        if key:
            self.page.keyboard.up(key)

    def tab(self, name):
        self.page.get_by_role("tab", name=name).click()

    def close(self):
        outside = [url for url in self.requests if urlsplit(url).hostname not in ("127.0.0.1", None)]
        self.context.close()
        assert not outside, "a request has left the machine"
        assert not self.complaints


@contextmanager
def served(session, port=0, token=None):
    """Serve a session from a thread."""
    from cecib.explore.server import Server

    server = Server(session, port)
    if token is not None:
        server.token = token
    session.start()
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    await_answer(server.port)
    try:
        yield server
    finally:
        server.stop()
        thread.join(10)
        session.close()


def await_answer(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


def finches(**options):
    """The example's rows, in a session."""
    table = pd.read_csv("examples/finches.csv")
    return Session(table[FEATURES], labels=table["diet"], title="finches", **options)
