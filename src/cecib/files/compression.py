"""Files that are compressed: gzip, Zstandard and bzip2, by the codecs of Arrow."""

from __future__ import annotations

import io
import re
from typing import Any, BinaryIO

_MARKS = {
    "gzip": re.compile(rb"\x1f\x8b"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd"),
    "bz2": re.compile(rb"BZh\d1AY&SY"),
}


def codec_of(content: bytes) -> str | None:
    """Tell from the first bytes how something is compressed."""
    return next((codec for codec, mark in _MARKS.items() if mark.match(content)), None)


def decompressed(content: bytes, name: str) -> bytes:
    """Give what was compressed, or the content itself if nothing was.

    Examples
    --------
    >>> import gzip
    >>> from cecib.files.compression import decompressed
    >>> decompressed(gzip.compress(b"wing,mass"), "birds.csv.gz")
    b'wing,mass'
    >>> decompressed(gzip.compress(b"wing,mass")[:-9], "birds.csv.gz")
    Traceback (most recent call last):
    ...
    ValueError: birds.csv.gz is cut off or damaged (gzip: Truncated compressed stream): fetch or write it anew.
    """
    codec = codec_of(content)
    if codec is None:
        return content
    import pyarrow as pa

    try:
        with pa.CompressedInputStream(io.BytesIO(content), codec) as stream:
            read: bytes = stream.read()
            return read
    except (OSError, pa.ArrowInvalid) as error:
        raise ValueError(cut_off(name, codec, error)) from None


def cut_off(name: str, codec: str, error: Exception) -> str:
    """Say that a compressed file is not whole."""
    reason = str(error).split("\n", 1)[0].rstrip(".")[:120]
    return f"{name} is cut off or damaged ({codec}: {reason}): fetch or write it anew."


def codec_of_file(path: str) -> str | None:
    """Tell from its first bytes how a file is compressed."""
    with open(path, "rb") as file:
        return codec_of(file.read(16))


def opened(path: str, codec: str | None) -> Any:
    """Open a file to read what was compressed, as a stream."""
    import pyarrow as pa

    return pa.input_stream(path, compression=codec)


def sink(file: BinaryIO, codec: str | None) -> Any:
    """Open what compresses on the way to a file; closing it leaves the file open."""
    import pyarrow as pa

    return io.BufferedWriter(_Unclosed(file)) if codec is None else pa.CompressedOutputStream(_Unclosed(file), codec)


class _Unclosed(io.RawIOBase):
    """A file that somebody else closes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        return self._file.write(content)

    def flush(self) -> None:
        self._file.flush()
