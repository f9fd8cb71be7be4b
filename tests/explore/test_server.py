"""The server: for this machine and its own page only; whatever comes, a session goes on."""

import http.client
import json
import subprocess
import sys
import threading
from contextlib import suppress
from time import monotonic, sleep

import pytest

from cecib.explore import Guest, Session
from cecib.explore.messages import Message
from cecib.explore.server import LARGEST_MESSAGE, MOST_GUESTS, Server
from explored import PATIENCE, Page

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
websockets = pytest.importorskip("websockets")


def get(server, path, host=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest("GET", path, skip_host=True)
    connection.putheader("Host", host or f"127.0.0.1:{server.port}")
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


@pytest.fixture
def server(session, serve):
    return serve(session)


@pytest.fixture
def page(server):
    own = Page(server)
    yield own
    own.close()


def test_a_page_says_hello_labels_and_is_answered(page, groups):
    assert page.socket.subprotocol == "cecib"
    page.send("hello")
    first = page.wait("session").header
    assert first["n"] == 150
    page.wait("findings")
    rows = [row for row in range(150) if groups[1][row] == 0]
    page.send("label", category="<img onerror=alert(1)>", rows=rows[:10])
    assert page.wait("labels").header["categories"] == ["<img onerror=alert(1)>"]
    told = page.wait("partition", lambda own: own.header["revision"] == 1)
    (named,) = [c for c in told.header["clusters"] if c["category"] == 0]
    assert named["size"] == 50
    assert all(told.buffers["clusters"][rows] == named["id"])


def test_two_pages_on_one_session_see_one_state(server, page):
    other = Page(server)
    for own in (page, other):
        own.send("hello")
        own.wait("labels")
    page.send("label", category="near", rows=[0, 3])
    assert other.wait("labels").buffers["labels"][[0, 1, 3]].tolist() == [0, -1, 0]
    other.send("undo")
    page.wait("labels", lambda own: own.header["revision"] == 2)
    told = page.wait("partition", lambda own: own.header["revision"] == 2).header
    assert other.wait("partition", lambda own: own.header["revision"] == 2).header == told
    other.close()
    assert page.ask("redo")["type"] == "done"


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": "wrong"},
        {"protocols": ["cecib"]},
        {"protocols": None, "token": ""},
        {"origin": "http://evil.example"},
        {"origin": "https://127.0.0.1"},
        {"origin": "null"},
        {"origin": ""},
        {"host": "evil.example"},
        {"path": "/other"},
    ],
    ids=str,
)
def test_others_are_refused(server, wrong):
    """A wrong token; another page in the same browser (Origin); a name that was pointed at this machine (Host)."""
    if wrong.get("token") == "":
        wrong = {"protocols": ["cecib", "cecib"]}
    with pytest.raises(websockets.exceptions.InvalidStatus) as refusal:
        Page(server, **wrong)
    assert refusal.value.response.status_code in (403, 404)
    assert server.session.revision == 0


def test_a_token_without_the_name_of_the_protocol_is_refused(server):
    with pytest.raises(websockets.exceptions.InvalidStatus):
        Page(server, protocols=[server.token])


def test_localhost_is_this_machine_too(server):
    Page(server, host=f"localhost:{server.port}", origin=f"http://localhost:{server.port}").close()


def test_the_page_says_what_it_may_do(server, monkeypatch, tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html><title>x</title>")
    (tmp_path / "app.js").write_text("1")
    monkeypatch.setattr("cecib.explore.server.static_folder", lambda: tmp_path)
    status, headers, body = get(server, "/")
    assert (status, body) == (200, b"<!doctype html><title>x</title>")
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert get(server, "/static/app.js")[1]["content-type"].startswith("text/javascript")
    assert get(server, "/", host="evil.example")[0] == 421
    assert get(server, "/", host=f"evil.example:{server.port}")[0] == 421


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e%2fserver.py", "/static/no.js", "/session", "/x"]
)
def test_only_the_files_of_the_page_are_served(server, path):
    assert get(server, path)[0] in (400, 404)


def test_what_is_malformed_is_told_and_the_page_goes_on(page):
    page.socket.send("{")
    assert page.wait("error").header["sentence"] == "A message must be an object of JSON."
    page.socket.send(b"\xff\xfe")
    page.wait("error")
    assert "got 150" in page.ask("label", category="a", rows=[150])["sentence"]
    assert "got nan" in page.ask("beta", value=float("nan"))["sentence"]
    assert "There is no message" in page.ask("explode")["sentence"]
    assert page.ask("label", category="a", rows=[149])["type"] == "done"


@pytest.mark.parametrize("number", ["1e999", "-Infinity", "NaN"])
def test_a_number_of_a_message_that_json_does_not_know_is_left_out(page, number):
    page.socket.send(f'{{"type": "explode", "id": {number}}}')
    assert page.wait("error").header["id"] is None
    page.socket.send(f'{{"type": "label", "category": "a", "rows": [0], "id": {number}}}')
    assert page.ask("undo")["type"] == "done"


def test_a_message_that_cannot_be_sent_does_not_throw_the_page_out(server, page):
    page.ask("hello")
    # of a type that no newer message of the session replaces in the outbox
    server.session.publish(Message({"type": "row", "certainty": float("inf")}))
    assert page.wait("error").header["sentence"].startswith("row cannot be sent: ")
    assert page.ask("label", category="a", rows=[0])["type"] == "done"


