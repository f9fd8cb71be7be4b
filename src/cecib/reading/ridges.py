"""The ridge between two Gaussians: the curve from mean to mean along which their common density is highest.

Every maximum and saddle of the density lies on it (Ray and Lindsay, 2005). A pair is looked at in coordinates in which
one is the standard Gaussian and the other has axes of its own, so that the curve has a closed form.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import expit

from cecib.cost import Floats

# Places on the curve, dense at the ends, since the wider of two Gaussians has most of it near its own end.
_PLACES = np.concatenate([[0.0], expit(np.linspace(-9.0, 9.0, 61)), [1.0]])
_LEAST = 1e-300


class Ridge(NamedTuple):
    """What lies between two Gaussians.

    Attributes
    ----------
    height : float
        The lowest density on the way from one peak to the other, as a share of the lower peak; 1: there is one peak.
    likeness : float
        The lower peak as a share of the higher one, each of its own Gaussian.
    directions : tuple of two ndarrays
        For each of the two, the direction in which its coordinate goes from its mean to the border between them.
    """

    height: float
    likeness: float
    directions: tuple[Floats, Floats]


def ridge(
    mean: Floats, covariance: Floats, weight: float, other_mean: Floats, other_covariance: Floats, other_weight: float
) -> Ridge:
    """Walk from the mean of one Gaussian to that of another.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.ridges import ridge
    >>> one, near, far = np.array([0.0]), np.array([2.0]), np.array([6.0])
    >>> ridge(one, np.eye(1), 0.5, near, np.eye(1), 0.5).height
    1.0
    >>> round(ridge(one, np.eye(1), 0.5, far, np.eye(1), 0.5).height, 3)
    0.022
    """
    root = np.linalg.cholesky(covariance)
    inverse = np.linalg.inv(root)
    values, turn = np.linalg.eigh(inverse @ other_covariance @ inverse.T)
    values = np.maximum(values, _LEAST)
    into = turn.T @ inverse
    apart = into @ (other_mean - mean)
    t = _PLACES[:, None]
    places = t * apart / ((1.0 - t) * values + t)
    own = np.log(weight) - 0.5 * (places**2).sum(axis=1)
    its = np.log(other_weight) - 0.5 * (np.log(values).sum() + ((places - apart) ** 2 / values).sum(axis=1))
    density = np.logaddexp(own, its)
    left, right = np.maximum.accumulate(density), np.maximum.accumulate(density[::-1])[::-1]
    lowest = float((density - np.minimum(left, right)).min())
    border = places[int(np.abs(own - its).argmin())]
    likeness = float(np.exp(-abs(own[0] - its[-1])))
    return Ridge(float(np.exp(lowest)), likeness, (into.T @ border, into.T @ ((border - apart) / values)))
