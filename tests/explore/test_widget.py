"""The widget speaks to the page as the server does."""

import numpy as np
import pytest

pytest.importorskip("anywidget", reason="needs anywidget: pip install 'cecib[notebook]'")

from cecib.explore import Session
from cecib.explore.widget import Explorer


@pytest.fixture
def rows():
    return np.random.default_rng(0).normal(size=(60, 2)) + 9 * (np.arange(60) % 2)[:, None]


def test_it_greets_labels_and_answers(rows):
    explorer, sent = Explorer(rows, title="two groups"), []
    explorer.widget.send = lambda content, buffers: sent.append((content, [bytes(own) for own in buffers]))
    explorer._hear(explorer, {"type": "hello", "id": 1}, [])
    assert sent[0][0]["title"] == "two groups"
    assert [one["type"] for one, _ in sent][:3] == ["session", "positions", "labels"]
    explorer._hear(explorer, {"type": "label", "category": "near", "rows": [0, 2], "id": 2}, [])
    assert explorer.labels[:3].tolist() == ["near", None, "near"]
    assert explorer.model.n_clusters_ == 2
    header, buffers = next(one for one in reversed(sent) if one[0]["type"] == "labels")
    assert header["buffers"] == [{"name": "labels", "dtype": "int16", "length": 60}]
    assert np.frombuffer(buffers[0], dtype=np.int16)[:3].tolist() == [0, -1, 0]
    explorer.close()


def test_a_session_that_was_given_stays_open(rows):
    with Session(rows) as session:
        first, second = Explorer(session), Explorer(session)
        first._hear(first, {"type": "label", "category": "near", "rows": [0]}, [])
        first.close()
        assert second.labels[0] == "near"
        second.close()
        assert session.answer().n_clusters_ == 2


def test_it_is_shown_with_the_page_s_module(rows):
    explorer = Explorer(rows)
    assert "render" in explorer.widget._esm
    assert ".cecib-explore" in explorer.widget._css
    assert "application/vnd.jupyter.widget-view+json" in explorer._repr_mimebundle_()[0]
    explorer.close()
