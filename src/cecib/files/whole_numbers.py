"""Whole numbers of a table of text that floats cannot tell apart."""

from __future__ import annotations

import io
from typing import Any

from cecib.files.text_format import TextFormat, convert_options

_EXACT = 2.0**53


def exact_whole_numbers(table: Any, content: bytes, form: TextFormat) -> Any:
    r"""Read columns anew that hold whole numbers without a sign, up to 2^64, and were read as floats.

    Parameters
    ----------
    table : pyarrow.Table
        What was read, with numbers that have too many digits for a signed integer as floats.
    content : bytes
        The text.
    form : TextFormat
        How it is written.

    Examples
    --------
    >>> import io
    >>> from pyarrow import csv
    >>> from cecib.files.text_format import find_format
    >>> from cecib.files.whole_numbers import exact_whole_numbers
    >>> content = b"id,mass\n9223372036854775809,1.5\n9223372036854775810,1e20\n"
    >>> table = exact_whole_numbers(csv.read_csv(io.BytesIO(content)), content, find_format(content))
    >>> table.column("id").to_pylist(), str(table.schema.field("mass").type)
    ([9223372036854775809, 9223372036854775810], 'double')
    """
    import pyarrow as pa
    from pyarrow import csv

    names = table.schema.names
    for position, name in enumerate(names):
        if names.count(name) > 1 or not _has_large_floats(table.column(position)):
            continue
        try:
            options = form.read_options(len(content) + 1), form.parse_options()
            own = csv.read_csv(io.BytesIO(content), *options, convert_options({name: pa.uint64()}, [name]))
        except pa.ArrowInvalid:
            continue
        table = table.set_column(position, name, own.column(0))
    return table


def _has_large_floats(column: Any) -> bool:
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_float64(column.type):
        return False
    found = pc.min_max(pc.abs(column)).as_py()["max"]
    return found is not None and found >= _EXACT
