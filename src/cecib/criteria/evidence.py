"""Our criterion: the marginal likelihood of the points and of the labels, under a prior that is learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import Criterion as CriterionName
from cecib.cost import Floats, Prior
from cecib.criteria.criterion import Criterion, Learned
from cecib.criteria.entropy import entropy_code
from cecib.criteria.pilot import Course, run_pilot
from cecib.criteria.prior import in_scaled_units, place_prior
from cecib.families import Family, Full
from cecib.levels import Levels
from cecib.search.problem import Labels, Problem
from cecib.search.scaling import Scaling
from cecib.sizes import as_weight

if TYPE_CHECKING:
    from cecib.settings import Settings

_LEAST_SHARE = 0.02
_PILOT_PASSES = 200


class Evidence(Criterion):
    """−ln of the marginal likelihood: what a code costs whose parameters have to be paid for. Always finite."""

    name: ClassVar[CriterionName] = "evidence"
    allows_flat: ClassVar[bool] = True
    usual_beta: ClassVar[float | None] = None

    def engine(self, prior: Prior | None, dimension: int) -> _core.Criterion:
        if prior is None:
            raise ValueError("The evidence criterion needs a prior.")
        mean, scale = np.ascontiguousarray(prior.mean), np.ascontiguousarray(prior.scale)
        cell = None if prior.cell is None else np.ascontiguousarray(prior.cell)
        return _core.criterion_named(self.name, dimension, prior.kappa, prior.nu, mean, scale, cell)

    def label_code(
        self, beta: float, totals: Floats, prior: Prior | None, tree: Levels | None = None
    ) -> _core.LabelCode:
        if prior is None or prior.concentration is None or not totals.any():
            return entropy_code(beta, tree)
        if tree is not None:
            steps, order = tree.engine_steps()
            shares = [tree.steps[level].shares(totals) for level in tree.telling_levels]
            pseudo = prior.concentration * np.concatenate([*shares, np.empty(0)])[order]
            sums = np.full(len(pseudo), float(prior.concentration))
            return _core.level_dirichlet_labels(
                beta, tree.n_paths, steps.ravel(), tree.engine_groupings(), pseudo, sums
            )
        return _core.dirichlet_labels(beta, prior.concentration * totals / totals.sum())

    def least_weight(self, size: float | None, total: float, families: Sequence[Family], dimension: int) -> float:
        if size is None:
            return min(_LEAST_SHARE * total, 10.0 * (dimension + 1))
        return as_weight(size, total)

    def learn(
        self, settings: Settings, block: Block, scaling: Scaling, problem: Problem, start: Labels | None = None
    ) -> Learned:
        """Take the prior that is given, or learn it from a pilot search."""
        d = len(scaling.columns)
        if settings.prior is not None:
            return Learned(in_scaled_units(settings.prior, scaling))
        families = [family.restricted(scaling.columns) for family in settings.families]
        if all(family.name in ("fixed", "fixed-spherical") for family in families):
            return Learned(place_prior(scaling))
        family = families[0] if len(families) == 1 else Full()
        trial = replace(
            problem,
            max_clusters=settings.max_clusters,
            max_iter=_PILOT_PASSES,
            min_weight=self.least_weight(None, block.total_weight, families, d),
        )
        return run_pilot(Course(trial, block, scaling, self, partial(family.code, scaling), settings), start)

    def seeding_trials(self, n_clusters: int) -> int:
        return 2 + int(np.log(n_clusters))

    def seeding_metric(self, scaling: Scaling, metric: Floats) -> Floats:
        return metric
