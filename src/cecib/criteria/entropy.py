"""The paper's criterion: the differential entropy of the fitted Gaussian, and the entropy of the labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import Criterion as CriterionName
from cecib.cost import Floats, Prior
from cecib.criteria.criterion import Criterion, Learned
from cecib.families import Family
from cecib.levels import Levels
from cecib.search.problem import Labels, Problem
from cecib.search.scaling import Scaling
from cecib.search.starts import raw_metric
from cecib.sizes import PAPER_EPSILON, as_weight

if TYPE_CHECKING:
    from cecib.settings import Settings


def entropy_code(beta: float, tree: Levels | None) -> _core.LabelCode:
    """Make the code that charges the entropy of the labels, at each level that of the children of each parent."""
    if tree is None or not tree.n_paths:
        return _core.entropy_labels(beta)
    return _core.level_entropy_labels(beta, tree.n_paths, tree.engine_steps()[0].ravel(), tree.engine_groupings())


class Entropy(Criterion):
    """n_i times the differential entropy; the label term is β · n_i · h_i. All as in the paper."""

    name: ClassVar[CriterionName] = "entropy"
    allows_flat: ClassVar[bool] = False
    usual_beta: ClassVar[float | None] = 1.0

    def engine(self, prior: Prior | None, dimension: int) -> _core.Criterion:
        return _core.criterion_named(self.name, dimension)

    def label_code(
        self, beta: float, totals: Floats, prior: Prior | None, tree: Levels | None = None
    ) -> _core.LabelCode:
        return entropy_code(beta, tree)

    def least_weight(self, size: float | None, total: float, families: Sequence[Family], dimension: int) -> float:
        least = as_weight(PAPER_EPSILON if size is None else size, total)
        return max(least, *(family.least_size(dimension) for family in families))

    def learn(
        self, settings: Settings, block: Block, scaling: Scaling, problem: Problem, start: Labels | None = None
    ) -> Learned:
        return Learned()

    def seeding_trials(self, n_clusters: int) -> int:
        return 1

    def seeding_metric(self, scaling: Scaling, metric: Floats) -> Floats:
        return raw_metric(scaling)
