"""Whether a claim held, and the numbers that say so."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    """Whether a claim held.

    Attributes
    ----------
    is_held : bool or None
        None if the draws do not decide, or the run has not what is needed to judge.
    numbers : str
        The numbers it rests on; empty if there are none.
    """

    is_held: bool | None
    numbers: str

    @property
    def word(self) -> str:
        """The verdict in words."""
        if self.is_held is None:
            return "undecided" if self.numbers else "not run"
        return "held" if self.is_held else "did not hold"


NOT_RUN = Verdict(None, "")


def verdict_on(values: Iterable[float], is_held: bool, numbers: str) -> Verdict:
    """Return the verdict, or `NOT_RUN` if a number that it rests on is missing.

    Examples
    --------
    >>> import math
    >>> from cecib.experiments.machinery.verdict import verdict_on
    >>> verdict_on([0.7, 0.6], True, "0.7 and 0.6").word, verdict_on([math.nan], True, "").word
    ('held', 'not run')
    """
    known = list(values)
    if not known or any(math.isnan(value) for value in known):
        return NOT_RUN
    return Verdict(is_held, numbers)


def spelled_out(numbers: Mapping[str, float], form: str = ".3f") -> str:
    """Return the numbers with their names, as text.

    Examples
    --------
    >>> from cecib.experiments.machinery.verdict import spelled_out
    >>> spelled_out({"spec": 0.25, "mixmod": 0.5})
    'spec 0.250, mixmod 0.500'
    """
    return ", ".join(f"{name} {value:{form}}" for name, value in numbers.items())
