"""Columns of text that hold numbers with decimal commas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cecib.input_errors import InputError

COMMA_NOTE = "decimal commas"
_DECIMAL = r"^\s*[-+]?\d+(,\d+)?([eE][-+]?\d+)?\s*$"
_COMMA = r"^\s*[-+]?\d+,\d+([eE][-+]?\d+)?\s*$"
_THOUSANDS = r"^\s*[-+]?[1-9]\d{0,2},\d{3}\s*$"


def has_decimal_commas(column: Any) -> bool:
    """Whether an Arrow column of text holds whole numbers and numbers with decimal commas, and nothing else.

    A column in which every comma could as well stand between thousands, as in 1,234, is left as it is.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from cecib.files.decimals import has_decimal_commas
    >>> has_decimal_commas(pa.array(["1,5", "2", None])), has_decimal_commas(pa.array(["1,234", "999"]))
    (True, False)
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return False

    def is_met(pattern: str) -> Any:
        return pc.match_substring_regex(column, pattern)

    commas, thousands = (pc.sum(is_met(pattern)).as_py() or 0 for pattern in (_COMMA, _THOUSANDS))
    return bool(commas > thousands and pc.all(is_met(_DECIMAL)).as_py())


def with_points(column: Any, name: str) -> Any:
    """Read such a column as numbers, or name the first cell that is none, which may come after others."""
    import pyarrow as pa
    import pyarrow.compute as pc

    others = column.filter(pc.invert(pc.match_substring_regex(column, _DECIMAL)))
    if len(others):
        raise InputError(
            f"Column {name!r} must hold numbers with decimal commas, as in its first rows, got "
            f"{others[0].as_py()[:40]!r}: correct it."
        )
    texts = pc.utf8_trim_whitespace(pc.replace_substring(column, ",", "."))
    return pc.replace_substring_regex(texts, r"^\+", "").cast(pa.float64())


def comma_note(names: Sequence[str]) -> str | None:
    """Say which columns were read so."""
    return f"{COMMA_NOTE}: {', '.join(names)}" if names else None
