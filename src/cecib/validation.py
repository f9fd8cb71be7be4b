"""What users give, checked once, with errors that name the argument, what was expected, and the remedy."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils.validation import (
    _check_feature_names,
    _check_n_features,
    _get_feature_names,
    check_array,
    validate_data,
)

from cecib.cost import Floats
from cecib.given_tables import as_frame
from cecib.in_words import listed
from cecib.input_errors import InputError, Named
from cecib.number_tables import number_table, with_nan
from cecib.search.scaling import Matrix
from cecib.sizes import is_count

FEW_COLUMNS = 100  # of a sparse matrix that may as well be given dense
_LARGEST_DENSE = 100_000_000  # entries of a sparse matrix that is made dense
_LEAST_TOTAL, _LARGEST_TOTAL = 1e-3, 1e15


def check_count(name: str, value: Any) -> int:
    """Refuse a value that is not an integer, 1 or more."""
    if not is_count(value):
        raise InputError(Named(name), f" must be an integer, 1 or more, got {value!r}.")
    return int(value)


def check_number_of_clusters(n: Any, n_clusters: int) -> int:
    """Refuse a number of clusters that a tree with so many leaves cannot be cut to."""
    if is_count(n) and int(n) > n_clusters:
        raise InputError(
            Named("n"), f" must be at most the number of clusters, {n_clusters}, got {n!r}: to divide clusters further "
            f"use refine(n_clusters={n}).",
        )  # fmt: skip
    if not is_count(n):
        raise InputError(Named("n"), f" must be an integer from 1 to {n_clusters}, got {n!r}.")
    return int(n)


def check_share(name: str, value: Any) -> None:
    """Refuse a value that is not a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not 0 <= float(value) <= 1:
        raise InputError(Named(name), f" must be a number from 0 to 1, got {value!r}.")


def check_start_number(n_clusters: int | None, n_samples: int) -> None:
    """Refuse more start clusters than rows."""
    if n_clusters is not None and n_clusters > n_samples:
        raise InputError(
            Named("n_clusters"), " must be at most the number of rows, got ", Named("n_clusters", n_clusters),
            " for ", Named("n_samples", n_samples), ": give more data or a smaller ", Named("n_clusters"), ".",
        )  # fmt: skip


def read_points(estimator: Any, X: Any, reset: bool, *, takes_holes: bool = False) -> Matrix:
    """Read X as scikit-learn does, without a copy where none is needed, and name the columns of bad values.

    Missing values become NaN where they are taken, unless the estimator's `missing` is "fail".
    """
    X = as_frame(X)
    would_take, takes_holes = takes_holes, takes_holes and getattr(estimator, "missing", "fail") != "fail"
    if takes_holes:
        X = with_nan(X)
    if not reset and not _goes_by_position(estimator, X):
        _check_feature_names(estimator, X, reset=False)  # what has other columns is not this model's, whatever it holds
    X = number_table(X, Named("X"))
    with np.errstate(over="ignore"):  # what is too large for a float is infinite then, and named below
        points: Any = (validate_data if reset else _checked_array)(
            estimator,
            X,
            accept_sparse=_is_wide_and_sparse(X),
            dtype=[np.float64, np.float32],
            order=None,
            ensure_all_finite=False,
            ensure_min_samples=1,
        )
    if sparse.issparse(points):
        points = _made_dense(points)
    _refuse_not_finite(points, estimator, takes_holes, would_take)
    if any(stride % points.itemsize for stride in points.strides):  # a field of a packed structured array
        points = points.copy(order="C")
    read: Matrix = points
    return read


