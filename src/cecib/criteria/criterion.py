"""What every criterion answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import Criterion as CriterionName
from cecib.cost import Floats, Prior
from cecib.families import Family
from cecib.levels import Levels
from cecib.search.problem import Labels, Problem
from cecib.search.scaling import Scaling

if TYPE_CHECKING:
    from cecib.settings import Settings


@dataclass(frozen=True)
class Learned:
    """What a criterion has learned from the data before the search.

    Attributes
    ----------
    prior : Prior or None
        The prior, in scaled units.
    labels : ndarray of shape (n,) or None
        The clusters that were found on the way; None if none were.
    length : float
        The cost of what was found on the way, labels included with β = 1, in nats per point.
    is_fine : bool
        Whether there are groups so small and so clear that the usual least size of a cluster would hide them.
    """

    prior: Prior | None = None
    labels: Labels | None = None
    length: float = 0.0
    is_fine: bool = False

    @property
    def n_clusters(self) -> int:
        """How many clusters were found on the way."""
        return 1 if self.labels is None else int(self.labels.max()) + 1


class Criterion(ABC):
    """How the points and the labels of a cluster are charged.

    Attributes
    ----------
    name : str
        What `CECIB`, `cecib.cost` and model files call it.
    allows_flat : bool
        Whether a cluster without extent in some direction has a finite cost.
    usual_beta : float or None
        What ``beta="auto"`` means; None: chosen by hidden labels.
    """

    name: ClassVar[CriterionName]
    allows_flat: ClassVar[bool]
    usual_beta: ClassVar[float | None]

    @abstractmethod
    def engine(self, prior: Prior | None, dimension: int) -> _core.Criterion:
        """Make the engine's criterion."""

    def codes(self, families: Sequence[Family], prior: Prior | None, scaling: Scaling) -> list[_core.Code]:
        """Make the engine's codes of clusters, one for each family."""
        own = self.engine(prior, len(scaling.columns))
        return [family.restricted(scaling.columns).code(scaling, own) for family in families]

    @abstractmethod
    def label_code(
        self, beta: float, totals: Floats, prior: Prior | None, tree: Levels | None = None
    ) -> _core.LabelCode:
        """Make the engine's code of the labels; `totals` are the labelled points of each category or path."""

    @abstractmethod
    def least_weight(self, size: float | None, total: float, families: Sequence[Family], dimension: int) -> float:
        """Give the least weight of a cluster, for `size` as the user gave it."""

    @abstractmethod
    def learn(
        self, settings: Settings, block: Block, scaling: Scaling, problem: Problem, start: Labels | None = None
    ) -> Learned:
        """Learn from the data what the cost of a cluster depends on; `start` is a partition to begin with."""

    @abstractmethod
    def seeding_trials(self, n_clusters: int) -> int:
        """Say how many candidates k-means++ tries for each centre."""

    @abstractmethod
    def seeding_metric(self, scaling: Scaling, metric: Floats) -> Floats:
        """Say how starts measure distances; `metric` is the problem's."""
