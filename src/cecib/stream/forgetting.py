"""Forgetting: summaries in which points count less the longer ago they came."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cecib.clusters import Clusters
from cecib.stream.numbering import Numbers, without
from cecib.summaries import Summaries

_LEAST = 1e-90  # of a weight: a cluster that nothing has come to for so long that its numbers would be none


def scaled(summaries: Summaries, share: float) -> Summaries:
    """Let points count a share of what they did.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.stream.forgetting import scaled
    >>> from cecib.summaries import Summaries, Summary
    >>> scaled(Summaries([Summary(8.0, np.array([3.0]), np.array([[4.0]]), np.array([2.0]))]), 0.5)
    Summaries of 1 clusters, weights [4.0]
    """
    if share == 1.0:
        return summaries
    weights, means, scatters, counts = summaries.weights, summaries.means, summaries.scatters, summaries.counts
    share = max(share, _LEAST / float(weights.min()))
    return Summaries.from_arrays(weights * share, means, scatters * share, counts * share)


def faded(clusters: Clusters, least: float) -> Numbers:
    """Old numbers of the clusters that stay when those of less than a least weight go; the heaviest stays anyway."""
    weights = clusters.summaries.weights
    gone = np.flatnonzero(weights < least)
    gone = gone[gone != weights.argmax()]
    return without(len(weights), gone.tolist())


def kept(clusters: Clusters, order: Numbers) -> Clusters:
    """Keep some of the clusters, in an order."""
    return clusters if len(order) == len(clusters) else replace(clusters.reordered(order), states=None)
