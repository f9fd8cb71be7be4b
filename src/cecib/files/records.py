"""Tables from cells that come one by one, as a spreadsheet and JSON have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def frame_of(columns: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """Make a table whose columns have the types that a file of columns gives them, or objects where cells differ.

    Examples
    --------
    >>> from cecib.files.records import frame_of
    >>> frame_of({"wing": [70, None], "mass": [19.5, 15], "note": ["x", 1]}).dtypes.astype(str).to_dict()
    {'wing': 'object', 'mass': 'float64', 'note': 'object'}
    """
    import pandas as pd

    return pd.DataFrame({name: _column(cells) for name, cells in columns.items()})


def frame_of_records(records: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Make a table of records, of which each may lack some cells."""
    own = list(records)
    names = dict.fromkeys(name for record in own for name in record)
    return frame_of({name: [record.get(name) for record in own] for name in names})


def _column(cells: Sequence[Any]) -> pd.Series[Any]:
    import pandas as pd
    import pyarrow as pa

    try:
        array = pa.array(cells, from_pandas=True)
    except (pa.ArrowException, OverflowError):  # cells of several types
        return pd.Series(list(cells), dtype=object)
    read: pd.Series[Any] = array.to_pandas(integer_object_nulls=True)
    return read


def plain_columns(frame: pd.DataFrame) -> list[list[Any]]:
    """Give the cells of each column as Python's own numbers and texts, None where they are missing."""
    found = []
    for position in range(frame.shape[1]):
        column = frame.iloc[:, position]
        cells = column.astype(object).to_numpy()
        own = [cell.item() if hasattr(cell, "item") else cell for cell in cells]
        found.append([None if gone else cell for cell, gone in zip(own, column.isna(), strict=True)])
    return found
