"""From a search in a filled table to a model of what was observed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cecib.backends.memory import Block
from cecib.cost import CostTerms, Floats
from cecib.fitted import hold
from cecib.fitting import Fit
from cecib.holes.settling import settle

if TYPE_CHECKING:
    from cecib.estimator import CECIB


def hold_observed(model: CECIB, done: Fit, block: Block, table: Floats) -> None:
    """Let a model that was fitted to a filled table hold the clusters of what was observed.

    Parameters
    ----------
    model : CECIB
        Fitted to the table.
    done : Fit
        How.
    block : Block
        The rows as they are, NaN in the holes.
    table : ndarray of shape (n, d)
        The same filled.
    """
    may_move = None if block.bonds is None else np.zeros(len(block), dtype=bool)
    least = done.problem.min_weight
    found = settle(model.clusters_, model.space_, block, model.labels_, least, may_move)
    order = found.clusters.order_by_size()
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    discord = model.cost_terms_.consistency * block.total_weight - sum(
        one.consistency for one in model.clusters_.costs()
    )
    hold(model, found.clusters.reordered(order), constant=table)
    model.labels_ = rank[found.labels].astype(np.int32)
    total = block.total_weight
    complexity, accuracy, consistency = found.terms
    model.cost_terms_ = CostTerms(complexity / total, accuracy / total, (consistency + discord) / total)
    model.cost_ = model.cost_terms_.total
    model.cost_trace_ = np.asarray(found.trace) + discord / total
