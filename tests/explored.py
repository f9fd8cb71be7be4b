"""For tests of sessions: small data, somebody who hears what is told, and a page that talks as browsers do."""

import json
import socket
import threading
from time import monotonic

import numpy as np

from cecib.explore.messages import decode

PATIENCE = 60.0  # seconds


def three_groups(n=150, d=2):
    rng = np.random.default_rng(0)
    group = np.arange(n) % 3
    return rng.normal(size=(n, d)) + 9 * group[:, None], group


class Heard:
    """Remembers messages, and waits for those of a type."""

    def __init__(self):
        self.messages, self._news = [], threading.Condition()

    def __call__(self, message):
        with self._news:
            self.messages.append(message)
            self._news.notify_all()

    def types(self):
        return [message.header["type"] for message in self.messages]

    def last(self, kind):
        return next(message for message in reversed(self.messages) if message.header["type"] == kind)

    def wait(self, kind, is_right=lambda message: True):
        """Give the newest message of a type that is right, as soon as there is one."""

        def found():
            return next((own for own in reversed(self.messages) if own.header["type"] == kind and is_right(own)), None)

        with self._news:
            assert self._news.wait_for(lambda: found() is not None, PATIENCE), f"no {kind}: {self.types()}"
            return found()


class Page:
    """What a browser's page does, over a real WebSocket."""

    def __init__(self, server, token=None, origin=None, host=None, protocols=None, path="/session"):
        from websockets.sync.client import connect

        base = f"127.0.0.1:{server.port}"
        self._connected = connect(
            f"ws://{host or base}{path}",
            sock=socket.create_connection(("127.0.0.1", server.port), PATIENCE),
            subprotocols=["cecib", token or server.token] if protocols is None else protocols,
            origin=f"http://{base}" if origin is None else origin or None,
            max_size=None,
        )
        self.socket = self._connected.__enter__()
        self.number = 0

    def send(self, kind, **fields):
        self.number += 1
        self.socket.send(json.dumps({"type": kind, "id": self.number, **fields}))
        return self.number

    def wait(self, kind, is_right=lambda message: True):
        end = monotonic() + PATIENCE
        while monotonic() < end:
            message = decode(self.socket.recv(timeout=PATIENCE))
            if message.header["type"] == kind and is_right(message):
                return message
        raise AssertionError(f"no {kind} came")

    def ask(self, kind, **fields):
        """Send, and give the first message that is an error or says that it is done."""
        number = self.send(kind, **fields)
        end = monotonic() + PATIENCE
        while monotonic() < end:
            message = decode(self.socket.recv(timeout=PATIENCE))
            if message.header["type"] in ("done", "error") and message.header.get("id") == number:
                return message.header
        raise AssertionError(f"no answer to {kind}")

    def close(self):
        self._connected.__exit__(None, None, None)
