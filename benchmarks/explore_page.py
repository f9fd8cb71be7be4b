"""Frame times of the page of `cecib explore`: the map is moved and zoomed in chromium, without a graphics card.

python benchmarks/explore_page.py                        # 10,000, 100,000 and 1,000,000 points
python benchmarks/explore_page.py --points 100000        # so many
python benchmarks/explore_page.py --frames 240 --size 1920x1080

Needs chromium (apt-get install chromium) and pip install '.[explore]' playwright. The page is the real one; behind it
is a stand-in that holds points in eight clusters, so that no search takes the processor from the browser. A frame is
the time from one picture to the next, with one step of the mouse in each; a screen is refreshed every 16.7 ms. Drawing
is what the page takes of it, for all points and what lies above them. The first look is from the address to the first
picture.
"""

import argparse
import json
import shutil
import socket
import threading
import time
from pathlib import Path

import numpy as np

import cecib.explore
from cecib.explore.messages import Message

STATIC = Path(cecib.explore.__file__).parent / "static"
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-3d-apis --disable-background-networking --no-first-run"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
CLUSTERS = 8
DRIVE = """async ([frames, motion]) => {
    const canvas = document.querySelector('canvas.above'), box = canvas.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const intervals = [];
    window.drawing.length = 0;
    const fire = (type, at) => canvas.dispatchEvent(new PointerEvent(type, { button: 2, buttons: 2, pointerId: 1,
        clientX: x + 150 * Math.sin(at / 15), clientY: y + 80 * Math.cos(at / 10) }));
    canvas.setPointerCapture = () => {};
    if (motion === 'move') fire('pointerdown', 0);
    let last = null;
    for (let i = 0; i < frames; i++) {
        const now = await new Promise(window.plainFrame);
        if (last !== null) intervals.push(now - last);
        last = now;
        if (motion === 'move') fire('pointermove', i);
        else canvas.dispatchEvent(new WheelEvent('wheel',
            { clientX: x, clientY: y, deltaY: i % 60 < 30 ? -40 : 40, cancelable: true }));
    }
    if (motion === 'move') fire('pointerup', frames);
    return [intervals, window.drawing];
}"""

CLOCK = """window.drawing = [];
window.plainFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => window.plainFrame((now) => {
    const start = performance.now();
    draw(now);
    window.drawing.push(performance.now() - start);
});"""


def told(n):
    """Give what the stand-in tells a page."""
    rng = np.random.default_rng(0)
    group = rng.integers(0, CLUSTERS, n)
    centres = 5 * rng.normal(size=(CLUSTERS, 2))
    places = (centres[group] + rng.normal(size=(n, 2)) * rng.uniform(0.5, 1.5, (CLUSTERS, 1))[group]).astype(np.float32)
    labels = np.where(np.arange(n) % max(1, n // 100) == 0, group % 3, -1).astype(np.int16)
    sizes = np.bincount(group, minlength=CLUSTERS)
    clusters = [
        {"id": c, "size": int(sizes[c]), "share": float(sizes[c] / n), "category": c % 3, "sure": 0.9, "is_new": c == 7}
        for c in range(CLUSTERS)
    ]
    names = ["one", "two", "three"]
    views = [{"kind": "plane", "name": "plane"}]
    yield Message(
        {
            "type": "session",
            "title": f"{n:,}",
            "n": n,
            "columns": [],
            "categories": names,
            "views": views,
            "picture": None,
        }
    )
    axes = {"x": places[:, 0].copy(), "y": places[:, 1].copy()}
    yield Message({"type": "positions", "view": {"kind": "plane"}, "x_name": "x", "y_name": "y"}, axes)
    header = {"revision": 0, "categories": names, "can_undo": False, "can_redo": False, "n_labelled": 100}
    yield Message({"type": "labels", **header}, {"labels": labels})
    header = {"revision": 0, "n_clusters": CLUSTERS, "cost": 0.0, "beta": 1.0, "is_current": True, "clusters": clusters}
    certainty = rng.integers(100, 256, n).astype(np.uint8)
    yield Message({"type": "partition", **header}, {"clusters": group.astype(np.uint16), "certainty": certainty})


def serve(n, port):
    """Serve the real page, and a stand-in for the session."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Route, WebSocketRoute

    frames = [message.encode() for message in told(n)]

    async def page(request):
        file = STATIC / request.path_params.get("name", "index.html")
        return Response(file.read_bytes(), media_type=TYPES[file.suffix])

    async def converse(socket_):
        await socket_.accept("cecib")
        while (message := await socket_.receive())["type"] != "websocket.disconnect":
            if json.loads(message["text"])["type"] == "hello":
                for frame in frames:
                    await socket_.send_bytes(frame)

    routes = [Route("/", page), Route("/static/{name}", page), WebSocketRoute("/session", converse)]
    config = uvicorn.Config(Starlette(routes=routes), port=port, log_level="error", ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    return server


def measure(browser, n, frames, size):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = serve(n, port)
    width, height = map(int, size.split("x"))
    page = browser.new_page(viewport={"width": width, "height": height})
    page.add_init_script(CLOCK)
    start = time.perf_counter()
    page.goto(f"http://127.0.0.1:{port}/#-")
    page.wait_for_selector("[data-ready=true]")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    first = time.perf_counter() - start
    page.wait_for_timeout(500)
    rows = []
    for motion in ("move", "zoom"):
        intervals, drawing = page.evaluate(DRIVE, [frames, motion])
        rows.append((n, motion, np.array(intervals), np.array(drawing), first))
    page.close()
    server.should_exit = True
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--frames", type=int, default=120)
    parser.add_argument("--size", default="1280x800")
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    print("| points | motion | frame, median | frame, 95 % | drawing, median | drawing, 95 % | first look |")
    print("|---:|---|---:|---:|---:|---:|---:|")
    with sync_playwright() as run:
        browser = run.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS.split())
        for n in given.points:
            for points, motion, intervals, drawing, first in measure(browser, n, given.frames, given.size):
                times = [f"{np.quantile(own, q):.1f} ms" for own in (intervals, drawing) for q in (0.5, 0.95)]
                print(f"| {points:,} | {motion} | {' | '.join(times)} | {first:.2f} s |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
