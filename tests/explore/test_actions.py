"""Actions from the page or the log: what is malformed is refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cecib.explore import BadAction
from cecib.explore.actions import read_action

BAD = [
    ({}, "There is no action None"),
    ({"do": "explode"}, "There is no action 'explode'"),
    ({"do": ["label"]}, "There is no action"),
    ({"do": "label", "rows": [1]}, "needs category"),
    ({"do": "label", "category": "a"}, "needs rows"),
    ({"do": "label", "category": "a", "rows": []}, "1 to 5 numbers of rows, got 0"),
    ({"do": "label", "category": "a", "rows": [0] * 6}, "got 6"),
    ({"do": "label", "category": "a", "rows": [5]}, "from 0 to 4, got 5"),
    ({"do": "label", "category": "a", "rows": [-1]}, "from 0 to 4, got -1"),
    ({"do": "label", "category": "a", "rows": [1.0]}, "got 1.0"),
    ({"do": "label", "category": "a", "rows": [True]}, "got True"),
    ({"do": "label", "category": "a", "rows": "123"}, "got '123'"),
    ({"do": "label", "category": "a", "rows": {"0": 1}}, "must be a list"),
    ({"do": "label", "category": 7, "rows": [1]}, "must be a text, got 7"),
    ({"do": "label", "category": "  ", "rows": [1]}, "1 to 200 letters"),
    ({"do": "label", "category": "-1", "rows": [1]}, "-1 means no label"),
    ({"do": "label", "category": "NA", "rows": [1]}, "NA means no label"),
    ({"do": "beta", "value": 10**400}, "beta must be"),
    ({"do": "label", "category": "a", "rows": [1], "polygon": [[10**400, 0]]}, "corners of two numbers"),
    ({"do": "label", "category": "x" * 201, "rows": [1]}, "1 to 200 letters"),
    ({"do": "label", "category": "a\nb", "rows": [1]}, "letters that print"),
    ({"do": "label", "category": "\ud800", "rows": [1]}, "letters that print"),
    ({"do": "label", "category": "a", "rows": [1], "polygon": [[1, 2, 3]]}, "corners of two numbers"),
    ({"do": "label", "category": "a", "rows": [1], "polygon": [[1, float("nan")]]}, "corners of two numbers"),
    ({"do": "label", "category": "a", "rows": [1], "polygon": [[0, 0]] * 10_001}, "up to 10,000 corners"),
    ({"do": "label", "category": "a", "rows": [1], "view": {"kind": 3}}, "view must name"),
    ({"do": "confirm", "row": "1"}, "row must be a number from 0 to 4"),
    ({"do": "beta", "value": float("nan")}, "from 0 to 1e\\+09, got nan"),
    ({"do": "beta", "value": float("inf")}, "got inf"),
    ({"do": "beta", "value": -1}, "got -1"),
    ({"do": "beta", "value": True}, "got True"),
    ({"do": "beta", "value": "2"}, "got '2'"),
    ({"do": "rename", "category": "a"}, "needs name"),
]
TEXTS = st.text(alphabet="ab1-<\n\ud800", max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(("given_", "words"), BAD)
def test_what_is_malformed_is_refused_in_a_sentence(given_, words):
    with pytest.raises(BadAction, match=words) as refusal:
        read_action(given_, 5)
    assert len(str(refusal.value)) < 250


@given(
    st.fixed_dictionaries(
        {"do": st.sampled_from(["label", "clear", "confirm", "category", "rename", "beta", "undo", "apply"])},
        optional=dict.fromkeys(("category", "rows", "row", "name", "value", "polygon", "view"), JSON),
    )
)
def test_whatever_comes_is_an_action_or_is_refused(message):
    try:
        action = read_action(message, 5)
    except BadAction:
        return
    assert read_action(action.to_json(), 5) == action


def test_a_lasso_keeps_its_polygon_and_view():
    given_ = {
        "do": "label",
        "category": " <img onerror=alert(1)> ",
        "rows": [4, 0],
        "polygon": [[0, 1], [2.5, 3]],
        "view": {"kind": "features", "x": "wing", "y": "mass"},
    }
    action = read_action(given_, 5)
    assert action.category == "<img onerror=alert(1)>"
    assert action.to_json()["polygon"] == [[0.0, 1.0], [2.5, 3.0]]
    assert action.to_json()["view"] == given_["view"]
