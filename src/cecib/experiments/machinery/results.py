"""Results of many fits, selected and averaged."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.sample import Estimate, Sample


class Curve(NamedTuple):
    """Means along something, with their standard errors."""

    x: list[float]
    y: list[float]
    errors: list[float]


class Results:
    """Records of fits, of which those that succeeded count in averages.

    Parameters
    ----------
    records : iterable of dict
        As `run_trial` makes them.

    Examples
    --------
    >>> from cecib.experiments.machinery.results import Results
    >>> scores = [("a", 0.2), ("a", 0.4), ("b", 0.9)]
    >>> runs = Results({"dataset": name, "nmi": score} for name, score in scores)
    >>> round(runs.where(dataset="a").mean("nmi"), 3), round(runs.average("nmi"), 3)
    (0.3, 0.6)
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = list(records)

    def __len__(self) -> int:
        """How many fits."""
        return len(self._records)

    def __iter__(self) -> Iterator[Record]:
        """All records."""
        return iter(self._records)

    @property
    def failures(self) -> list[Record]:
        """Records of fits that raised."""
        return [record for record in self._records if record.get("error")]

    def where(self, **conditions: Any) -> Results:
        """Return the records in which each field has the given value, or one of a given tuple or list."""
        return Results(
            record
            for record in self._records
            if all(_matches(record.get(name), wanted) for name, wanted in conditions.items())
        )

    def values(self, field: str) -> list[Any]:
        """Return the values of a field where it has one."""
        return [record[field] for record in self._records if not record.get("error") and record.get(field) is not None]

    def distinct(self, field: str) -> list[Any]:
        """Return the different values of a field, in order of appearance."""
        return list(dict.fromkeys(self.values(field)))

    def mean(self, field: str) -> float:
        """Return the mean over all fits, NaN without any."""
        values = self.values(field)
        return math.fsum(values) / len(values) if values else math.nan

    def average(self, field: str) -> float:
        """Return the mean over data sets of the mean over fits, each set counting once; NaN without any."""
        means = [self.where(dataset=name).mean(field) for name in self.distinct("dataset")]
        known = [value for value in means if not math.isnan(value)]
        return math.fsum(known) / len(known) if known else math.nan

    def sample(self, measure: str | Callable[[Record], float] = "nmi") -> Sample:
        """Return one value per set and draw: the mean of a field, or of what a function makes of a record."""
        found: dict[tuple[str, int], list[float]] = {}
        for record in self._records:
            if not record.get("error"):
                value = record.get(measure) if isinstance(measure, str) else measure(record)
                if value is not None:
                    found.setdefault((str(record["dataset"]), int(record["draw"])), []).append(float(value))
        return Sample({place: math.fsum(values) / len(values) for place, values in found.items()})

    def estimate(self, field: str) -> Estimate:
        """Return the average of a field, each set counting once, with its standard error over draws."""
        return self.sample(field).estimate()

    def curve(self, field: str, along: str) -> Curve:
        """Return the average of a field for each value of another, sorted by the second."""
        places = sorted(self.distinct(along))
        estimates = [self.where(**{along: place}).estimate(field) for place in places]
        return Curve(places, [e.mean for e in estimates], [e.error for e in estimates])


def _matches(value: Any, wanted: Any) -> bool:
    return value in wanted if isinstance(wanted, (tuple, list)) else bool(value == wanted)
