"""From the parameters of an estimator and its data to a search: families, units, prior, starts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cecib import _core
from cecib.cost import Floats, Prior
from cecib.families import Family, Full, as_families
from cecib.initialization import Start, is_random, make_start, raw_metric, single_cluster, standard_metric
from cecib.pilot import SAMPLE, Pilot, pilot_start, run_pilot, sample_rows
from cecib.prior import place_prior
from cecib.scaling import Demand, Matrix, Scaling, measure_scaling
from cecib.search import Problem
from cecib.side_information import SideInformation
from cecib.validation import column_names, is_count

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_SEARCH_START = 10  # clusters of the starts other than the first when the number is searched for
_SEARCHES, _LARGE_SEARCHES = 16, 4  # starts by default when the number is searched for
_DESCENTS = 10  # starts by default when it is given
_PILOT_PASSES = 200
_PAPER_EPSILON = 0.05
_LEAST_SHARE = 0.02
_DEMANDS: tuple[Demand, ...] = ("rank", "columns", "spread", "nothing")  # the strictest first


class Preparation:
    """What the parameters of an estimator come to for given points.

    Parameters
    ----------
    model : CECIB
        The estimator; only its parameters are read.
    points, side, weights
        The validated data.

    Attributes
    ----------
    scaling : Scaling
        The units.
    prior : Prior or None
        The learned prior, in scaled units; None under "entropy".
    """

    def __init__(self, model: CECIB, points: Matrix, side: SideInformation, weights: Floats | None, init: Any) -> None:
        families = as_families(model.family)
        _check_families(families, model, points.shape[1], init)
        strictest = min((family.demand for family in families), key=_DEMANDS.index)
        self._model, self._points, self._side, self._weights = model, points, side, weights
        self.scaling = measure_scaling(points, weights, model.criterion, column_names(model), strictest)
        self._pilot = self._run_pilot() if model.criterion == "evidence" else None
        self.prior = None if self._pilot is None else self._pilot.prior

    def problem(self) -> Problem:
        """Pose the problem of all points."""
        codes = family_codes(self._model.family, self.scaling, self.prior)
        return self._pose(self._points, self._side, self._weights, codes)

    def starts(self, problem: Problem, init: Any) -> list[Start]:
        """Make the starts of the search, from an `init` that is checked."""
        model, n = self._model, problem.n_samples
        # as in the paper under "entropy"; otherwise no start may depend on units
        metric = raw_metric(self.scaling) if model.criterion == "entropy" else problem.metric
        number = min(_SEARCH_START, n) if model.n_clusters is None else int(model.n_clusters)
        start = make_start(init, number, problem.points, self.scaling, model.criterion, n, metric)
        if not is_random(init):
            return [start]
        if problem.max_clusters is None or self._pilot is None:
            return [start] * (_DESCENTS if model.n_init == "auto" else int(model.n_init))
        first = single_cluster(n) if self._pilot.labels is None else pilot_start(self._pilot, problem)
        auto = _SEARCHES if n <= SAMPLE else _LARGE_SEARCHES
        return [first] + [start] * ((auto if model.n_init == "auto" else int(model.n_init)) - 1)

    def _pose(self, points: Matrix, side: SideInformation, weights: Floats | None, codes: list[_core.Code]) -> Problem:
        model, scaling = self._model, self.scaling
        total = float(len(points) if weights is None else weights.sum())
        return Problem(
            points=scaling.points(points, weights),
            n_samples=len(points),
            total_weight=total,
            side=side,
            families=codes,
            beta=float(model.beta),
            min_weight=_min_weight(model, total, len(scaling.columns)),
            resolution=scaling.resolution,
            max_iter=int(model.max_iter),
            cost_offset=scaling.log_volume,
            max_clusters=int(model.max_clusters) if model.n_clusters is None and is_random(model.init) else None,
            metric=_metric(model.family, scaling),
        )

    def _run_pilot(self) -> Pilot:
        scaling = self.scaling
        families = used_families(self._model.family, scaling)
        if all(family.name in ("fixed", "fixed-spherical") for family in families):
            return Pilot(place_prior(scaling))
        family = families[0] if len(families) == 1 else Full()
        rows = sample_rows(len(self._points))
        points = self._points[rows]
        side = SideInformation(np.ascontiguousarray(self._side.codes[rows]), self._side.categories)
        weights = None if self._weights is None else np.ascontiguousarray(self._weights[rows])
        problem = self._pose(points, side, weights, codes=[])
        problem = replace(
            problem,
            max_clusters=int(self._model.max_clusters),
            max_iter=_PILOT_PASSES,
            min_weight=_least_weight(problem.total_weight, len(scaling.columns)),
        )
        return run_pilot(problem, points, weights, scaling, partial(family.code, scaling), self._model.n_jobs)


def used_families(family: Any, scaling: Scaling) -> list[Family]:
    """Families of a `family` argument, for the columns that are used."""
    return [one.restricted(scaling.columns) for one in as_families(family)]


def family_codes(family: Any, scaling: Scaling, prior: Prior | None) -> list[_core.Code]:
    """Prototypes of the engine's codes for a `family` argument; without a prior, those of "entropy"."""
    return [one.code(scaling, prior) for one in used_families(family, scaling)]


def _check_families(families: list[Family], model: CECIB, dimension: int, init: Any) -> None:
    for family in families:
        family.check_dimension(dimension)
    if len(families) == 1:
        return
    given = None if isinstance(init, str) else np.asarray(init)
    number = model.n_clusters if given is None else len(np.unique(given)) if given.ndim == 1 else len(given)
    if number != len(families):
        raise ValueError(
            f"family is a list of {len(families)}, one for each start cluster, but n_clusters={model.n_clusters!r}"
            f"{'' if given is None else f' and init has {number} clusters'}: make them the same."
        )


def _metric(family: Any, scaling: Scaling) -> Floats:
    """Distances for starts and splits: in the units of the data where a family means something in them."""
    knows_units = any(one.knows_units and one.name != "auto" for one in as_families(family))
    return raw_metric(scaling) if knows_units else standard_metric(scaling)


def _min_weight(model: CECIB, total: float, dimension: int) -> float:
    """Least size of a cluster, as the user, the criterion and the families want it."""
    size = model.min_cluster_size
    if model.criterion == "entropy":
        size = _PAPER_EPSILON if size is None else size
    elif size is None:
        return _least_weight(total, dimension)
    least = float(size) if is_count(size) else float(size) * total
    if model.criterion == "evidence":
        return least
    return max(least, *(family.least_size(dimension) for family in as_families(model.family)))


def _least_weight(total: float, dimension: int) -> float:
    """Least size of a cluster unless the user says otherwise, under "evidence"."""
    return min(_LEAST_SHARE * total, 10.0 * (dimension + 1))
