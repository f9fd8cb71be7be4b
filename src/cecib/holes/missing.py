"""What was missing in the rows of a fit, and which rows and columns take part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cecib.holes.conditionals import Flags
from cecib.holes.strays import Strays
from cecib.in_words import listed
from cecib.input_errors import InputError, Named
from cecib.search.scaling import Matrix

_LEAST_VALUES, _LEAST_SHARE = 3, 0.05  # of a column: what is made up about one with less outweighs what is known
_SHOWN = 8
Columns = NDArray[np.intp]
Treatment = Literal["model", "drop"]


@dataclass(frozen=True, eq=False)
class Missing:
    """What was missing in the rows of a fit.

    Attributes
    ----------
    counts : ndarray of shape (d,)
        How many values each column lacked.
    n_rows : int
        How many rows there were.
    n_incomplete : int
        How many of them lacked a value of a column that took part.
    n_empty : int
        How many had none: they took no part, and are in the cluster that costs least by its size.
    set_aside : ndarray
        Columns of which hardly any value was there, fewer than three or one in twenty: they took no part.
    treatment : {"model", "drop"}
        Whether incomplete rows took part.
    strays : Strays or None
        Values that count as missing since they lie far beyond all others; None: there were none.
    """

    counts: NDArray[np.int64]
    n_rows: int
    n_incomplete: int
    n_empty: int
    set_aside: Columns
    treatment: Treatment
    strays: Strays | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Missing) and all(map(np.array_equal, vars(self).values(), vars(other).values()))

    __hash__ = None  # type: ignore[assignment]

    @property
    def n_left_out(self) -> int:
        """How many rows took no part."""
        return self.n_incomplete if self.treatment == "drop" else self.n_empty

    def take_part(self, is_hole: Flags) -> Flags:
        """Tell which rows with such holes take part in a fit."""
        return take_part(is_hole, self.set_aside, self.treatment)

    def as_seen(self, points: Matrix) -> Matrix:
        """Give rows as a fit sees them: without strays, and without columns that are set aside."""
        return without_aside(without_strays(self, points), self.set_aside)

    def sentences(self, names: Sequence[str]) -> list[str]:
        """Say it; `names` are those of the columns."""
        counts = self.counts if self.strays is None else self.counts - self.strays.counts
        kept = [j for j in np.argsort(-counts, kind="stable").tolist() if counts[j] > 0]
        kept = [j for j in kept if j not in self.set_aside]
        said = []
        if kept:
            shown = listed([f"{names[j]!r} ({_percent(counts[j] / self.n_rows)})" for j in kept], _SHOWN)
            is_model = self.treatment == "model"
            took = "count by what they have" if is_model else "took no part in the search"
            some = self.n_incomplete - (self.n_empty if is_model else 0)
            told = f": {some} of {self.n_rows} rows lack some, and {took}" if some else ""
            said.append(f"Values are missing in feature{'s' if len(kept) > 1 else ''} {shown}{told}.")
        said += [] if self.strays is None else self.strays.sentences(names)
        for j in self.set_aside[:_SHOWN].tolist():
            n = self.n_rows - int(self.counts[j])
            said.append(f"Feature {names[j]!r} has values in {n} of {self.n_rows} rows only, and was set aside.")
        if self.n_empty:
            rows = "1 row has" if self.n_empty == 1 else f"{self.n_empty} rows have"
            said.append(f"{rows} no value at all, and went where rows are most frequent.")
        return said


def _percent(share: float) -> str:
    return "below 1 %" if share < 0.01 else f"{share:.0%}".replace("%", " %")


def take_part(is_hole: Flags, set_aside: Columns, treatment: Treatment) -> Flags:
    """Tell which rows with such holes take part: those with any value, or with all, but for columns set aside."""
    kept = np.delete(is_hole, set_aside, axis=1)
    return np.logical_not(kept.all(axis=1) if treatment == "model" else kept.any(axis=1))


def columns_set_aside(counts: NDArray[np.int64], n_rows: int, names: Sequence[str], allows_flat: bool) -> Columns:
    """Tell which columns take no part, and refuse a table in which too few are left.

    Parameters
    ----------
    counts : ndarray of shape (d,)
        How many values each column lacks.
    n_rows : int
        How many rows there are.
    names : sequence of str
        The names of the columns, for errors.
    allows_flat : bool
        Whether columns may be set aside.
    """
    n, d = n_rows, len(counts)
    if counts.min() == n:
        shown = listed([repr(name) for name in names], _SHOWN)
        raise InputError(f"All {n} rows of ", Named("X"), f" are empty, in column{'s' if d > 1 else ''} {shown}.")
    aside = np.flatnonzero(n - counts < max(min(_LEAST_VALUES, n), _LEAST_SHARE * n))
    if len(aside) == d:
        most = int(n - counts.min())
        raise InputError(
            Named("X"), f" has too few values: no column has more than {most} in {n} rows, and it takes "
            f"{int(np.ceil(max(min(_LEAST_VALUES, n), _LEAST_SHARE * n)))}.",
        )  # fmt: skip
    if len(aside) and not allows_flat:
        raise InputError(
            f"Column {names[aside[0]]!r} has values in {n - counts[aside[0]]} of {n} rows only, too few for ",
            Named("criterion", "entropy"), ": drop it, or use ", Named("criterion", "evidence"), ".",
        )  # fmt: skip
    return aside


def no_row_left() -> InputError:
    """Say that incomplete rows are all that there are."""
    return InputError(
        "All rows of ", Named("X"), " lack values, so that ", Named("missing", "drop"), " leaves none: use ",
        Named("missing", "model"), ".",
    )  # fmt: skip


def look_over(
    is_hole: Flags, treatment: Treatment, names: Sequence[str], allows_flat: bool, strays: Strays | None = None
) -> Missing:
    """Say what is missing, and refuse a table of which too little is left.

    Parameters
    ----------
    is_hole : ndarray of shape (n, d)
        Where the rows have holes.
    treatment : {"model", "drop"}
        Whether incomplete rows take part.
    names : sequence of str
        The names of the columns, for errors.
    allows_flat : bool
        Whether columns may be set aside.
    strays : Strays, optional
        Which of the holes are values that lie far beyond all others.
    """
    n, counts = len(is_hole), is_hole.sum(axis=0)
    aside = columns_set_aside(counts, n, names, allows_flat)
    kept = np.delete(is_hole, aside, axis=1)
    missing = Missing(counts, n, int(kept.any(axis=1).sum()), int(kept.all(axis=1).sum()), aside, treatment, strays)
    if not missing.take_part(is_hole).any():
        raise no_row_left()
    return missing


def without_strays(missing: Missing | None, points: Matrix) -> Matrix:
    """Give rows in which values are missing that lie far beyond all others of the fit."""
    return points if missing is None or missing.strays is None else missing.strays.without(points)


def without_aside(points: Matrix, set_aside: Columns) -> Matrix:
    """Give columns that are set aside one value, so that they tell nothing."""
    if not len(set_aside):
        return points
    own = points.copy()
    own[:, set_aside] = 0.0
    return own
