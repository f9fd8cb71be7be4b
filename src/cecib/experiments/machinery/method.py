"""What a method is: a function of data, labels, number of classes and seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a method found.

    Attributes
    ----------
    labels : ndarray of shape (n,)
        Cluster of each point.
    n_iter : int or None
        Passes, where the method counts them.
    cost : float or None
        The cost reached, where it has one.
    """

    labels: NDArray[Any]
    n_iter: int | None = None
    cost: float | None = None


Method = Callable[..., Outcome]
"""Called as ``method(X, y, n_classes, seed, **options)``; y holds class codes, −1 = unlabelled."""
