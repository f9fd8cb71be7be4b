"""A table that is read in blocks, with the columns that the arguments name."""

from __future__ import annotations

import argparse

from cecib.blocks import Blocks, open_blocks
from cecib.blocks.frames import open_frames
from cecib.cli.columns import find_column, find_columns, parse_features
from cecib.files.endings import extension


def open_data(arguments: argparse.Namespace) -> Blocks:
    """Open the data of a command as blocks."""
    if extension(arguments.data) == ".npy":
        return open_blocks(arguments.data, labels=arguments.labels)
    names = open_frames(arguments.data).names
    labels = None if arguments.labels is None else find_column(arguments.labels, names, "--labels")
    features = None
    if arguments.features is not None:
        features = parse_features(arguments.features, names, [] if labels is None else [labels])
    exclude = [] if arguments.exclude is None else find_columns(arguments.exclude, names, "--exclude")
    ids = [] if arguments.ids is None else [find_column(arguments.ids, names, "--ids")]
    return open_blocks(arguments.data, features=features, labels=labels, exclude=[*exclude, *ids])
