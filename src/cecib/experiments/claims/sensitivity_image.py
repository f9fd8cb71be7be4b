"""A claim of section 5.7 that is judged where padding and scribbles are changed: the dog in two clusters."""

from __future__ import annotations

from cecib.experiments.claims.terms import claim, larger
from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.paper import sensitivity_image


def distance(record: Record) -> float:
    """How far a partition is from the mask: 1 − NMI."""
    return 1.0 - float(record["nmi"])


CLAIMS = (
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
