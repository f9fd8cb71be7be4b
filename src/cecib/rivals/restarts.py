"""Many starts, the best result kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

import numpy as np
from sklearn.utils import check_random_state

from cecib.rivals.arrays import Floats
from cecib.rivals.gaussian import SingularCovarianceError


class Run(Protocol):
    """The result of one start."""

    @property
    def trace(self) -> Floats:
        """The objective after each iteration."""


R = TypeVar("R", bound=Run)


def best_run(
    start: Callable[[np.random.RandomState], R],
    n_init: int,
    random_state: int | np.random.RandomState | None,
    *,
    maximize: bool = False,
) -> R:
    """Run `n_init` starts and keep the one with the best last objective, the earliest of equals.

    A start that ends in a singular covariance is discarded; when all do, the last error is raised.
    """
    generator = check_random_state(random_state)
    best: R | None = None
    failure: SingularCovarianceError | None = None
    for _ in range(n_init):
        try:
            run = start(generator)
        except SingularCovarianceError as error:
            failure = error
            continue
        if best is None or (run.trace[-1] > best.trace[-1] if maximize else run.trace[-1] < best.trace[-1]):
            best = run
    if best is None:
        assert failure is not None
        raise failure
    return best
