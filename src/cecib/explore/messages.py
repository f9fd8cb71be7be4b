"""Messages to a page: a header, an object of JSON, and arrays beside it as they lie in memory."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

TYPES = ("float32", "uint16", "int16", "uint8", "uint32")
_STEP = 8  # bytes that each part is filled up to, so that arrays can be used where they lie


@dataclass(frozen=True, eq=False)
class Message:
    """What a page is told.

    Attributes
    ----------
    header : dict
        An object of JSON; `type` says what it is about.
    buffers : dict of ndarray
        Arrays, by name.
    """

    header: Mapping[str, Any]
    buffers: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    def described(self) -> dict[str, Any]:
        """Give the header with what its buffers are."""
        return {**self.header, "buffers": [_described(name, own) for name, own in self.buffers.items()]}

    def contents(self) -> list[memoryview]:
        """Give the buffers as bytes, in the order of the header."""
        return [_plain(own).data.cast("B") if own.size else memoryview(b"") for own in self.buffers.values()]

    def encode(self) -> bytes:
        """Make one frame: the length of the header, the header, and the buffers, each filled up to eight bytes.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib.explore.messages import Message, decode
        >>> frame = Message({"type": "labels"}, {"labels": np.array([0, -1], dtype=np.int16)}).encode()
        >>> len(frame) % 8, decode(frame).buffers["labels"].tolist()
        (0, [0, -1])
        """
        text = json.dumps(self.described(), ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        text += b" " * (-(4 + len(text)) % _STEP)
        parts: list[bytes | memoryview] = [struct.pack("<I", len(text)), text]
        for own in self.contents():
            parts += [own, b"\0" * (-own.nbytes % _STEP)]
        return b"".join(parts)


def decode(frame: bytes) -> Message:
    """Read a frame, as a page does."""
    (length,) = struct.unpack_from("<I", frame)
    header = json.loads(frame[4 : 4 + length])
    place, buffers = 4 + length, {}
    for one in header.pop("buffers"):
        buffers[one["name"]] = np.frombuffer(frame, dtype=one["dtype"], count=one["length"], offset=place)
        place += -(-buffers[one["name"]].nbytes // _STEP) * _STEP
    return Message(header, buffers)


def _plain(own: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(own, dtype=own.dtype.newbyteorder("<"))


def _described(name: str, own: NDArray[Any]) -> dict[str, Any]:
    if own.dtype.name not in TYPES:
        raise TypeError(f"The buffer {name} must be one of {', '.join(TYPES)}, got {own.dtype}.")
    return {"name": name, "dtype": own.dtype.name, "length": own.size}
