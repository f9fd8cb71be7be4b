"""What a model remembers of its stream, as arrays and numbers, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from cecib.files.array_archives import Arrays
from cecib.stream.rows import Rows
from cecib.stream.state import Stream
from cecib.stream.vocabulary import Vocabulary

_ROWS = ("points", "index", "weights", "times", "ranks")
_NUMBERS = ("seed", "next_id", "n_seen", "fitted_at", "reviewed_at", "time", "divided_at", "tried_at", "began_at")


def stream_as_arrays(stream: Stream | None) -> tuple[list[float] | None, Arrays]:
    """Give what a header says of a stream, and its arrays."""
    if stream is None:
        return None, {}
    arrays: Arrays = {"stream_ids": stream.ids}
    for name, rows in (("recent", stream.recent), ("waiting", stream.waiting)):
        arrays |= {f"{name}_{part}": np.ascontiguousarray(getattr(rows, part)) for part in _ROWS}
    return [getattr(stream, name) for name in _NUMBERS], arrays


def stream_from_arrays(numbers: list[Any] | None, arrays: Arrays, vocabulary: Vocabulary) -> Stream | None:
    """Make a stream from what `stream_as_arrays` gave."""
    if numbers is None:
        return None
    recent, waiting = (Rows(*(arrays[f"{name}_{part}"] for part in _ROWS)) for name in ("recent", "waiting"))
    known = dict(zip(_NUMBERS, numbers, strict=True))
    for rows in (recent, waiting):
        if (rows.index >= len(vocabulary.categories)).any():
            raise ValueError(f"the categories of rows must be below their number, {len(vocabulary.categories)}")
        if np.isnan(rows.points).all(axis=1).any():
            raise ValueError("no row of its stream may lack all values")
        if (rows.times > known["time"]).any():
            raise ValueError("no row of its stream may be later than the last")
    ids = arrays["stream_ids"]
    if len(np.unique(ids)) < len(ids) or (ids >= known["next_id"]).any() or len(recent) > known["n_seen"]:
        raise ValueError("stream_ids must be distinct and below the next, and no more rows be kept than have come")
    return Stream(recent=recent, waiting=waiting, vocabulary=vocabulary, ids=ids, **known)
