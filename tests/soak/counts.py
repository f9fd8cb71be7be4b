"""One case tried, and what came of all of them."""

from __future__ import annotations

import traceback
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from sklearn.exceptions import ConvergenceWarning

import cecib
from soak.cases import Case, make_case
from soak.invariants import INVARIANTS, Fitted, NotAskedError, fit

_PACKAGE = Path(cecib.__file__).parent


@dataclass
class Counts:
    """How many cases were tried, how many of them the library refused in a sentence, and how each invariant fared."""

    tried: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)

    @property
    def n_failed(self) -> int:
        return sum(self.failed.values())

    def table(self) -> str:
        fitted = self.tried - sum(self.refused.values())
        lines = [f"{self.tried} cases: {fitted} fitted, {self.tried - fitted} refused, {self.n_failed} failures", ""]
        lines += ["| invariant | held | failed |", "|---|---|---|"]
        for name in ["fit", *(check.__name__ for check in INVARIANTS)]:
            lines.append(f"| {name.replace('_', ' ')} | {self.held[name]} | {self.failed[name]} |")
        lines += ["", *(f"refused {number} times: {sentence}" for sentence, number in self.refused.most_common())]
        return "\n".join(lines)


def run_case(seed: int, counts: Counts, most_rows: int | None = None) -> list[str]:
    """Try one case, unless it has too many rows; give what failed, a text each."""
    case = make_case(seed)
    if most_rows is not None and len(case.X) > most_rows:
        return []
    counts.tried += 1
    failures = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ConvergenceWarning)
        before = case.X.copy()
        try:
            fitted = Fitted(case, fit(case))
            np.testing.assert_array_equal(case.X, before, err_msg="X has changed")
            counts.held["fit"] += 1
        except Exception as error:
            if _is_refusal(error):
                counts.refused[_kind_of(error)] += 1
                return []
            counts.failed["fit"] += 1
            return [_text(case, "fit", error)]
        for check in INVARIANTS:
            try:
                check(fitted)
                counts.held[check.__name__] += 1
            except NotAskedError:
                continue
            except Exception as error:
                counts.failed[check.__name__] += 1
                failures.append(_text(case, check.__name__, error))
    return failures


def _is_refusal(error: Exception) -> bool:
    """Whether it is a sentence of the library's own, not an accident in it or in what it calls."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    is_own = Path(last.filename).is_relative_to(_PACKAGE) and "raise" in (last.line or "")
    return isinstance(error, ValueError) and not isinstance(error, np.linalg.LinAlgError) and is_own


def _kind_of(error: Exception) -> str:
    return "".join(one for one in str(error) if not one.isdigit())[-70:]


def _text(case: Case, name: str, error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    return f"seed {case.seed}: {name}: {type(error).__name__}: {str(error).strip()} ({place})\n  {case}"
