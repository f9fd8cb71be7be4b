"""Which columns of a table the arguments name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cecib.files.columns import clean_labels, listing
from cecib.files.tables import extension, read_table

if TYPE_CHECKING:
    import pandas as pd


def find_column(name: str, names: Sequence[str], argument: str) -> str:
    """Find a column by its name, or by its position counting from 1."""
    if name in names:
        return name
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return names[int(name) - 1]
    raise ValueError(f"{argument} names the column {name!r}, which the data do not have: they have {listing(names)}.")


def parse_features(text: str, names: Sequence[str], labels: Sequence[str] = ()) -> list[str]:
    """Read a list of names, positions and ranges FIRST:LAST; a range passes over the label columns."""
    chosen: list[str] = []
    for item in [text] if text in names else [part.strip() for part in text.split(",")]:
        if item not in names and ":" in item:
            first, last = (find_column(end.strip(), names, "--features") for end in item.split(":", 1))
            start, stop = names.index(first), names.index(last)
            if start > stop:
                raise ValueError(f"--features has the range {item!r}, whose ends are in the wrong order: swap them.")
            chosen += [name for name in names[start : stop + 1] if name not in labels]
        else:
            chosen.append(find_column(item, names, "--features"))
    for label in labels:
        if label in chosen:
            raise ValueError(f"--features holds the label column {label!r}: leave it out, labels are not features.")
    return list(dict.fromkeys(chosen))


def read_label_columns(frame: pd.DataFrame, argument: str | None) -> tuple[list[str], Any]:
    """Find the label columns, coarse to fine, or read the labels from an NPY file; empty cells and −1 become None."""
    import pandas as pd

    if argument is None:
        return [], None
    if extension(argument) == ".npy" and argument not in frame.columns and Path(argument).exists():
        labels = read_table(argument)
        if len(labels) != len(frame):
            raise ValueError(
                f"--labels must hold {len(frame)} entries, one per row of the data, got {len(labels)}: match them."
            )
        names = [] if labels.shape[1] == 1 else [f"level {level + 1}" for level in range(labels.shape[1])]
        columns = [clean_labels(labels.iloc[:, level]) for level in range(labels.shape[1])]
        return [], columns[0] if len(columns) == 1 else pd.DataFrame(dict(zip(names, columns, strict=True)))
    given = [argument] if argument in frame.columns else [part.strip() for part in argument.split(",")]
    names = list(dict.fromkeys(find_column(part, list(frame.columns), "--labels") for part in given))
    if len(names) == 1:
        return names, clean_labels(frame[names[0]])
    return names, pd.DataFrame({name: pd.Series(clean_labels(frame[name])) for name in names})
