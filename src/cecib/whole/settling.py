"""Passes until the rows stay where they are. The cost of all rows, from their summaries, never rises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.backends.backend import Backend
from cecib.backends.passes import Look, Seen
from cecib.clusters import Clusters
from cecib.misfits import total_cost
from cecib.summaries import Summaries

_MISFITS, _OF_EACH = 2_000, 1_000  # rows that a pass keeps which looks for what clusters lack
_AT_REST = 1e-5  # of the rows that change their cluster: fewer, and a pass is not worth its time
_GAIN = 1e-6  # nats per point, the same
_EXPECTED = 1e-4  # nats per point, that a pass may gain where rows stay and only what is expected of them moves
_SETTLED = 1e-5  # nats per point, that a pass gains at least where values are missing
_FILLINGS = 5  # passes that only find out what is expected
_MOST_OPEN = 30  # passes where values are missing


@dataclass(frozen=True, eq=False)
class Standing:
    """Where a fit stands.

    Attributes
    ----------
    clusters : Clusters
        With the summaries of all rows.
    passed : object
        The clusters of the rows, wherever the back end has them.
    seen : Seen
        What the last pass has seen.
    cost : float
        The cost of all rows in nats, in the units of the coordinates; of rows that lack values a bound of it, which
        also has their other directions.
    """

    clusters: Clusters
    passed: Any
    seen: Seen
    cost: float


@dataclass
class Passes:
    """Passes over the data of one fit, and what they have come to.

    Attributes
    ----------
    backend : Backend
        Where the blocks are.
    look : Look
        What all passes share.
    most : int
        How many passes there may be.
    on_pass : callable
        Called with the number of the pass, the changed rows and where the fit stands.
    number : int
        How many passes there were.
    """

    backend: Backend
    look: Look
    most: int
    on_pass: Callable[[int, int, Standing], None]
    number: int = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether there may be no more passes."""
        return self.number >= self.most

    @property
    def is_tired(self) -> bool:
        """Whether there were enough passes where values are missing: with many holes expectations move for long."""
        return self.is_exhausted or (self._has_open and self.number >= _MOST_OPEN)

    @property
    def _has_open(self) -> bool:
        """Whether rows that lack values take part."""
        return self.look.missing is not None and self.look.missing.treatment == "model"

    def once(
        self, clusters: Clusters, before: Standing | None = None, *, closely: bool = False, open_stay: bool = False
    ) -> Standing:
        """Pass over all rows with these clusters, and summarise them anew; clusters without rows vanish.

        A pass that looks closely keeps rows that tell what the clusters lack. In one in which rows stay that lack
        values, only what is expected of them is found anew, which takes less time.
        """
        look = replace(self.look, clusters=clusters, open_stay=open_stay)
        if closely:
            look = replace(look, misfits=_MISFITS, of_each=_OF_EACH)
        passed, seen = self.backend.pass_over(look, None if before is None else before.passed)
        self.number += 1
        is_there = seen.summaries.weights > 0
        numbers = np.maximum(np.cumsum(is_there) - 1, 0)  # rows that take no part may be in one that is not there
        own = with_summaries(clusters, seen.summaries, np.flatnonzero(is_there))
        after = Standing(
            own, self.backend.renamed(passed, numbers), seen.renamed(numbers), total_cost(own) + seen.length
        )
        self.on_pass(self.number, seen.changed, after)
        return after

    def once_more(self, standing: Standing) -> tuple[Standing, bool]:
        """Pass over all rows once more, unless the cost would rise; also whether the rows have come to rest.

        They have if hardly any changes its cluster, if that gains hardly anything, or if there may be no more passes.
        Where values are missing, what is expected of them also has to be at rest, and has a few passes by itself.
        """
        if self.is_exhausted:
            return standing, True
        after = self.once(standing.clusters, standing)
        gain = standing.cost - after.cost
        if gain < 0:
            return standing, True
        total = float(after.clusters.summaries.weights.sum())
        stays = after.seen.changed <= _AT_REST * after.seen.rows
        if not self._has_open:
            return after, stays or gain <= _GAIN * total or self.is_exhausted
        if stays and gain > _EXPECTED * total and not self.is_tired:
            after = self._filled_anew(after, total)
            stays = False
        return after, stays or gain <= _SETTLED * total or self.is_tired

    def _filled_anew(self, standing: Standing, total: float) -> Standing:
        """Let what is expected of rows that lack values come nearer to rest, while they stay where they are."""
        for _ in range(_FILLINGS):
            if self.is_tired:
                break
            after = self.once(standing.clusters, standing, open_stay=True)
            gain, standing = standing.cost - after.cost, after if after.cost <= standing.cost else standing
            if gain <= _EXPECTED * total:
                break
        return standing


def with_summaries(clusters: Clusters, summaries: Summaries, rows: NDArray[np.intp]) -> Clusters:
    """Give clusters other points; only some of them stay."""
    return replace(
        clusters, summaries=summaries.reordered(rows), states=None, family_numbers=clusters.family_numbers[rows]
    )
