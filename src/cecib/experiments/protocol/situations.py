"""What a method is given on a UCI set: labels of all classes, or of two."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.datasets.labels import make_expert
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.shelf import dataset
from cecib.experiments.machinery.trial import Situation

FRACTIONS = (0.0, 0.1, 0.2, 0.3)
LABELLED = FRACTIONS[1:]
LEAST_FRACTION = 0.1
LEAST_COVERAGE = 0.3


def all_class_situation(job: Job, data: str | None) -> Situation:
    """Labels of all classes, for the job's fraction and noise."""
    found = dataset(job.dataset, data)
    expert = make_expert(found.target, job.seed_of("expert"), least_fraction=LEAST_FRACTION)
    y = expert.labels(_number(job, "fraction"), _number(job, "noise"))
    return Situation(found.X, y, found.classes, found.n_classes)


def two_class_situation(job: Job, data: str | None) -> Situation:
    """Labels of two classes, the same for all fractions of a draw."""
    found = dataset(job.dataset, data)
    known = two_classes(found.target, job.seed_of("classes"))
    expert = make_expert(found.target, job.seed_of("expert"), known=known, least_fraction=LEAST_FRACTION)
    return Situation(found.X, expert.labels(_number(job, "fraction")), found.classes, found.n_classes)


def two_classes(truth: NDArray[Any], seed: int) -> tuple[int, int]:
    """Draw two classes that cover at least 30 % of the points, or as much as any two do.

    The paper asks for 30 %; the seven equal classes of Segmentation, which it shows all the same, come
    to 28.6 % by two.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.experiments.protocol.situations import two_classes
    >>> two_classes(np.repeat([0, 1, 2], [80, 10, 10]), seed=0)[0]
    0
    """
    classes, counts = np.unique(truth, return_counts=True)
    if len(classes) < 2:
        raise ValueError(f"two classes are to be drawn, got {len(classes)}.")
    covered = {
        (int(classes[a]), int(classes[b])): int(counts[a] + counts[b]) for a, b in combinations(range(len(classes)), 2)
    }
    enough = min(LEAST_COVERAGE * len(truth), max(covered.values()))
    pairs = [pair for pair, count in covered.items() if count >= enough]
    return pairs[int(np.random.default_rng(seed).integers(len(pairs)))]


def _number(job: Job, name: str) -> float:
    return float(job.conditions.get(name) or 0.0)
