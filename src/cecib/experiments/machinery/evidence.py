"""What claims are judged from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cecib.experiments.machinery.results import Results


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
