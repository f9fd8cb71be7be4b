"""What a round takes: rows · c(k, d) / workers + blocks · task + floors · merge + latency."""

from __future__ import annotations

import numpy as np
from scipy.optimize import nnls

from scale_parts.rounds import Run

TERMS = (
    "row",
    "row, cluster and feature",
    "row, cluster and feature²",
    "task",
    "floor of merges and cluster·feature²",
    "round",
)


def terms(run: Run) -> list[float]:
    k, d, share = run.clusters, run.features, run.rows / run.workers
    return [share, share * k * d, share * k * d * d, run.blocks, run.floors * k * d * d, 1.0]


def fitted(runs: list[Run]) -> np.ndarray:
    """Fit seconds, relative errors squared, none of the terms below zero."""
    table = np.array([terms(run) for run in runs])
    seconds = np.array([run.seconds for run in runs])
    scale = table.max(axis=0)
    found, _ = nnls(table / scale / seconds[:, None], np.ones(len(runs)))
    return found / scale


def predicted(run: Run, coefficients: np.ndarray) -> float:
    return float(np.dot(terms(run), coefficients))
