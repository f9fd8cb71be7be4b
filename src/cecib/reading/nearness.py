"""Which clusters are near: those that few nats for each point keep from being one."""

from __future__ import annotations

from cecib.clusters import Clusters

_NEAR = 2.0  # nats for each point of the smaller of two: with fewer, they touch


def are_near(nats: float, weight: float, other: float) -> bool:
    """Tell whether two clusters of these weights are near, by what it costs to make them one.

    Examples
    --------
    >>> from cecib.reading.nearness import are_near
    >>> are_near(60.0, 50.0, 900.0), are_near(120.0, 50.0, 900.0)
    (True, False)
    """
    return nats < _NEAR * min(weight, other)


def clusters_near(clusters: Clusters, first: int, second: int) -> bool:
    """Tell whether two of the clusters are near.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.reading.nearness import clusters_near
    >>> rows = np.random.default_rng(0).normal(size=(300, 2)) + np.repeat([[0, 0], [5, 0], [50, 0]], 100, axis=0)
    >>> model = CECIB(random_state=0).fit(rows)
    >>> one, other, far = model.labels_[[0, 100, 200]].tolist()
    >>> clusters_near(model.clusters_, one, other), clusters_near(model.clusters_, other, far)
    (True, False)
    """
    weights = clusters.summaries.weights
    return are_near(clusters.change_merging(first, second), float(weights[first]), float(weights[second]))


def nats_in_words(nats: float) -> str:
    """Write nats, rounded.

    Examples
    --------
    >>> from cecib.reading.nearness import nats_in_words
    >>> nats_in_words(1.2), nats_in_words(1212.4)
    ('1 nat', '1,212 nats')
    """
    shown = f"{nats:,.0f}"
    return f"{shown} nat{'' if shown in ('1', '-1') else 's'}"
