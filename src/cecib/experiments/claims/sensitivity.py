"""A claim of section 3.4 that is judged where settings are changed: restarts."""

from __future__ import annotations

from cecib.experiments.claims.terms import claim, larger
from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.paper.sensitivity import BASE, NAME
from cecib.experiments.protocol.sets import UCI_SETS


def restarted(label: str) -> Pick:
    """Return the results of a setting on the sets of Table 1."""
    return Pick(NAME, {"variant": label, "dataset": UCI_SETS})


CLAIMS = (
    claim(
        "3.4",
        "the algorithm can be restarted multiple times to avoid getting stuck in bad local minima",
        larger({"10 − 1": restarted(BASE.label) - restarted("1 restart")}),
        "NMI with ten restarts and with one",
    ),
)
