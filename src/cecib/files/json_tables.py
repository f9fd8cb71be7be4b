"""Tables in JSON: a record per line, a list of records, or columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cecib.files.encoding import as_utf8, find_encoding
from cecib.files.line_ends import line_end_note
from cecib.files.reading_notes import add_note
from cecib.files.records import frame_of, frame_of_records, plain_columns

if TYPE_CHECKING:
    import pandas as pd


def parse_lines(content: bytes, name: str) -> pd.DataFrame:
    r"""Read a record per line; a line that is none is named.

    Examples
    --------
    >>> from cecib.files.json_tables import parse_lines
    >>> parse_lines(b'{"wing": 70, "mass": 19.5}\n{"wing": 67}\n', "birds.jsonl")
       wing  mass
    0    70  19.5
    1    67   NaN
    >>> parse_lines(b'{"wing": 70}\n{"wing": \n', "birds.jsonl")
    Traceback (most recent call last):
    ...
    ValueError: birds.jsonl, line 2 is no JSON record (Expecting value): repair or remove it.
    """
    encoding = find_encoding(content, name)
    content = as_utf8(content, encoding)
    frame = frame_of_records(_records(content, name))
    add_note(frame, encoding.note)
    add_note(frame, line_end_note(content))
    return frame


def parse_json(content: bytes, name: str) -> pd.DataFrame:
    """Read a list of records, columns, or what pandas writes; records below each other will do too.

    Examples
    --------
    >>> from cecib.files.json_tables import parse_json
    >>> parse_json(b'{"wing": [70, 67], "mass": [19.5, 15.0]}', "birds.json")
       wing  mass
    0    70  19.5
    1    67  15.0
    """
    encoding = find_encoding(content, name)
    try:
        given = json.loads(as_utf8(content, encoding))
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return parse_lines(content, name)
        raise ValueError(
            f"{name} is not whole JSON: {error.msg} in line {error.lineno}, column {error.colno}: repair it."
        ) from None
    except RecursionError:
        raise ValueError(f"{name} is nested too deeply for a table: write a list of records.") from None
    frame = _table(given, name)
    add_note(frame, encoding.note)
    return frame


def _records(content: bytes, name: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(content.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            reason = None if isinstance(record, dict) else f"it is a {type(record).__name__}"
        except json.JSONDecodeError as error:
            reason = error.msg
        except RecursionError:
            reason = "nested too deeply"
        if reason is not None:
            raise ValueError(f"{name}, line {number:,} is no JSON record ({reason}): repair or remove it.")
        yield record


def _table(given: Any, name: str) -> pd.DataFrame:
    if isinstance(given, dict) and isinstance(given.get("data"), list):  # pandas: orient "split" or "table"
        rows, names = given["data"], given.get("columns")
        if isinstance(names, list) and all(isinstance(row, list) and len(row) == len(names) for row in rows):
            cells = zip(*rows, strict=True) if rows else [[]] * len(names)
            return frame_of(dict(zip(map(str, names), map(list, cells), strict=True)))
        given = rows
    if isinstance(given, list) and given and all(isinstance(record, dict) for record in given):
        return frame_of_records(given)
    if isinstance(given, dict) and given:
        columns = list(given.values())
        if all(isinstance(column, list) and len(column) == len(columns[0]) for column in columns):
            return frame_of(given)
        if all(isinstance(column, dict) and column.keys() == columns[0].keys() for column in columns):
            return frame_of({key: list(column.values()) for key, column in given.items()})
        if not any(isinstance(column, dict | list) for column in columns):
            return frame_of_records([given])
    raise ValueError(
        f'{name} holds no table: expected a list of records, [{{"a": 1}}, …], or columns, {{"a": [1, …]}}.'
    )


def as_lines(frame: pd.DataFrame) -> list[str]:
    """Write each row as a record; a missing cell is null.

    Examples
    --------
    >>> import pandas as pd
    >>> from cecib.files.json_tables import as_lines
    >>> as_lines(pd.DataFrame({"cluster": [0, 1], "category": ["seeds", None]}))
    ['{"cluster": 0, "category": "seeds"}', '{"cluster": 1, "category": null}']
    """
    names = [str(name) for name in frame.columns]
    rows = zip(*plain_columns(frame), strict=True)
    return [json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, default=str) for row in rows]
