"""Gaussian families: what shape a cluster may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from cecib import _core
from cecib.cost import Prior


@dataclass(frozen=True)
class Full:
    """Any covariance matrix: clusters are ellipsoids of every shape and direction.

    Examples
    --------
    >>> from cecib.families import Full
    >>> Full()
    Full()
    """

    def code(self, dimension: int, prior: Prior | None) -> _core.Code:
        """Make the engine's prototype of a cluster's code; without a prior, that of "entropy"."""
        if prior is None:
            nothing = np.zeros(dimension)
            return _core.full_code(dimension, 0.0, 0.0, nothing, np.zeros((dimension, dimension)))
        return _core.full_code(dimension, prior.kappa, prior.nu, prior.mean, prior.scale)


Family: TypeAlias = Full
FAMILIES: dict[str, Family] = {"full": Full()}


def as_family(family: str | Family) -> Family:
    """Turn the name of a family into the family."""
    if isinstance(family, str) and family in FAMILIES:
        return FAMILIES[family]
    if isinstance(family, Full):
        return family
    raise ValueError(f"family must be one of {sorted(FAMILIES)} or an object of cecib.families, got {family!r}.")