def read_weights(sample_weight: ArrayLike | None, n_samples: int) -> Floats | None:
    """Read sample weights: finite, not negative, not all zero."""
    if sample_weight is None:
        return None
    name = Named("sample_weight")
    weights = _as_weights(sample_weight)
    weights = np.full(n_samples, float(weights)) if weights.ndim == 0 else np.ascontiguousarray(weights)
    if weights.shape != (n_samples,):
        raise InputError(
            name, f" must have {n_samples} entries, one per row of ", Named("X"), f", got shape {weights.shape}."
        )
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise InputError(name, " must hold finite numbers, 0 or more.")
    if not weights.any():
        raise InputError(name, " must have at least one entry above 0, got only zeros.")
    if not _LEAST_TOTAL <= weights.sum() <= _LARGEST_TOTAL:
        raise InputError(
            name,
            f" must add up to a number from {_LEAST_TOTAL:g} to {_LARGEST_TOTAL:g}, since weights count points, "
            f"got {weights.sum():.3g}: rescale the weights.",
        )
    return weights


def _as_weights(given: Any) -> Floats:
    own, name = np.asarray(given), Named("sample_weight")
    if np.ma.is_masked(given):
        raise InputError(name, " has masked entries: give each row a number, 0 for those that do not count.")
    try:
        if own.dtype.kind in "biufO":
            return np.asarray(own, dtype=np.float64)
    except (TypeError, ValueError):
        pass
    raise InputError(name, f" must hold numbers, got {'objects' if own.dtype.kind == 'O' else own.dtype}.")


def _is_wide_and_sparse(X: Any) -> bool:
    return bool(sparse.issparse(X)) and np.shape(X)[1] > FEW_COLUMNS


def _made_dense(points: Any) -> Matrix:
    entries = points.shape[0] * points.shape[1]
    if entries > _LARGEST_DENSE:
        raise InputError(
            Named("X"), f" is sparse, and as {entries:.1e} plain numbers it is too large: reduce its columns first, "
            "for example with sklearn.decomposition.TruncatedSVD(100).",
        )  # fmt: skip
    return np.asarray(points.toarray())


def _checked_array(estimator: Any, X: Any, **checks: Any) -> Any:
    """Check what a fitted model is given, but for its names."""
    points = check_array(X, input_name="X", estimator=estimator, **checks)
    _check_n_features(estimator, X, reset=False)
    return points


def are_positions(names: Sequence[Any] | NDArray[Any]) -> bool:
    """Whether the names of columns are only their positions, counted from 1, as files without names have them."""
    return [str(name) for name in names] == [str(position) for position in range(1, len(names) + 1)]


def _goes_by_position(estimator: Any, X: Any) -> bool:
    """Whether a model knows its columns by their positions, and X calls them something else or nothing."""
    names = getattr(estimator, "feature_names_in_", None)
    if names is None or not are_positions(names):
        return False
    own = _get_feature_names(X)
    return own is None or set(own) != set(names)


def column_names(estimator: Any) -> list[str]:
    """Names of the columns of X: the data frame's, or their numbers."""
    names = getattr(estimator, "feature_names_in_", None)
    return [str(name) for name in (range(estimator.n_features_in_) if names is None else names)]


def _refuse_not_finite(points: Matrix, estimator: Any, takes_holes: bool, would_take: bool) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(points.sum(axis=0, dtype=np.float64)).all():
            return
    found: dict[str, list[str]] = {}
    for j, name in enumerate(column_names(estimator)):
        column = points[:, j]
        for what, is_bad in (("NaN", np.isnan(column) & (not takes_holes)), ("infinity", np.isinf(column))):
            if is_bad.any():
                found.setdefault(what, []).append(f"{name!r} (row {np.flatnonzero(is_bad)[0]})")
    if found:
        told = [f"{what} in column{'s' * (len(own) > 1)} {listed(own)}" for what, own in found.items()]
        other = (", or use ", Named("missing", "model")) if "NaN" in found and would_take else ()
        remedy = "drop or impute such rows, for example with sklearn.impute.SimpleImputer"
        if "NaN" not in found:
            remedy = "correct such values" + (", or make them NaN, which is taken for missing" if takes_holes else "")
        raise InputError(Named("X"), f" contains {' and '.join(told)}: {remedy}", *other, ".")
