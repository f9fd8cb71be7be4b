"""Pursuit: groups that lie apart in an oblique direction, which neither columns nor principal axes show.

Directions are sought in which the values are least like a Gaussian's, by their fourth moment (Peña and Prieto 2001),
and the points are divided at the valleys there. With few points for many directions there is always such a direction:
the division is a start for a search under the cost, and no more.
"""

from __future__ import annotations

import numpy as np

from cecib.cost import Floats
from cecib.search.problem import Labels
from cecib.search.widths import divided_at_valleys

_ROWS = 2_000  # looked at
_STEPS = 30
_LEAST = 1e-9  # of the largest variance: narrower directions are rounding


def oblique_groups(rows: Floats) -> Labels | None:
    """Divide rows at the valleys of the direction that has the deepest; None if there is none.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.search.pursuit import oblique_groups
    >>> rng = np.random.default_rng(0)
    >>> group = np.arange(400) % 2
    >>> rows = np.column_stack([rng.normal(size=400) + 12 * group, 50 * rng.normal(size=400)]) @ [[3, 1], [1, 2]]
    >>> found = oblique_groups(rows)
    >>> bool((found == group).all() or (found != group).all())
    True
    """
    some = rows if len(rows) <= _ROWS else rows[np.linspace(0, len(rows) - 1, _ROWS).astype(np.intp)]
    if len(some) <= some.shape[1] + 1:
        return None
    mean = some.mean(axis=0)
    values, vectors = np.linalg.eigh(np.atleast_2d(np.cov(some, rowvar=False)))
    wide = values > _LEAST * max(values[-1], np.finfo(float).tiny)
    if not wide.any():
        return None
    whitening = vectors[:, wide] / np.sqrt(values[wide])
    directions = whitening @ _extremes((some - mean) @ whitening)
    found = [divided_at_valleys((rows - mean) @ direction) for direction in directions.T]
    parts = [labels for labels, _ in found if labels is not None]
    depths = [depth for labels, depth in found if labels is not None]
    return parts[int(np.argmax(depths))] if parts else None


def _extremes(white: Floats) -> Floats:
    """Directions of extreme fourth moment, from each axis, by fixed-point iteration (Hyvärinen 1999)."""
    n, d = white.shape
    directions = np.eye(d)
    for _ in range(_STEPS):
        directions = white.T @ (white @ directions) ** 3 / n - 3.0 * directions
        directions /= np.maximum(np.linalg.norm(directions, axis=0), np.finfo(float).tiny)
    return directions
