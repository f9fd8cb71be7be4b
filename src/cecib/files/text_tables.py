"""Tables in CSV and TSV files."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from cecib.files.decimals import comma_note, has_decimal_commas, with_points
from cecib.files.encoding import as_utf8, find_encoding
from cecib.files.line_ends import line_end_note
from cecib.files.reading_notes import add_note
from cecib.files.text_format import convert_options, find_format
from cecib.files.unlabelled import keep_spellings
from cecib.files.whole_numbers import exact_whole_numbers

if TYPE_CHECKING:
    import pandas as pd


def parse_text(content: bytes, name: str, separator: str | None = None) -> pd.DataFrame:
    r"""Read a table of text; what was guessed of its encoding, its lines and its commas is noted.

    Examples
    --------
    >>> from cecib.files.reading_notes import reading_notes
    >>> from cecib.files.text_tables import parse_text
    >>> frame = parse_text(b"wing;mass\n70;19,5\n67;15,0\n", "birds.csv")
    >>> frame["mass"].tolist(), reading_notes(frame)
    ([19.5, 15.0], ['decimal commas: mass'])
    """
    import pandas as pd
    import pyarrow
    from pyarrow import csv

    encoding = find_encoding(content, name)
    content = as_utf8(content, encoding)
    form = find_format(content, separator)
    try:
        # one block: types are inferred from the whole file
        options = form.read_options(len(content) + 1), form.parse_options(), convert_options()
        table = csv.read_csv(io.BytesIO(content), *options)
    except pyarrow.ArrowInvalid as error:
        reason = " ".join(str(error).removeprefix("CSV parse error: ").split())
        raise ValueError(f"{name} is not a whole table: {reason[:160]} - repair or remove that row.") from None
    names = form.names(list(map(str, table.schema.names)))
    commas = [i for i in range(table.num_columns) if has_decimal_commas(table.column(i))]
    for i in commas:
        table = table.set_column(i, table.schema.names[i], with_points(table.column(i), names[i]))
    frame: pd.DataFrame = exact_whole_numbers(table, content, form).to_pandas(integer_object_nulls=True)
    frame.columns = pd.Index(names)
    keep_spellings(frame, table.schema.names, content, form)
    add_note(frame, encoding.note)
    add_note(frame, line_end_note(content))
    add_note(frame, comma_note([names[i] for i in commas]))
    return frame


def parse_tabs(content: bytes, name: str) -> pd.DataFrame:
    """Read a table whose cells are separated by tabs."""
    return parse_text(content, name, "\t")
