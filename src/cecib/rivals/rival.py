"""What all rivals share: they read X and y in the same way and are scikit-learn clusterers."""

from __future__ import annotations

from typing import Any, Self, cast

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from cecib.rivals.arrays import Floats, Integers
from cecib.rivals.settings import require_integer
from cecib.side_information import SideInformation, read_side_information

LARGEST_VALUE = 1e100


class Rival(ClusterMixin, BaseEstimator):
    """A clusterer whose `fit(X, y)` takes the expert's labels as `CECIB` does.

    Every rival has `labels_`, `objective_trace_` (the objective after each iteration of the
    kept restart) and `n_iter_` (its length).
    """

    n_clusters: int | None
    labels_: Integers
    objective_trace_: Floats
    n_iter_: int
    n_features_in_: int

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
        points = read_points(self, X, is_fit=True)
        side = read_side_information(y, len(points))
        n_clusters = self._count_clusters(len(points), side.n_categories)
        if n_clusters == 1:
            side = read_side_information(None, len(points))
        self._fit(points, side, n_clusters)
        return self

    def fit_predict(self, X: ArrayLike, y: ArrayLike | None = None) -> Integers:
        """Cluster the rows of X and return `labels_`; parameters as for `fit`."""
        return self.fit(X, y).labels_

    def _fit(self, X: Floats, side: SideInformation, n_clusters: int) -> None:
        raise NotImplementedError

    def _count_clusters(self, n_samples: int, n_categories: int) -> int:
        """`n_clusters`, or the number of categories (at least two) if it is None."""
        if self.n_clusters is None:
            n_clusters = max(n_categories, 2)
        else:
            n_clusters = require_integer("n_clusters", self.n_clusters, 1)
        if n_clusters > n_samples:
            raise ValueError(
                f"n_clusters must be at most the number of rows, {n_samples}, got {n_clusters}: "
                "ask for fewer clusters or give more rows."
            )
        return n_clusters


def read_points(estimator: BaseEstimator, X: ArrayLike, *, is_fit: bool) -> Floats:
    """Points as a finite float64 array, with scikit-learn's checks and messages."""
    if not is_fit:
        check_is_fitted(estimator)
    checked: Any = validate_data(
        estimator,
        X,
        reset=is_fit,
        dtype=np.float64,
        order="C",
        ensure_all_finite=False,
        ensure_min_samples=2 if is_fit else 1,
    )
    points = cast("Floats", checked)
    is_bad = ~np.isfinite(points)
    if is_bad.any():
        row, column = np.argwhere(is_bad)[0]
        kind = "NaN" if np.isnan(points[row, column]) else "infinity (inf)"
        raise ValueError(
            f"{column_name(estimator, column)} contains {kind}, first in row {row}: drop or impute such rows."
        )
    largest = float(np.abs(points).max())
    if largest > LARGEST_VALUE:
        raise ValueError(
            f"X must hold values below {LARGEST_VALUE:g} in size, so that squares stay finite, "
            f"got {largest:g}: rescale the columns."
        )
    return points


def require_varying_columns(estimator: BaseEstimator, X: Floats) -> None:
    """Refuse constant columns, for methods that need covariance matrices with an inverse."""
    is_constant = (X.max(axis=0) == X.min(axis=0)) | (X.var(axis=0) == 0)
    if is_constant.any():
        name = column_name(estimator, int(np.argmax(is_constant)))
        raise ValueError(f"{name} is constant, so every covariance matrix is singular: drop that column.")


def column_name(estimator: BaseEstimator, column: int) -> str:
    """How an error calls a column: by its name if X had names, by its number otherwise."""
    names = getattr(estimator, "feature_names_in_", None)
    return f"Column {column} of X" if names is None else f"Column {names[column]!r}"
