"""Which columns of a table the arguments name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cecib.files.column_kinds import FEW_TEXTS
from cecib.files.columns import ColumnChoice, NoFeatureError, choose_features, clean_labels, columns_called, listing
from cecib.files.endings import extension
from cecib.files.one_hot import one_hot_names, source_of
from cecib.files.tables import read_table

if TYPE_CHECKING:
    import pandas as pd


def find_column(name: str, names: Sequence[str], argument: str) -> str:
    """Find a column by its name, or by its position counting from 1."""
    found = _found(name, names)
    if found is None:
        raise _not_there([name], names, argument)
    return found


def _found(name: str, names: Sequence[str]) -> str | None:
    if name in names:
        return name
    return names[int(name) - 1] if name.isdecimal() and 1 <= int(name) <= len(names) else None


def _not_there(others: Sequence[str], names: Sequence[str], argument: str) -> ValueError:
    return ValueError(
        f"{argument} names {columns_called(others)}, which the data do not have: they have {listing(names)}."
    )


def find_columns(text: str, names: Sequence[str], argument: str, labels: Sequence[str] = ()) -> list[str]:
    """Read a list of names, positions and ranges FIRST:LAST; a range passes over the label columns."""
    chosen: list[str] = []
    others: list[str] = []
    for item in [text] if text in names else [part.strip() for part in text.split(",")]:
        if item in names or (argument == "--features" and source_of(item, names) is not None):
            chosen.append(item)
        elif ":" in item:
            first, last = (find_column(end.strip(), names, argument) for end in item.split(":", 1))
            start, stop = names.index(first), names.index(last)
            if start > stop:
                raise ValueError(f"{argument} has the range {item!r}, whose ends are in the wrong order: swap them.")
            chosen += [name for name in names[start : stop + 1] if name not in labels]
        else:
            found = _found(item, names)
            (others if found is None else chosen).append(found or item)
    if others:
        raise _not_there(others, names, argument)
    return list(dict.fromkeys(chosen))


def parse_features(text: str, names: Sequence[str], labels: Sequence[str] = ()) -> list[str]:
    """Read the names of features; a text in a column of texts is one too, as in carrier=AA."""
    chosen = find_columns(text, names, "--features", labels)
    sources = [source_of(name, names) for name in chosen]
    for label in labels:
        if label in sources:
            raise ValueError(f"--features holds the label column {label!r}: leave it out, labels are not features.")
    return chosen


def add_column_options(add: Any) -> None:
    """Add the options that say which columns are features."""
    add("--features", metavar="COLUMNS", help="columns to cluster by, such as A,B,F:K; default: all measurements")
    add("--exclude", metavar="COLUMNS", help="columns not to cluster by")
    add(
        "--one-hot",
        metavar="COLUMNS",
        help="columns of few texts to take too, as a column of 0 and 1 for each text; all for all that are offered",
    )


def chosen_features(
    frame: pd.DataFrame, arguments: Any, labels: Sequence[str], group: str | None, drawn_by: Sequence[str]
) -> ColumnChoice:
    """Choose the features as the arguments ask for it."""
    names = list(frame.columns)
    exclude = [] if arguments.exclude is None else find_columns(arguments.exclude, names, "--exclude")
    if arguments.features is not None:
        chosen = parse_features(arguments.features, names, labels)
        choice = ColumnChoice([name for name in chosen if name not in exclude])
    else:
        argument = getattr(arguments, "ids", None)
        ids = None if argument is None else find_column(argument, names, "--ids")
        try:
            choice = choose_features(frame, labels, group, drawn_by, ids, exclude=exclude)
        except NoFeatureError as error:
            if arguments.one_hot is None:
                raise
            choice = ColumnChoice([], error.left_out)
    if arguments.one_hot is not None:
        choice = _with_one_hot(frame, arguments.one_hot, choice, [*labels, *exclude])
    if group in choice.features:
        raise ValueError(f"--features holds the group column {group!r}: leave it out, groups are not features.")
    if not choice.features:
        raise ValueError("--exclude leaves no column to cluster by: leave some of them in.")
    return choice


def _with_one_hot(frame: pd.DataFrame, text: str, choice: ColumnChoice, others: Sequence[str]) -> ColumnChoice:
    names = list(frame.columns)
    wanted = choice.offered if text == "all" and text not in names else find_columns(text, names, "--one-hot")
    if not wanted:
        raise ValueError(f"--one-hot all finds no column of 2 to {FEW_TEXTS} texts: name columns, or leave it out.")
    for name in wanted:
        if name in others:
            raise ValueError(f"--one-hot names the column {name!r}, which is the label or excluded: leave it out.")
        if name in choice.features:
            raise ValueError(f"--one-hot names the column {name!r}, which holds numbers: leave it out.")
    made = [own for name in wanted for own in one_hot_names(frame, name)]
    left_out = {name: reason for name, reason in choice.left_out.items() if name not in wanted}
    return ColumnChoice([*choice.features, *made], left_out, choice.doubts)


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
