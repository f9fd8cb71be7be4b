"""Criteria: how well a Gaussian codes the points of a cluster is measured, and what labels cost."""

from cecib.criteria.criterion import Criterion
from cecib.criteria.entropy import Entropy
from cecib.criteria.evidence import Evidence
from cecib.input_errors import InputError, Named

CRITERIA: dict[str, Criterion] = {criterion.name: criterion for criterion in (Evidence(), Entropy())}

__all__ = ["CRITERIA", "Criterion", "as_criterion"]


def as_criterion(name: object) -> Criterion:
    """Find a criterion by its name.

    Examples
    --------
    >>> from cecib.criteria import as_criterion
    >>> as_criterion("entropy").allows_flat
    False
    """
    if isinstance(name, str) and name in CRITERIA:
        return CRITERIA[name]
    raise InputError(Named("criterion"), f" must be {' or '.join(map(repr, sorted(CRITERIA)))}, got {name!r}.")
