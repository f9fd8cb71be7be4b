"""Frames: a header, and arrays that can be used where they lie."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cecib.explore.messages import TYPES, Message, decode


@given(
    st.text(alphabet='ab<é€😀"\\', max_size=20),
    st.lists(st.tuples(st.sampled_from(TYPES), st.integers(0, 20)), max_size=4),
)
def test_frames_are_read_back_and_lie_at_multiples_of_eight(title, parts):
    arrays = {f"part {i}": np.arange(n).astype(kind) for i, (kind, n) in enumerate(parts)}
    frame = Message({"type": "test", "title": title}, arrays).encode()
    assert len(frame) % 8 == 0
    (length,) = struct.unpack_from("<I", frame)
    assert (4 + length) % 8 == 0
    header = json.loads(frame[4 : 4 + length].decode("utf-8"))
    assert [(own["name"], own["dtype"], own["length"]) for own in header["buffers"]] == [
        (name, array.dtype.name, len(array)) for name, array in arrays.items()
    ]
    again = decode(frame)
    assert dict(again.header) == {"type": "test", "title": title}
    for name, array in arrays.items():
        assert again.buffers[name].tolist() == array.tolist()


def test_arrays_may_lie_anywhere():
    matrix = np.arange(12, dtype=np.float32).reshape(4, 3)
    again = decode(Message({}, {"x": matrix[:, 1], "y": matrix[::-1, 0].astype(">f4")}).encode())
    assert again.buffers["x"].tolist() == [1, 4, 7, 10]
    assert again.buffers["y"].tolist() == [9, 6, 3, 0]


def test_other_types_and_numbers_that_json_does_not_know_are_mistakes():
    with pytest.raises(TypeError, match="buffer x must be one of float32"):
        Message({}, {"x": np.zeros(2)}).encode()
    with pytest.raises(ValueError, match="JSON"):
        Message({"cost": float("nan")}).encode()


def test_a_name_that_is_no_unicode_does_no_harm():
    assert decode(Message({"title": "birds\udcff.csv"}).encode()).header["title"] == "birds?.csv"
