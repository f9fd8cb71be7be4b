"""Coarser partitions: a tree cut at a number of clusters, as a model of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.bonds import Kept
from cecib.clusters import Clusters
from cecib.fitted import hold
from cecib.merges import gathered, groups_after
from cecib.reading.fitted_rows import FittedRows, given_rows, rows_of_fit, settled
from cecib.reading.shapes import measure_flatness
from cecib.reading.tree import tree_of
from cecib.validation import check_number_of_clusters

if TYPE_CHECKING:
    from cecib.estimator import CECIB

Model = TypeVar("Model", bound="CECIB")


def cut(
    model: Model, n: Any, X: ArrayLike | None = None, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
) -> Model:
    """Merge clusters until n are left; with the rows of the fit, let them settle in these."""
    number, k = check_number_of_clusters(n, model.n_clusters_), model.n_clusters_
    merges = tree_of(model).growth.merges[: k - number]
    clusters = gathered(model.clusters_, merges)
    labels = groups_after(k, merges)[model.labels_]
    if X is None:
        return model_like(model, clusters, labels)
    rows = rows_of_fit(model, X, y, sample_weight)
    settled_clusters, settled_labels = settled(clusters, rows, labels)
    return model_like(model, settled_clusters, settled_labels, rows)


def model_like(model: Model, clusters: Clusters, labels: NDArray[Any], rows: FittedRows | None = None) -> Model:
    """Make a fitted model with other clusters of the same rows; all else is that of the model.

    Clusters are numbered by size as those of a fit are. Pairs that should be apart cost what they cost in a fit, as far
    as the model remembers them, which it does not after loading or unpickling.
    """
    order = clusters.order_by_size()
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    own = clusters.reordered(order)
    given = given_rows(model) if rows is None else rows.given
    if given.bonds is not None and given.weights is not None:  # rows of weight 0 go with their groups
        labels = given.bonds.followed(np.asarray(labels), given.weights > 0)
    kept = Kept()
    if given.bonds is not None and given.side is not None:
        kept = given.bonds.kept(rank[labels].astype(np.int32), given.side, given.weights)
    other = type(model)(**model.get_params(deep=False))
    other.__dict__.update({name: value for name, value in vars(model).items() if name not in ("_kept", "_stream")})
    if given.bonds is not None:
        other._kept = kept
    other.labels_ = rank[labels].astype(np.int32)
    hold(other, own, kept.apart_weight * len(kept.violated_pairs))
    other.flatness_ = None
    if rows is not None:
        block = rows.block
        other.flatness_ = measure_flatness(own, block.points, other.labels_, block.weights)
    other.cost_trace_ = np.array([other.cost_])
    other.n_iter_, other.reached_max_clusters_ = 0, False
    if rows is not None:
        other._given_rows = rows.given
    return other
