"""What is to be said of how a table was read: what was guessed, and what was left aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

_NOTES = "cecib: how the table was read"  # among the attributes of a frame


def add_note(frame: pd.DataFrame, note: str | None) -> None:
    """Let a frame know what is to be said of it."""
    if note is not None:
        frame.attrs[_NOTES] = [*reading_notes(frame), note]


def reading_notes(frame: pd.DataFrame | pd.Series[Any]) -> list[str]:
    """Give what is to be said of a table that was read, or of one that a column is of.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.reading_notes import add_note, reading_notes
    >>> frame = pd.DataFrame({"wing": [70]})
    >>> add_note(frame, "sheet: birds, the first of 3")
    >>> reading_notes(frame)
    ['sheet: birds, the first of 3']
    """
    return list(frame.attrs.get(_NOTES, []))
