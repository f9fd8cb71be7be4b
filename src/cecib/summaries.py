"""The currency: what the cost needs to know of a set of points. Summaries of blocks add up to those of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from cecib._core import Summary
from cecib.cost import Floats

__all__ = ["ARRAYS", "Summaries", "Summary"]

ARRAYS = ("weights", "means", "scatters", "counts")  # what summaries are made of, and can be made from


class Summaries:
    """The summaries of several clusters, in order.

    Parameters
    ----------
    summaries : iterable of Summary
        Each with a `weight`, a `mean`, the centred `scatter` (a matrix, or its diagonal alone) and the `counts` of the
        categories. ``a + b`` is the summary of the union.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.summaries import Summaries, Summary
    >>> one = Summary(2.0, np.array([1.0]), np.array([[2.0]]), np.array([1.0, 0.0]))
    >>> other = Summary(2.0, np.array([3.0]), np.array([[2.0]]), np.array([0.0, 1.0]))
    >>> union = one + other
    >>> union.weight, union.mean.tolist(), union.scatter.tolist(), union.counts.tolist()
    (4.0, [2.0], [[8.0]], [1.0, 1.0])
    >>> (Summaries([one]) + Summaries([other])) == Summaries([union])
    True
    """

    def __init__(self, summaries: Iterable[Summary]) -> None:
        self._all = tuple(summaries)

    @classmethod
    def from_arrays(cls, weights: Floats, means: Floats, scatters: Floats, counts: Floats) -> Summaries:
        """Make summaries from what `weights`, `means`, `scatters` and `counts` give."""
        rows = zip(weights, means, scatters, counts, strict=True)
        return cls(Summary(float(w), *map(np.ascontiguousarray, rest)) for w, *rest in rows)

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Summary]:
        return iter(self._all)

    def __getitem__(self, number: int) -> Summary:
        return self._all[number]

    def __add__(self, other: Summaries) -> Summaries:
        if not isinstance(other, Summaries):
            return NotImplemented
        if len(self) != len(other):
            raise ValueError(f"Summaries of {len(self)} and of {len(other)} clusters do not add up.")
        return Summaries(a + b for a, b in zip(self, other, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Summaries) and self._all == other._all

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Summaries of {len(self)} clusters, weights {self.weights.tolist()}"

    def reordered(self, order: Iterable[int]) -> Summaries:
        """Put the clusters into another order."""
        return Summaries(self._all[i] for i in order)

    @property
    def weights(self) -> Floats:
        """Weight of each cluster."""
        return np.array([summary.weight for summary in self._all])

    @property
    def means(self) -> Floats:
        """Mean of each cluster, k × d."""
        return np.array([summary.mean for summary in self._all])

    @property
    def scatters(self) -> Floats:
        """Centred scatter of each cluster, k × d × d, or k × d if only the diagonals are kept."""
        return np.array([summary.scatter for summary in self._all])

    @property
    def square_scatters(self) -> Floats:
        """Centred scatter of each cluster, k × d × d; where only diagonals are kept, zero off them."""
        kept = self.scatters
        return kept if kept.ndim == 3 else kept[:, :, None] * np.eye(kept.shape[1])

    @property
    def counts(self) -> Floats:
        """Labelled points of each category in each cluster, k × m."""
        return np.array([summary.counts for summary in self._all])
