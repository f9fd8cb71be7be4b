"""What the directions of a plane are called: by the features that go with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.validation import column_names

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_NAMED, _LEAST = 2, 0.4  # features that name a direction, if they go with it so closely
_MOST_ROWS = 12_000


def direction_name(values: Floats, X: NDArray[Any], features: Sequence[str]) -> str:
    """Features that go with a direction: "more mass, less tail".

    Parameters
    ----------
    values : ndarray of shape (n,)
        Where rows lie along it.
    X : ndarray of shape (n, d)
        The rows.
    features : sequence of str
        Their features.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.axis_names import direction_name
    >>> X = np.array([[0.0, 5.0], [1.0, 2.0], [2.0, 5.0]])
    >>> direction_name(-X[:, 0], X, ["mass", "tail"])
    'less mass'
    """
    rows = np.arange(0, len(values), max(1, -(-len(values) // _MOST_ROWS)))
    own, X = values[rows] - values[rows].mean(), np.asarray(X[rows], dtype=float)
    is_hole = np.isnan(X)
    size = np.abs(np.where(is_hole, 0.0, X)).max(axis=0)
    X = np.where(is_hole, 0.0, X / np.where(size > 0, size, 1.0))
    X = np.where(is_hole, 0.0, X - X.sum(axis=0) / np.maximum((~is_hole).sum(axis=0), 1))
    norm = np.sqrt((X**2).sum(axis=0) * (own**2).sum())
    correlation = np.divide(own @ X, norm, out=np.zeros(X.shape[1]), where=norm > 0)
    top = [j for j in np.argsort(-np.abs(correlation), kind="stable")[:_NAMED] if abs(correlation[j]) >= _LEAST]
    words = [f"{'more' if correlation[j] > 0 else 'less'} {features[j]}" for j in top]
    return ", ".join(words) or "a mix of many features"


def feature_names(model: CECIB) -> list[str]:
    """Names of the features of a model; those without one by their number."""
    has_names = hasattr(model, "feature_names_in_")
    return [name if has_names else f"feature {name}" for name in column_names(model)]
