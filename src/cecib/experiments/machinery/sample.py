"""Values of many draws, side by side: paired differences and their standard errors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Place = tuple[str, int]
"""Data set and draw."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error.

    Attributes
    ----------
    mean : float
        Mean over sets of the mean over draws; NaN without values.
    error : float
        Its standard error; infinite if some set has one draw only.
    """

    mean: float
    error: float

    def __str__(self) -> str:
        """Return the mean with its standard error."""
        return self.text()

    def text(self, digits: int = 3) -> str:
        """Return the mean with its standard error, to some decimals."""
        error = f"{self.error:.{digits}f}" if math.isfinite(self.error) else "?"
        return f"{self.mean:+.{digits}f} ± {error}".replace("-", "−")


class Sample:
    """One value for each data set and draw.

    The draws of a set are independent, and so are those of different sets; the sets are the paper's and no sample of
    others, so that only draws count as chance. What is subtracted is paired: the labels of a draw are the same for
    all methods.

    Parameters
    ----------
    values : mapping of (data set, draw) to float
        The values.

    Examples
    --------
    >>> from cecib.experiments.machinery.sample import Sample
    >>> one = Sample({("iris", 0): 0.8, ("iris", 1): 0.7, ("iris", 2): 0.9})
    >>> two = Sample({("iris", 0): 0.7, ("iris", 1): 0.6, ("iris", 2): 0.8})
    >>> print(one.estimate(), "|", (one - two).estimate())
    +0.800 ± 0.058 | +0.100 ± 0.000
    """

    def __init__(self, values: Mapping[Place, float]) -> None:
        self.values = dict(values)

    def __len__(self) -> int:
        """How many values."""
        return len(self.values)

    def __sub__(self, other: Sample) -> Sample:
        """Return the differences where both have a value."""
        return Sample({place: self.values[place] - other.values[place] for place in self._shared(other)})

    @property
    def sets(self) -> list[str]:
        """The data sets, in order of appearance."""
        return list(dict.fromkeys(name for name, _ in self.values))

    def of(self, *names: str) -> Sample:
        """Return the values of some data sets."""
        return Sample({place: value for place, value in self.values.items() if place[0] in names})

    def estimate(self) -> Estimate:
        """Return the mean over sets, each counting once, and its standard error."""
        moments = [_moments(value for place, value in self.values.items() if place[0] == name) for name in self.sets]
        if not moments:
            return Estimate(math.nan, math.inf)
        n_sets = len(moments)
        mean = math.fsum(mean for mean, _ in moments) / n_sets
        return Estimate(mean, math.sqrt(math.fsum(variance for _, variance in moments)) / n_sets)

    def _shared(self, other: Sample) -> list[Place]:
        return [place for place in self.values if place in other.values]


def _moments(values: Iterable[float]) -> tuple[float, float]:
    """Mean, and the square of its standard error."""
    known = list(values)
    mean = math.fsum(known) / len(known)
    if len(known) < 2:
        return mean, math.inf
    return mean, math.fsum((value - mean) ** 2 for value in known) / (len(known) - 1) / len(known)
