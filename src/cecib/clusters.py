"""Clusters: summaries and the codes of their Gaussians. All that can be done without the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import CostTerms, Floats, Prior
from cecib.criteria import Criterion
from cecib.families import Family
from cecib.levels import Levels
from cecib.search.problem import Labels
from cecib.search.scaling import Matrix, Scaling
from cecib.search.threads import n_threads
from cecib.side_information import UNLABELLED
from cecib.summaries import Summaries, Summary

_ROWS = 65_536  # judged together
_REACH = 1e100  # standard deviations from the mean, beyond which points count as this far away


@dataclass(frozen=True, eq=False)
class Clusters:
    """Summaries in scaled units, with the criterion and the families that code them.

    What changes clusters (`absorb`, `merged`, `split_off`) gives new ones.

    Attributes
    ----------
    summaries : Summaries
        One for each cluster, in scaled units.
    scaling : Scaling
        The units.
    criterion : Criterion
        How clusters are charged.
    prior : Prior or None
        Its prior, in scaled units.
    beta : float
        β, how much a label counts.
    families : tuple of Family
        As the user gave them: one for all clusters, or one for each start cluster.
    family_numbers : ndarray of shape (k,)
        Which of them each cluster has.
    states : ndarray of shape (k, s) or None
        What the engine's codes were in at the end of a fit; None: to be made from the summaries.
    n_jobs : int or None
        Threads.
    levels : Levels or None
        The levels of the labels, whose paths the summaries count; None: one level.
    width : int or None
        How many coordinates a row has. One with more entries has been judged before, since it has holes: to the right
        of its coordinates it has what it costs in each cluster, unlabelled (`cecib.holes.marginals`).
    """

    summaries: Summaries
    scaling: Scaling
    criterion: Criterion
    prior: Prior | None
    beta: float
    families: tuple[Family, ...]
    family_numbers: NDArray[np.intp]
    states: Floats | None = None
    n_jobs: int | None = None
    levels: Levels | None = None
    width: int | None = None

    def __len__(self) -> int:
        return len(self.summaries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clusters) and (
            self.summaries == other.summaries
            and self.scaling == other.scaling
            and (self.criterion.name, self.prior, self.beta) == (other.criterion.name, other.prior, other.beta)
            and self.families == other.families
            and np.array_equal(self.family_numbers, other.family_numbers)
            and self.levels == other.levels
        )

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_engine"}

    def cheapest(self, X: Matrix) -> Labels:
        """Cluster that each unlabelled point would raise the cost of least."""
        if self._are_judged(X):
            return np.asarray(X[:, self.width :].argmin(axis=1), dtype=np.int32)
        return self._engine.cheapest(self._points(self._within_reach(X)), n_threads(self.n_jobs))

    def choices(self, X: Matrix, index: NDArray[np.int32]) -> tuple[Labels, Floats, Floats]:
        """Cluster that each point, labelled or not, raises the cost of least, by how much, and by how much the next."""
        if self._are_judged(X):
            changes = np.concatenate(list(self.changes(X, index)))
            least, next_ = np.partition(np.column_stack([changes, np.full(len(X), np.inf)]), 1, axis=1)[:, :2].T
            return changes.argmin(axis=1).astype(np.int32), least, next_
        points = self._points(self._within_reach(X))
        return self._engine.choices(points, np.ascontiguousarray(index), n_threads(self.n_jobs))

    def cheapest_with_changes(self, X: Matrix) -> tuple[Labels, Floats]:
        """Cluster that each unlabelled point would raise the cost of least, and by how much."""
        return self.choices(X, np.full(len(X), UNLABELLED, dtype=np.int32))[:2]

    def changes(self, X: Matrix, categories: Labels | None = None) -> Iterator[Floats]:
        """By how much each cluster's cost would rise with each point, block of rows by block.

        Points are unlabelled unless `categories` say otherwise, −1 for none.
        """
        first, threads = 0, n_threads(self.n_jobs)
        if self._are_judged(X):
            places, costs = X[:, : self.width], np.asarray(X[:, self.width :], dtype=np.float64)
            if categories is not None:  # labels cost the same wherever a row lies
                labelled = np.concatenate(list(self.changes(places, categories)))
                costs = costs + labelled - np.concatenate(list(self.changes(places)))
            yield costs
            return
        for block in self._blocks(X):
            own = None if categories is None else np.ascontiguousarray(categories[first : first + len(block)])
            first += len(block)
            yield self._engine.changes_with(self._points(block), threads, own)

    def log_densities(self, X: Matrix) -> Iterator[Floats]:
        """Logarithm of the density of each point in each cluster, in the units of the data, block by block."""
        for block in self._blocks(X):
            yield self._engine.log_densities(self._points(block), n_threads(self.n_jobs)) - self.scaling.log_volume

    def costs(self) -> list[CostTerms]:
        """Cost of each cluster in nats, not divided by the number of points, in the units of the data."""
        volume = self.scaling.log_volume * self.summaries.weights
        own = zip(self._engine.costs(), volume, strict=True)
        return [CostTerms(complexity, accuracy + v, consistency) for (complexity, accuracy, consistency), v in own]

    def change_merging(self, a: int, b: int) -> float:
        """Change of the cost in nats if two clusters became one; infinite if their families cannot code it."""
        self._check_numbers(a, b)
        return float("inf") if a == b else self._engine.change_merging(a, b)

    def cheapest_merge(self) -> tuple[float, int, int]:
        """Change of the cost in nats by the merge that lowers it most, or raises it least, and the two clusters."""
        pairs = combinations(range(len(self)), 2)
        return min(((self.change_merging(a, b), a, b) for a, b in pairs), default=(float("inf"), 0, 0))

    def merged(self, a: int, b: int) -> Clusters:
        """Make two clusters one, of the cheaper of their families, under the lower number; those after move up."""
        self._check_numbers(a, b)
        a, b = sorted((a, b))
        engine = self.make_engine()
        if a == b or not engine.merge(a, b):
            raise ValueError(f"Clusters {a} and {b} cannot become one.")
        return self.made_by(engine)

    def absorb(self, block: Block, labels: Labels | None = None) -> Clusters:
        """Take in more rows, each into the cluster that `labels` say, or into the cheapest.

        If any of them is labelled, their categories have to be those of the clusters.
        """
        own = self.cheapest(block.points) if labels is None else labels
        if not block.side.n_categories:
            block = replace(block, side=replace(block.side, categories=np.arange(self.summaries.counts.shape[1])))
        has_covariances = self.summaries.scatters.ndim == 3
        engine = self.make_engine()
        engine.absorb(
            list(
                block.summarise(
                    own, len(self), self.scaling, with_covariances=has_covariances, threads=n_threads(self.n_jobs)
                )
            )
        )
        return self.made_by(engine)

    def split_off(self, cluster: int, part: Summary) -> Clusters:
        """Make some points of a cluster, given by their summary, a cluster of their own, the last."""
        self._check_numbers(cluster)
        engine = self.make_engine()
        if not engine.split_off(cluster, part):
            raise ValueError(f"Cluster {cluster} cannot be divided so: one of the parts has no cost.")
        return self.made_by(engine)

    def order_by_size(self) -> NDArray[np.intp]:
        """In which order a fit numbers its clusters: the largest first, equals by their first coordinate."""
        return np.lexsort((self.summaries.means[:, 0], -self.summaries.weights))

    def reordered(self, order: NDArray[np.intp]) -> Clusters:
        """Put the clusters into another order."""
        states = None if self.states is None else self.states[order]
        return replace(
            self,
            summaries=self.summaries.reordered(order),
            states=states,
            family_numbers=self.family_numbers[order],
        )

    def chosen_families(self) -> list[Family]:
        """Family of each cluster; for "auto" the one that it has chosen."""
        numbers = zip(self.family_numbers, self._engine.families(), strict=True)
        return [self.families[number].chosen(choice) for number, (_, choice) in numbers]

    def gaussians(self, constant: Floats) -> tuple[Floats, Floats]:
        """Means and covariances in the units of the data; columns that are not used have the values of `constant`."""
        scaling, used = self.scaling, self.scaling.columns
        means = np.tile(constant, (len(self), 1))
        covariances = np.zeros((len(self), len(constant), len(constant)))
        unit = scaling.scale[:, None] * scaling.scale[None, :]
        scatters = self.summaries.square_scatters / self.summaries.weights[:, None, None]
        for c, family in enumerate(self.chosen_families()):
            own_mean = self.summaries[c].mean * scaling.scale + scaling.shift
            mean, covariance = family.restricted(used).gaussian(own_mean, scatters[c] * unit)
            means[c, used], covariances[c][np.ix_(used, used)] = mean, covariance
        return means, covariances

    @cached_property
    def _engine(self) -> _core.Clusters:
        return self.make_engine()

    def make_engine(self) -> _core.Clusters:
        """Make the engine's clusters, to be changed."""
        codes = self.criterion.codes(self.families, self.prior, self.scaling)
        tree = None if self.levels is None or self.levels.is_flat else self.levels
        labels = self.criterion.label_code(self.beta, self.summaries.counts.sum(axis=0), self.prior, tree)
        own = [codes[number] for number in self.family_numbers]
        return _core.Clusters(own, list(self.summaries), self.states, labels)

    def made_by(self, engine: _core.Clusters) -> Clusters:
        """Read clusters out of an engine that began as a copy; it calls a family by the first cluster that had it."""
        return replace(
            self,
            summaries=Summaries(engine.summaries()),
            states=engine.states(),
            family_numbers=self.family_numbers[[first for first, _ in engine.families()]],
        )

    def _check_numbers(self, *numbers: int) -> None:
        for number in numbers:
            if not 0 <= number < len(self):
                raise ValueError(f"There is no cluster {number}: there are {len(self)}, from 0 on.")

    def _are_judged(self, X: Matrix) -> bool:
        return self.width is not None and X.shape[1] == self.width + len(self)

    def _points(self, X: Matrix) -> _core.Points:
        return self.scaling.points(X)

    def _blocks(self, X: Matrix) -> Sequence[Matrix]:
        near = self._within_reach(X)
        return [near[i : i + _ROWS] for i in range(0, len(near), _ROWS)]

    def _within_reach(self, X: Matrix) -> Matrix:
        """Bring points nearer that are so far away that their squared distances are no numbers."""
        used, shift = self.scaling.columns, self.scaling.shift
        reach = _REACH * self.scaling.scale
        if not len(X) or max(-float(X.min()), float(X.max())) <= (reach - np.abs(shift)).min():
            return X
        low, high = shift - reach, shift + reach
        nearer = X.astype(np.float64)
        nearer[:, used] = np.clip(nearer[:, used], low, high)
        return nearer
