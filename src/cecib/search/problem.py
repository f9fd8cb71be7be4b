"""The problem that a fit solves: what all its starts share, and how one search ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.bonds import Bonds
from cecib.cost import Floats
from cecib.side_information import SideInformation

Labels = NDArray[np.int32]
# Up to this many points are visited strictly one after the other, as in the paper; beyond, in blocks.
_SEQUENTIAL_LIMIT = 5_000
BLOCK = 8_192
# Where the number of clusters is searched for, there is no paper to follow.
_SEARCHED_SEQUENTIALLY = 500
_SMALL_BLOCK = 128


@dataclass(frozen=True)
class Problem:
    """Everything that the starts of one fit share.

    Attributes
    ----------
    points : Points
        The points as the engine sees them.
    families : sequence of Code
        The family of all clusters, or of each start cluster.
    label_code : LabelCode
        What labels cost.
    max_clusters : int or None
        The most clusters that a search for their number may come to; None means that the number is not searched for.
    metric : ndarray of shape (d,)
        Weights of the squared features under which distances do not depend on units.
    split_gain : float
        Nats that a split has to gain for each point outside of its largest part.
    bonds : Bonds or None
        Rows that belong together, and pairs that should be apart.
    """

    points: _core.Points
    n_samples: int
    total_weight: float
    side: SideInformation
    families: Sequence[_core.Code]
    label_code: _core.LabelCode
    min_weight: float
    resolution: float
    max_iter: int
    cost_offset: float
    max_clusters: int | None
    metric: Floats
    split_gain: float = 0.0
    bonds: Bonds | None = None

    def under(self, families: Sequence[_core.Code], label_code: _core.LabelCode | None = None) -> Problem:
        """Pose the same problem under another prior, other families or another code of the labels."""
        return replace(self, families=families, label_code=self.label_code if label_code is None else label_code)

    @property
    def is_small(self) -> bool:
        """Whether points are visited one after the other."""
        return self.n_samples <= _SEQUENTIAL_LIMIT

    @property
    def block(self) -> int | None:
        """How many points are judged together, None for one after the other."""
        if not self.is_small:
            return BLOCK
        return _SMALL_BLOCK if self.max_clusters is not None and self.n_samples > _SEARCHED_SEQUENTIALLY else None

    def partition(self, labels: Labels) -> _core.Partition:
        """Set up a partition from start labels."""
        return _core.Partition(
            self.points,
            self.side.index,
            self.side.n_categories,
            labels,
            int(labels.max()) + 1,
            self.families,
            self.label_code,
            self.min_weight,
            self.max_clusters is not None,
            self.resolution,
            None if self.bonds is None else self.bonds.engine,
        )

    def clusters(self, partition: _core.Partition) -> _core.Clusters:
        """Take the clusters of a partition without their points."""
        families = [self.families[start] for start, _ in partition.families()]
        return _core.Clusters(families, partition.summaries(), partition.states(), self.label_code)

    def per_point(self, cost: float) -> float:
        """Turn a cost of the engine into nats per point, in the units of the data."""
        return cost / self.total_weight + self.cost_offset


@dataclass(frozen=True)
class Outcome:
    """The end of one search."""

    partition: _core.Partition
    cost: float
    trace: list[float]
    n_iter: int
    has_converged: bool
