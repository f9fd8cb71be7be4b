"""Claims and verdicts, and what a verdict rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cecib.experiments.results import Results


@dataclass(frozen=True)
class Verdict:
    """Whether a claim held.

    Attributes
    ----------
    is_held : bool or None
        None if the run has not what is needed to judge.
    numbers : str
        The numbers it rests on.
    """

    is_held: bool | None
    numbers: str

    @property
    def word(self) -> str:
        """The verdict in words."""
        return {True: "held", False: "did not hold", None: "not run"}[self.is_held]


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
    experiment : str
        Where it belongs.
    statement : str
        What the paper says.
    rule : str
        When we say that it held.
    judge : callable
        From evidence to verdict.
    """

    experiment: str
    statement: str
    rule: str
    judge: Callable[[Evidence], Verdict]


NOT_RUN = Verdict(None, "")
