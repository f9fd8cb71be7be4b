"""Do one job: put the data and labels together, fit, measure."""

from __future__ import annotations

import base64
import math
import time
import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.method import Method, Outcome


@dataclass(frozen=True, eq=False)
class Situation:
    """What a method is given, and what its result is compared with.

    Attributes
    ----------
    X : ndarray of shape (n, d), float64
        Features.
    y : ndarray of shape (n,), int64
        The expert's labels, −1 = unlabelled.
    reference : ndarray of shape (n,)
        The classes to be found.
    n_classes : int
        Their number, as the rivals are told.
    """

    X: NDArray[np.float64]
    y: NDArray[np.int64]
    reference: NDArray[Any]
    n_classes: int


def run_trial(job: Job, prepare: Callable[[], Situation], method: Method, *, keeps_labels: bool = False) -> Record:
    """Prepare, fit and measure; what fails gives a record with the reason in ``error``."""
    record: Record = {**job.as_record(), "error": None}
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            situation = prepare()
            start = time.perf_counter()
            outcome = method(situation.X, situation.y, situation.n_classes, job.seed, **job.variant.options)
            record |= measures(outcome, situation.reference)
            if keeps_labels:
                record["labels"] = pack(outcome.labels)
        except Exception as fault:
            record["error"] = f"{type(fault).__name__}: {fault}"
    record["seconds"] = round(time.perf_counter() - start, 6)
    record["warnings"] = sorted({f"{w.category.__name__}: {w.message}"[:200] for w in caught})
    return record


def measures(outcome: Outcome, reference: NDArray[Any]) -> Record:
    """NMI with the reference, number of clusters, passes, cost."""
    from cecib.reading.evaluation import normalized_mutual_information

    if len(outcome.labels) != len(reference):
        raise ValueError(f"labels must have {len(reference)} entries, got {len(outcome.labels)}.")
    cost = outcome.cost if outcome.cost is not None and math.isfinite(outcome.cost) else None
    return {
        "nmi": normalized_mutual_information(reference, outcome.labels),
        "n_clusters": len(np.unique(outcome.labels)),
        "n_iter": outcome.n_iter,
        "cost": cost,
    }


def pack(labels: NDArray[Any]) -> str:
    """Cluster labels as a short text.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.experiments.machinery.trial import pack, unpack
    >>> unpack(pack(np.array([5, 5, 9]))).tolist()
    [0, 0, 1]
    """
    codes = np.unique(labels, return_inverse=True)[1].astype("<u2")
    return base64.b64encode(zlib.compress(codes.tobytes())).decode()


def unpack(text: str) -> NDArray[np.int64]:
    """Cluster labels 0, 1, … from the text that `pack` made."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype="<u2").astype(np.int64)
