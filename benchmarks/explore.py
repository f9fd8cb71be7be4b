"""How long `cecib explore` takes to answer: from a label that a page sends to the partition that it is sent.

python benchmarks/explore.py                          # 100,000 × 16 and 1,000,000 × 4, over a real WebSocket
python benchmarks/explore.py --sizes 20000x8 --labels 5

Rows are drawn from eight Gaussians. A page says hello, waits for the first full search, and then labels as with a
lasso: a part of one of the groups at a time, every fifth lasso wrongly, across two groups. It waits until the session
is quiet before each ("alone"), or labels again as soon as it is answered ("in a row"), when the full search that has
just begun behind has to be given up. Median and largest of the times, in seconds.
"""

import argparse
import json
import os
import threading
import time

import numpy as np

from cecib.explore import Session
from cecib.explore.messages import decode
from cecib.explore.server import Server

GROUPS, LASSO = 8, 300


def data(n, d):
    rng = np.random.default_rng(0)
    group = rng.integers(GROUPS, size=n)
    centres = rng.normal(size=(GROUPS, d)) * 8 / np.sqrt(d)
    return (rng.normal(size=(n, d)) @ (np.eye(d) + 0.1 * rng.normal(size=(d, d)))) + centres[group], group


class Page:
    """A page that waits for messages and remembers when each came."""

    def __init__(self, socket):
        self.socket, self.heard = socket, {}

    def send(self, **message):
        """Send, and say when."""
        self.socket.send(json.dumps(message))
        return time.perf_counter()

    def wait(self, kind, revision):
        """Say when a message about a revision has come."""
        while self.heard.get(kind, (-1, 0.0))[0] < revision:
            header = decode(self.socket.recv()).header
            self.heard[header["type"]] = header.get("revision", 0), time.perf_counter()
        return self.heard[kind][1]


def lassos(group, number):
    """Rows and category of each lasso."""
    for i in range(number):
        first = np.flatnonzero(group == i % GROUPS)
        rows = first[i * 7 : i * 7 + LASSO]
        if i % 5 == 4:
            rows = np.concatenate([rows[: LASSO // 2], np.flatnonzero(group == (i + 1) % GROUPS)[: LASSO // 2]])
        yield rows.tolist(), f"category {i % 3}"


def measure(n, d, number):
    from websockets.sync.client import connect

    X, group = data(n, d)
    with Session(X) as session:
        server = Server(session)
        serving = threading.Thread(target=server.run, daemon=True)
        serving.start()
        session.start()
        base = f"127.0.0.1:{server.port}"
        protocols = ["cecib", server.token]
        with connect(f"ws://{base}/session", subprotocols=protocols, origin=f"http://{base}", max_size=None) as socket:
            page = Page(socket)
            begin = page.send(type="hello")
            first = page.wait("partition", 0) - begin
            found = {"alone": [], "in a row": [], "findings": []}
            for revision, (rows, category) in enumerate(lassos(group, 2 * number), start=1):
                is_alone = revision <= number
                if is_alone:
                    page.wait("findings", revision - 1)
                    time.sleep(0.3)
                begin = page.send(type="label", category=category, rows=rows)
                found["alone" if is_alone else "in a row"].append(page.wait("partition", revision) - begin)
                if is_alone:
                    found["findings"].append(page.wait("findings", revision) - begin)
                else:
                    time.sleep(0.75)  # a full search has just begun
        server.stop()
        serving.join()
    return first, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", default=["100000x16", "1000000x4"], metavar="ROWSxCOLUMNS")
    parser.add_argument("--labels", type=int, default=10, metavar="N", help="lassos of each kind [10]")
    arguments = parser.parse_args()
    print("| rows × columns | first search | answer, alone | answer, in a row | findings |")
    print("|---|---|---|---|---|")
    for size in arguments.sizes:
        n, d = map(int, size.split("x"))
        first, found = measure(n, d, arguments.labels)
        cells = [
            f"{np.median(own):.2f} ({max(own):.2f})"
            for own in (found[kind] for kind in ("alone", "in a row", "findings"))
        ]
        print(f"| {n:,} × {d} | {first:.1f} | {' | '.join(cells)} |", flush=True)
    print(f"\n{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
