"""Rows of a stream that lack values: taken in by what they have, and filled where new clusters are looked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.holes.expectations import summarised
from cecib.holes.filling import filled_table
from cecib.holes.marginals import cheapest_observed, filled_as
from cecib.search.problem import Labels
from cecib.spaces.space import Space

_FEWEST = 5  # values of a column, below which rows do not tell what is missing in it


def absorbed_observed(clusters: Clusters, space: Space | None, rows: Floats, block: Block, labels: Labels) -> Clusters:
    """Take rows into clusters as these expect them, with what is open about them.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    space : Space or None
        In which they live.
    rows : ndarray of shape (n, d)
        The rows, NaN where values are missing.
    block : Block
        Their labels and weights.
    labels : ndarray of shape (n,)
        The cluster of each.
    """
    found = summarised(clusters, space, replace(block, points=rows), labels)
    return replace(clusters, summaries=clusters.summaries + found.summaries, states=None)


def whole_rows(clusters: Clusters, space: Space | None, rows: Floats, seed: int) -> Floats:
    """Fill rows to look for clusters among them: as they are spread themselves, not as clusters that are there expect.

    A column of which hardly any value is there is filled as the clusters expect it.
    """
    is_hole, own = np.isnan(rows), rows
    if not is_hole.any():
        return rows
    is_dark = (~is_hole).sum(axis=0) < _FEWEST
    dark = (is_hole & is_dark).any(axis=1) | is_hole.all(axis=1)
    if dark.any():
        told = filled_as(clusters, space, rows[dark], cheapest_observed(clusters, space, rows[dark]))
        own = rows.copy()
        own[dark] = np.where(is_dark | is_hole[dark].all(axis=1, keepdims=True), told, rows[dark])
        is_hole = np.isnan(own)
    return filled_table(own, is_hole, np.random.RandomState(seed)) if is_hole.any() else own
