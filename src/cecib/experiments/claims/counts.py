"""How many clusters are found: beside the classes, beside the paper's Table 2, beside the start."""

from __future__ import annotations

from cecib.experiments.claims.terms import semi
from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.rule import Differences, Over
from cecib.experiments.paper.semi_supervised import CLUSTER_COUNTS
from cecib.experiments.protocol.situations import FRACTIONS

ROUNDED = 0.5
"""A mean rounds to a whole number within a half."""

CLOSE = 1.0
"""A number of clusters is close to another within one."""


def beyond_the_classes(record: Record) -> float:
    """Clusters more than classes.

    Examples
    --------
    >>> from cecib.experiments.claims.counts import beyond_the_classes
    >>> beyond_the_classes({"dataset": "iris", "n_clusters": 5})
    2.0
    """
    return float(record["n_clusters"] - CLUSTER_COUNTS[record["dataset"]][0])


def beyond_the_printed(record: Record) -> float:
    """Clusters more than Table 2 prints.

    Examples
    --------
    >>> from cecib.experiments.claims.counts import beyond_the_printed
    >>> beyond_the_printed({"dataset": "iris", "fraction": 0.1, "n_clusters": 6})
    1.0
    """
    return float(record["n_clusters"] - CLUSTER_COUNTS[record["dataset"]][1][record["fraction"]])


def below_the_start(record: Record) -> float:
    """Clusters fewer than at the start, which has two for each class."""
    return float(2 * CLUSTER_COUNTS[record["dataset"]][0] - record["n_clusters"])


def near_the_classes(label: str, over: Over, sets: tuple[str, ...] = tuple(CLUSTER_COUNTS)) -> Differences:
    """Ask that the number of clusters is within one of the number of classes."""
    picked = semi(label, fraction=FRACTIONS, dataset=sets).of(beyond_the_classes)
    return Differences({f"clusters of {label}": picked}, CLOSE, "near", over, digits=1)


def near_the_printed(label: str) -> Differences:
    """Ask that the mean number of clusters rounds to that of Table 2, for each set and share of labels."""
    contrasts = {f"{share:.0%} labels": semi(label, fraction=share).of(beyond_the_printed) for share in FRACTIONS}
    return Differences(contrasts, ROUNDED, "near", "every set", digits=1)


def fewer_than_at_the_start(label: str) -> Differences:
    """Ask that some clusters vanish on every set."""
    picked = semi(label, fraction=FRACTIONS).of(below_the_start)
    return Differences({f"clusters lost by {label}": picked}, over="every set", digits=1)
