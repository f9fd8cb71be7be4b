"""What a round takes: rows · c(k, d) / workers + tasks + floors · merge + latency, in seconds of processor.

The work of the workers is shared among them. The scheduler and the client are alone, and so is, on each floor of the
tree, one merge after which the next floor can begin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from scale_parts.rounds import Run


def _work(run: Run) -> list[float]:
    k, d = run.clusters, run.features
    return [run.rows, run.rows * d, run.rows * k * d, run.rows * k * d * d, run.blocks]


def _serial(run: Run) -> list[float]:
    return [run.blocks, run.clusters * run.features**2, 1.0]


def _merge(run: Run) -> list[float]:
    return [run.clusters * run.features**2, run.features, 1.0]


@dataclass(frozen=True)
class Model:
    """Coefficients, in seconds per term."""

    work: np.ndarray
    serial: np.ndarray
    merge: np.ndarray

    def parts(self, run: Run) -> tuple[float, float, float]:
        """Give seconds of rows and tasks on the workers, of scheduler and client, and of merges."""
        return (
            float(np.dot(_work(run), self.work)) / run.workers,
            float(np.dot(_serial(run), self.serial)),
            run.floors * float(np.dot(_merge(run), self.merge)),
        )

    def seconds(self, run: Run) -> float:
        """Give seconds of a round."""
        return sum(self.parts(run))


def fitted(runs: list[Run]) -> Model:
    """Fit with relative errors squared, none of the terms below zero."""
    return Model(
        _solved([_work(run) for run in runs], [run.work for run in runs]),
        _solved([_serial(run) for run in runs], [run.serial for run in runs]),
        _solved([_merge(run) for run in runs], [run.merge for run in runs]),
    )


def _solved(table: list[list[float]], seconds: list[float]) -> np.ndarray:
    own, wanted = np.array(table, dtype=float), np.array(seconds)
    scale = own.max(axis=0)
    found, _ = nnls(own / scale / wanted[:, None], np.ones(len(wanted)))
    return found / scale
