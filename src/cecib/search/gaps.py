"""Gaps: stretches of a column without a value, wider than chance makes them.

Of n values that are spread evenly, n (1 − s)ⁿ⁻¹ gaps take more than the share s of the reach, on average. Few values
have no density to speak of, but a gap between them can be telling all the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from cecib.cost import Floats

_SIDE, _LEAST_SIDE = 0.1, 3.0  # share and number of the points on either side of a gap that is not at an end
_ALL = 1.0 - 1e-9  # of the reach
_UNHEARD = np.log(1e-3)  # probability of a gap that chance does not make
_BESIDE = 4.0  # times as wide as the reach of the three values on either side: hardly a gap of a thin tail is
_EMPTY = 0.25  # share of the reach that gaps take, at least, where pieces do not touch: at its edges a group is thin
_APART = np.log(1e-6)  # probability of so many gaps in a flat group: below, its pieces do not touch


def has_gap(values: Floats, weights: Floats, width: float, reach: float) -> bool:
    """Whether there is a gap within the values, not at an end, that no hump with so many points would have."""
    order = np.argsort(values, kind="stable")
    total = float(weights.sum())
    gaps = np.where(_is_within(weights[order]), np.diff(values[order]), 0.0)
    share = min(max(0.0, float(gaps.max(initial=0.0)) - width) / reach, _ALL)
    return bool(_chance_of_gaps(np.array([share]), total)[0] < _UNHEARD)


def has_many_gaps(values: Floats, width: float) -> bool:
    """Whether gaps between values are so many and take so much as in no flat group: its pieces would not touch."""
    own = np.sort(values)
    reach = float(own[-1] - own[0]) + width
    if len(own) < 3 or reach <= 0.0:
        return False
    shares = np.clip(np.sort(np.diff(own) - width)[::-1] / reach, 0.0, _ALL)[: len(own) // 2]
    chances = _chance_of_gaps(shares, len(own))
    return bool((chances[np.cumsum(shares) >= _EMPTY] < _APART).any())


def widest_gap(values: Floats, least: float = 0.0) -> int | None:
    """Where sorted values are divided by gaps that chance does not make: the first value above the widest.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.search.gaps import widest_gap
    >>> widest_gap(np.array([0.0, 1.0, 3.0, 4.0, 28.0, 29.0, 30.0, 31.0]))
    4
    >>> widest_gap(np.arange(8.0)) is None
    True
    """
    return int(_wide_gaps(values, least).argmax()) + 1 if has_wide_gaps(values, least) else None


def has_wide_gaps(values: Floats, least: float = 0.0) -> NDArray[np.bool_]:
    """Whether rows of sorted values have gaps that chance does not make, wider than the least."""
    n, reach = values.shape[-1], np.maximum(values[..., -1:] - values[..., :1], np.finfo(float).tiny)
    shares = np.clip(np.sort(_wide_gaps(values, least))[..., ::-1] / reach, 0.0, _ALL)
    return np.asarray(_chance_of_gaps(shares, n).min(axis=-1, initial=0.0) < _UNHEARD)


def _wide_gaps(values: Floats, least: float) -> Floats:
    """Give the gaps between sorted values, 0 for one at an end, not wider than the least or than what lies beside."""
    gaps, beside = np.diff(values), int(_LEAST_SIDE) - 1
    if gaps.shape[-1] <= 2 * beside:
        return np.zeros_like(gaps)
    spans = values[..., beside:] - values[..., :-beside]  # of the values 0 to 2, 1 to 3, …
    inner = np.zeros_like(gaps)
    inner[..., beside:-beside] = np.maximum(spans[..., : -beside - 1], spans[..., beside + 1 :])
    is_wide = _is_within(np.ones(values.shape[-1])) & (gaps > np.maximum(least, _BESIDE * inner))
    return np.where(is_wide, gaps, 0.0)


def _is_within(weights: Floats) -> NDArray[np.bool_]:
    """Whether there are enough points, of such weights, on both sides of each gap."""
    below = np.cumsum(weights)[:-1]
    total = float(weights.sum())
    least = max(_LEAST_SIDE, _SIDE * total)
    return np.asarray((below >= least) & (total - below >= least))


def _chance_of_gaps(shares: Floats, n: float) -> Floats:
    """Logarithm of the probability that one gap takes the first share of the reach, two the second, and so on.

    Of n even values n (1 − s)ⁿ⁻¹ gaps are wider than the share s, on average; m of them are there with a probability
    of about the m-th power of that, by m!.
    """
    number = np.arange(1.0, shares.shape[-1] + 1.0)
    return np.asarray(number * (np.log(n) + (n - 1.0) * np.log1p(-shares)) - gammaln(number + 1.0))
