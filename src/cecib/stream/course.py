"""The course of a stream: what happens to each piece of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.holes.marginals import located
from cecib.holes.missing import Columns
from cecib.search.problem import Labels
from cecib.settings import Settings
from cecib.spaces.space import Space
from cecib.stream.births import born
from cecib.stream.division import divided
from cecib.stream.following import followed
from cecib.stream.forgetting import faded, kept, scaled
from cecib.stream.judging import absorbed, cheapest, tails
from cecib.stream.merging import joined
from cecib.stream.numbering import Numbers
from cecib.stream.observed import absorbed_observed, whole_rows
from cecib.stream.rows import Rows, kept_share, room
from cecib.stream.state import Stream

_FITS = 1e-3  # the least probability of a row that a cluster explains
_NOISE = 1e-12  # below it a row that has waited in vain is forgotten
_STEP, _SHORTEST = 500, 50  # rows of a piece: after so many, clusters are reviewed
_FRESH = 0.25  # of the sample has to be new before clusters are looked through for parts
_NEWS = 0.05  # of the waiting rows have to be new before a cluster is sought among them
_LEAST = 10.0  # points of a new cluster, unless the user says otherwise
_FORGOTTEN = 2.0**-7  # what a waiting row counts when it is dropped


@dataclass(frozen=True)
class Course:
    """Clusters on their way through a stream. Each step gives a new one.

    Attributes
    ----------
    settings : Settings
        The parameters.
    space : Space or None
        Where clusters live.
    clusters : Clusters
        As they are now.
    stream : Stream
        What else is remembered.
    set_aside : ndarray
        Columns of which hardly any value was there.
    """

    settings: Settings
    space: Space | None
    clusters: Clusters
    stream: Stream
    set_aside: Columns

    @property
    def step(self) -> int:
        """How many rows are taken in together."""
        half_life = self.settings.half_life
        return _STEP if half_life is None else int(np.clip(half_life / 2, _SHORTEST, _STEP))

    @property
    def least(self) -> float:
        """The least weight of a new cluster: that of a fit, but no more than can wait."""
        settings, clusters, stream = self.settings, self.clusters, self.stream
        total, d = float(clusters.summaries.weights.sum()), len(clusters.scaling.columns)
        least = settings.criterion.least_weight(settings.min_cluster_size, total, settings.families, d)
        if settings.min_cluster_size is None:
            least = max(least, min(_LEAST, total / 4))
        return min(least, self._most_waiting / 4 * stream.time / max(1, stream.n_seen))

    @property
    def most(self) -> int:
        """The most clusters."""
        return self.settings.n_clusters or self.settings.max_clusters

    @property
    def _most_waiting(self) -> int:
        return room(self.stream.recent.points.shape[1]) // 2

    def block(self, rows: Rows) -> Block:
        """Rows as the clusters see them, with what they still count; if any lacks values as `Clusters.width` tells."""
        if rows.has_holes:
            points: Floats = located(self.clusters, self.space, rows.points)
        else:
            points = rows.points if self.space is None else self.space.coordinates(rows.points)
        weights = rows.weights_at(self.stream.time, self.settings.half_life)
        return Block(points, self.stream.vocabulary.side(rows.index), weights)

    def whole_block(self, rows: Rows) -> Block:
        """Rows as the clusters see them, where what is missing is filled, to look for other clusters among them."""
        if not rows.has_holes:
            return self.block(rows)
        points = whole_rows(self.clusters, self.space, rows.points, self.stream.seed)
        return self.block(replace(rows, points=points))

    def remembering(self, rows: Rows) -> Course:
        """Let time pass: what was known fades, and the rows may come into the sample."""
        stream, time = self.stream, float(rows.times[-1])
        share = float(kept_share(np.array(time - stream.time), self.settings.half_life))
        clusters = replace(self.clusters, summaries=scaled(self.clusters.summaries, share), states=None)
        recent = (stream.recent + rows).highest(room(rows.points.shape[1]))
        return replace(
            self,
            clusters=clusters if share < 1.0 else self.clusters,
            stream=replace(stream, recent=recent, time=time, n_seen=stream.n_seen + len(rows)),
        )

    def absorbing(self, rows: Rows) -> Course:
        """Take in rows that a cluster explains; the others wait."""
        if not len(rows):
            return self
        block = self.block(rows)
        fits = tails(self.clusters, block.points) >= _FITS
        course = self._with_rows(rows.take(fits), block.take(fits)) if fits.any() else self
        return course._waiting(course.stream.waiting + rows.take(~fits))

    def growing(self) -> Course:
        """Make clusters of rows that wait, if news of them has come and the cost says so."""
        waiting, least = self.stream.waiting, self.least
        n_new = int((waiting.times > self.stream.tried_at).sum())
        if n_new < max(2.0, _NEWS * len(waiting)):
            return self
        if float(waiting.weights_at(self.stream.time, self.settings.half_life).sum()) < least:
            return self
        block = self.whole_block(waiting)
        clusters, taken = born(self.settings, self.clusters, block, least, self.most)
        stream = replace(self.stream, tried_at=self.stream.time, waiting=waiting.take(~taken)).naming(len(clusters))
        course = replace(self, clusters=clusters, stream=stream)
        return course._again() if taken.any() else course

    def reviewed(self) -> Course:
        """Merge what has become one, drop what has faded, divide what has come apart, follow what has moved."""
        if self.stream.n_seen - self.stream.reviewed_at < self.step:
            return self
        clusters, order = joined(self.clusters)
        course = self._renumbered(clusters, order)
        if self.settings.half_life is not None:
            order = faded(course.clusters, course.least / 2)
            course = course._renumbered(kept(course.clusters, order), order)
        course = course._looked_through()
        if self.settings.prior is None:
            course = replace(course, clusters=followed(course.clusters))
        course = course._again()
        return replace(course, stream=replace(course.stream, reviewed_at=course.stream.n_seen))

    def labels(self, rows: Rows) -> Labels:
        """Cluster of each row."""
        block = self.block(rows.without(self.set_aside))
        return cheapest(self.clusters, block.points, rows.index)

    def _looked_through(self) -> Course:
        recent = self.stream.recent
        n_new = int((recent.times > self.stream.divided_at).sum())
        if n_new < _FRESH * len(recent):
            return self
        sample = replace(self.whole_block(recent.without(self.set_aside)), weights=None)
        clusters = divided(self.settings, self.clusters, sample, self.least, self.most)
        stream = replace(self.stream, divided_at=self.stream.time).naming(len(clusters))
        return replace(self, clusters=clusters, stream=stream)

    def _with_rows(self, rows: Rows, block: Block) -> Course:
        """Take in rows, given also as the clusters see them."""
        labels = cheapest(self.clusters, block.points, block.side.index)
        if rows.has_holes:
            clusters = absorbed_observed(self.clusters, self.space, rows.points, block, labels)
        else:
            clusters = absorbed(self.clusters, block, labels)
        return replace(self, clusters=clusters)

    def _waiting(self, rows: Rows) -> Course:
        """Let rows wait, as many as there is room for: the oldest go to the nearest cluster, or are noise."""
        half_life, time = self.settings.half_life, self.stream.time
        rows = rows.take(kept_share(time - rows.times, half_life) >= _FORGOTTEN)
        n_old = max(0, len(rows) - self._most_waiting)
        course = replace(self, stream=replace(self.stream, waiting=rows.take(slice(n_old, None))))
        if n_old == 0:
            return course
        old = rows.take(slice(n_old))
        block = self.block(old)
        near = tails(self.clusters, block.points) >= _NOISE
        return course._with_rows(old.take(near), block.take(near)) if near.any() else course

    def _again(self) -> Course:
        """Ask rows that wait whether a cluster explains them now."""
        waiting = self.stream.waiting
        nobody = waiting.take(slice(0))
        return replace(self, stream=replace(self.stream, waiting=nobody)).absorbing(waiting)

    def _renumbered(self, clusters: Clusters, order: Numbers) -> Course:
        return replace(self, clusters=clusters, stream=replace(self.stream, ids=self.stream.ids[order]))


def taken_in(course: Course, rows: Rows) -> Course:
    """Take in rows that have come, piece by piece; pieces are too small for several threads."""
    course = replace(course, clusters=replace(course.clusters, n_jobs=1))
    for first in range(0, len(rows), course.step):
        piece = rows.take(slice(first, first + course.step))
        course = course.remembering(piece).absorbing(piece.without(course.set_aside)).growing().reviewed()
    return course
