"""Memory that stays: what thousands of fits leave behind in the process."""

from __future__ import annotations

import gc
import warnings
from itertools import count, islice
from pathlib import Path

from sklearn.exceptions import ConvergenceWarning

from soak.cases import Case, make_case
from soak.invariants import fit

STATUS = Path("/proc/self/status")
DIFFERENT, ROWS = 40, 60  # cases, fitted in turn; the most rows that they have
GROWTH = 8.0  # MB that are no leak: a leak of one small array per fit is more


def resident() -> float:
    """Resident memory of the process in MB."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024.0


def growth(fits: int) -> float:
    """By how many MB memory grows in the last half of so many fits."""
    small = (case for case in map(make_case, count()) if len(case.X) <= ROWS)
    cases = [*islice(small, DIFFERENT)]
    half = 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for number in range(fits):
            if number == fits // 2:
                gc.collect()
                half = resident()
            _fit_and_predict(cases[number % DIFFERENT])
    gc.collect()
    return resident() - half


def _fit_and_predict(case: Case) -> None:
    try:
        model = fit(case, n_init=1)
    except ValueError:
        return
    model.predict_proba(case.X)
    model.findings(case.X, case.y)
