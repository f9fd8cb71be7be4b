"""The data sets of the paper's Table 1."""

from __future__ import annotations

from cecib.experiments.machinery.plan import Plan

UCI_SETS = ("ecoli", "glass", "segmentation", "user_modeling", "vertebral", "wine", "iris")
QUICK_SETS = ("wine", "iris", "user_modeling")


def uci_sets(plan: Plan) -> tuple[str, ...]:
    """Return the sets of Table 1, or the small ones of a quick run.

    Examples
    --------
    >>> from cecib.experiments.machinery.plan import Plan
    >>> from cecib.experiments.protocol.sets import uci_sets
    >>> uci_sets(Plan(is_quick=True))
    ('wine', 'iris', 'user_modeling')
    """
    return QUICK_SETS if plan.is_quick else UCI_SETS
