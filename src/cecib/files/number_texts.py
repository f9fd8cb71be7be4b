"""Columns of text that hold numbers as people write them: marks for missing values, separators, currencies, percent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.files.decimals import COMMA_NOTE
from cecib.files.reading_notes import reading_notes
from cecib.in_words import counted, listed

if TYPE_CHECKING:
    import pandas as pd

MARKS = (".", "?", "-", "--", "*")  # of a missing value, alone in a cell among numbers
_GONE = frozenset(("", *MARKS))
_SEEN = 1000  # cells that tell whether a column is worth a closer look
_CODE = 7  # digits
_SHOWN = 12  # columns that a note names
_SPACES = " \u00a0\u2009\u202f"
_UNITS = "$€£¥₹%"
_SHAPE = re.compile(
    rf"(?P<sign>[-+\u2212]?)\s*(?P<before>[{_UNITS[:-1]}]?)\s*(?P<inner>[-+\u2212]?)"
    rf"(?P<body>[\d.](?:[\d.,'’{_SPACES}]*[\d.])?(?:[eE][-+]?\d+)?)\s*(?P<after>[{_UNITS}]?)"
)
_PLAIN = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


@dataclass(frozen=True, eq=False)
class NumberTexts:
    """A column of text whose cells are numbers.

    Attributes
    ----------
    values : ndarray of shape (n,) or None
        The numbers, NaN where they are missing; None: they can be read in more than one way.
    marks : Counter of str
        Marks of missing values, with how often each occurs.
    example : str or None
        A cell with a separator or a unit; None: there is none.
    """

    values: NDArray[np.float64] | None
    marks: Counter[str] = field(default_factory=Counter)
    example: str | None = None


@dataclass(frozen=True)
class _Style:
    """What stands between thousands, and before decimals."""

    groups: str
    decimals: str

    @property
    def pattern(self) -> re.Pattern[str]:
        point = re.escape(self.decimals)
        return re.compile(rf"(?:[1-9]\d{{0,2}}(?:[{re.escape(self.groups)}]\d{{3}})+|\d+)(?:{point}\d+)?")

    def read(self, bodies: Sequence[str]) -> list[float] | None:
        """Read numbers, or give None if some are not written so."""
        pattern, without = self.pattern, str.maketrans(self.decimals, ".", self.groups)
        if not all(map(pattern.fullmatch, bodies)):
            return None
        return [float(body.translate(without)) for body in bodies]


_STYLES = (_Style(",", "."), _Style("'’", "."), _Style(_SPACES, "."), _Style(_SPACES, ","))
_POINTS = _Style(".", ",")  # 1.382,87: only where other columns have decimal commas


def number_texts(column: pd.Series[Any]) -> NumberTexts | None:
    """Read a column of text as numbers; None if a cell is neither a number nor missing.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.number_texts import number_texts
    >>> number_texts(pd.Series(["1.5", ".", "-2"])).values.tolist()
    [1.5, nan, -2.0]
    >>> number_texts(pd.Series(["$1,382.87", "-$12"])).values.tolist()
    [1382.87, -12.0]
    >>> number_texts(pd.Series(["1,382", "999"])).values is None, number_texts(pd.Series(["a", "1"])) is None
    (True, True)
    >>> number_texts(pd.Series(["555 123 456", "555 987 654"])) is None
    True
    """
    import pandas as pd

    codes, distinct = pd.factorize(column.astype(object))  # many cells are the same; −1 where they are missing
    if not all(_SHAPE.fullmatch(cell) or cell in _GONE for cell in _stripped(distinct[:_SEEN])):
        return None
    cells = _stripped(distinct)
    is_told = np.array([cell not in _GONE for cell in cells], dtype=bool)
    told = [cell for cell, counts in zip(cells, is_told, strict=True) if counts]
    if not told:
        return None
    found = _numbers(told, any(note.startswith(COMMA_NOTE) for note in reading_notes(column)))
    if found is None:
        return None
    counts = np.bincount(codes[codes >= 0], minlength=len(cells))
    marks = Counter({cell: int(counts[i]) for i, cell in enumerate(cells) if cell in MARKS})
    example = next((cell for cell in told if not _is_plain(cell)), None)
    if not len(found):
        return NumberTexts(None, marks, example)
    values = np.full(len(cells) + 1, np.nan)  # the last is that of missing cells
    values[:-1][is_told] = found
    return NumberTexts(values[codes], marks, example)


def _stripped(cells: Iterable[Any]) -> list[str]:
    return [str(cell).strip() for cell in cells]


def _numbers(told: Sequence[str], has_commas: bool) -> NDArray[np.float64] | None:
    """Read texts as numbers; nothing if they can be read in several ways, None if one is no number."""
    if all(map(_is_plain, told)):
        return np.array(told, dtype=np.float64)
    parts = [shape.groupdict() for shape in map(_SHAPE.fullmatch, told) if shape is not None]
    if len(parts) < len(told) or any(map(_says_twice, parts)):
        return None
    units, bodies = {own["before"] or own["after"] for own in parts}, [own["body"] for own in parts]
    if units == {""} and _are_codes(bodies):
        return None
    is_plain = all(map(_PLAIN.fullmatch, bodies))
    found = [list(map(float, bodies))] if is_plain else _readings(bodies, has_commas)
    if not found:
        return None
    if len(units - {""}) > 1 or units == {"", "%"} or any(own != found[0] for own in found[1:]):
        return np.empty(0)
    return np.multiply(found[0], [-1.0 if (own["sign"] or own["inner"]) in ("-", "\u2212") else 1.0 for own in parts])


def _are_codes(bodies: Sequence[str]) -> bool:
    """Whether numbers are long and all of one length, such as those of telephones."""
    lengths = {sum(map(str.isdigit, body)) for body in bodies}
    return len(bodies) > 1 and len(lengths) == 1 and min(lengths) >= _CODE


def _is_plain(cell: str) -> bool:
    return _PLAIN.fullmatch(cell, cell[0] in "+-") is not None


def _says_twice(parts: dict[str, str]) -> bool:
    return bool((parts["before"] and parts["after"]) or (parts["sign"] and parts["inner"]))


def _readings(bodies: Sequence[str], has_commas: bool) -> list[list[float]]:
    """Read numbers in all ways that will do; an unequal pair of readings says that none is certain."""
    found = [own for own in (style.read(bodies) for style in _STYLES) if own is not None]
    points = None if found else _POINTS.read(bodies)
    if points is None:
        return found
    return [points] if has_commas else [points, []]


def is_mark(cell: Any) -> bool:
    """Whether a cell is a mark of a missing value."""
    return isinstance(cell, str) and cell.strip() in MARKS


def number_notes(frame: pd.DataFrame, names: Sequence[str], where: str = "") -> list[str]:
    """Say which features were read so, and which cells count as missing.

    Parameters
    ----------
    frame : DataFrame
        The table, or its first rows.
    names : sequence of str
        The features.
    where : str
        Which rows these are, if not all.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.number_texts import number_notes
    >>> frame = pd.DataFrame({"wing": ["70", "?", "?"], "price": ["$5.50", "$1,200.00", "-"]})
    >>> number_notes(frame, ["wing", "price"])
    ["count as missing: 2 cells '?' of wing and 1 cell '-' of price", "read as numbers: price, such as '$5.50'"]
    """
    missing, written = [], []
    for name in names:
        own = number_texts(frame[name]) if name in frame.columns and frame[name].dtype.kind not in "biufmM" else None
        if own is not None and own.values is not None:
            missing += [f"{counted(count, 'cell')} {mark!r} of {name}" for mark, count in own.marks.most_common()]
            written += [] if own.example is None else [f"{name}, such as {own.example!r}"]
    notes = [f"count as missing{where}: {listed(missing, _SHOWN)}"] if missing else []
    return notes + ([f"read as numbers: {listed(written, _SHOWN)}"] if written else [])
