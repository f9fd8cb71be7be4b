"""Columns with a long tail, which one Gaussian describes better by their logarithm."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import skew

from cecib.cost import Floats
from cecib.in_words import listed
from cecib.search.scaling import Matrix

_GAIN = 0.18  # nats per row by which the logarithm is shorter to describe: 0.28 for an exponential distribution
_SKEWNESS = 1.15  # at least, without the ends: that of an exponential distribution is 1.4
_ENDS = 0.01  # share of the values at either end that is left out, so that single ones say nothing
_GROUPS = 0.1  # nats per row by which two groups may be shorter than the logarithm: with more there are groups
_LEAST_PART = 0.02  # of the values in one of two groups
_NARROW = 1e-6  # variance of a group, of that of the column
_LEAST_ROWS, _LEAST_VALUES = 100, 20
_MOST_NAMED = 8


def long_tails(X: Matrix) -> NDArray[np.intp]:
    """Find columns whose logarithm is nearer to a Gaussian.

    It is that of 1 + x where x may be 0, and that of the distance from the least value, in units of the median of these
    distances and plus 1, where x may be negative. The two are compared by how many nats per row it takes to describe
    the column with one Gaussian, in the same units: ½ ln var(x) against ½ ln var(ln x) + mean(ln x). Columns of few
    values or rows are left out, those that are hardly skewed, and those that two groups describe better.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Rows; NaN where a value is missing.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.long_tails import long_tails
    >>> z = np.random.default_rng(0).normal(size=(200, 4))
    >>> z[0, 3] = 1e3  # a single value is no tail
    >>> long_tails(np.column_stack([z[:, 0], np.exp(z[:, 1]), 20.0 + z[:, 2], z[:, 3], np.exp(z[:, 1]) - 2.0])).tolist()
    [1, 4]
    """
    return np.array([j for j, column in enumerate(X.T) if _is_long(column[~np.isnan(column)])], dtype=np.intp)


def remedy(X: Matrix, columns: NDArray[np.intp], names: Sequence[str]) -> str:
    """Say what to take in place of columns with a long tail.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.long_tails import remedy
    >>> remedy(np.array([[1.0, 0.0], [2.0, 5.0]]), np.array([0, 1]), ["mass", "clicks"])
    "Take the logarithm first, of 'clicks', which has zeros, log1p or the square root."
    """
    least = [float(np.nanmin(X[:, j])) for j in columns]
    zeros = [repr(names[j]) for j, low in zip(columns, least, strict=True) if low == 0.0]
    negative = [repr(names[j]) for j, low in zip(columns, least, strict=True) if low < 0.0]
    said = ["Take the logarithm first"]
    if zeros:
        have = "has" if len(zeros) == 1 else "have"
        said.append(f"of {listed(zeros, _MOST_NAMED)}, which {have} zeros, log1p or the square root")
    if negative:
        have, its = ("has", "its") if len(negative) == 1 else ("have", "their")
        said.append(
            f"of {listed(negative, _MOST_NAMED)}, which {have} negative values, log1p of the distance from {its} least "
            "value, or the logarithm before you centre it"
        )
    return ", ".join(said) + "."


def _is_long(values: Floats) -> bool:
    values = np.sort(np.asarray(values, dtype=np.float64))
    if len(values) < _LEAST_ROWS or len(np.unique(values)) < _LEAST_VALUES:
        return False
    largest = float(np.abs(values).max())  # squares of huge values overflow
    least, ends = values[0] / largest, int(np.ceil(_ENDS * len(values)))
    own = values[ends : len(values) - ends] / largest
    moved = 1.0 / largest if least == 0.0 else float(np.median(own)) - 2.0 * least if least < 0.0 else 0.0
    logarithms = np.log(own + moved)
    if not logarithms.var() > 0.0 or not skew(own) > _SKEWNESS:
        return False
    gain = float(0.5 * np.log(own.var() / logarithms.var()) - logarithms.mean())
    return gain > _GAIN and gain > _gain_of_two(own) - _GROUPS


def _gain_of_two(values: Floats) -> float:
    """By how many nats per row two Gaussians, side by side, describe sorted values better than one."""
    n, own = len(values), (values - values.mean()) / values.std()
    sizes, sums, squares = np.arange(1, n), np.cumsum(own)[:-1], np.cumsum(own**2)[:-1]
    lengths = np.zeros(n - 1)
    for size, total, square in ((sizes, sums, squares), (n - sizes, -sums, n - squares)):
        variance = np.maximum(square / size - (total / size) ** 2, _NARROW)
        lengths += size / n * (0.5 * np.log(variance) - np.log(size / n))
    least = max(2, int(_LEAST_PART * n))
    return float(-lengths[least : n - least].min())
