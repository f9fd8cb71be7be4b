"""How text is encoded: UTF-8, or another encoding, which is said."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from cecib.files.line_ends import count_ends

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_WORDS = {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-16": "UTF-16", "utf-32": "UTF-32", "cp1252": "Latin-1"}
_SEEN = 4096  # bytes in which every other one is zero if a text of Western letters is UTF-16
_MANY = 0.4
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")


class Encoding(NamedTuple):
    """The name of an encoding, and what is to be said of it if it is not UTF-8."""

    name: str
    note: str | None


def find_encoding(content: bytes, name: str, *, is_whole: bool = True) -> Encoding:
    r"""Tell how text is encoded, or refuse what is no text.

    Parameters
    ----------
    content : bytes
        The text, or whole lines from its beginning.
    name : str
        What it is called.
    is_whole : bool
        Whether it is all of the text.

    Examples
    --------
    >>> from cecib.files.encoding import find_encoding
    >>> find_encoding("place\ncafé\n".encode("latin-1"), "t.csv").note
    'encoding: Latin-1 (Windows-1252), since byte 0xe9 in line 2 is not UTF-8; save as UTF-8 if letters look wrong'
    >>> find_encoding("place\ncafé\n".encode("utf-16"), "t.csv")
    Encoding(name='utf-16', note='encoding: UTF-16')
    """
    for mark, own in _MARKS.items():
        if content.startswith(mark):
            found = Encoding("utf-8" if own == "utf-8-sig" else own, None if "8" in own else f"encoding: {_WORDS[own]}")
            return _checked(found, content, name, is_whole)
    zeros = [content[:_SEEN][start::2].count(0) / max(1, len(content[:_SEEN][start::2])) for start in (0, 1)]
    if max(zeros) > _MANY and min(zeros) < 1.0 - _MANY:
        own = "utf-16-le" if zeros[1] > zeros[0] else "utf-16-be"
        return _checked(Encoding(own, "encoding: UTF-16, by its zero bytes"), content, name, is_whole)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        where = f"byte 0x{content[error.start]:02x} in line {count_ends(content[: error.start]) + 1}"
        if _CONTROL.search(content):
            raise ValueError(f"{name} must be text, got binary data ({where}): save it as CSV or TSV.") from None
        about = f"since {where} is not UTF-8; save as UTF-8 if letters look wrong"
        return Encoding("cp1252" if _is_cp1252(content) else "latin-1", f"encoding: Latin-1 (Windows-1252), {about}")
    if b"\0" in content:
        raise ValueError(f"{name} must be text, got binary data: save it as CSV or TSV.")
    return Encoding("utf-8", None)


def as_utf8(content: bytes, encoding: Encoding, *, is_whole: bool = True) -> bytes:
    """Give text in UTF-8, without a mark at its beginning."""
    content = content.removeprefix(codecs.BOM_UTF8)
    if encoding.name == "utf-8":
        return content
    return codecs.getincrementaldecoder(encoding.name)().decode(content, final=is_whole).encode()


def _checked(found: Encoding, content: bytes, name: str, is_whole: bool) -> Encoding:
    decoder = codecs.getincrementaldecoder(found.name)()
    try:
        text = decoder.decode(content, final=is_whole)
    except UnicodeDecodeError as error:
        said = _WORDS.get(found.name, "UTF-8")
        raise ValueError(
            f"{name} begins as {said} text, but byte {error.start + 1:,} is none: save it as UTF-8."
        ) from None
    if "\0" in text:
        raise ValueError(f"{name} must be text, got binary data: save it as CSV or TSV.")
    return found


def _is_cp1252(content: bytes) -> bool:
    try:
        content.decode("cp1252")
    except UnicodeDecodeError:
        return False
    return True
