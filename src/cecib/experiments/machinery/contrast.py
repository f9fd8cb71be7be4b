"""What a claim compares: results picked from a run, and differences of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.sample import Sample

Measure = str | Callable[[Record], float]
"""A field of a record, or what is computed from it."""


class Contrast(Protocol):
    """A value for each data set and draw."""

    def sample(self, evidence: Evidence) -> Sample:
        """Return the values."""

    def renamed(self, names: Mapping[str, str]) -> Contrast:
        """Return the same of other methods."""


@dataclass(frozen=True)
class Pick:
    """Results of an experiment under conditions, averaged within each draw.

    Attributes
    ----------
    experiment : str
        Its name.
    conditions : mapping
        As `Results.where` takes them.
    measure : str or callable
        What is averaged.

    Examples
    --------
    >>> from cecib.experiments.machinery.contrast import Pick
    >>> from cecib.experiments.machinery.evidence import Evidence
    >>> from cecib.experiments.machinery.results import Results
    >>> scores = {"a": 0.75, "b": 0.5}
    >>> rows = [{"dataset": "iris", "draw": i, "variant": v, "nmi": scores[v]} for i in (0, 1) for v in scores]
    >>> contrast = Pick("few", {"variant": "a"}) - Pick("few", {"variant": "b"})
    >>> contrast.sample(Evidence({"few": Results(rows)})).values
    {('iris', 0): 0.25, ('iris', 1): 0.25}
    """

    experiment: str
    conditions: Mapping[str, Any] = field(default_factory=dict)
    measure: Measure = "nmi"

    def __sub__(self, other: Contrast) -> Difference:
        """Return the difference, draw by draw."""
        return Difference(self, other)

    def where(self, **conditions: Any) -> Pick:
        """Return the pick under further conditions, or others."""
        return replace(self, conditions={**self.conditions, **conditions})

    def of(self, measure: Measure) -> Pick:
        """Return the same results by another measure."""
        return replace(self, measure=measure)

    def sample(self, evidence: Evidence) -> Sample:
        """Return the mean of the measure for each set and draw."""
        return evidence.of(self.experiment).where(**self.conditions).sample(self.measure)

    def renamed(self, names: Mapping[str, str]) -> Pick:
        """Return the same of other methods."""
        changed = {
            name: names.get(value, value) if isinstance(value, str) else value
            for name, value in self.conditions.items()
        }
        return replace(self, conditions=changed)


@dataclass(frozen=True)
class Difference:
    """One contrast minus another, draw by draw."""

    left: Contrast
    right: Contrast

    def __sub__(self, other: Contrast) -> Difference:
        """Return a difference of differences."""
        return Difference(self, other)

    def sample(self, evidence: Evidence) -> Sample:
        """Return the differences."""
        return self.left.sample(evidence) - self.right.sample(evidence)

    def renamed(self, names: Mapping[str, str]) -> Difference:
        """Return the same of other methods."""
        return Difference(self.left.renamed(names), self.right.renamed(names))
