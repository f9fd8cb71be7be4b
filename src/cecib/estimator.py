"""CECIB: validate, fit, attributes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp, softmax
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from cecib import _core
from cecib.cost import CostTerms, Criterion, Floats, cost_terms
from cecib.families import Family, as_families
from cecib.initialization import check_init
from cecib.persistence import load_model, save_model
from cecib.preparation import Preparation, family_codes, used_families
from cecib.prior import in_raw_units
from cecib.scaling import Matrix, Scaling
from cecib.search import Outcome, Problem, Progress, best_of_starts, n_threads, reporter
from cecib.side_information import SideInformation, decode, dominant_categories, read_side_information
from cecib.validation import check_parameters, check_start_number, read_points, read_weights

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
        How many starts to try; the lowest cost wins. An array for `init` is one start. "auto": when the number of
        clusters is found by itself 16, or 4 for more than 4,000 rows (the first start is the clusters of the pilot
        search); otherwise 10.
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
            preparation = Preparation(self, points, side, weights, self.init)
            scaling, prior = preparation.scaling, preparation.prior
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
        return decode(dominant_categories(self.category_counts_), self.categories_)

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
        check_start_number(self.n_clusters, len(points))
        preparation = Preparation(self, points, side, weights, init)
        problem = preparation.problem()
        starts = preparation.starts(problem, init)
        random = check_random_state(self.random_state)
        seeds = random.randint(np.iinfo(np.int32).max, size=len(starts)).tolist()
        outcome = best_of_starts(problem, starts, seeds, self.n_jobs, reporter(self.verbose, self.callback))
        if not outcome.has_converged:
            warnings.warn(
                f"The search was stopped after {self.max_iter} passes, before it came to rest: increase max_iter.",
                ConvergenceWarning,
                stacklevel=3,
            )
        self._prior = preparation.prior
        self._scaling = preparation.scaling
        self._set_fitted(outcome, problem, points, side)

    def _set_fitted(self, outcome: Outcome, problem: Problem, points: Matrix, side: SideInformation) -> None:
        weights, means, scatters, counts, states = outcome.partition.summaries()
        _, first_member = np.unique(outcome.partition.labels, return_index=True)
        order = np.lexsort((first_member, -weights))
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        self.labels_ = rank[outcome.partition.labels].astype(np.int32)
        self.n_clusters_ = len(order)
        self.weights_ = weights[order] / problem.total_weight
        self.categories_ = side.categories
        self.category_counts_ = counts[order]
        complexity, accuracy, consistency = (term / problem.total_weight for term in outcome.partition.cost())
        self.cost_terms_ = CostTerms(complexity, accuracy + problem.cost_offset, consistency)
        self.cost_ = self.cost_terms_.total
        self.cost_trace_ = np.asarray(outcome.trace)
        self.n_iter_ = outcome.n_iter
        self._states = states[order]
        self._sizes = weights[order]
        covariances = scatters[order] / self._sizes[:, None, None]
        families = outcome.partition.families()
        choices = [families[c] for c in order]
        self._set_gaussians(means[order], covariances, choices, np.asarray(points[0], dtype=float))

    def _set_gaussians(
        self, means: Floats, covariances: Floats, choices: Sequence[tuple[int, int]], constant: Floats
    ) -> None:
        """Families and Gaussians in the units of the data; columns that are not used have the values of `constant`."""
        scaling, used = self._scaling, self._scaling.columns
        given, restricted = as_families(self.family), used_families(self.family, scaling)
        k, d = len(choices), len(constant)
        self._start_families = np.asarray([start for start, _ in choices])
        self.families_ = [given[start].chosen(choice) for start, choice in choices]
        self.means_ = np.tile(constant, (k, 1))
        self.covariances_ = np.zeros((k, d, d))
        unit = scaling.scale[:, None] * scaling.scale[None, :]
        for c, (start, choice) in enumerate(choices):
            family = restricted[start].chosen(choice)
            mean, covariance = family.gaussian(means[c] * scaling.scale + scaling.shift, covariances[c] * unit)
            self.means_[c, used], self.covariances_[c][np.ix_(used, used)] = mean, covariance

    def _families_by_label(self, scaling: Scaling, labels: NDArray[Any]) -> Any:
        families = used_families(self.family, scaling)
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
        codes = family_codes(self.family, self._scaling, self._prior)
        own = [codes[start] for start in self._start_families]
        return _core.ClusterSet(own, self._states, self._sizes, self.category_counts_, float(self.beta))

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


def _row_blocks(points: Matrix) -> list[Matrix]:
    return [points[i : i + _PREDICT_ROWS] for i in range(0, len(points), _PREDICT_ROWS)]
