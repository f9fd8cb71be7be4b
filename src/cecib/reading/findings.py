"""What a fitted model says about clusters and labels, in the expert's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.side_information import UNLABELLED, dominant_categories, read_side_information


@dataclass(frozen=True)
class ClusterFinding:
    """One cluster.

    Attributes
    ----------
    cluster : int
        Its number in `labels_`.
    share : float
        Its share of the points.
    n_labelled : float
        How many labelled points it holds.
    category : object
        The most frequent category among them; None for a new cluster.
    purity : float
        The share of that category among the labelled points; NaN for a new cluster.
    """

    cluster: int
    share: float
    n_labelled: float
    category: Any
    purity: float

    @property
    def is_new(self) -> bool:
        """Whether no label reaches the cluster."""
        return self.n_labelled == 0


def cluster_findings(model: Any) -> list[ClusterFinding]:
    """Describe each cluster of a fitted model.

    Parameters
    ----------
    model : CECIB
        A fitted model.

    Examples
    --------
    >>> from cecib import CECIB
    >>> from cecib.reading.findings import cluster_findings
    >>> X = [[0.0], [0.1], [0.2], [0.3], [9.0], [9.1], [9.2]]
    >>> model = CECIB(n_clusters=2, random_state=0).fit(X, ["cat", "cat", "dog", None, None, None, None])
    >>> for finding in cluster_findings(model):
    ...     print(finding.cluster, finding.category, round(finding.purity, 2), finding.is_new)
    0 cat 0.67 False
    1 None nan True
    """
    counts = model.category_counts_
    labelled = counts.sum(axis=1)
    top = dominant_categories(counts)
    return [
        ClusterFinding(
            cluster=i,
            share=float(model.weights_[i]),
            n_labelled=float(labelled[i]),
            category=None if top[i] == UNLABELLED else model.categories_[top[i]],
            purity=float(counts[i, top[i]] / labelled[i]) if top[i] != UNLABELLED else float("nan"),
        )
        for i in range(model.n_clusters_)
    ]


def suspect_labels(model: Any, labels: ArrayLike, y: ArrayLike | None) -> NDArray[np.intp]:
    """Rows whose label is not the category of the cluster that they are in: labels to look at again.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    labels : array-like of shape (n,)
        The cluster of each row, such as `model.labels_`.
    y : array-like of shape (n,) or None
        The labels, as given to `fit`.

    Examples
    --------
    >>> from cecib import CECIB
    >>> from cecib.reading.findings import suspect_labels
    >>> X = [[0.0], [0.1], [0.2], [0.3], [9.0], [9.1], [9.2]]
    >>> y = ["cat", "cat", "dog", None, None, None, None]
    >>> model = CECIB(n_clusters=2, random_state=0).fit(X, y)
    >>> suspect_labels(model, model.labels_, y).tolist()
    [2]
    """
    clusters = np.asarray(labels)
    side = read_side_information(y, len(clusters))
    given = side.decode(side.index)
    expected = model.cluster_categories_[clusters]
    return np.flatnonzero(side.is_labelled & (given != expected))
