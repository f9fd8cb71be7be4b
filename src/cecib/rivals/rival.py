"""What all rivals share: they check their parameters and read X and y in the same way, as `CECIB` does."""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted

from cecib.documentation import Documented
from cecib.rivals.arrays import Floats, Integers
from cecib.rivals.parameter_rules import Rules
from cecib.side_information import SideInformation, read_side_information
from cecib.validation import check_count, check_start_number, column_names, read_points

_LARGEST_VALUE = 1e100


class Rival(Documented, ClusterMixin, BaseEstimator):
    """A clusterer whose `fit(X, y)` takes the expert's labels as `CECIB` does.

    Every rival has the parameters below, `labels_`, `objective_trace_` (the objective after each
    iteration of the kept start) and `n_iter_` (its length). A subclass writes `_fit`, and the rules
    of its other parameters.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; by default the number of categories in y, at least two.
    n_init : int
        Starts; the best result is kept.
    random_state : int, RandomState instance or None
        Source of randomness.
    """

    parameter_rules: ClassVar[Rules] = {}
    _public_module = "cecib.rivals"

    labels_: Integers
    objective_trace_: Floats
    n_iter_: int
    n_features_in_: int

    def __init__(
        self, n_clusters: int | None, *, n_init: int, random_state: int | np.random.RandomState | None
    ) -> None:
        self.n_clusters = n_clusters
        self.n_init = n_init
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """Cluster the rows of X.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The points.
        y : array-like of shape (n_samples,), optional
            Categories of any type; −1, None, NaN and pandas.NA mean unlabelled. Not used when
            `n_clusters` is 1, which leaves no choice.

        Returns
        -------
        self
            The fitted clusterer.
        """
        self._check_parameters()
        points = self._read_points(X, reset=True)
        side = read_side_information(y, len(points))
        n_clusters = max(side.n_categories, 2) if self.n_clusters is None else int(self.n_clusters)
        check_start_number(n_clusters, len(points))
        if n_clusters == 1:
            side = read_side_information(None, len(points))
        self.objective_trace_ = self._fit(points, side, n_clusters)
        self.n_iter_ = len(self.objective_trace_)
        return self

    def fit_predict(self, X: ArrayLike, y: ArrayLike | None = None) -> Integers:
        """Cluster the rows of X and return `labels_`; parameters as for `fit`."""
        return self.fit(X, y).labels_

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> Floats:
        """Set `labels_` and the method's own attributes, and return the objective after each iteration."""
        raise NotImplementedError

    def _check_parameters(self) -> None:
        if self.n_clusters is not None:
            check_count("n_clusters", self.n_clusters)
        check_count("n_init", self.n_init)
        for name, rule in self.parameter_rules.items():
            rule.check(name, getattr(self, name))

    def _read_points(self, X: ArrayLike, *, reset: bool = False) -> Floats:
        """Points as `CECIB` reads them, in rows of float64, and not so large that squares overflow."""
        if not reset:
            check_is_fitted(self)
        points = np.ascontiguousarray(read_points(self, X, reset), dtype=np.float64)
        largest = np.abs(points).max(axis=0)
        if largest.max() > _LARGEST_VALUE:
            column = int(largest.argmax())
            raise ValueError(
                f"Column {column_names(self)[column]!r} has values up to {largest[column]:.3g}, "
                "whose square is out of range: rescale the column."
            )
        return points

    def _refuse_constant_columns(self, X: Floats) -> None:
        """Refuse constant columns, for methods that need covariance matrices with an inverse."""
        is_constant = (X.max(axis=0) == X.min(axis=0)) | (X.var(axis=0) == 0)
        if is_constant.all():
            raise ValueError(
                f"All rows of X are equal (n_samples={len(X)}), so every covariance matrix is singular: "
                "give rows that differ."
            )
        if is_constant.any():
            name = column_names(self)[int(np.argmax(is_constant))]
            raise ValueError(f"Column {name!r} is constant, so every covariance matrix is singular: drop it.")
