"""Findings in rows that come in blocks: all labels are judged, as in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cecib.blocks.blocks import Blocks
from cecib.reading.findings import Findings, Overview, findings_of, overview

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_MOST_NUMBERS = 50_000_000  # of labelled rows, which are judged together


def findings_in_blocks(model: CECIB, blocks: Blocks) -> Findings | None:
    """Tell what is found in the rows that a model was fitted to, in one pass over them.

    The clusters are counted as the fit has done it. None if there are so many labels that their rows had better not be
    in memory together.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.blocks import arrays
    >>> from cecib.reading.block_findings import findings_in_blocks
    >>> X = np.random.default_rng(0).normal(size=(400, 2)) + 20 * (np.arange(400) % 2)[:, None]
    >>> y = np.where(np.arange(400) % 8 < 2, np.where(X[:, 0] > 10, "far", "near"), None)
    >>> y[8] = "far"  # which is wrong
    >>> blocks = arrays([(X[:200], y[:200]), (X[200:], y[200:])])
    >>> findings_in_blocks(CECIB(random_state=0).fit_blocks(blocks), blocks).suspects
    array([8])
    """
    parts: list[Overview] = []
    first = n_numbers = 0
    for block in blocks.with_missing(model.missing):
        points = model._located(block.points)
        parts.append(overview(model, block.points, points, block.side, first, len(model.labels_)))
        first, n_numbers = first + len(block), n_numbers + parts[-1].points.size
        if n_numbers > _MOST_NUMBERS:
            return None
    while len(parts) > 1:  # in pairs: rows are copied a few times only
        parts = [sum(parts[i + 1 : i + 2], parts[i]) for i in range(0, len(parts), 2)]
    return findings_of(model, np.asarray(model.labels_), parts[0], of_all=True)
