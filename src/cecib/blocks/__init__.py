"""Blocks of rows from files and arrays: data that need not fit into memory."""

from __future__ import annotations

from os import PathLike
from typing import Any

from cecib.blocks.arrow_files import arrow
from cecib.blocks.blocks import Blocks
from cecib.blocks.csv_files import csv
from cecib.blocks.given_arrays import ArrayBlocks, arrays
from cecib.blocks.npy_files import npy
from cecib.blocks.opening import open_blocks
from cecib.blocks.parquet_files import parquet

__all__ = ["Blocks", "arrays", "arrow", "as_blocks", "csv", "npy", "open_blocks", "parquet"]


def as_blocks(given: Any) -> Blocks:
    """Take blocks as they are, open a path, and read anything else as arrays."""
    if isinstance(given, Blocks):
        return given
    return open_blocks(given) if isinstance(given, (str, PathLike)) else ArrayBlocks(given, "blocks")
