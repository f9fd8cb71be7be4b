"""``cecib cluster`` of a table that is large, or of a folder: read in blocks, written in blocks."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.blocks import Blocks
from cecib.blocks.frames import EXTENSIONS
from cecib.cli.dask import connected, open_on_dask
from cecib.cli.fitting import choice_notes, fitted
from cecib.cli.kept_blocks import KeptBlocks
from cecib.cli.opening import open_data
from cecib.cli.pictures import write_picture
from cecib.cli.report import print_report, shape_lines
from cecib.cli.written import flags_of, suspect_table, with_kept
from cecib.estimator import CECIB
from cecib.files.block_writer import Write, write_blocks, write_blocks_as
from cecib.files.columns import ColumnChoice
from cecib.files.endings import STANDARD_STREAM, extension, split_ending
from cecib.files.tables import write_table_as
from cecib.files.unlabelled import spelling_notes
from cecib.files.whole_files import whole_files
from cecib.fitted import was_stopped
from cecib.reading.assignments import make_assignments
from cecib.reading.block_findings import findings_in_blocks
from cecib.reading.findings import Findings
from cecib.reading.page import write_report
from cecib.search.scaling import Matrix
from cecib.whole.checkpoint import Checkpoint
from cecib.whole.given_blocks import framed

if TYPE_CHECKING:
    import pandas as pd

_LARGE = 200_000_000  # bytes of a file, beyond which it is read in blocks
_COMPRESSED = 5  # times as large is what a compressed file of text holds
_WHOLE = ("groups", "apart", "xy", "one_hot")  # what needs all rows in memory


def comes_in_blocks(arguments: argparse.Namespace) -> bool:
    """Whether the data are a folder, or a large file of which nothing is asked that needs all rows at once."""
    path = arguments.data
    if arguments.dask is not None:
        return True
    if path == STANDARD_STREAM:
        return False
    if os.path.isdir(path):
        for name in _WHOLE:
            if getattr(arguments, name) is not None:
                option = name.replace("_", "-")
                raise ValueError(f"--{option} needs all rows in memory, and {path} is a folder: give one file.")
        return True
    has_levels = arguments.labels is not None and "," in arguments.labels
    if has_levels or any(getattr(arguments, name) is not None for name in _WHOLE):
        return False
    return extension(path) in EXTENSIONS and _is_large(path)


def _is_large(path: str) -> bool:
    factor = 1 if split_ending(extension(path)).codec is None else _COMPRESSED
    return os.path.exists(path) and os.path.getsize(path) * factor > _LARGE


def whole_notes(arguments: argparse.Namespace) -> list[str]:
    """Say that a large file was read into memory, if its format is not read in blocks."""
    path = arguments.data
    if path == STANDARD_STREAM or extension(path) in EXTENSIONS or not _is_large(path):
        return []
    return [f"read into memory as a whole, as {extension(path)} files are; Parquet and CSV are read in blocks"]


def run_in_blocks(arguments: argparse.Namespace) -> None:
    """Fit, report, write."""
    checkpoint = None if arguments.checkpoint is None else Checkpoint(arguments.checkpoint, stays=True)
    try:
        with connected(arguments.dask) if arguments.dask is not None else nullcontext():
            blocks = open_on_dask(arguments) if arguments.dask is not None else open_data(arguments)
            _fit_and_write(arguments, blocks, checkpoint)
    except KeyboardInterrupt:
        if checkpoint is None or not checkpoint.path.exists():
            raise
        raise KeyboardInterrupt(f"interrupted; the same command goes on from {checkpoint.path}.") from None


def _fit_and_write(arguments: argparse.Namespace, blocks: Blocks, checkpoint: Checkpoint | None) -> None:
    model, notes = fitted(arguments, lambda own: own.fit_blocks(blocks, checkpoint=checkpoint))
    in_all = findings_in_blocks(model, blocks) if arguments.out or arguments.suspects else None
    found = model.findings() if in_all is None else in_all
    choice = ColumnChoice(blocks.names, blocks.left_out, dict(blocks.doubts))
    about = [*blocks.notes, *choice_notes(choice, model), *spelling_notes(blocks.unlabelled_cells())]
    _write(arguments, model, blocks, found, about, choice)
    notes = [*about, *notes, *(_sample_notes(model) if in_all is None else [])]
    if checkpoint is not None and was_stopped(model):
        notes.append(f"the same command goes on from {checkpoint.path}")
    elif checkpoint is not None:
        checkpoint.remove()
    file = sys.stderr if arguments.out == STANDARD_STREAM else sys.stdout
    shapes = shape_lines(model) if arguments.shapes else []
    print_report(model, found, [*shapes, *notes], file)


def _sample_notes(model: CECIB) -> list[str]:
    drawn = model._drawn.rows
    n, m = len(model.labels_), 0 if drawn is None else len(drawn)
    if m == n:
        return []
    return [f"labels and outliers above are those of a sample of {m:,} of {n:,} rows, on which the model was found"]


def _write(
    arguments: argparse.Namespace,
    model: CECIB,
    blocks: Blocks,
    found: Findings,
    notes: list[str],
    choice: ColumnChoice,
) -> None:
    """Write what was asked for; files appear together, when all of them are whole, the table last."""
    with whole_files() as temporary:
        if arguments.model is not None:
            model.save(temporary(arguments.model))
        if arguments.plot is not None:
            from cecib.reading.plotting import plot_clusters

            path, own = temporary(arguments.plot), _sample(model)
            write_picture(path, extension(arguments.plot), plot_clusters, model, *own, shapes=arguments.shapes)
        if arguments.report is not None:
            title, command = f"Clusters in {Path(arguments.data).name}", arguments.command_line
            path = temporary(arguments.report)
            write_report(model, *_sample(model), path, title=title, command=command, notes=notes, found=found)
        if arguments.suspects is not None:
            suspects = suspect_table(model, found, KeptBlocks(arguments, choice).of_rows)
            write_table_as(suspects, temporary(arguments.suspects), extension(arguments.suspects))
        if arguments.out == STANDARD_STREAM:
            with write_blocks(STANDARD_STREAM) as write:
                _write_rows(arguments, model, blocks, write, found, choice)
        elif arguments.out is not None:
            with write_blocks_as(temporary(arguments.out), extension(arguments.out)) as write:
                _write_rows(arguments, model, blocks, write, found, choice)


def _write_rows(
    arguments: argparse.Namespace, model: CECIB, blocks: Blocks, write: Write, found: Findings, choice: ColumnChoice
) -> None:
    first, shape_of = 0, model.shapes() if arguments.shapes else None
    flags = flags_of(found, model.labels_)
    kept = KeptBlocks(arguments, choice)
    for block in blocks.with_missing(model.missing):
        labels = model.labels_[first : first + len(block)].astype(np.int32)
        table = make_assignments(model, framed(block.points, getattr(model, "feature_names_in_", None)), labels)
        if shape_of is not None:
            table.insert(1, "shape", shape_of[labels])
        table = table.assign(**{name: marks[first : first + len(block)] for name, marks in flags.items()})
        write(with_kept(kept.following(block), table))
        first += len(block)


def _sample(model: CECIB) -> tuple[pd.DataFrame | Matrix, NDArray[Any]]:
    block = model._drawn.block
    if block is None:
        raise RuntimeError("There is no sample; please report this with the command.")
    return framed(block.points, getattr(model, "feature_names_in_", None)), block.side.decode(block.side.index)
