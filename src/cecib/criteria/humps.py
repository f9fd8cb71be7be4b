"""Humps: what a group saves that need not be a Gaussian, but has one hump in each of its columns.

A uniform interval has the same code as any number of pieces of it: what the pieces save by their narrower Gaussians is
what it takes to say which piece a point is in. Then chance decides, and it decides for pieces about as often as not.
But pieces of a flat group are flat, so the doubt goes away if the group and its pieces may have shapes of their own.

The columns of a group are taken one after the other, each as far as those before it do not tell it. One that is
recorded finely may be flat. One that is recorded coarsely, as dice, answers and counts are, may have any share of each
value, as long as the shares rise up to one value and fall from there; where the columns before tell something of it, it
may be flat.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_triangular

from cecib.cost import Floats
from cecib.search.dither import CELL_VARIANCE
from cecib.search.gaps import has_gap, has_many_gaps
from cecib.search.problem import Labels

_DOUBT = 1.0  # nats that clusters have to save to be more than one
_HUMPS = -1.0  # the same where shapes are their own: there pieces of one group lose
_PIECES = -5.0  # the same of clusters beside others, which a search has found better than one
_MOST_SAVED = 0.38  # nats per point and column that a hump can save: a column of two values, one of them rare
_LEAN = 1e-6  # of the variances, so that columns that depend on each other have a factor
_NOTHING = 1e-14  # variance that is none, in units in which data are near 1
_LEFT = 1e-3  # of the variance of a column: where others leave less, it is rounding
_TOLD = 9.0  # chi-square for each column before: below, they tell nothing, and the column is taken as it is
_MOST_VALUES = 500  # of a column, to have a share each
_STEP = 1.0  # nats for a step of the shares: that they rise and fall leaves little choice
_GAUSSIAN = 0.5 * np.log(2.0 * np.pi * np.e)  # nats per point, at unit variance


def humps_save(rows: Floats, weights: Floats | None = None, cell: Floats | None = None) -> float:
    """Nats that a group saves if each column has a hump of its own shape, or a Gaussian where that is shorter.

    Parameters
    ----------
    rows : ndarray of shape (n, d)
        The points of the group.
    weights : ndarray of shape (n,), optional
        How many points each row stands for.
    cell : ndarray of shape (d, d), optional
        Covariance of the cell that a coarsely recorded value stands for.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.criteria.humps import humps_save
    >>> rng = np.random.default_rng(0)
    >>> [round(humps_save(rows)) for rows in (rng.normal(size=(500, 2)), rng.uniform(size=(500, 2)))]
    [0, 192]
    """
    w = np.ones(len(rows)) if weights is None else weights
    rows, w = rows[w > 0], w[w > 0]
    total, d = float(w.sum()), rows.shape[1]
    if total <= 2.0:
        return 0.0
    own = np.zeros((d, d)) if cell is None else cell
    centred = rows - w @ rows / total
    covariance = (centred * w[:, None]).T @ centred / total + own
    variance = np.diag(covariance)
    if variance.max() <= _NOTHING:
        return 0.0
    factor = np.linalg.cholesky(covariance + np.diag(_LEAN * variance + _NOTHING))
    left = np.diag(factor)
    alone = solve_triangular(factor, centred.T, lower=True).T * left  # each column less what those before tell
    told = total * (variance - left**2) > _TOLD * np.arange(d) * variance
    widths = np.sqrt(np.diag(own) / CELL_VARIANCE)
    saved = 0.0
    for j in np.flatnonzero(left**2 > _LEFT * variance + 2.0 * _NOTHING):
        values = alone[:, j] if told[j] else centred[:, j]
        saved += _saving(values / left[j], w, float(widths[j] / left[j]), has_values=not told[j])
    return saved


def beyond_parts(rows: Floats, labels: Labels, weights: Floats | None = None, cell: Floats | None = None) -> float:
    """Nats that one group saves by humps of its own shape, beyond what the clusters of a partition save by theirs."""
    saved = humps_save(rows, weights, cell)
    return saved - parts_save(rows, labels, weights, cell) if saved else 0.0


def parts_save(rows: Floats, labels: Labels, weights: Floats | None = None, cell: Floats | None = None) -> float:
    """Nats that the clusters of a partition save by humps of their own shapes."""
    saved = 0.0
    for number in range(int(labels.max()) + 1):
        own = labels == number
        saved += humps_save(rows[own], None if weights is None else weights[own], cell)
    return saved


def is_worth_it(
    saved: float, rows: Floats, labels: Labels, weights: Floats | None = None, cell: Floats | None = None
) -> bool:
    """Whether clusters that save so many nats against one group are more than that, whatever its shape."""
    return saved > _DOUBT and saved - beyond_parts(rows, labels, weights, cell) > _HUMPS


def are_pieces(
    saved: float, rows: Floats, labels: Labels, weights: Floats | None = None, cell: Floats | None = None
) -> bool:
    """Whether clusters that save so many nats against one group are clearly only pieces of it."""
    total, d = float(len(rows) if weights is None else weights.sum()), rows.shape[1]
    if saved >= _MOST_SAVED * total * d + _PIECES:  # whatever the shapes are
        return False
    widths = np.zeros(d) if cell is None else np.sqrt(np.diag(cell) / CELL_VARIANCE)
    if any(has_many_gaps(column, width) for column, width in zip(rows.T, widths.tolist(), strict=True)):
        return False
    return saved - beyond_parts(rows, labels, weights, cell) < _PIECES


def _saving(values: Floats, weights: Floats, width: float, *, has_values: bool) -> float:
    """Nats that a hump saves in one column of unit variance.

    Where a flat stretch ends is known n times as well as its length, the mean of a Gaussian √n times as well as its
    width: two ends cost 2 ln n nats, mean and width ln n.
    """
    total, reach = float(weights.sum()), float(np.ptp(values)) + width
    if reach <= 0.0 or has_gap(values, weights, width, reach):
        return 0.0
    length = total * np.log(reach)
    if has_values and width > 0.0 and reach <= _MOST_VALUES * width:
        number = np.rint((values - values.min()) / width).astype(np.intp)
        length = min(length, total * np.log(width) + _hump(np.bincount(number, weights).astype(float)))
    return max(0.0, float(total * _GAUSSIAN - length - np.log(total)))


def _hump(counts: Floats) -> float:
    """Code of counts whose shares rise up to one value and fall from there; all steps but one are paid for."""
    total = float(counts.sum())
    lengths = _rising(counts, total) + _rising(counts[::-1], total)[::-1]
    return float(lengths.min() - _STEP)


def _rising(counts: Floats, total: float) -> Floats:
    """Code of the first 0, 1, … of the counts if their shares rise, with the price of their steps."""
    steps: list[tuple[float, int]] = []  # count and number of values; neighbours that would fall are made one
    lengths = [0.0]
    for count in counts.tolist():
        own, size = count, 1
        while steps and steps[-1][0] * size > own * steps[-1][1]:
            before = steps.pop()
            own, size = own + before[0], size + before[1]
        steps.append((own, size))
        code = sum(float(c * np.log(m * total / c)) for c, m in steps if c > 0)
        lengths.append(code + _STEP * len(steps))
    return np.array(lengths)
