"""Tables in other guises than pandas and polars frames: Arrow tables and lazy polars frames."""

from __future__ import annotations

from typing import Any

from cecib.extras import require


def as_frame(given: Any) -> Any:
    """Make a frame of an Arrow table or of a polars frame that is still to be computed; give all else as it is.

    Examples
    --------
    >>> import polars as pl
    >>> import pyarrow as pa
    >>> from cecib.given_tables import as_frame
    >>> type(as_frame(pa.table({"wing": [70]}))).__module__.split(".")[0], as_frame(pl.LazyFrame({"wing": [70]})).shape
    ('pandas', (1, 1))
    """
    kind = type(given)
    package = kind.__module__.split(".", 1)[0]
    if package == "polars" and kind.__name__ == "LazyFrame":
        return given.collect()
    if package == "pyarrow" and kind.__name__ in ("Table", "RecordBatch"):
        require("cli", "pandas")
        return given.to_pandas()
    return given
