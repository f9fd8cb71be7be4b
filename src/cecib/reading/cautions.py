"""What findings warn of: fits that were cut short, features that mislead, clusters that chance or labels made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.fitted import how_it_stopped
from cecib.in_words import counted, listed
from cecib.reading.fitted_rows import given_rows
from cecib.reading.long_tails import long_tails, remedy
from cecib.reading.refinement import usual_weight
from cecib.search.scaling import Matrix
from cecib.validation import column_names

if TYPE_CHECKING:
    from cecib.estimator import CECIB
    from cecib.reading.findings import ClusterFinding

BY_PLACE = "sizes and purities here are by measurements alone."
_MOST_NAMED = 8
_CHANCE = 0.05  # that labels miss a cluster
_FEW_VALUES = 5  # of a feature
_LEAST_COUNTED = 50  # rows in which values are counted
_ROUNDING = 1e-9


def model_warnings(model: CECIB) -> list[str]:
    """Say whether the search was cut short, and whether labels hide clusters."""
    warnings = []
    if not model.converged_:
        warnings.append(f"{how_it_stopped(model)}.")
    if model.reached_max_clusters_:
        warnings.append(f"The search came to {model.max_clusters} clusters, the most it may (max_clusters).")
    if model.has_dissolved_:
        text = "The {} start clusters (n_clusters) were far smaller than a cluster may be, and all became one."
        warnings.append(text.format(model.n_clusters))
    if model.hidden_clusters_:
        warnings.append(
            f"The labels have chosen directions that hide other clusters: without labels there are "
            f"{model.hidden_clusters_}, which these hardly tell apart. To see them leave the labels out, or keep all "
            "directions (subspace=None)."
        )
    return warnings


def feature_warnings(model: CECIB, sample: Matrix) -> list[str]:
    """Features of a few values, such as a year or a yes and no: each value may become a cluster."""
    if len(sample) < _LEAST_COUNTED:
        return []
    counts = [len(np.unique(column[~np.isnan(column)])) for column in sample.T]
    missing = getattr(model, "missing_", None)
    for j in [] if missing is None else missing.set_aside:
        counts[j] = 0
    few = [f"{name!r} ({n})" for name, n in zip(column_names(model), counts, strict=True) if 1 < n <= _FEW_VALUES]
    if not few:
        return []
    return [f"Few values in feature {named(few)}: clusters may merely repeat them. Leave out what is not measured."]


def tail_warnings(model: CECIB, sample: Matrix) -> list[str]:
    """Features with a long tail: clusters may merely divide it."""
    names, found = column_names(model), long_tails(sample)
    text = "A long tail in feature {}: clusters may merely divide it into large and small. {}"
    return [text.format(named([repr(names[j]) for j in found]), remedy(sample, found, names))] if len(found) else []


def named(names: Sequence[str]) -> str:
    """Name some of them, and say how many more there are."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def chance_warnings(found: list[ClusterFinding], rate: float) -> list[str]:
    """Clusters without a label that are so small that labels may have missed them by chance."""
    unsure = [one for one in found if one.is_new and rate > 0.0 and one.new_share < 1.0 - _CHANCE]
    if not unsure:
        return []
    clusters = f"Cluster{'' if len(unsure) == 1 else 's'} {listed([str(one.cluster) for one in unsure], _MOST_NAMED)}"
    rows = counted(max(one.size for one in unsure), "row")
    return [
        f"{clusters} may be new by chance only: {rate:.1%} of the rows are labelled, so {rows} may well have no label."
    ]


def fit_warnings(model: CECIB) -> list[str]:
    """Clusters of the fit that consist of labelled rows: labels made them, not measurements."""
    weights, labelled = model.clusters_.summaries.weights, model.clusters_.summaries.counts.sum(axis=1)
    chance = (labelled.sum() / weights.sum()) ** weights  # that all of so many rows are labelled
    alone = np.flatnonzero((labelled >= weights * (1.0 - 1e-9)) & (chance < _CHANCE))
    text = "Cluster {} consists of labelled rows only ({:g}): its labels made it."
    return [text.format(c, weights[c]) for c in alone[:_MOST_NAMED]]


def moved_warnings(model: CECIB, clusters: NDArray[Any]) -> list[str]:
    """Say how many rows of the fit lie elsewhere by their measurements alone, and why; of other rows nothing."""
    fitted = model.labels_
    is_moved = fitted != clusters if len(fitted) == len(clusters) else np.zeros(1, dtype=bool)
    moved = int(is_moved.sum())
    if not 0 < moved < len(clusters) / 2:
        return []
    rows = "1 row is" if moved == 1 else f"{moved} rows are"
    why = _why_moved(model, np.unique(fitted[is_moved]))
    return [f"{rows} in another cluster by measurements alone than in the fit, {why}: {BY_PLACE}"]


def _why_moved(model: CECIB, left: NDArray[Any]) -> str:
    """Say why rows are not where they lie, by the clusters of the fit that hold them."""
    own, given = model.clusters_, given_rows(model)
    if own.summaries.counts.any() or given.bonds is not None:
        return "where labels, groups and pairs have a say, and each row counts for the cluster that it is in"
    least = usual_weight(own, model.min_cluster_size)
    if (own.summaries.weights[left] > least * (1.0 + _ROUNDING)).any():
        return "where each row counts for the cluster that it is in"
    cluster, was = ("cluster", "was") if len(left) == 1 else ("clusters", "were")
    numbers = named([str(number) for number in left.tolist()])
    return f"where {cluster} {numbers}, of rows far from all others, {was} filled up to the least size of a cluster"
