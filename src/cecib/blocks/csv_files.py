"""Blocks of CSV and TSV files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cecib.blocks.blocks import Blocks
from cecib.blocks.column_blocks import ColumnBlocks
from cecib.blocks.column_file import ColumnFile, Paths, Place, find_files
from cecib.extras import require
from cecib.files.compression import codec_of_file, cut_off, opened
from cecib.files.decimals import comma_note, has_decimal_commas, with_points
from cecib.files.encoding import Encoding, as_utf8, find_encoding
from cecib.files.endings import compressed, extension, split_ending
from cecib.files.line_ends import has_an_end, line_end_note, whole_lines
from cecib.files.number_texts import is_mark
from cecib.files.text_format import TextFormat, convert_options, find_format, text_options
from cecib.files.unlabelled import spellings
from cecib.input_errors import InputError

EXTENSIONS = compressed(".csv", ".tsv")
_BLOCK = 1 << 20  # bytes that are parsed at once, of which the reader has up to 32 ahead; the first fix the types
_LONGEST_LINE = 1 << 30
_EXACT = 2**53  # whole numbers below this are exact as floats
_BAD_CELL = re.compile(r"In CSV column #(\d+): Row #(\d+): CSV conversion error to [^:]+: (.*)", re.DOTALL)


def csv(
    path: Paths,
    *,
    features: Sequence[str] | None = None,
    labels: str | None = None,
    weights: str | None = None,
    rows: int | None = None,
    exclude: Sequence[str] = (),
) -> Blocks:
    r"""Blocks of a CSV or TSV file, or of several.

    The separator of a .csv file is found from its first row, as is whether that row names the columns; if not, they are
    called by their position, counting from 1. What a column holds is fixed by its first rows, or the first that are
    not empty; a later cell that does not fit is refused, with its row.

    Parameters
    ----------
    path : str, path, or list of them
        A file, a folder of such files, or a list of files, all with the same columns; as for `cecib.blocks.parquet`.
    features, labels, weights, rows, exclude
        As for `cecib.blocks.parquet`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cecib.blocks import csv
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "birds.csv"
    ...     _ = file.write_text("wing;mass;diet\n70;19.5;seeds\n67;15.0;\n")
    ...     for block in csv(file, labels="diet"):
    ...         print(block.points, block.side.categories, block.side.index)
    [[70.  19.5]
     [67.  15. ]] ['seeds'] [ 0 -1]
    """
    require("cli", "pandas", "pyarrow")
    files = find_files(path, EXTENSIONS, CsvColumns)
    return ColumnBlocks(files, path, features=features, labels=labels, weights=weights, rows=rows, exclude=exclude)


class CsvColumns(ColumnFile):
    """The columns of a CSV or TSV file."""

    kind = "a table of text"
    _codec: str | None
    _commas: list[str]
    _encoding: Encoding
    _form: TextFormat

    def look(self) -> dict[str, Any]:
        """Find the encoding, the format, the columns, and what they hold at first."""
        import pyarrow as pa

        format_, self._codec = split_ending(extension(self.path)).format, codec_of_file(self.path)
        head = self._head()
        if not head.strip():
            raise InputError(f"{self.path} is empty: expected a table with a header and one row per point.")
        try:
            self._encoding = find_encoding(whole_lines(head), self.path, is_whole=False)
        except ValueError as error:
            raise InputError(str(error)) from None
        text = as_utf8(whole_lines(head), self._encoding, is_whole=False)
        self._form = find_format(text, "\t" if format_ == ".tsv" else None)
        with self._opened(convert_options()) as reader:
            self._written, kinds = reader.schema.names, list(reader.schema.types)
            first = next(iter(reader), None)
        if self._written.count("") > 1:
            raise InputError(f"{self.path} has {self._written.count('')} columns without a name: name them.")
        self.names_found = self._form.names(self._written)
        cells = zip(self.names_found, [] if first is None else first.columns, strict=first is not None)
        self._commas = [name for name, column in cells if has_decimal_commas(column)]
        notes = self._encoding.note, line_end_note(text), comma_note(self._commas)
        self.notes = [note for note in notes if note is not None]
        self.whole_at_first = [name for name, kind in zip(self.names_found, kinds, strict=True) if str(kind) == "int64"]
        return dict(zip(self.names_found, kinds, strict=True)) | dict.fromkeys(self._commas, pa.float64())

    def _head(self) -> bytes:
        """Read the first bytes, at least a row of them."""
        with opened(self.path, self._codec) as stream:
            head: bytes = stream.read(_BLOCK)
            while (
                not has_an_end(head[: len(head) // 4]) and len(head) < _LONGEST_LINE and (more := stream.read(_BLOCK))
            ):
                head += more
        self._size = max(_BLOCK, len(head))
        return head

    def first(self, rows: int) -> Iterator[Any]:
        """Give record batches of the first rows, as they are written."""
        with self.in_one_sentence(), self._opened(convert_options()) as reader:
            batch = next(iter(reader), None)
        if batch is not None:
            yield self._with_points(batch.slice(0, rows).rename_columns(self.names_found))

    def stored(self, columns: Sequence[str], rows: int) -> Generator[Any]:
        """Give record batches; texts come as numbers of a dictionary."""
        written = [self._written[self.names_found.index(name)] for name in columns]
        types = {own: self._fixed(name, own) for own, name in zip(written, columns, strict=True)}
        with self._opened(convert_options(types, written)) as reader:
            for batch in reader:
                own = self._with_points(batch.rename_columns(list(columns)))
                yield from (own.slice(start, rows) for start in range(0, len(own), rows))

    def _with_points(self, batch: Any) -> Any:
        for name in self._commas:
            if name in batch.schema.names:
                position = batch.schema.names.index(name)
                batch = batch.set_column(position, name, with_points(batch.column(position), name))
        return batch

    def unlabelled_cells(self, column: str) -> Counter[str]:
        """Count cells of a column of labels, which says nothing of those that are written otherwise."""
        written = self._written[self.names_found.index(column)]
        with self.in_one_sentence(), self._opened(text_options([written])) as reader:
            return spellings(batch.column(0) for batch in reader)

    def sentence(self, error: Exception, place: Place) -> str:
        """Say which cell or row will not do."""
        message = " ".join(str(error).split())
        found = _BAD_CELL.match(message)
        if self._codec is not None and found is None and "CSV" not in message and isinstance(error, OSError):
            return cut_off(self.path, self._codec, error)
        if found is None:
            if "straddling" in message:
                return (
                    f"{self.path} has a row of more than {self._size:,} bytes, perhaps a quote that is never "
                    "closed: repair it."
                )
            reason = message.removeprefix("CSV parse error: ").rstrip(".")[:160]
            return f"{self.path} is not a whole table: {reason} - repair or remove that row."
        name, where = self.names_found[int(found[1])], place(int(found[2]) - (1 if self._form.is_headless else 2))
        if "UTF8" in found[3]:
            return f"Column {name!r} must be UTF-8 text, got other bytes in {where}: save the file as UTF-8."
        cell = found[3].removeprefix("invalid value ").strip("'")[:40]
        advice = "write decimals with a point" if re.fullmatch(r"[-+]?\d+,\d+", cell) else "correct it"
        advice = "leave the cell empty" if is_mark(cell) else advice
        what = "numbers" if str(self.types[name]) in ("double", "int64") else f"values of type {self.types[name]}"
        return f"Column {name!r} must hold {what} as in its first rows, got {cell!r} in {where}: {advice}."

    @contextmanager
    def _opened(self, options: Any) -> Iterator[Any]:
        from pyarrow import csv

        form = self._form.read_options(self._size, self._encoding.name), self._form.parse_options()
        with opened(self.path, self._codec) as stream, csv.open_csv(stream, *form, options) as reader:
            yield reader

    def _fixed(self, name: str, written: str) -> Any:
        """Fix what a column holds: whole numbers may be followed by others."""
        import pyarrow as pa

        kind = self.types[name]
        if name in self._commas:
            return pa.string()
        if pa.types.is_null(kind):
            kind = self._first_told(written)
        if pa.types.is_integer(kind):
            kind = pa.float64() if self._is_exact(written) else kind
        self.types[name] = kind
        return pa.dictionary(pa.int32(), pa.string()) if pa.types.is_string(kind) else kind

    def _is_exact(self, written: str) -> bool:
        import pyarrow.compute as pc

        with self._opened(convert_options(None, [written])) as reader:
            found = pc.min_max(reader.read_next_batch().column(0)).as_py()
        return found["min"] is None or (found["min"] > -_EXACT and found["max"] < _EXACT)

    def _first_told(self, written: str) -> Any:
        """Find what the first cells hold that are not empty, in a column that begins with empty ones."""
        import pyarrow as pa

        with self._opened(convert_options({written: pa.string()}, [written])) as reader:
            for batch in reader:
                cells = batch.column(0).drop_null()
                for kind in (pa.float64(), pa.bool_(), pa.string()) if len(cells) else ():
                    try:
                        cells.cast(kind)
                    except pa.ArrowInvalid:
                        continue
                    return kind
        return pa.float64()
