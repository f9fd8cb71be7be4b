"""What users give, checked once, with errors that name the argument, what was expected, and the remedy."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import _get_feature_names, validate_data

from cecib.cost import Floats
from cecib.families import as_families
from cecib.scaling import Matrix

_LARGEST_BETA = 1e9
_LEAST_TOTAL, _LARGEST_TOTAL = 1e-3, 1e15
_LARGEST_COUNT = 2**31 - 1


def check_parameters(estimator: Any) -> None:
    """Refuse parameters of the wrong type or range."""
    beta, size = estimator.beta, estimator.min_cluster_size
    if not isinstance(beta, numbers.Real) or not 0 <= float(beta) <= _LARGEST_BETA:
        raise ValueError(f"beta must be a number from 0 to {_LARGEST_BETA:.0e}, got {beta!r}.")
    if estimator.criterion not in ("entropy", "evidence"):
        raise ValueError(f"criterion must be 'entropy' or 'evidence', got {estimator.criterion!r}.")
    for name in ("max_iter", "max_clusters"):
        check_count(name, getattr(estimator, name))
    if not isinstance(estimator.n_init, str) or estimator.n_init != "auto":
        check_count("n_init", estimator.n_init)
    if estimator.n_clusters is not None:
        check_count("n_clusters", estimator.n_clusters)
    is_share = isinstance(size, numbers.Real) and not isinstance(size, numbers.Integral) and 0 <= float(size) < 1
    if size is not None and not (is_share or is_count(size)):
        raise ValueError(
            f"min_cluster_size must be a share of the points in [0, 1) or a count, 1 or more, got {size!r}."
        )
    n_jobs = estimator.n_jobs
    if n_jobs is not None and (not isinstance(n_jobs, numbers.Integral) or n_jobs == 0):
        raise ValueError(f"n_jobs must be None or an integer other than 0, got {n_jobs!r}.")
    for family in as_families(estimator.family):
        if estimator.criterion not in family.criteria:
            raise ValueError(
                f"family {type(family).__name__} has no cost under criterion={estimator.criterion!r}: "
                f"use criterion={family.criteria[0]!r}."
            )


def check_start_number(n_clusters: int | None, n_samples: int) -> None:
    """Refuse more start clusters than rows."""
    if n_clusters is not None and n_clusters > n_samples:
        raise ValueError(
            f"n_clusters must be at most the number of rows, got n_clusters={n_clusters} for "
            f"n_samples={n_samples}: give more data or a smaller n_clusters."
        )


def read_points(estimator: Any, X: ArrayLike, reset: bool) -> Matrix:
    """Read X as scikit-learn does, without a copy where none is needed, and name the column of a bad value."""
    if reset:
        _refuse_text(X)
    points: Matrix = validate_data(
        estimator,
        X,
        reset=reset,
        dtype=[np.float64, np.float32],
        order=None,
        ensure_all_finite=False,
        ensure_min_samples=1,
    )
    _refuse_not_finite(points, estimator)
    if any(stride % points.itemsize for stride in points.strides):  # a field of a packed structured array
        return points.copy(order="C")
    return points


def read_weights(sample_weight: ArrayLike | None, n_samples: int) -> Floats | None:
    """Read sample weights: finite, not negative, not all zero."""
    if sample_weight is None:
        return None
    weights = np.ascontiguousarray(sample_weight, dtype=np.float64)
    if weights.ndim == 0:
        weights = np.full(n_samples, float(weights))
    if weights.shape != (n_samples,):
        raise ValueError(f"sample_weight must have {n_samples} entries, one per row of X, got shape {weights.shape}.")
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise ValueError("sample_weight must hold finite numbers, 0 or more.")
    if not weights.any():
        raise ValueError("sample_weight must have at least one entry above 0, got only zeros.")
    if not _LEAST_TOTAL <= weights.sum() <= _LARGEST_TOTAL:
        raise ValueError(
            f"sample_weight must add up to a number from {_LEAST_TOTAL:g} to {_LARGEST_TOTAL:g}, since weights "
            f"count points, got {weights.sum():.3g}: rescale the weights."
        )
    return weights


def column_names(estimator: Any) -> list[str]:
    """Names of the columns of X: the data frame's, or their numbers."""
    names = getattr(estimator, "feature_names_in_", None)
    return [str(name) for name in (range(estimator.n_features_in_) if names is None else names)]


def is_count(value: Any) -> bool:
    """Whether a value is an integer, 1 or more."""
    return type(value) is not bool and isinstance(value, numbers.Integral) and 1 <= int(value) <= _LARGEST_COUNT


def check_count(name: str, value: Any) -> None:
    """Refuse a parameter that is no count."""
    if not is_count(value):
        raise ValueError(f"{name} must be an integer, 1 or more, got {value!r}.")


def _refuse_text(X: Any) -> None:
    """Say which column of a data frame holds text."""
    names = _get_feature_names(X) if hasattr(X, "columns") else None
    if names is None:
        return
    for name in names:
        if np.asarray(X[name]).dtype.kind in "OSU":
            values = np.asarray(X[name])
            try:
                values.astype(np.float64)
            except (TypeError, ValueError):
                raise ValueError(
                    f"Column {str(name)!r} of X holds text: features must be numbers, so leave it out or encode it."
                ) from None


def _refuse_not_finite(points: Matrix, estimator: Any) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(points.sum(axis=0, dtype=np.float64)).all():
            return
    for j, name in enumerate(column_names(estimator)):
        column = points[:, j]
        is_bad = ~np.isfinite(column)
        if is_bad.any():
            row = int(np.flatnonzero(is_bad)[0])
            what = "NaN" if np.isnan(column[row]) else "infinity"
            raise ValueError(
                f"Input X contains {what} in column {name!r} (row {row}): drop or impute such rows, "
                "for example with sklearn.impute.SimpleImputer."
            )
