"""Columns with a long tail, which one Gaussian describes far better by their logarithm."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import skew

from cecib.cost import Floats
from cecib.search.scaling import Matrix

_GAIN = 0.5  # nats per row by which the logarithm is shorter to describe
_SKEWNESS = 2.0  # at least: that of an exponential distribution
_LEAST_ROWS, _LEAST_VALUES = 100, 20


def long_tails(X: Matrix) -> NDArray[np.intp]:
    """Find columns without negative values whose logarithm is far nearer to a Gaussian, that of 1 + x where x may be 0.

    The two are compared by how many nats per row it takes to describe the column with one Gaussian, in the same units:
    ½ ln var(x) against ½ ln var(ln x) + mean(ln x). Columns of few values or rows, and those that are hardly skewed,
    are left out.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Rows; NaN where a value is missing.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.long_tails import long_tails
    >>> z = np.random.default_rng(0).normal(size=(200, 3))
    >>> long_tails(np.column_stack([z[:, 0], np.exp(z[:, 1]), 20.0 + z[:, 2]])).tolist()
    [1]
    """
    return np.array([j for j, column in enumerate(X.T) if _gain(column[~np.isnan(column)]) > _GAIN], dtype=np.intp)


def _gain(values: Floats) -> float:
    values = np.asarray(values, dtype=np.float64)
    if len(values) < _LEAST_ROWS or values.min() < 0.0 or len(np.unique(values)) < _LEAST_VALUES:
        return 0.0
    largest = values.max()
    logarithms = np.log1p(values) if values.min() == 0.0 else np.log(values)
    spread = values / largest  # squares of huge values overflow
    spread -= spread.mean()
    if not logarithms.var() > 0.0 or not skew(spread) > _SKEWNESS:
        return 0.0
    return float(0.5 * np.log(spread.var() / logarithms.var()) + np.log(largest) - logarithms.mean())
