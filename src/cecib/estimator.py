"""CECIB: settings → fit → attributes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from cecib.backends.given_rows import Drawn, GivenRows
from cecib.backends.memory import Block
from cecib.blocks import Blocks
from cecib.blocks.dask_collections import is_dask
from cecib.bonds import Kept, Pairs, read_bonds, read_pairs
from cecib.clusters import Clusters
from cecib.cost import APART_WEIGHT, CostTerms, Floats, Prior, cost_terms
from cecib.data_units import gaussians_of, public_prior, subspace_of
from cecib.documentation import Documented
from cecib.families import Family
from cecib.files.model_files import load_model, save_model
from cecib.fitted import how_it_stopped, was_stopped
from cecib.fitting import Fit, clusters_of, fit
from cecib.holes import Missing
from cecib.holes.filling import filled_table
from cecib.holes.marginals import holes_in, located, observed_log_densities
from cecib.holes.missing import look_over, without_aside, without_strays
from cecib.holes.observed_fit import hold_observed
from cecib.holes.strays import find_strays
from cecib.label_columns import read_labels
from cecib.levels import Levels
from cecib.membership import Calibration, category_probabilities, concentration_of, memberships
from cecib.posing import scaling_of
from cecib.reading.findings import wrong_share
from cecib.reading.levels import categories_at_levels, check_level, decoded_paths, warn_of_levels
from cecib.reading.readings import Readings
from cecib.reading.shapes import measure_flatness
from cecib.search.keeping import one_fit
from cecib.search.progress import Progress, reporter
from cecib.search.quiet import is_quiet
from cecib.search.scaling import Matrix
from cecib.search.starts import is_random
from cecib.search.threads import one_blas_thread
from cecib.settings import Settings
from cecib.side_information import UNLABELLED, decode, dominant_categories
from cecib.spaces.space import Space
from cecib.stream import Stream, advance
from cecib.stream.collecting import Collecting
from cecib.trust import FALLBACK, BetaPath, SpacePath, space_of
from cecib.validation import check_share, column_names, read_points, read_weights
from cecib.whole.checkpoint import Checkpoint
from cecib.whole.dask import backend_of, fit_dask, lazily
from cecib.whole.fitting import fit_whole
from cecib.whole.given_blocks import Rows, fit_given, is_in_blocks


class CECIB(
    Readings, Documented, Collecting, ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator
):
    """Cross-entropy clustering with an information bottleneck constraint.

    Finds clusters, and their number, in data of which an expert has labelled a little. The labels may miss
    classes, be coarse, or be wrong: mixing categories in one cluster costs, splitting a category over several clusters
    does not.

    Parameters
    ----------
    n_clusters : int, default=None
        None: found by itself. An integer: the number of clusters to start from, as in the paper; clusters that do
        not pay for themselves vanish.
    beta : float or "auto", default="auto"
        How much a label counts. 1: as much as any other measurement; more trusts labels more than the Gaussians, less
        expects errors, 0 ignores them. "auto": the labels decide (`cecib.trust`): some are hidden in turn; 2 unless
        another β predicts them clearly better, 0 if labels do not help to predict labels; with fewer than ten labels,
        or one category, 1. Under "entropy" "auto" is 1, as in the paper; see `cecib.beta.beta_threshold`.
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
        clusters is found by itself up to 16, four at a time until three have come to the same cost, the first of them
        the clusters of the pilot search, or 4 for more than 4,000 rows; otherwise 10. The number is found on a sample
        of 2,000 rows, of up to 5,000 where labels are rare or missing, and all rows finish from the best start.
    max_iter : int, default=500
        The most passes over the data per start.
    random_state : int, RandomState instance or None, default=None
        Seed of the starts. Same seed, same answer, whatever `n_jobs`.
    n_jobs : int, default=None
        Threads. None and -1 mean all cores.
    verbose : int, default=0
        1 prints a line after each pass over the data.
    max_clusters : int, default=100
        The most clusters that are tried when their number is found by itself.
    prior : Prior, default=None
        What a cluster is expected to look like under "evidence": the `prior_` of another fit. None: learned from the
        data by a pilot search. A fit that is given a prior and start labels runs no pilot, so it is fast; it has the
        subspace of that fit.
    subspace : int, "auto" or None, default="auto"
        In how many directions clusters are told apart; in all others the points share one Gaussian. None: in all. A
        number: in so many, in which the categories of the labels differ and the clusters found there, or without
        labels the clusters of a first look. "auto": with labels, hidden ones choose between all directions (or the 16
        leading ones, if there are more) and one less, one more and four more than there are categories; without labels
        all up to 16, otherwise those in which the clusters of a first look differ. Families other than "full" and the
        criterion "entropy" keep to the columns unless a number is given.
    half_life : float, default=None
        For `partial_fit`: the number of points after which a point counts half. None: nothing is forgotten. `fit` takes
        all rows as they are.
    callback : callable, default=None
        Called with a `cecib.search.Progress` after each pass over the data, from the thread that made it; by
        `fit_blocks` also after each block of rows. `cecib.search.keeping` tells how to stop a fit and keep the best.
    missing : {"model", "drop", "fail"}, default="model"
        What becomes of rows that lack values (NaN, None, pandas.NA, masked entries). "model": they count by what they
        have, in `fit` and in all that is asked of the model (docs/missing.md). "drop": they take no part in the search,
        and are put into its clusters by what they have. "fail": they are refused.

    Attributes
    ----------
    labels_ : ndarray of shape (n,)
        The cluster of each point. Clusters are numbered by size, the largest first, equals by their first coordinate.
    n_clusters_ : int
        How many clusters were found.
    weights_ : ndarray of shape (k,)
        Share of the points in each cluster.
    means_, covariances_ : ndarray of shape (k, d), (k, d, d)
        Mean and covariance matrix of the Gaussian of each cluster, in the units of the data: those of its points, as
        far as its family leaves them free; with a subspace, what the model says of all features. `covariances_` is None
        beyond 1,000 features or where rows are too few for them; `clusters_` has those of the coordinates.
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
    converged_, reached_max_clusters_ : bool
        Whether the search came to rest, and whether it stopped growing because of `max_clusters`.
    categories_ : ndarray of shape (m,)
        The categories that the labels name; with labels at several levels a list with those of each.
    category_counts_ : ndarray of shape (k, m)
        Labelled points (or their weight) of each category in each cluster; with several levels a list of such arrays.
    levels_ : Levels or None
        The levels of the labels and what they name together (`cecib.levels`); None: there is one.
    beta_ : float
        The β that was used.
    beta_path_ : BetaPath or None
        How "auto" chose it: the grid of β, held-out score, its standard error, clusters (`cecib.trust.BetaPath`); None
        if β was given or the labels were too few.
    space_path_ : SpacePath or None
        Which spaces hidden labels chose from: directions, held-out score, its standard error, which was chosen
        (`cecib.trust.SpacePath`); None if there was no choice.
    hidden_clusters_ : int
        How many clusters there are without labels, if labels have chosen a space in which these are hardly told apart;
        0: none is hidden.
    calibration_ : Calibration
        How sure to be of a row's category, by the hidden labels: `temperature`, `doubt` and `wrong_share`.
    prior_ : Prior or None
        The prior of the fit, in the units of the data and for the columns that are not constant, or in the coordinates
        X · `prior_.subspace`; None under "entropy".
    subspace_ : ndarray of shape (d, q) or None
        The directions in which clusters are told apart, those in which they differ most first, orthonormal under the
        covariance within clusters; None: all.
    feature_shares_ : ndarray of shape (d,)
        Share of each feature in what tells the clusters apart; see also `difference`.
    flatness_ : ndarray of shape (k, k) or None
        How evenly the rows of each cluster lie in the direction of each of its neighbours, as their kurtosis: 1.8 if
        evenly, 3 for a Gaussian, and where clusters are no neighbours; None in a model of an older file.
    space_ : Space or None
        The same with what is known of the other directions (`cecib.spaces`); None: clusters live in the columns.
    missing_ : Missing or None
        What was missing in the rows of the fit, by columns, and what was set aside (`cecib.holes.Missing`); None:
        nothing.
    violated_pairs_ : ndarray of shape (v, 2)
        Pairs of `apart` that share a cluster all the same.
    clusters_ : Clusters
        The clusters as summaries and codes (`cecib.clusters`), in scaled units.
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
    categories_: Any
    category_counts_: Any
    means_: Floats
    covariances_: Floats | None
    clusters_: Clusters
    prior_: Prior | None
    space_: Space | None
    beta_path_: BetaPath | None
    space_path_: SpacePath | None
    hidden_clusters_: int
    calibration_: Calibration
    flatness_: Floats | None
    missing_: Missing | None
    n_features_in_: int
    _stream: Stream

    def __init__(
        self,
        n_clusters: int | None = None,
        beta: float | Literal["auto"] = "auto",
        criterion: Literal["evidence", "entropy"] = "evidence",
        family: str | Family | Sequence[str | Family] = "full",
        min_cluster_size: float | None = None,
        init: Any = "k-means++",
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 500,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        max_clusters: int = 100,
        callback: Callable[[Progress], None] | None = None,
        prior: Prior | None = None,
        subspace: int | Literal["auto"] | None = "auto",
        half_life: float | None = None,
        missing: Literal["model", "drop", "fail"] = "model",
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
        self.prior = prior
        self.subspace = subspace
        self.half_life = half_life
        self.missing = missing

    def fit(
        self,
        X: Rows,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        *,
        groups: Any = None,
        apart: ArrayLike | None = None,
        apart_weight: float = APART_WEIGHT,
    ) -> Self:
        """Find the clusters.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The points. Never modified, and not copied if it is a float32 or float64 array. Frames of pandas and polars,
            also lazy ones, and Arrow tables are read too (docs/tables.md). A sparse matrix of more than 100 columns is
            made dense, up to 100 million entries. Values may be missing (`missing`). A Dask array or data frame is
            fitted as `fit_blocks` does it, where its partitions are; then `predict` and its like give Dask arrays
            (docs/scale.md). A path, or what `cecib.blocks` gives, is fitted as `fit_blocks` does it; `predict` and its
            like take them too, and answer block by block, of a path by the columns of the fit.
        y : array-like of shape (n,) or (n, L), optional
            Categories of any type; −1, None, NaN, pandas.NA and masked entries mean unlabelled. Several columns are
            levels, from coarse to fine, with gaps anywhere; an entry of a single column may be a set of categories,
            "one of these" (docs/levels.md). Of a path the name of the column; blocks have their labels with them.
        sample_weight : array-like of shape (n,) or float, optional
            How many points each row stands for, or all rows. Rows of weight 0 take no part, and are predicted.
        groups : array-like of shape (n,), or list of lists of row numbers, optional
            Rows that belong together: they share a cluster. A group for each row, of any type, with −1, None and NaN
            for a row that is alone; or for each group its rows, such as pairs. Lists with a row in common are one.
        apart : array-like of shape (m, 2), optional
            Pairs of row numbers that should not share a cluster; `violated_pairs_` has those that do.
        apart_weight : float, optional
            What a pair costs that does, in nats. By default ln 19, for one wrong pair in twenty.

        Returns
        -------
        self

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(80, 2)) + 9 * (np.arange(80) % 4)[:, None]
        >>> model = CECIB(random_state=0).fit(X, groups=[(0, 1), (1, 5), (2, 3)], apart=[(0, 2)])
        >>> len(set(model.labels_[[0, 1, 5]])), len(model.violated_pairs_)
        (1, 0)
        """
        with self._whole_or_not():
            self.missing_ = None
            if is_dask(X):
                fit_dask(self, X, y, sample_weight, groups, apart)
            elif is_in_blocks(X):
                fit_given(self, X, y, sample_weight, groups, apart)
            else:
                self._fit(X, y, sample_weight, groups, apart, apart_weight)
        self._warn()
        return self

    def fit_blocks(
        self,
        blocks: Blocks | str | os.PathLike[str] | Any,
        *,
        checkpoint: str | os.PathLike[str] | Checkpoint | None = None,
    ) -> Self:
        """Find the clusters of data that need not fit into memory.

        The model is found on a sample: up to 200,000 rows, drawn uniformly, and beyond them labelled rows where labels
        are rare. Then all rows pass by, again and again: each goes to its cheapest cluster, labels included, while the
        clusters stand still, and the clusters become those of the rows that have come to them. Between passes clusters
        become one if that lowers the cost, rows that fit none make new ones, and some are divided, each only if the
        cost of all rows falls. That cost, of the criterion itself, never rises: a pass that would raise it is not
        taken, and ends the fit, as does one after which hardly any row (one in 100,000) changes its cluster. If all
        rows fit into the sample, the fit is that of `fit`.

        Parameters
        ----------
        blocks : Blocks, path, or re-iterable of arrays
            What `cecib.blocks.parquet`, `csv`, `arrow`, `npy` or `arrays` give, with features and labels chosen there;
            or the path of such a file, whose numbers are features; or a list of X or (X, y); or a Dask collection.
        checkpoint : path, optional
            A file to which the fit writes how far it has come: after the search in the sample, and after passes, at
            most every five seconds. If it is there, a fit of the same data with the same parameters goes on from it,
            and comes to the same result; a file of another fit is refused. It is removed when the fit has ended
            (docs/scale.md).

        Returns
        -------
        self
            `labels_` has the smallest integer type that holds the clusters, one byte for up to 256.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> from cecib.blocks import arrays
        >>> def pieces():
        ...     for seed in range(5):
        ...         X = np.random.default_rng(seed).normal(size=(1000, 2))
        ...         X[:500] += 20
        ...         yield X, ["left" if row[0] > 10 and i % 50 == 0 else None for i, row in enumerate(X)]
        >>> model = CECIB(random_state=0).fit_blocks(arrays(pieces))
        >>> model.n_clusters_, len(model.labels_), model.predict_category([[20.0, 20.0], [0.0, 0.0]]).tolist()
        (2, 5000, ['left', None])
        """
        own = checkpoint if isinstance(checkpoint, Checkpoint | None) else Checkpoint(checkpoint)
        with self._whole_or_not(), one_blas_thread():
            self.missing_ = None
            fit_whole(self, backend_of(blocks), own)
        self._warn()
        return self

    def partial_fit(self, X: ArrayLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> Self:
        """Take in a batch of a stream (docs/stream.md).

        Each row goes to the cluster that it raises the cost of least. Where rows come that no cluster explains a new
        one is made, if that lowers the cost clearly; clusters that have become one are merged, and those that have
        come apart are divided. With a `half_life` old points fade, and clusters to which nothing comes any more go. The
        model keeps summaries and up to 3,000 rows, however long the stream is.

        While the first rows come, and all of them are at hand, they are fitted anew whenever there are twice as many
        as at the last fit. Fewer rows than `n_clusters` are collected: there are no clusters yet. A model that `fit`
        has made goes on from there.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The rows, of the same columns in each batch. Values may be missing (`missing`).
        y : array-like of shape (n,) or (n, L), optional
            Categories as for `fit`, but no sets; later batches may name new ones, which come last in `categories_`.
        sample_weight : array-like of shape (n,) or float, optional
            How many points each row stands for.

        Returns
        -------
        self
            `labels_` has the clusters of the rows of this batch. A cluster keeps its number as long as it lives, but
            when one goes the last one takes its number; `cluster_ids_` has names that never change.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> rng, model = np.random.default_rng(0), CECIB(half_life=500, random_state=0)
        >>> for batch in range(20):
        ...     centres = np.array([[0, 0], [9, 0]] if batch < 10 else [[0, 0], [0, 9]])
        ...     model = model.partial_fit(rng.normal(centres[rng.integers(2, size=200)]))
        >>> sorted(model.means_.round().astype(int).tolist())
        [[0, 0], [0, 9], [9, 0]]
        >>> for batch in range(20):  # nothing comes to one of the three any more
        ...     model = model.partial_fit(rng.normal(centres[rng.integers(2, size=200)]))
        >>> sorted(model.means_.round().astype(int).tolist())
        [[0, 0], [0, 9]]
        """
        with self._whole_or_not():
            has_fit = advance(self, X, y, sample_weight)
            if hasattr(self, "labels_"):
                self._measure_flatness(self._stream.recent.points)
        if has_fit:
            self._warn()
        return self

    def fit_predict(
        self, X: Rows, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None, **bonds: Any
    ) -> NDArray[np.int32]:
        """Find the clusters and return the cluster of each point; `bonds` as for `fit`."""
        return self.fit(X, y, sample_weight, **bonds).labels_

    @lazily
    def predict(self, X: Rows) -> NDArray[np.int32]:
        """Cluster that each unlabelled point would raise the cost of least."""
        points = self._seen(X)
        return self.clusters_.cheapest(points)

    @lazily
    def predict_proba(self, X: Rows) -> Floats:
        """Probability of each cluster for each point: e^(−change of the cost), normalised."""
        points = self._seen(X)
        return memberships(self.clusters_, points)

    def transform(self, X: Rows) -> Floats:
        """Probability of each cluster, as new features."""
        return self.predict_proba(X)

    @lazily
    def predict_category(self, X: Rows, *, abstain: float | None = None, nearest: bool = False) -> NDArray[Any]:
        """Category of the cluster of each point.

        That is the most frequent category among the cluster's labelled points, or the unlabelled marker (−1 for integer
        categories, NaN for floats, otherwise None) for a cluster that no label reaches. With labels at several levels
        there is a column for each, and a finer category is always one that lies below the coarser ones.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points.
        abstain : float, optional
            Give the marker too where no category has at least this probability (`predict_category_proba`), from 0 to 1.
        nearest : bool, default=False
            For a point in a cluster that no label reaches, give the category of the cheapest cluster that has one.

        Examples
        --------
        >>> from cecib import CECIB
        >>> X = [[0.0], [0.1], [0.2], [0.3], [9.0], [9.1], [9.2]]
        >>> model = CECIB(2, random_state=0).fit(X, ["cat", "cat", "cat", None, None, None, None])
        >>> model.predict_category([[0.1], [9.1]]).tolist()
        ['cat', None]
        >>> model.predict_category([[0.1], [9.1]], nearest=True).tolist()
        ['cat', 'cat']

        With two levels, the coarse one of all rows:

        >>> y = [("animal", "cat"), *[("animal", None)] * 3, *[("plant", None)] * 3]
        >>> CECIB(2, random_state=0).fit(X, y).predict_category([[0.1], [9.1]]).tolist()
        [['animal', 'cat'], ['plant', None]]
        """
        own_rows: Any = X  # of blocks those of one
        points = self._seen(own_rows)
        if abstain is not None:
            check_share("abstain", abstain)
        if self.levels_ is not None:
            return categories_at_levels(self, own_rows, points, abstain, nearest)
        own = dominant_categories(self.category_counts_)
        index = own[self.clusters_.cheapest(points)]
        if nearest and (own != UNLABELLED).any():
            reached = np.flatnonzero(own != UNLABELLED)
            cheapest = [reached[changes[:, reached].argmin(axis=1)] for changes in self.clusters_.changes(points)]
            index = np.where(index == UNLABELLED, own[np.concatenate(cheapest)], index)
        if abstain is not None:
            sure = self.predict_category_proba(X).max(axis=1, initial=0.0) >= abstain
            index = np.where(sure, index, UNLABELLED)
        return decode(index, self.categories_)

    @lazily
    def predict_category_proba(self, X: Rows, level: int = -1) -> Floats:
        """Probability of each category for each point, in the order of `categories_`.

        With labels at several levels, of those of one level: 0 the coarsest, −1 the finest.

        What is missing to 1 is the probability of a class that no label names, `predict_new_proba`; at a finer level
        also that of clusters which only coarser labels reach. The model is as sure as hidden labels have shown that it
        may be (`calibration_`): of memberships, of categories, and of the labels themselves. Labels of one category
        leave open how much of its clusters is of it.

        Examples
        --------
        >>> from cecib import CECIB
        >>> X = [[0.0], [0.1], [0.2], [0.3], [9.0], [9.1], [9.2]]
        >>> model = CECIB(2, random_state=0).fit(X, ["cat", "cat", "cat", None, None, None, None])
        >>> model.predict_category_proba([[0.1], [9.1]]).round(2).tolist()
        [[0.87], [0.08]]
        """
        points = self._seen(X)
        check_level(self.levels_, level)
        return category_probabilities(self.clusters_, points, self.calibration_, level)

    def coordinates(self, X: ArrayLike) -> Matrix:
        """Rows as the clusters see them: along `space_.axes`, which span `subspace_`, from the mean, or as they are.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(90, 6)) + 9 * (np.arange(90) % 3 == 0)[:, None]
        >>> CECIB(subspace=2, random_state=0).fit(X).coordinates(X).shape
        (90, 2)
        """
        seen: Matrix = self._seen(X)[:, : self.clusters_.width]
        return seen

    @lazily
    def score_samples(self, X: Rows) -> Floats:
        """Logarithm of the density of each point under the mixture of the clusters."""
        check_is_fitted(self)
        rows, mix = read_points(self, X, reset=False, takes_holes=True), np.log(self.weights_)
        if holes_in(rows) is not None:
            own = observed_log_densities(self.clusters_, self.space_, np.asarray(rows, dtype=np.float64))
            return np.asarray(logsumexp(own + mix, axis=1))
        places = rows if self.space_ is None else self.space_.coordinates(rows)
        parts = self.clusters_.log_densities(places)
        own = np.concatenate([logsumexp(part + mix, axis=1) for part in parts])
        return own if self.space_ is None else own + self.space_.rest_log_densities(rows)

    def score(self, X: Rows, y: ArrayLike | None = None) -> float:
        """Mean log-density of the points; the higher, the better the clusters describe them."""
        return float(self.score_samples(X).mean())

    def cost(
        self,
        X: ArrayLike,
        labels: ArrayLike,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        *,
        apart: ArrayLike | None = None,
    ) -> float:
        """Cost of any partition of X under this estimator's criterion and β, and its prior.

        The prior is that of the fit, or before a fit the one given as `prior`; "entropy" needs none. Where each
        cluster has a family of its own, labels are numbers as in `labels_`, or as in `family` before a fit. `apart` has
        pairs of rows that should not share a cluster, as for `fit`, with the weight that they had there. Computed by
        `cecib.cost`, in plain NumPy.
        """
        settings = Settings.read(self.get_params(deep=False))
        is_fitted = hasattr(self, "labels_")
        if not is_fitted and settings.prior is None and settings.criterion.allows_flat:
            raise NotFittedError(
                f"The cost under criterion={self.criterion!r} needs a prior, which fit learns: fit the model first, or "
                "give prior, such as the prior_ of another fit."
            )
        points = read_points(self, X, reset=not is_fitted)
        block = Block(points, read_labels(y, len(points)), read_weights(sample_weight, len(points)))
        partition = np.asarray(labels)
        if partition.shape != (len(points),):
            raise ValueError(f"labels must have {len(points)} entries, one per row of X, got {partition.shape}.")
        prior = self.prior_ if is_fitted else settings.prior
        scaling = self.clusters_.scaling if is_fitted else scaling_of(settings, block, column_names(self))
        space = self.space_ if is_fitted else None
        if prior is not None and prior.subspace is not None and space is None:
            space = space_of(prior, block, scaling)
        families, axes = list(settings.families), None
        if space is None:
            families = [family.restricted(scaling.columns) for family in families]
            rows: Matrix = points[:, scaling.columns]
        elif space.covariance is None:  # nothing is said of the rest
            rows = space.coordinates(points)
            prior = None if prior is None else replace(prior, mean=prior.mean - space.centre @ space.axes)
        else:
            rows, axes = points[:, space.columns], space.axes[space.columns]
        if is_fitted and len(families) > 1:
            families = [families[number] for number in self.clusters_.family_numbers]
        return cost_terms(
            rows,
            partition,
            block.side.known,
            beta=self._beta(settings),
            criterion=settings.criterion.name,
            prior=prior,
            sample_weight=block.weights,
            family=_by_label(families, partition),
            subspace=axes,
            apart=read_pairs(apart, len(points)),
            apart_weight=self.kept_bonds.apart_weight,
        ).total

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the fitted model to a file that `CECIB.load` reads; see `cecib.files.model_files` for the format."""
        check_is_fitted(self)
        save_model(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a model that `save` wrote. Loading never executes code."""
        return load_model(cls, path)

    @property
    def cluster_categories_(self) -> NDArray[Any]:
        """Category of each cluster, or the unlabelled marker; with several levels a column for each."""
        check_is_fitted(self)
        if self.levels_ is not None:
            return decoded_paths(self.levels_.dominant_paths(self.clusters_.summaries.counts), self.levels_)
        return decode(dominant_categories(self.category_counts_), self.categories_)

    @property
    def levels_(self) -> Levels | None:
        """The levels of the labels and what they name (`cecib.levels`); None: there is one level."""
        check_is_fitted(self)
        return self.clusters_.levels

    @property
    def has_dissolved_(self) -> bool:
        """Whether start clusters had less than half the least size on average, and all of them became one."""
        check_is_fitted(self)
        settings = Settings.read(self.get_params(deep=False))
        if settings.n_clusters is None or not is_random(settings.init) or self.n_clusters_ > 1:
            return False
        total, d = float(self.clusters_.summaries.weights.sum()), len(self.clusters_.scaling.columns)
        least = settings.criterion.least_weight(settings.min_cluster_size, total, settings.families, d)
        return settings.n_clusters * least > 2 * total

    @property
    def cluster_ids_(self) -> NDArray[np.int64]:
        """Names of the clusters that stay as long as they live (`partial_fit`); after `fit` their numbers."""
        check_is_fitted(self)
        stream: Stream | None = self.__dict__.get("_stream")
        return np.arange(self.n_clusters_) if stream is None else stream.ids

    @property
    def concentration_(self) -> float:
        """How many labels the overall shares of the categories are worth in a cluster."""
        check_is_fitted(self)
        return concentration_of(self.prior_)

    @property
    def subspace_(self) -> Floats | None:
        """The directions in which clusters are told apart, those in which they differ most first; None: all."""
        check_is_fitted(self)
        return None if self.space_ is None or self.space_.is_whole else subspace_of(self.clusters_, self.space_)

    @property
    def violated_pairs_(self) -> Pairs:
        """Pairs of rows that should be apart, and share a cluster; none after `load`."""
        check_is_fitted(self)
        return self.kept_bonds.violated_pairs

    @property
    def kept_bonds(self) -> Kept:
        """What the fit remembers of `groups` and `apart`; nothing after `load`."""
        kept: Kept = self.__dict__.get("_kept", Kept())
        return kept

    @property
    def _n_features_out(self) -> int:
        return self.n_clusters_

    def _beta(self, settings: Settings) -> float:
        return float(getattr(self, "beta_", settings.beta if settings.beta is not None else FALLBACK))

    def _located(self, rows: Matrix) -> Matrix:
        """Rows as the clusters see them; those with holes as `Clusters.width` tells."""
        rows = without_strays(self.missing_, rows)
        if holes_in(rows) is not None:
            return located(self.clusters_, self.space_, rows)
        return rows if self.space_ is None else self.space_.coordinates(rows)

    def _seen(self, X: Any) -> Matrix:
        check_is_fitted(self)
        return self._located(read_points(self, X, reset=False, takes_holes=True))

    def _fit(
        self,
        X: Any,
        y: ArrayLike | None,
        sample_weight: ArrayLike | None,
        groups: Any,
        apart: ArrayLike | None,
        apart_weight: float,
    ) -> None:
        settings = Settings.read(self.get_params(deep=False))
        points = read_points(self, X, reset=True, takes_holes=True)
        n = len(points)
        bonds = read_bonds(groups, apart, apart_weight, n)
        block = Block(points, read_labels(y, n), read_weights(sample_weight, n), bonds=bonds)
        settings.check_data(*points.shape)
        self._given_rows, self._drawn = GivenRows(X, block.side, block.weights, bonds), Drawn()
        self._search_observed(settings, block)
        self.__dict__.pop("_kept", None)
        self.__dict__.pop("_stream", None)
        if bonds is not None:
            self._kept = bonds.kept(self.labels_, block.side, block.weights)

    def _search_observed(self, settings: Settings, block: Block, missing: Missing | None = None) -> None:
        """Search among the rows that take part, and put the others into the clusters that are found.

        What is missing is counted here, unless that is known of more rows.
        """
        points, n, allows_flat = block.points, len(block), settings.criterion.allows_flat
        takes_part = np.ones(n, dtype=bool) if block.weights is None else block.weights > 0
        strays = None if missing is None else missing.strays
        if missing is None and settings.missing != "fail" and allows_flat:
            strays = find_strays(points)
        points = points if strays is None else strays.without(points)
        block, is_hole, self.missing_ = replace(block, points=points), holes_in(points), missing
        if is_hole is not None and missing is None and settings.missing != "fail":
            self.missing_ = look_over(is_hole[takes_part], settings.missing, column_names(self), allows_flat, strays)
        if self.missing_ is not None:
            takes_part &= True if is_hole is None else self.missing_.take_part(is_hole)
            block = replace(block, points=without_aside(points, self.missing_.set_aside))
        if takes_part.all():
            self._search(settings, block)
            return
        self._search(settings.for_rows(takes_part), block.take(takes_part))
        labels = self.clusters_.cheapest(self._located(points))
        labels[takes_part] = self.labels_
        self.labels_ = labels if block.bonds is None else block.bonds.followed(labels, takes_part)

    @contextmanager
    def _whole_or_not(self) -> Iterator[None]:
        """Leave the model as it was if anything goes wrong, MemoryError and KeyboardInterrupt included."""
        before = self.__dict__.copy()
        try:
            with one_fit():
                yield
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    def _search(self, settings: Settings, block: Block) -> None:
        random = check_random_state(self.random_state)
        is_hole, whole = holes_in(block.points), block
        with one_blas_thread():
            if is_hole is not None:
                whole = replace(block, points=filled_table(block.points, is_hole, random, block.side.index))
            done = fit(settings, whole, column_names(self), random, reporter(self.verbose, self.callback))
            self._set_fitted(settings, done)
            if is_hole is not None:
                hold_observed(self, done, block, np.asarray(whole.points, dtype=np.float64))
                self._judge_rows(self._located(block.points), block)

    def _warn(self) -> None:
        if is_quiet():
            return
        warn_of_levels(self.levels_, self.clusters_.summaries.counts.sum(axis=0), stacklevel=3)
        if not self.converged_:
            remedy = "give it more time" if was_stopped(self) else "increase max_iter"
            warnings.warn(f"{how_it_stopped(self)}: {remedy}.", ConvergenceWarning, stacklevel=3)
        if self.reached_max_clusters_:
            warnings.warn(
                f"The search came to {self.max_clusters} clusters, the most it may: increase max_clusters.",
                ConvergenceWarning,
                stacklevel=3,
            )
        if self.has_dissolved_:
            warnings.warn(
                f"The {self.n_clusters} start clusters were far smaller than a cluster may be, and all became one: "
                "give a smaller n_clusters or min_cluster_size.",
                ConvergenceWarning,
                stacklevel=3,
            )

    def _measure_flatness(self, points: Matrix, weights: Floats | None = None) -> None:
        rows = self._located(points)
        self.flatness_ = measure_flatness(self.clusters_, rows, self.clusters_.cheapest(rows), weights)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing != "fail"
        return tags

    def _set_fitted(self, settings: Settings, done: Fit) -> None:
        outcome, partition, total = done.outcome, done.outcome.partition, done.problem.total_weight
        clusters = clusters_of(settings, done)
        order = clusters.order_by_size()
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        self.labels_ = rank[partition.labels].astype(np.int32)
        self.clusters_ = clusters.reordered(order)
        self.space_ = done.trust.space
        self.prior_ = public_prior(done.trust.learned.prior, done.trust.scaling, self.space_)
        self.beta_, self.beta_path_, self.calibration_ = done.trust.beta, done.trust.path, done.trust.calibration
        self.space_path_, self.hidden_clusters_ = done.trust.spaces, done.trust.hides
        self.n_clusters_ = len(order)
        self.weights_ = self.clusters_.summaries.weights / total
        self.categories_, self.category_counts_ = done.block.side.categories, self.clusters_.summaries.counts
        if self.levels_ is not None:
            self.categories_ = list(self.levels_.categories)
            self.category_counts_ = self.levels_.counts_by_level(self.clusters_.summaries.counts)
        complexity, accuracy, consistency = (term / total for term in partition.cost())
        self.cost_terms_ = CostTerms(complexity, accuracy + done.problem.cost_offset, consistency)
        self.cost_ = self.cost_terms_.total
        self.cost_trace_ = np.asarray(outcome.trace)
        self.n_iter_, self.converged_ = outcome.n_iter, outcome.has_converged
        self.reached_max_clusters_ = settings.searches and self.n_clusters_ >= settings.max_clusters > 1
        self.families_ = self.clusters_.chosen_families()
        self.means_, self.covariances_ = gaussians_of(self.clusters_, self.space_, done.block.points)
        self._judge_rows(done.block.points, done.block)

    def _judge_rows(self, points: Matrix, block: Block) -> None:
        self.flatness_ = measure_flatness(self.clusters_, points, self.labels_, block.weights)
        if self.beta_path_ is not None:
            share = wrong_share(self, points, block.side)
            self.calibration_ = self.calibration_._replace(wrong_share=share)


def _by_label(families: list[Family], labels: NDArray[Any]) -> Any:
    if len(families) == 1:
        return families[0]
    unknown = set(np.unique(labels).tolist()) - set(range(len(families)))
    if unknown:
        raise ValueError(
            f"labels must be numbers below {len(families)}, one for each family, got {sorted(unknown)[0]!r}."
        )
    return families
