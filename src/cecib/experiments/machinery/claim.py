"""A claim of the paper, and what it is judged from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.verdict import Verdict


@dataclass(frozen=True)
class Evidence:
    """All a claim can be judged from.

    Attributes
    ----------
    runs : mapping of str to Results
        Results by experiment.
    data : str or None
        Folder of the data.
    """

    runs: Mapping[str, Results]
    data: str | None = None

    def of(self, experiment: str) -> Results:
        """Return the results of an experiment, empty if it was not run."""
        return self.runs.get(experiment, Results([]))


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper and how to judge it.

    Attributes
    ----------
    statement : str
        What the paper says.
    rule : str
        When we say that it held.
    judge : callable
        From evidence to verdict.
    """

    statement: str
    rule: str
    judge: Callable[[Evidence], Verdict]
