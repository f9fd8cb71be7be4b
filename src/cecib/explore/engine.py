"""From labels to clusters: the full search that answers begin from, and the quick answer.

An answer depends on the labels, on β and on the last full search that was taken, and on nothing else: not on the way
that led there, nor on time. So undo shows what was there before, and two lines of Python give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from cecib.backends.given_rows import GivenRows
from cecib.explore import telling
from cecib.explore.messages import Message
from cecib.explore.standing import Ground, Terms
from cecib.reading.fitted_rows import rows_in
from cecib.reading.relabelling import relabelled
from cecib.search.progress import Progress
from cecib.search.quiet import quietly
from cecib.trust import FALLBACK

if TYPE_CHECKING:
    from cecib.estimator import CECIB
    from cecib.explore.saving import Saved
    from cecib.explore.session import Snapshot, Table


class Answer(Protocol):
    """What an engine answers: a cluster for each row, and whatever else the engine itself wants to know."""

    labels_: NDArray[np.int32]
    n_clusters_: int


class Engine(Protocol):
    """How a session gets from labels to clusters, and what it tells of them. The worker calls it."""

    def searched(self, ground: Ground, callback: Callable[[Progress], None] | None = None) -> Any:
        """Search in full; `Abandoned` may be raised meanwhile."""

    def answered(self, found: Any, now: Snapshot) -> Any:
        """Answer quickly, from a full search: an `Answer`."""

    def gain(self, found: Any, answer: Any, now: Snapshot) -> float:
        """Nats by which a new full search is better than an answer; 0 if they are the same."""

    def partition(self, answer: Any, now: Snapshot, colours: Sequence[int]) -> Message:
        """Tell the clusters."""

    def findings(self, answer: Any, found: Any, now: Snapshot) -> Message | None:
        """Tell what else is found; None: nothing."""

    def save(self, folder: Path, kinds: Sequence[str], now: Snapshot, answer: Any, found: Any) -> Saved:
        """Write files, whole or not at all."""


class TableEngine:
    """Clusters of the rows of a table: a `CECIB` is the full search, another one the answer.

    Parameters
    ----------
    table : Table
        The data.
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    def searched(self, ground: Ground, callback: Callable[[Progress], None] | None = None) -> CECIB:
        """Search in full, as ``CECIB(beta=…, random_state=…).fit(X, y)`` does."""
        side = ground.labelling.side()
        model: CECIB = clone(self.table.estimator).set_params(beta=ground.beta, callback=callback)
        with quietly():  # the findings say it
            model.fit(self.table.X, side.index if side.n_categories else None)
        model.set_params(callback=None)
        model.categories_ = side.categories  # numbers have stood for them
        model._given_rows = GivenRows(self.table.X, side)
        return model

    def answered(self, found: CECIB, now: Snapshot) -> CECIB:
        """Answer from the clusters of a full search: the search itself if nothing has changed since."""
        if now.ground == now.terms.ground:
            return found
        rows = rows_in(found, self.table.X, self.table.points, now.labelling.side())
        return relabelled(found, rows, answering_beta(found, now.terms))

    def gain(self, found: CECIB, answer: CECIB, now: Snapshot) -> float:
        """How many nats the partition of a new search is cheaper, under its own prior, space and β."""
        if is_same(found, answer):
            return 0.0
        side = now.labelling.side()
        y = side.index if side.n_categories else None
        costs = [found.cost(self.table.X, model.labels_, y) for model in (found, answer)]
        return float(costs[1] - costs[0]) * self.table.n

    def partition(self, answer: CECIB, now: Snapshot, colours: Sequence[int]) -> Message:
        """Tell the clusters."""
        return telling.partition(self.table, answer, now, colours)

    def findings(self, answer: CECIB, found: CECIB, now: Snapshot) -> Message | None:
        """Tell what else is found."""
        return telling.findings(self.table, answer, found, now)

    def save(self, folder: Path, kinds: Sequence[str], now: Snapshot, answer: CECIB, found: CECIB) -> Saved:
        """Write files, whole or not at all."""
        from cecib.explore.lines import Recipe
        from cecib.explore.saving import write_files

        return write_files(Recipe(self.table, now, found, folder), answer, kinds)


def answering_beta(found: CECIB, terms: Terms) -> float | None:
    """Give the β of answers: what somebody has said, or None, that of the search.

    Where hidden labels have told the search to leave labels aside, those that come now count as much as a measurement:
    whoever labels wants to see what it does.
    """
    if terms.beta != "auto":
        return float(terms.beta)
    return FALLBACK if found.beta_ == 0 else None


def is_same(one: Answer, other: Answer) -> bool:
    """Whether two partitions are the same, whatever the clusters are called.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> import numpy as np
    >>> from cecib.explore.engine import is_same
    >>> one, other = (SimpleNamespace(labels_=np.array(own), n_clusters_=2) for own in ([0, 0, 1], [1, 1, 0]))
    >>> is_same(one, other)
    True
    """
    if one.n_clusters_ != other.n_clusters_:
        return False
    pairs = np.unique(one.labels_.astype(np.int64) * other.n_clusters_ + other.labels_)
    return len(pairs) == one.n_clusters_
