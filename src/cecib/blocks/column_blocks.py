"""Blocks that are put together from the columns of files."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from cecib.backends.memory import Block
from cecib.blocks.assembly import Assembly, read_numbers
from cecib.blocks.blocks import Blocks, rows_per_block
from cecib.blocks.column_file import ColumnFile, Paths
from cecib.files.column_errors import ColumnError, SeveralColumnsError, error_of
from cecib.files.columns import ColumnChoice, check_values, choose_features, columns_called, listing
from cecib.files.number_texts import number_notes
from cecib.input_errors import InputError, Named

if TYPE_CHECKING:
    import pandas as pd

_BATCH = 131_072  # rows that are decoded at once


class ColumnBlocks(Blocks):
    """Blocks of some columns of one or more files, one after the other; a block may hold the end of one and more."""

    def __init__(
        self,
        files: Sequence[ColumnFile],
        path: Paths,
        *,
        features: Sequence[str] | None = None,
        labels: str | None = None,
        weights: str | None = None,
        rows: int | None = None,
        exclude: Sequence[str] = (),
    ) -> None:
        self._files = files
        self.notes = list(dict.fromkeys(note for file in files for note in file.notes))
        self.source = str(path) if isinstance(path, str | os.PathLike) else f"{files[0].path} and others"
        self._labels, self._weights = self._one(labels, "labels"), self._one(weights, "weights")
        choice = self._choice(features, [self._find(name, "exclude") for name in exclude])
        self.names, self.left_out, self.doubts = choice.features, choice.left_out, choice.doubts
        self.notes += self._number_notes()
        self._rows = rows_per_block(self.n_features, rows)
        counts = [file.n_rows for file in files]
        self.n_rows = None if None in counts else sum(count for count in counts if count is not None)
        if self.n_rows == 0:
            raise ValueError(f"{self.source} has no rows: expected at least one.")
        self._firsts = [0]

    @property
    def paths(self) -> list[str]:
        """The files that hold rows, in their order."""
        return [file.path for file in self._files if file.n_rows != 0]

    def __iter__(self) -> Iterator[Block]:
        number, own, batches = 0, self._assembly(0), self._batches()
        for batch in batches:
            taken = 0
            while taken < batch.num_rows:
                try:
                    taken += own.take(batch, taken)
                except (ColumnError, SeveralColumnsError) as error:
                    for file in self._files:
                        file.file.check()  # one that was cut off may end in half a number
                    here = number * self._rows + len(own)
                    raise self._with_later(error, chain([batch.slice(taken)], batches), here) from None
                if own.is_full:
                    yield own.block()
                    number += 1
                    own = self._assembly(number)
        if len(own):
            yield own.block()
        elif number == 0:
            raise ValueError(f"{self.source} has no rows: expected at least one.")

    def _with_later(
        self, error: ColumnError | SeveralColumnsError, batches: Iterable[Any], first: int
    ) -> ColumnError | SeveralColumnsError:
        """Look whether other columns will not do later, so that one message names all of them."""
        found = {fault.name: fault for fault in error.faults}
        try:
            for batch in batches:
                for j, name in enumerate(self.names):
                    if name not in found:
                        try:
                            place = partial(self._place_in_file, first)
                            check_values(read_numbers(batch.column(j), name, place), name, place, self.missing)
                        except ColumnError as fault:
                            found[name] = fault
                first += batch.num_rows
        except (ValueError, OSError):  # what cannot be read is said when these are corrected
            pass
        return error_of([found[name] for name in self.names if name in found])

    def place(self, number: int, row: int) -> str:
        """Say where a row is."""
        whole = number * self._rows + row
        which = bisect_right(self._firsts, whole) - 1
        return f"{self._files[which].path}, block {number + 1:,}, row {whole - self._firsts[which] + 1:,}"

    def unlabelled_cells(self) -> dict[str, Counter[str]]:
        """Count cells of the label column that are not empty and yet count as unlabelled, by how they are written."""
        if self._labels is None:
            return {}
        return {self._labels: sum((file.unlabelled_cells(self._labels) for file in self._files), start=Counter())}

    def _place_in_file(self, first: int, row: int) -> str:
        return self.place(*divmod(first + row, self._rows))

    def _assembly(self, number: int) -> Assembly:
        is_single = all(str(file.types[name]) == "float" for file in self._files for name in self.names)
        return Assembly(
            self.names,
            np.float32 if is_single else np.float64,
            self._rows,
            partial(self.place, number),
            has_labels=self._labels is not None,
            has_weights=self._weights is not None,
            missing=self.missing,
        )

    def _batches(self) -> Iterator[Any]:
        """Give the columns, file after file: features, then labels and weights if there are any."""
        columns = list(dict.fromkeys([*self.names, *(name for name in (self._labels, self._weights) if name)]))
        first, self._firsts = 0, []
        for file in self._files:
            self._firsts.append(first)
            for batch in file.batches(columns, min(_BATCH, self._rows), partial(self._place_in_file, first)):
                first += batch.num_rows
                yield batch

    def _choice(self, features: Sequence[str] | None, exclude: Sequence[str]) -> ColumnChoice:
        if features is None:
            labels, first = [] if self._labels is None else [self._labels], first_rows(self._files)
            is_whole = len(self._files) == 1 and self._files[0].n_rows == len(first)
            return choose_features(
                first, labels, weight=self._weights, exclude=exclude, is_whole=is_whole, with_separators=False
            )
        chosen = [features] if isinstance(features, str) else list(features)
        self._find_all(chosen, "features")
        for name in chosen:
            if chosen.count(name) > 1:
                raise InputError(Named("features"), f" names the column {name!r} twice: name each column once.")
            if name in (self._labels, self._weights):
                what = "label" if name == self._labels else "weight"
                raise InputError(Named("features"), f" holds the {what} column {name!r}: leave it out.")
        if not chosen:
            raise InputError(Named("features"), " names no column: name at least one, or leave it out.")
        return ColumnChoice([name for name in chosen if name not in exclude])

    def _number_notes(self) -> list[str]:
        """Say which marks in columns of text count as missing."""
        import pyarrow as pa

        texts = [name for name in self.names if not all(pa.types.is_primitive(own.types[name]) for own in self._files)]
        return number_notes(first_rows(self._files), texts, " in the first rows") if texts else []

    def _one(self, name: Any, argument: str) -> str | None:
        if name is None:
            return None
        if isinstance(name, list | tuple) and argument == "labels" and len(name) != 1:
            raise InputError(
                Named("labels"), f" of blocks have one level, got {len(name)} columns: choose one of them, or use fit "
                "with all rows in memory.",
            )  # fmt: skip
        own = name[0] if isinstance(name, list | tuple) else name
        return self._find(own, argument)

    def _find(self, name: Any, argument: str) -> str:
        self._find_all([name], argument)
        return str(name)

    def _find_all(self, names: Sequence[Any], argument: str) -> None:
        """Refuse names that are no columns, all of them in one sentence."""
        known = self._files[0].types
        others = [name for name in names if not isinstance(name, str) or name not in known]
        if others:
            raise InputError(
                Named(argument), f" names {columns_called(others)}, which {self._files[0].path} does not have: it has "
                f"{listing(list(known))}.",
            )  # fmt: skip


def first_rows(files: Sequence[ColumnFile]) -> Any:
    """Read the first rows of all columns of the first file that has any, to see what they hold."""
    import pyarrow as pa

    names = list(files[0].types)
    wanted = min(_BATCH, rows_per_block(len(names)))
    for file in files:
        found: list[Any] = []
        for batch in file.first(wanted):
            found.append(batch)
            if sum(map(len, found)) >= wanted:
                break
        if sum(map(len, found)):
            return as_frame(pa.Table.from_batches(found).select(names))
    raise ValueError(f"{files[0].path} has 0 rows and {len(names)} columns: expected at least one of each.")


def as_frame(table: Any) -> pd.DataFrame:
    """Make a pandas frame of a table whose texts may be in a dictionary."""
    import pyarrow as pa

    for i, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type) and pa.types.is_string(field.type.value_type):
            table = table.set_column(i, field.name, table.column(i).cast(field.type.value_type))
    frame: pd.DataFrame = table.to_pandas(ignore_metadata=True, integer_object_nulls=True)
    return frame
