"""Many starts, the best result kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    return ranked_runs(start, n_init, random_state, maximize=maximize)[0]


def ranked_runs(
    start: Callable[[np.random.RandomState], R],
    n_init: int,
    random_state: int | np.random.RandomState | None,
    *,
    maximize: bool = False,
) -> list[R]:
    """Run `n_init` starts and sort them, best last objective first, equals in the order made."""
    generator = check_random_state(random_state)
    runs: list[R] = []
    failure: SingularCovarianceError | None = None
    for _ in range(n_init):
        try:
            runs.append(start(generator))
        except SingularCovarianceError as error:
            failure = error
    if not runs and failure is not None:
        raise failure
    return sorted(runs, key=lambda run: float(run.trace[-1]) * (-1.0 if maximize else 1.0))


def first_success(continuation: Callable[[R], R], runs: Iterable[R]) -> R:
    """Continue the first of the runs that does not end in a singular covariance; the last error if all do."""
    failure: SingularCovarianceError | None = None
    for run in runs:
        try:
            return continuation(run)
        except SingularCovarianceError as error:
            failure = error
    assert failure is not None
    raise failure
