"""Claims that are judged where settings are changed: restarts (section 3.4), and the dog in two clusters (5.7)."""

from __future__ import annotations

from cecib.experiments.claims.terms import claim, larger
from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.paper import sensitivity, sensitivity_image
from cecib.experiments.protocol.sets import UCI_SETS


def restarted(label: str) -> Pick:
    """Return the results of a setting on the sets of Table 1."""
    return Pick(sensitivity.NAME, {"variant": label, "dataset": UCI_SETS})


def distance(record: Record) -> float:
    """How far a partition is from the mask: 1 − NMI."""
    return 1.0 - float(record["nmi"])


CLAIMS = (
    claim(
        "3.4",
        "the algorithm can be restarted multiple times to avoid getting stuck in bad local minima",
        larger({"10 − 1": restarted(sensitivity.BASE.label) - restarted("1 restart")}),
        "NMI with ten restarts and with one",
    ),
    claim(
        "5.7",
        "Generally though, in all cases the shape of the dog was often mixed with a part of background",
        larger(
            {
                str(padding): Pick(sensitivity_image.NAME, {"variant": "CEC-IB from 2", "padding": padding}).of(
                    distance
                )
                for padding in sensitivity_image.PADDINGS
            },
            than=0.5,
        ),
        "1 − NMI with the mask, CEC-IB with two clusters, for each padding",
    ),
)
