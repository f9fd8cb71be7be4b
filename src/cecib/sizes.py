"""Least sizes of clusters."""

from __future__ import annotations

import numbers
from typing import Any

PAPER_EPSILON = 0.05  # the paper's ε: the least share of the points in a cluster
_LARGEST_COUNT = 2**31 - 1


def is_count(value: Any) -> bool:
    """Whether a value is an integer, 1 or more."""
    return type(value) is not bool and isinstance(value, numbers.Integral) and 1 <= int(value) <= _LARGEST_COUNT


def is_share(value: Any) -> bool:
    """Whether a value is a share of the points, in [0, 1)."""
    return isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral) and 0 <= float(value) < 1


def as_weight(size: float, total: float) -> float:
    """Turn a share of the points or a number of points into a weight."""
    return float(size) if is_count(size) else float(size) * total
