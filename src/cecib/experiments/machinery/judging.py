"""When a difference is clear: answers yes, no, or not decided by these draws."""

from __future__ import annotations

import math
from collections.abc import Iterable

from cecib.experiments.machinery.sample import Estimate

Answer = bool | None
"""None: the draws do not decide."""

CLEAR = 2.0
"""How many standard errors make a difference clear."""

_ROUNDING = 1e-9


def is_larger(estimate: Estimate, than: float = 0.0) -> Answer:
    """Whether the mean is clearly larger than a number, or clearly smaller, or neither.

    Examples
    --------
    >>> from cecib.experiments.machinery.judging import is_larger
    >>> from cecib.experiments.machinery.sample import Estimate
    >>> [is_larger(Estimate(mean, 0.01)) for mean in (0.03, 0.01, -0.03)]
    [True, None, False]

    Where all draws agree there is no chance: equal is not larger.

    >>> is_larger(Estimate(0.0, 0.0))
    False
    """
    reach, beyond = CLEAR * estimate.error, estimate.mean - than
    if math.isnan(beyond) or not math.isfinite(reach) or (reach > 0 and abs(beyond) <= reach):
        return None
    return beyond > _ROUNDING


def is_near(estimate: Estimate, margin: float) -> Answer:
    """Whether the mean is within a margin of 0.

    Examples
    --------
    >>> from cecib.experiments.machinery.judging import is_near
    >>> from cecib.experiments.machinery.sample import Estimate
    >>> [is_near(Estimate(mean, 0.01), 0.05) for mean in (0.02, 0.05, -0.08)]
    [True, None, False]
    """
    return all_hold([is_larger(estimate, -margin), opposite(is_larger(estimate, margin))])


def is_slight(estimate: Estimate, margin: float) -> Answer:
    """Whether the mean is larger than 0, and by a margin at most.

    Examples
    --------
    >>> from cecib.experiments.machinery.judging import is_slight
    >>> from cecib.experiments.machinery.sample import Estimate
    >>> [is_slight(Estimate(mean, 0.01), 0.05) for mean in (0.025, 0.01, 0.08, -0.03)]
    [True, None, False, False]
    """
    return all_hold([is_larger(estimate), opposite(is_larger(estimate, margin))])


def opposite(answer: Answer) -> Answer:
    """Return no for yes, yes for no."""
    return None if answer is None else not answer


def all_hold(answers: Iterable[Answer]) -> Answer:
    """Yes if all are yes, no if one is no.

    Examples
    --------
    >>> from cecib.experiments.machinery.judging import all_hold
    >>> all_hold([True, True]), all_hold([True, None]), all_hold([None, False])
    (True, None, False)
    """
    known = list(answers)
    if False in known:
        return False
    return None if None in known else True


def any_holds(answers: Iterable[Answer]) -> Answer:
    """Yes if one is yes, no if all are no."""
    return opposite(all_hold(opposite(answer) for answer in answers))


def most_hold(answers: Iterable[Answer]) -> Answer:
    """Yes if more than half are yes, no if at least half are no.

    Examples
    --------
    >>> from cecib.experiments.machinery.judging import most_hold
    >>> most_hold([True, True, False]), most_hold([True, None, None]), most_hold([False, False, None])
    (True, None, False)
    """
    known = list(answers)
    if 2 * known.count(True) > len(known):
        return True
    return False if 2 * known.count(False) >= len(known) else None
