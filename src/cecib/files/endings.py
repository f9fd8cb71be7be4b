"""What the name of a file says of its format."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

STANDARD_STREAM = "-"
CODECS = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}
TEXTS = (".csv", ".tsv", ".jsonl", ".ndjson", ".json")  # these may be compressed


class Ending(NamedTuple):
    """The format of a file, and how it is compressed if it is."""

    format: str
    codec: str | None


def extension(path: str | os.PathLike[str]) -> str:
    """Lower-case extension of a file name, with its dot; of a compressed file with both.

    Examples
    --------
    >>> from cecib.files.endings import extension
    >>> extension("flights.2013.CSV.gz"), extension("flights.2013.parquet")
    ('.csv.gz', '.parquet')
    """
    own = Path(path)
    last = own.suffix.lower()
    return Path(own.stem).suffix.lower() + last if last in CODECS else last


def split_ending(ending: str) -> Ending:
    """Tell the format from the compression.

    Examples
    --------
    >>> from cecib.files.endings import split_ending
    >>> split_ending(".csv.gz"), split_ending(".parquet")
    (Ending(format='.csv', codec='gzip'), Ending(format='.parquet', codec=None))
    """
    for last, codec in CODECS.items():
        if ending.endswith(last):
            return Ending(ending.removesuffix(last), codec)
    return Ending(ending, None)


def compressed(*endings: str) -> tuple[str, ...]:
    """Give endings and what follows them if such a file is compressed."""
    return tuple(own + last for own in endings for last in ("", *CODECS))


def is_known(path: str | os.PathLike[str], known: tuple[str, ...]) -> bool:
    """Whether a file ends in one of these; one of text may be compressed besides."""
    own = split_ending(extension(path))
    return own.format in known and (own.codec is None or own.format in TEXTS)


def check_extension(path: str | os.PathLike[str], known: tuple[str, ...], argument: str) -> None:
    """Refuse a file whose format its name does not tell.

    Examples
    --------
    >>> from cecib.files.endings import check_extension
    >>> check_extension("map.bmp", (".png", ".svg"), "--plot")
    Traceback (most recent call last):
    ...
    ValueError: map.bmp (--plot) must end in .png or .svg, got the extension '.bmp': convert or rename it.
    """
    if is_known(path, known):
        return
    known = tuple(own for own in known if split_ending(own).codec is None)
    texts = [own for own in known if own in TEXTS]
    also = f" ({', '.join(texts)} also with {_any_of(list(CODECS))})" if texts else ""
    expected = f"{_any_of(known)}{also}"
    found = f"the extension {extension(path)!r}" if extension(path) else "no extension"
    raise ValueError(f"{path} ({argument}) must end in {expected}, got {found}: convert or rename it.")


def _any_of(endings: Sequence[str]) -> str:
    return f"{', '.join(endings[:-1])} or {endings[-1]}"
