"""Sessions to test, and a server of their page."""

import threading

import pytest

from cecib.explore import Session
from explored import PATIENCE, Heard, three_groups


@pytest.fixture
def groups():
    return three_groups()


@pytest.fixture
def session(groups):
    with Session(groups[0], title="three groups") as own:
        yield own


@pytest.fixture
def serve():
    """Serve sessions in threads, until the test ends."""
    from cecib.explore.server import Server

    running = []

    def start(session):
        server = Server(session)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        session.start()
        running.append((server, thread))
        return server

    yield start
    for server, thread in running:
        server.stop()
        thread.join(PATIENCE)


@pytest.fixture
def heard():
    return Heard()
