"""A claim of the paper: its words, and the rule by which results judge it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.verdict import Verdict


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper and how to judge it.

    Attributes
    ----------
    section : str
        Where it stands: ``"abstract"``, ``"5.2"``, ``"C"``.
    quote : str
        The paper's words, cut to what is judged.
    rule : str
        When we say that it held.
    judge : callable
        From evidence to verdict.
    """

    section: str
    quote: str
    rule: str
    judge: Callable[[Evidence], Verdict]
