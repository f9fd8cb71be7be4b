"""CECIB: validate, fit, attributes."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp, softmax
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from cecib import _core
from cecib.cost import CostTerms, Criterion, Floats, Prior, cost_terms
from cecib.families import Family, Full, as_families
from cecib.initialization import Start, check_init, is_random, make_start, raw_metric, single_cluster, standard_metric
from cecib.persistence import load_model, save_model
from cecib.pilot import SAMPLE, Pilot, pilot_start, run_pilot, sample_rows
from cecib.prior import broad_prior, in_raw_units, place_prior
from cecib.scaling import Demand, Matrix, Scaling, measure_scaling
from cecib.search import Outcome, Problem, Progress, best_of_starts, n_threads
from cecib.side_information import UNLABELLED, SideInformation, decode, read_side_information
from cecib.validation import check_parameters, column_names, is_count, read_points, read_weights

_SEARCH_START = 10  # clusters of the starts other than the single cluster when the number is searched for
_PILOT_PASSES = 200
_SEARCHES, _LARGE_SEARCHES = 16, 4  # starts by default when the number is searched for
_PAPER_EPSILON = 0.05
_LEAST_SHARE = 0.02
_DEMANDS: tuple[Demand, ...] = ("rank", "columns", "spread", "nothing")  # the strictest first
_PREDICT_ROWS = 65_536
_REACH = 1e100  # standard deviations from the mean, beyond which points to predict count as this far away


class CECIB(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator):
    """Cross-entropy clustering with an information bottleneck constraint.

    Finds clusters, and their number, in data of which an expert has labelled a little. The labels may miss
    classes, be coarse, or be wrong: mixing categories in one cluster costs, splitting a category over several clusters
    does not.

    Parameters
    ----------
    n_clusters : int, default=None
        None: found by itself. An integer: the number of clusters to start from, as in the paper; clusters that do
        not pay for themselves vanish.
    beta : float, default=1.0
        The weight of the labels. 1 trusts them; smaller values expect errors; 0 ignores them.
        See `cecib.weight.beta_threshold`.
    criterion : {"evidence", "entropy"}, default="evidence"
        How well a Gaussian codes the points of a cluster: by its marginal likelihood, which is always finite, or by its
        differential entropy as in the paper, which refuses constant and collinear columns.
    family : str, family object, or a list of them, default="full"
        The shape of the Gaussians: "full", "diag", "spherical", "auto" (the best of these for each cluster), or an
        object of `cecib.families`. A list has one for each start cluster and needs a start number.
    min_cluster_size : float or int, default=None
        The least share of the points (a float below 1) or number of points (an int) in a cluster. None: 0.02 of the
        points, but no more than ten for each feature; under "entropy" 0.05, as in the paper. Under "entropy" never less
        than the number of features plus 2.
    init : {"k-means++", "random"} or array, default="k-means++"
        The start: a name, or a cluster for each point, or the centres of the clusters.
    n_init : int or "auto", default="auto"
        How many starts to try; the lowest cost wins. An array for `init` is one start. "auto": 4 when the number of
        clusters is found by itself (the first start is the clusters of the pilot search), otherwise 10.
    max_iter : int, default=200
        The most passes over the data per start.
    random_state : int, RandomState instance or None, default=None
        Seed of the starts. Same seed, same answer, whatever `n_jobs`.
    n_jobs : int, default=None
        Threads. None and -1 mean all cores.
    verbose : int, default=0
        1 prints a line after each pass over the data.
    max_clusters : int, default=100
        The most clusters that are tried when their number is found by itself.
    callback : callable, default=None
        Called with a `cecib.search.Progress` after each pass over the data, from the thread that made it.

    Attributes
    ----------
    labels_ : ndarray of shape (n,)
        The cluster of each point. Clusters are numbered by size, the largest first, and by their first point.
    n_clusters_ : int
        How many clusters were found.
    weights_ : ndarray of shape (k,)
        Share of the points in each cluster.
    means_, covariances_ : ndarray of shape (k, d), (k, d, d)
        Mean and covariance matrix of the Gaussian of each cluster: those of its points, as far as its family leaves
        them free.
    families_ : list of Family
        The family of each cluster; for "auto" the one that it has chosen.
    cost_ : float
        The cost, in nats per point.
    cost_terms_ : CostTerms
        Its terms: complexity, accuracy, consistency.
    cost_trace_ : ndarray
        The cost after each pass; it never rises. With a given `n_clusters` it starts with the pass in which a cluster
        was last dissolved for being too small, since that is not a step of the descent.
    n_iter_ : int
        Passes over the data of the best start, the last of them without a move.
    categories_ : ndarray of shape (m,)
        The categories that the labels name.
    category_counts_ : ndarray of shape (k, m)
        Labelled points (or their weight) of each category in each cluster.
    n_features_in_, feature_names_in_ : int, ndarray
        As in scikit-learn.

    Examples
    --------
    Two groups that only a label tells apart from one, and a third that no label names:

    >>> import numpy as np
    >>> from cecib import CECIB
    >>> rng = np.random.default_rng(0)
    >>> X = np.vstack([rng.normal(centre, 1, (100, 2)) for centre in ([0, 0], [9, 0], [0, 9])])
    >>> y = [None] * 300
    >>> y[0], y[1], y[100] = "cat", "cat", "dog"
    >>> model = CECIB(random_state=0).fit(X, y)
    >>> model.n_clusters_
    3
    >>> sorted(model.predict_category([[0, 0], [9, 0], [0, 9]]), key=str)
    [None, 'cat', 'dog']
    """

    labels_: NDArray[np.int32]
    n_features_in_: int

    def __init__(
        self,
        n_clusters: int | None = None,
        beta: float = 1.0,
        criterion: Criterion = "evidence",
        family: str | Family | Sequence[str | Family] = "full",
        min_cluster_size: float | None = None,
        init: Any = "k-means++",
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 200,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        max_clusters: int = 100,
        callback: Callable[[Progress], None] | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.beta = beta
        self.criterion = criterion
        self.family = family
        self.min_cluster_size = min_cluster_size
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.max_clusters = max_clusters
        self.callback = callback

    def fit(self, X: ArrayLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> Self:
        """Find the clusters.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points. Never modified, and not copied if it is a float32 or float64 array.
        y : array-like of shape (n,), optional
            Categories of any type; −1, None, NaN and pandas.NA mean unlabelled.
        sample_weight : array-like of shape (n,), optional
            How many points each row stands for. Rows of weight 0 take no part, and are predicted.

        Returns
        -------
        self
        """
        check_parameters(self)
        points = read_points(self, X, reset=True)
        side = read_side_information(y, len(points))
        weights = read_weights(sample_weight, len(points))
        if weights is not None and not weights.all():
            return self._fit_positive(points, side, weights)
        self._fit_validated(points, side, weights, check_init(self.init, *points.shape))
        return self

    def fit_predict(
        self, X: ArrayLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> NDArray[np.int32]:
        """Find the clusters and return the cluster of each point."""
        return self.fit(X, y, sample_weight).labels_

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """Cluster that each unlabelled point would raise the cost of least."""
        check_is_fitted(self)
        points = self._within_reach(read_points(self, X, reset=False))
        return self._clusters.cheapest(self._scaling.points(points), n_threads(self.n_jobs))

    def predict_proba(self, X: ArrayLike) -> Floats:
        """Probability of each cluster for each point: e^(−change of the cost), normalised."""
        return self._by_blocks(X, lambda changes: softmax(-changes, axis=1))

    def transform(self, X: ArrayLike) -> Floats:
        """Probability of each cluster, as new features."""
        return self.predict_proba(X)

    def predict_category(self, X: ArrayLike) -> NDArray[Any]:
        """Category of the cluster of each point.

        That is the most frequent category among the cluster's labelled points, or the unlabelled marker (−1 for integer
        categories, NaN for floats, otherwise None) for a cluster that no label reaches.
        """
        return self.cluster_categories_[self.predict(X)]

    def score_samples(self, X: ArrayLike) -> Floats:
        """Logarithm of the density of each point under the mixture of the clusters."""
        check_is_fitted(self)
        points = self._within_reach(read_points(self, X, reset=False))
        mix = np.log(self.weights_)
        blocks = (
            logsumexp(self._clusters.log_densities(self._scaling.points(block), n_threads(self.n_jobs)) + mix, axis=1)
            for block in _row_blocks(points)
        )
        return np.concatenate(list(blocks)) - self._scaling.log_volume

    def score(self, X: ArrayLike, y: ArrayLike | None = None) -> float:
        """Mean log-density of the points; the higher, the better the clusters describe them."""
        return float(self.score_samples(X).mean())

    def cost(
        self,
        X: ArrayLike,
        labels: ArrayLike,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> float:
        """Cost of any partition of X under this estimator's criterion and β, and the prior of its fit if it is fitted.

        Where each cluster has a family of its own, labels are numbers as in `labels_`, or as in `family` before a fit.
        Computed by `cecib.cost`, in plain NumPy.
        """
        check_parameters(self)
        is_fitted = hasattr(self, "labels_")
        points = read_points(self, X, reset=not is_fitted)
        weights = read_weights(sample_weight, len(points))
        side = read_side_information(y, len(points))
        partition = np.asarray(labels)
        if partition.shape != (len(points),):
            raise ValueError(f"labels must have {len(points)} entries, one per row of X, got {partition.shape}.")
        if is_fitted:
            scaling, prior = self._scaling, self._prior
        else:
            self._check_families(points, self.init)
            scaling = self._measure(points, weights)
            prior = self._pilot(points, side, weights, scaling).prior if self.criterion == "evidence" else None
        return cost_terms(
            points[:, scaling.columns],
            partition,
            side.codes,
            beta=self.beta,
            criterion=self.criterion,
            prior=None if prior is None else in_raw_units(prior, scaling),
            sample_weight=weights,
            family=self._families_by_label(scaling, partition),
        ).total

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the fitted model to a file that `CECIB.load` reads; see `cecib.persistence` for the format."""
        check_is_fitted(self)
        save_model(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a model that `save` wrote. Loading never executes code."""
        return load_model(cls, path)

    @property
    def cluster_categories_(self) -> NDArray[Any]:
        """Category of each cluster, or the unlabelled marker."""
        check_is_fitted(self)
        counts = self.category_counts_
        if counts.shape[1] == 0:
            return decode(np.full(self.n_clusters_, UNLABELLED), self.categories_)
        return decode(np.where(counts.any(axis=1), counts.argmax(axis=1), UNLABELLED), self.categories_)

    @property
    def _n_features_out(self) -> int:
        return self.n_clusters_

    def _fit_positive(self, points: Matrix, side: SideInformation, weights: Floats) -> Self:
        positive = weights > 0
        kept = SideInformation(side.codes[positive], side.categories)
        init = check_init(self.init, *points.shape)
        self._fit_validated(points[positive], kept, weights[positive], init[positive] if np.ndim(init) == 1 else init)
        labels = self.predict(points)
        labels[positive] = self.labels_
        self.labels_ = labels
        return self

    def _fit_validated(self, points: Matrix, side: SideInformation, weights: Floats | None, init: Any) -> None:
        self._check_start_number(len(points))
        self._check_families(points, init)
        scaling = self._measure(points, weights)
        problem = self._problem(points, side, weights, scaling)
        pilot = self._pilot(points, side, weights, scaling) if self.criterion == "evidence" else None
        self._prior = None if pilot is None else pilot.prior
        problem = problem.with_families(self._codes(scaling, self._prior))
        starts = self._starts(init, problem, scaling, pilot)
        random = check_random_state(self.random_state)
        seeds = random.randint(np.iinfo(np.int32).max, size=len(starts)).tolist()
        outcome = best_of_starts(problem, starts, seeds, self.n_jobs, self._report())
        if not outcome.has_converged:
            warnings.warn(
                f"The search was stopped after {self.max_iter} passes, before it came to rest: increase max_iter.",
                ConvergenceWarning,
                stacklevel=3,
            )
        self._set_fitted(outcome, problem, scaling, points, side)

    def _problem(self, points: Matrix, side: SideInformation, weights: Floats | None, scaling: Scaling) -> Problem:
        n, d = len(points), len(scaling.columns)
        total = float(n if weights is None else weights.sum())
        return Problem(
            points=scaling.points(points, weights),
            n_samples=n,
            total_weight=total,
            side=side,
            families=self._codes(scaling, broad_prior(scaling) if self.criterion == "evidence" else None),
            beta=float(self.beta),
            min_weight=self._min_weight(total, d),
            resolution=scaling.resolution,
            max_iter=int(self.max_iter),
            cost_offset=scaling.log_volume,
            max_clusters=int(self.max_clusters) if self.n_clusters is None and is_random(self.init) else None,
            metric=self._metric(scaling),
        )

    def _pilot(self, points: Matrix, side: SideInformation, weights: Floats | None, scaling: Scaling) -> Pilot:
        families = self._used_families(scaling)
        if all(family.name in ("fixed", "fixed-spherical") for family in families):
            return Pilot(place_prior(scaling))
        family = families[0] if len(families) == 1 else Full()
        rows = sample_rows(len(points))
        sample, codes = points[rows], np.ascontiguousarray(side.codes[rows])
        sample_weights = None if weights is None else np.ascontiguousarray(weights[rows])
        problem = self._problem(sample, SideInformation(codes, side.categories), sample_weights, scaling)
        pilot = replace(
            problem,
            max_clusters=int(self.max_clusters),
            max_iter=_PILOT_PASSES,
            min_weight=_least_weight(problem.total_weight, len(scaling.columns)),
        )
        return run_pilot(pilot, sample, sample_weights, scaling, partial(family.code, scaling), self.n_jobs)

    def _starts(self, init: Any, problem: Problem, scaling: Scaling, pilot: Pilot | None) -> list[Start]:
        n = problem.n_samples
        metric = raw_metric(scaling) if self.criterion == "entropy" else problem.metric
        start = make_start(init, self._start_number(n), problem.points, scaling, self.criterion, n, metric)
        if not is_random(init):
            return [start]
        if problem.max_clusters is None or pilot is None:
            return [start] * (10 if self.n_init == "auto" else int(self.n_init))
        first = single_cluster(n) if pilot.labels is None else pilot_start(pilot, problem)
        auto = _SEARCHES if n <= SAMPLE else _LARGE_SEARCHES
        return [first] + [start] * ((auto if self.n_init == "auto" else int(self.n_init)) - 1)

    def _set_fitted(
        self, outcome: Outcome, problem: Problem, scaling: Scaling, points: Matrix, side: SideInformation
    ) -> None:
        weights, means, scatters, counts, states = outcome.partition.summaries()
        _, first_member = np.unique(outcome.partition.labels, return_index=True)
        order = np.lexsort((first_member, -weights))
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        self.labels_ = rank[outcome.partition.labels].astype(np.int32)
        self.n_clusters_ = len(order)
        self.weights_ = weights[order] / problem.total_weight
        d = points.shape[1]
        used = scaling.columns
        self.means_ = np.tile(np.asarray(points[0], dtype=float), (len(order), 1))
        self.covariances_ = np.zeros((len(order), d, d))
        unit = scaling.scale[:, None] * scaling.scale[None, :]
        known, choices = self._used_families(scaling), outcome.partition.families()
        self._start_families = np.asarray([choices[c][0] for c in order])
        self.families_ = [
            as_families(self.family)[start].chosen(choice) for start, choice in map(choices.__getitem__, order)
        ]
        for c, old in enumerate(order):
            start, choice = choices[old]
            self.means_[c, used], self.covariances_[c][np.ix_(used, used)] = (
                known[start]
                .chosen(choice)
                .gaussian(means[old] * scaling.scale + scaling.shift, scatters[old] / weights[old] * unit)
            )
        complexity, accuracy, consistency = (term / problem.total_weight for term in outcome.partition.cost())
        self.cost_terms_ = CostTerms(complexity, accuracy + problem.cost_offset, consistency)
        self.cost_ = self.cost_terms_.total
        self.cost_trace_ = np.asarray(outcome.trace)
        self.n_iter_ = outcome.n_iter
        self.categories_ = side.categories
        self.category_counts_ = counts[order]
        self._scaling = scaling
        self._states = states[order]
        self._sizes = weights[order]

    def _measure(self, points: Matrix, weights: Floats | None) -> Scaling:
        demands = {family.demand for family in as_families(self.family)}
        strictest: Demand = next(demand for demand in _DEMANDS if demand in demands)
        return measure_scaling(points, weights, self.criterion, column_names(self), strictest)

    def _metric(self, scaling: Scaling) -> Floats:
        """Distances for starts and splits: in the units of the data where a family means something in them."""
        knows_units = any(family.knows_units and family.name != "auto" for family in as_families(self.family))
        return raw_metric(scaling) if knows_units else standard_metric(scaling)

    def _used_families(self, scaling: Scaling) -> list[Family]:
        return [family.restricted(scaling.columns) for family in as_families(self.family)]

    def _codes(self, scaling: Scaling, prior: Prior | None) -> list[_core.Code]:
        return [family.code(scaling, prior) for family in self._used_families(scaling)]

    def _families_by_label(self, scaling: Scaling, labels: NDArray[Any]) -> Any:
        families = self._used_families(scaling)
        if len(families) == 1:
            return families[0]
        if hasattr(self, "labels_"):
            families = [families[start] for start in self._start_families]
        unknown = set(np.unique(labels).tolist()) - set(range(len(families)))
        if unknown:
            raise ValueError(
                f"labels must be numbers below {len(families)}, one for each family, got {sorted(unknown)[0]!r}."
            )
        return families

    @property
    def _clusters(self) -> _core.ClusterSet:
        codes = self._codes(self._scaling, self._prior)
        own = [codes[start] for start in self._start_families]
        return _core.ClusterSet(own, self._states, self._sizes, self.category_counts_, float(self.beta))

    def _check_start_number(self, n_samples: int) -> None:
        if self.n_clusters is not None and self.n_clusters > n_samples:
            raise ValueError(
                f"n_clusters must be at most the number of rows, got n_clusters={self.n_clusters} for "
                f"n_samples={n_samples}: give more data or a smaller n_clusters."
            )

    def _check_families(self, points: Matrix, init: Any) -> None:
        families = as_families(self.family)
        for family in families:
            family.check_dimension(points.shape[1])
        if len(families) == 1:
            return
        given = None if isinstance(init, str) else np.asarray(init)
        number = self.n_clusters if given is None else len(np.unique(given)) if given.ndim == 1 else len(given)
        if number != len(families):
            raise ValueError(
                f"family is a list of {len(families)}, one for each start cluster, but n_clusters={self.n_clusters!r}"
                f"{'' if given is None else f' and init has {number} clusters'}: make them the same."
            )

    def _start_number(self, n_samples: int) -> int:
        return min(_SEARCH_START, n_samples) if self.n_clusters is None else int(self.n_clusters)

    def _min_weight(self, total: float, dimension: int) -> float:
        size = self.min_cluster_size
        if self.criterion == "entropy":
            size = _PAPER_EPSILON if size is None else size
        elif size is None:
            return _least_weight(total, dimension)
        least = float(size) if is_count(size) else float(size) * total
        if self.criterion == "evidence":
            return least
        return max(least, *(family.least_size(dimension) for family in as_families(self.family)))

    def _report(self) -> Callable[[Progress], None] | None:
        if not self.verbose and self.callback is None:
            return None

        def report(progress: Progress) -> None:
            if self.verbose:
                sys.stdout.write(
                    f"restart {progress.restart + 1}/{progress.n_init}  pass {progress.pass_:3d}  "
                    f"moves {progress.moves:6d}  clusters {progress.n_clusters:3d}  cost {progress.cost:.6f}\n"
                )
            if self.callback is not None:
                self.callback(progress)

        return report

    def _within_reach(self, points: Matrix) -> Matrix:
        """Bring points nearer that are so far away that their squared distances are no numbers."""
        used = self._scaling.columns
        low, high = (self._scaling.shift + side * _REACH * self._scaling.scale for side in (-1, 1))
        least, most = points.min(axis=0)[used], points.max(axis=0)[used]
        if (least >= low).all() and (most <= high).all():
            return points
        nearer = points.astype(np.float64)
        nearer[:, used] = np.clip(nearer[:, used], low, high)
        return nearer

    def _by_blocks(self, X: ArrayLike, decide: Callable[[Floats], NDArray[Any]]) -> NDArray[Any]:
        check_is_fitted(self)
        points = self._within_reach(read_points(self, X, reset=False))
        clusters, threads = self._clusters, n_threads(self.n_jobs)
        blocks = (decide(clusters.changes_with(self._scaling.points(block), threads)) for block in _row_blocks(points))
        return np.concatenate(list(blocks))


def _least_weight(total: float, dimension: int) -> float:
    """Least size of a cluster unless the user says otherwise, under "evidence"."""
    return min(_LEAST_SHARE * total, 10.0 * (dimension + 1))


def _row_blocks(points: Matrix) -> list[Matrix]:
    return [points[i : i + _PREDICT_ROWS] for i in range(0, len(points), _PREDICT_ROWS)]
