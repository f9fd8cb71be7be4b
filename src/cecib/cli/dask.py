"""``cecib cluster --dask``: a table that the workers of Dask read, each its part of it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cecib.blocks.column_blocks import ColumnBlocks
from cecib.blocks.dask_collections import DaskBlocks
from cecib.blocks.frames import first_file
from cecib.blocks.parquet_files import EXTENSIONS
from cecib.cli.columns import find_column
from cecib.cli.modules import need
from cecib.cli.opening import open_data
from cecib.files.columns import clean_labels
from cecib.files.endings import check_extension

_REFUSED = ("groups", "apart", "xy", "one_hot")
_SECONDS = 30


@contextmanager
def connected(address: str) -> Iterator[None]:
    """Let Dask use the scheduler at an address."""
    need("dask", "dask", "distributed")
    import distributed

    try:
        client = distributed.Client(address, timeout=_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise ValueError(
            f"--dask names the scheduler {address!r}, which does not answer: start it with dask scheduler, or correct "
            "the address."
        ) from error
    with client:
        yield


def open_on_dask(arguments: argparse.Namespace) -> DaskBlocks:
    """Open a Parquet file, or a folder of them, which all workers have to see under the same path."""
    import dask.dataframe as dd

    for name in _REFUSED:
        if getattr(arguments, name) is not None:
            raise ValueError(f"--{name.replace('_', '-')} needs all rows in memory: leave it out, or --dask.")
    if not os.path.exists(arguments.data):
        raise FileNotFoundError(f"{arguments.data} does not exist: check the path.")
    check_extension(first_file(arguments.data), EXTENSIONS, "--dask")
    chosen = open_data(arguments)
    assert isinstance(chosen, ColumnBlocks)
    frame = dd.read_parquet(chosen.paths)
    labels = None if arguments.labels is None else find_column(arguments.labels, list(frame.columns), "--labels")
    own = None if labels is None else frame[labels].map_partitions(_cleaned, meta=(labels, "object"))
    blocks = DaskBlocks(frame[chosen.names], own)
    blocks.source, blocks.left_out, blocks.doubts = chosen.source, chosen.left_out, chosen.doubts
    return blocks


def _cleaned(labels: Any) -> Any:
    """Read labels as those of a table: empty cells and −1 are none."""
    import pandas as pd

    return pd.Series(clean_labels(labels), index=labels.index, dtype=object)
