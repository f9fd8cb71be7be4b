"""The protocol, whatever carries it: every message is answered, and none kills a session."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cecib.explore import Guest, Session

BAD = [
    (7, "must be an object"),
    (None, "must be an object"),
    ([], "must be an object"),
    ({}, "There is no message of type None"),
    ({"type": "explode"}, "There is no message of type 'explode'"),
    ({"type": {"a": 1}}, "There is no message"),
    ({"type": "label", "category": "a", "rows": [150]}, "from 0 to 149, got 150"),
    ({"type": "label", "category": "a", "rows": [0] * 151}, "got 151"),
    ({"type": "scribble", "category": "a", "rows": "0"}, "must be a list"),
    ({"type": "beta", "value": float("nan")}, "got nan"),
    ({"type": "view", "view": "plane"}, "view must be an object"),
    ({"type": "view", "view": {"kind": "own"}}, "There is no view 'own'"),
    ({"type": "view", "view": {"kind": "features", "x": "feature 0"}}, "names of two, got None"),
    ({"type": "column", "name": "mass"}, "There is no column 'mass'"),
    ({"type": "row", "row": 1.5}, "got 1.5"),
    ({"type": "save", "what": "model"}, "what must be a list"),
    ({"type": "save", "what": ["../../etc/passwd"]}, "nothing called '../../etc/passwd'"),
    ({"type": "apply"}, "There is no better partition to apply"),
]


@pytest.fixture
def guest(session, heard):
    own = Guest(session, heard)
    yield own
    own.leave()


@pytest.mark.parametrize(("message", "words"), BAD)
def test_what_is_malformed_is_told_in_a_sentence(guest, heard, message, words):
    if isinstance(message, dict):
        message["id"] = 9
    guest.receive(message)
    (answer,) = heard.messages
    assert answer.header["type"] == "error"
    assert words in answer.header["sentence"]
    assert answer.header["id"] == (9 if isinstance(message, dict) else None)


@pytest.mark.parametrize("text", ["", "{", "\x00", "[" * 100_000, "1" * 5_000, b"\xff\xfe", '{"type": NaN}'])
def test_what_is_no_json_is_told(guest, heard, text):
    guest.receive_text(text)
    assert heard.types() == ["error"]


def test_hello_tells_all_that_stands(guest, heard, session):
    session.answer()
    heard.messages.clear()
    guest.receive({"type": "hello", "id": 1})
    heard.wait("done")
    assert heard.types()[:4] == ["session", "positions", "labels", "partition"]
    first = heard.messages[0].header
    assert (first["title"], first["n"], first["columns"]) == ("three groups", 150, ["feature 0", "feature 1"])
    assert [view["kind"] for view in first["views"]] == ["plane", "features"]


def test_hello_before_the_first_answer_shows_a_plane_that_later_moves(groups, heard):
    with Session(groups[0]) as session:
        guest = Guest(session, heard)
        guest.receive({"type": "hello"})
        assert heard.types() == ["session", "positions", "labels"]
        session.answer()
        heard.wait("partition")
        assert heard.types().count("positions") == 2
        guest.leave()


def test_a_view_is_the_guests_own(guest, heard, groups):
    guest.receive({"type": "view", "view": {"kind": "features", "x": "feature 1", "y": "feature 0"}})
    told = heard.last("positions")
    assert (told.header["x_name"], told.header["y_name"]) == ("feature 1", "feature 0")
    assert np.allclose(told.buffers["x"], groups[0][:, 1], rtol=1e-6)


def test_the_users_coordinates_are_a_view(groups, heard):
    X = groups[0]
    with Session(X, xy=X[:, ::-1], xy_names=("umap1", "umap2")) as session:
        Guest(session, heard).receive({"type": "view", "view": {"kind": "own"}})
    assert heard.last("positions").header["x_name"] == "umap1"
    assert np.allclose(heard.last("positions").buffers["y"], X[:, 0], rtol=1e-6)


def test_a_row_and_a_column_are_told(guest, heard, session, groups):
    guest.receive({"type": "row", "row": 4})
    assert heard.last("row").header["cluster"] is None
    guest.receive({"type": "label", "category": "near", "rows": [4]})
    session.answer()
    guest.receive({"type": "row", "row": 4})
    told = heard.last("row").header
    assert told["category"] == 0
    assert told["certainty"] > 0.9
    assert told["values"][0] == ["feature 0", f"{groups[0][4, 0]:.6g}"]
    guest.receive({"type": "column", "name": "feature 1"})
    assert np.allclose(heard.last("column").buffers["values"], groups[0][:, 1], rtol=1e-6)


MESSAGES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 200) | st.floats() | st.sampled_from(["a", "plane", "auto", "labels"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "x", "y"]), inner, max_size=3),
    max_leaves=5,
)
KINDS = ["hello", "label", "clear", "confirm", "undo", "redo", "beta", "apply", "search", "category", "rename", "view"]
FIELDS = ["id", "category", "rows", "row", "name", "value", "view", "polygon", "what"]


@settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(
    st.fixed_dictionaries(
        {"type": st.sampled_from([*KINDS, "row", "column"])}, optional=dict.fromkeys(FIELDS, MESSAGES)
    )
)
def test_whatever_comes_a_session_goes_on(guest, heard, message):
    heard.messages.clear()
    guest.receive_text(json.dumps(message))
    for told in list(heard.messages):
        told.encode()
        assert "bug" not in told.header.get("sentence", "")
    heard.messages.clear()
    guest.receive({"type": "label", "id": 1, "category": "sound", "rows": [0]})
    assert heard.last("done").header["id"] == 1
