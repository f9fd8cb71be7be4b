"""The survey of a fit in blocks: how many rows there are, a sample of them, and what is missing in all of them."""

from __future__ import annotations

import numpy as np

from cecib.backends.backend import Backend
from cecib.backends.survey import Survey
from cecib.holes import Missing
from cecib.holes.missing import Treatment, columns_set_aside, no_row_left
from cecib.input_errors import InputError, Named
from cecib.settings import Settings
from cecib.whole.watching import Watch


def surveyed(backend: Backend, settings: Settings, rows: int, seed: int, watch: Watch) -> tuple[Survey, Missing | None]:
    """Survey all rows; where columns have hardly any values once more, without them.

    Parameters
    ----------
    backend : Backend
        Where the rows are.
    settings : Settings
        The parameters of the fit.
    rows : int
        Size of the sample.
    seed : int
        Of the draw.
    watch : Watch
        Told of each block.

    Returns
    -------
    tuple
        What is known of the rows, and what is missing in them; None: nothing.
    """
    treatment: Treatment = "drop" if settings.missing == "drop" else "model"
    known = backend.survey(rows, seed, treatment)
    if not known.tally.counts.any():
        return known, None
    if settings.missing == "fail":  # blocks of somebody's own making, which do not look by themselves
        column = backend.names[int(np.flatnonzero(known.tally.counts)[0])]
        raise InputError(f"Column {column!r} lacks values: fill them, or use ", Named("missing", "model"), ".")
    aside = columns_set_aside(known.tally.counts, known.tally.n_rows, backend.names, settings.criterion.allows_flat)
    if len(aside):
        watch.begin_survey()
        known = backend.survey(rows, seed, treatment, aside.tolist())
    tally = known.tally
    if tally.n_rows == (tally.n_incomplete if treatment == "drop" else tally.n_empty):
        raise no_row_left()
    return known, Missing(tally.counts, tally.n_rows, tally.n_incomplete, tally.n_empty, aside, treatment)
