"""Blocks of rows from files and arrays: data that need not fit into memory."""

from __future__ import annotations

from cecib.blocks.arrow_files import arrow
from cecib.blocks.blocks import Blocks
from cecib.blocks.csv_files import csv
from cecib.blocks.given_arrays import arrays
from cecib.blocks.npy_files import npy
from cecib.blocks.opening import open_blocks
from cecib.blocks.parquet_files import parquet

__all__ = ["Blocks", "arrays", "arrow", "csv", "npy", "open_blocks", "parquet"]
