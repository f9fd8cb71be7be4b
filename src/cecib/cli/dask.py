"""``cecib cluster --dask``: a table that the workers of Dask read, each its part of it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cecib.blocks.dask_collections import DaskBlocks
from cecib.cli.columns import find_column, find_columns, parse_features
from cecib.cli.modules import need
from cecib.files.columns import ColumnChoice, choose_features, clean_labels
from cecib.files.endings import check_extension

_KINDS = (".parquet", ".pq")
_REFUSED = ("groups", "apart", "xy", "one_hot")
_ROWS = 10_000  # that show what columns hold
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
    if not os.path.isdir(arguments.data):
        check_extension(arguments.data, _KINDS, "--dask")
    if not os.path.exists(arguments.data):
        raise FileNotFoundError(f"{arguments.data} does not exist: check the path.")
    frame = dd.read_parquet(arguments.data)
    names = [str(name) for name in frame.columns]
    labels = None if arguments.labels is None else find_column(arguments.labels, names, "--labels")
    others = [] if labels is None else [labels]
    exclude = [] if arguments.exclude is None else find_columns(arguments.exclude, names, "--exclude")
    if arguments.features is None:
        first = frame.head(_ROWS, npartitions=-1)
        choice = choose_features(first, others, exclude=exclude, is_whole=False)
    else:
        choice = ColumnChoice(
            [name for name in parse_features(arguments.features, names, others) if name not in exclude]
        )
    own = None if labels is None else frame[labels].map_partitions(_cleaned, meta=(labels, "object"))
    blocks = DaskBlocks(frame[choice.features], own)
    blocks.source, blocks.left_out, blocks.doubts = arguments.data, choice.left_out, choice.doubts
    return blocks


def _cleaned(labels: Any) -> Any:
    """Read labels as those of a table: empty cells and −1 are none."""
    import pandas as pd

    return pd.Series(clean_labels(labels), index=labels.index, dtype=object)