def test_a_message_that_is_too_large_ends_the_page_and_not_the_session(server, page):
    with suppress(websockets.exceptions.ConnectionClosed):
        page.socket.send(b" " * (LARGEST_MESSAGE + 1))
    with pytest.raises(websockets.exceptions.ConnectionClosed):
        page.wait("done")
    other = Page(server)
    assert other.ask("label", category="a", rows=[0])["type"] == "done"
    other.close()


def test_pages_come_and_go(server):
    for _ in range(40):
        own = Page(server)
        own.send("hello")
        own.close()
    own = Page(server)
    assert own.ask("hello")["type"] == "done"
    own.close()


def test_a_page_that_leaves_while_it_is_welcomed_hears_nothing_more(server, monkeypatch):
    session, welcome = server.session, server.session.welcome
    has_come, has_left, is_welcomed = threading.Event(), threading.Event(), threading.Event()

    def slowly(callback, *first):
        has_come.set()
        assert has_left.wait(PATIENCE)
        end = monotonic() + PATIENCE
        while server._guests and monotonic() < end:  # until the server finds that nobody is there
            callback(Message({"type": "busy"}))
            sleep(0.01)
        return welcome(callback, *first)

    def receive_text(guest, text, own=Guest.receive_text):
        own(guest, text)
        is_welcomed.set()

    monkeypatch.setattr(session, "welcome", slowly)
    monkeypatch.setattr(Guest, "receive_text", receive_text)
    own = Page(server)
    own.send("hello")
    assert has_come.wait(PATIENCE)
    own.close()
    has_left.set()
    assert is_welcomed.wait(PATIENCE)
    assert server._guests == 0
    assert session._callbacks == []


def test_a_page_that_is_slow_is_up_to_date_when_it_listens_again(server, page):
    page.send("hello")
    for row in range(150):
        page.send("label", category=f"category {row % 3}", rows=[row])
    other = Page(server)
    while other.ask("hello") and server.session.revision < 150:
        pass
    told = page.wait("labels", lambda own: own.header["revision"] == 150)
    assert told.header["n_labelled"] == 150
    page.wait("partition", lambda own: own.header["revision"] == 150)
    other.close()


def test_there_are_only_so_many_pages_at_a_time(server, monkeypatch):
    monkeypatch.setattr("cecib.explore.server.MOST_GUESTS", 1)
    own = Page(server)
    own.ask("hello")
    other = Page(server)
    with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
        other.wait("session")
    assert closed.value.rcvd.code == 4429  # the page says that there are too many
    other.close()
    assert own.ask("undo")["type"] == "done"
    own.close()


@pytest.fixture
def waiting(monkeypatch):
    """Have every `save` wait until the test ends; counts those that do."""
    begun, may_end = threading.Semaphore(0), threading.Event()

    def save(session, kinds):
        begun.release()
        may_end.wait(PATIENCE)
        raise ValueError("The test is over.")

    monkeypatch.setattr("cecib.explore.guests.save", save)
    yield begun
    may_end.set()


def test_pages_that_wait_do_not_hold_up_another(server, waiting):
    pages = [Page(server) for _ in range(MOST_GUESTS - 1)]
    for own in pages:
        own.send("save", what=["labels"])
    for _ in pages:
        assert waiting.acquire(timeout=PATIENCE / 6)
    other = Page(server)
    assert other.ask("hello")["type"] == "done"
    for own in (*pages, other):
        own.close()


def test_the_server_ends_although_a_page_waits(session, waiting, capfd):
    server = Server(session)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    page = Page(server)
    page.send("save", what=["labels"])
    assert waiting.acquire(timeout=PATIENCE)
    server.stop()
    thread.join(PATIENCE / 6)
    assert not thread.is_alive()
    assert "Traceback" not in capfd.readouterr().err
    page.close()


def test_a_port_that_is_taken_is_a_mistake(server, session):
    with pytest.raises(OSError, match=f"--port {server.port} is in use or may not be used: choose another"):
        Server(session, server.port)


def test_it_listens_on_this_machine_only(server):
    assert server._socket.getsockname()[0] == "127.0.0.1"


def test_explore_is_imported_without_the_packages_of_its_server():
    code = (
        "import sys; import cecib.explore, cecib.cli; print([n for n in ('starlette', 'uvicorn') if n in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_missing_package_is_named(session, monkeypatch):
    from importlib import util

    found = util.find_spec
    monkeypatch.setattr("cecib.extras.find_spec", lambda name: None if name == "uvicorn" else found(name))
    with pytest.raises(
        ModuleNotFoundError, match=r"needs uvicorn, which is not installed: pip install 'cecib\[explore\]'"
    ):
        Server(session)


def test_a_category_is_text_everywhere(tmp_path, groups):
    """A name that is markup comes back as it is: in JSON, in the log, in files; in the report it is escaped."""
    from cecib.explore import Label
    from cecib.explore.saving import save

    name = "<img src=x onerror=alert(1)>"
    with Session(groups[0], title=name, log=tmp_path / "x.explore.jsonl") as session:
        session.do(Label(name, (0, 3, 6)))
        files = dict(save(session, ["labels", "report"]).files)
    assert name in files["labels"].read_text()
    assert "<img" not in files["report"].read_text()
    assert json.loads((tmp_path / "x.explore.jsonl").read_text().splitlines()[2])["category"] == name
