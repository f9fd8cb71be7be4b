"""The survey of a fit in blocks: how many rows there are, a sample of them, and what is missing in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cecib.backends.backend import Backend
from cecib.backends.survey import Plan, Survey
from cecib.holes import Missing
from cecib.holes.missing import Columns, Treatment, columns_set_aside, no_row_left
from cecib.input_errors import InputError, Named
from cecib.settings import Settings
from cecib.whole.watching import Watch

_LEAST_VALUES = 3  # of a column, in the sample


def surveyed(backend: Backend, settings: Settings, rows: int, seed: int, watch: Watch) -> tuple[Survey, Missing | None]:
    """Survey all rows; where values lie far beyond all others, or columns have hardly any, once more without them.

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
    plan, allows_flat = Plan(rows, seed, treatment), settings.criterion.allows_flat
    known = backend.survey(plan)
    strays = known.ends.strays() if allows_flat and settings.missing != "fail" else None
    if strays is not None:
        watch.begin_survey()
        plan = replace(plan, strays=strays)
        known = backend.survey(plan)
    if not known.tally.counts.any():
        return known, None
    if settings.missing == "fail":  # blocks of somebody's own making, which do not look by themselves
        column = backend.names[int(np.flatnonzero(known.tally.counts)[0])]
        raise InputError(f"Column {column!r} lacks values: fill them, or use ", Named("missing", "model"), ".")
    aside = columns_set_aside(known.tally.counts, known.tally.n_rows, backend.names, allows_flat)
    left = aside[:0]
    while len(aside := np.union1d(aside, _dark(known))) > len(left):
        _check_left(aside, backend.names, allows_flat)
        watch.begin_survey()
        known, left = backend.survey(replace(plan, set_aside=tuple(aside.tolist()))), aside
    tally = known.tally
    if tally.n_rows == (tally.n_incomplete if treatment == "drop" else tally.n_empty):
        raise no_row_left()
    return known, Missing(tally.counts, tally.n_rows, tally.n_incomplete, tally.n_empty, aside, treatment, strays)


def _dark(known: Survey) -> Columns:
    """Columns of which the sample, which has to show them, has hardly any value."""
    points = known.sample.points
    return np.flatnonzero((~np.isnan(points)).sum(axis=0) < min(_LEAST_VALUES, len(points)))


def _check_left(aside: Columns, names: Sequence[str], allows_flat: bool) -> None:
    if len(aside) == len(names):
        raise InputError(
            Named("X"), f" has too few values: a sample of all rows has fewer than {_LEAST_VALUES} in each column."
        )
    if not allows_flat:
        raise InputError(
            f"Column {names[aside[0]]!r} has hardly any value in a sample of all rows, too few for ",
            Named("criterion", "entropy"), ": drop it, or use ", Named("criterion", "evidence"), ".",
        )  # fmt: skip
