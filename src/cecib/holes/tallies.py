"""How many values are missing in rows that come in blocks: tallies of blocks add up to that of all rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.holes.conditionals import Flags
from cecib.holes.missing import Columns, Treatment, take_part


@dataclass(frozen=True, eq=False)
class Tally:
    """What is missing in some rows; those of weight 0 do not count.

    Attributes
    ----------
    counts : ndarray of shape (d,)
        How many values each column lacks.
    n_rows : int
        How many rows there are.
    n_incomplete, n_empty : int
        How many of them lack a value of a column that takes part, and all of them.
    open_weight : float
        How many points the incomplete rows stand for that take part.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.holes.tallies import tally_of
    >>> holes = np.array([[False, True], [False, False], [True, True]])
    >>> none = np.empty(0, dtype=np.intp)
    >>> both = tally_of(holes, np.ones(3), none, "model") + tally_of(None, np.ones(2), none, "model", 2)
    >>> both.counts.tolist(), both.n_rows, both.n_incomplete, both.n_empty, both.open_weight
    ([1, 2], 5, 2, 1, 1.0)
    """

    counts: NDArray[np.int64]
    n_rows: int
    n_incomplete: int
    n_empty: int
    open_weight: float

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(own + more for own, more in zip(vars(self).values(), vars(other).values(), strict=True)))


def tally_of(
    is_hole: Flags | None, weights: Floats, set_aside: Columns, treatment: Treatment, n_columns: int = 0
) -> Tally:
    """Count what is missing in some rows.

    Parameters
    ----------
    is_hole : ndarray of shape (n, d) or None
        Where they have holes; None: nowhere.
    weights : ndarray of shape (n,)
        How many points each stands for.
    set_aside : ndarray
        Columns that take no part.
    treatment : {"model", "drop"}
        Whether incomplete rows take part.
    n_columns : int
        How many columns there are, if there are no holes.
    """
    counted = weights > 0
    if is_hole is None:
        return Tally(np.zeros(n_columns, dtype=np.int64), int(counted.sum()), 0, 0, 0.0)
    own = is_hole[counted]
    kept = np.delete(own, set_aside, axis=1)
    is_open = kept.any(axis=1) & take_part(own, set_aside, treatment)
    counts = own.sum(axis=0, dtype=np.int64)
    lacking = int(kept.any(axis=1).sum()), int(kept.all(axis=1).sum())
    return Tally(counts, len(own), *lacking, float(weights[counted][is_open].sum()))
