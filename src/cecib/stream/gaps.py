"""What has been missing in a stream so far, and which rows of a batch take part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cecib.cost import Floats
from cecib.holes import Missing
from cecib.holes.conditionals import Flags
from cecib.holes.missing import Columns, Treatment, look_over
from cecib.holes.tallies import tally_of

NO_COLUMNS: Columns = np.empty(0, dtype=np.intp)


def begun(
    is_hole: Flags | None, weights: Floats, treatment: Treatment, names: Sequence[str], flat: bool
) -> Missing | None:
    """Say what is missing in the first batch, as in memory; None: nothing."""
    return None if is_hole is None else look_over(is_hole[weights > 0], treatment, names, flat)


def gone_on(
    known: Missing | None, n_before: int, is_hole: Flags | None, weights: Floats, treatment: Treatment
) -> Missing | None:
    """Say what has been missing with one more batch; None: nothing.

    Parameters
    ----------
    known : Missing or None
        What was missing before.
    n_before : int
        How many rows there were before, if nothing was.
    is_hole : ndarray of shape (n, d) or None
        Where the rows of the batch have holes; None: nowhere.
    weights : ndarray of shape (n,)
        How many points they stand for.
    treatment : {"model", "drop"}
        Whether incomplete rows take part.
    """
    if known is None:
        if is_hole is None:
            return None
        known = Missing(np.zeros(is_hole.shape[1], dtype=np.int64), n_before, 0, 0, NO_COLUMNS, treatment)
    more = tally_of(is_hole, weights, known.set_aside, treatment, len(known.counts))
    return Missing(
        known.counts + more.counts,
        known.n_rows + more.n_rows,
        known.n_incomplete + more.n_incomplete,
        known.n_empty + more.n_empty,
        known.set_aside,
        treatment,
    )
