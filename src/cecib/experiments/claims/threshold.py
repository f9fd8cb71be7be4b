"""Claims of section 4: the weight β."""

from __future__ import annotations

import math
from itertools import pairwise

from cecib.experiments.claims.terms import claim, larger
from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.judging import is_near
from cecib.experiments.machinery.sample import Sample
from cecib.experiments.machinery.verdict import NOT_RUN, Verdict
from cecib.experiments.paper import uncertain_boundary
from cecib.experiments.paper.threshold import NAME, THRESHOLD, measured_thresholds
from cecib.experiments.paper.uncertain_boundary import WIDTHS

ALIKE = 0.9
"""NMI of partitions that are called the same."""

EXACT = 0.01
"""The threshold is met if it is that near."""


def threshold_is_met(evidence: Evidence) -> Verdict:
    """Return the verdict on the measured β₀ against 0.269."""
    found = measured_thresholds(evidence.of(NAME))
    if not found:
        return NOT_RUN
    off = Sample({(NAME, draw): value - THRESHOLD for draw, value in enumerate(found)}).estimate()
    mean = math.fsum(found) / len(found)
    numbers = f"measured {mean:.3f}, from {min(found):.3f} to {max(found):.3f}; minus {THRESHOLD}: {off}"
    return Verdict(is_near(off, EXACT), numbers)


def boundary(label: str, width: float, measure: str = "nmi") -> Pick:
    """Return results with labels by lot within a width of the boundary."""
    return Pick(
        uncertain_boundary.NAME, {"variant": label, "width": width, "n_points": uncertain_boundary.LARGE}, measure
    )


def crossing(width: float) -> Pick:
    """Return the measured β₀ of the paper's criterion."""
    return boundary(uncertain_boundary.BY_ENTROPY.label, width, "cost")


CLAIMS = (
    Claim(
        "4",
        "for a halved Gaussian E_β({X}) = E_β(Y) for β = β₀ ≈ 0.269",
        f"the measured threshold minus {THRESHOLD} is within ±{EXACT} by 2 standard errors",
        threshold_is_met,
    ),
    claim(
        "4",
        "[labels that are wrong near the boundary:] hence leading to a larger threshold β₀",
        larger({f"±{more:g} − ±{less:g}": crossing(more) - crossing(less) for less, more in pairwise(WIDTHS)}),
        "measured β₀",
    ),
    claim(
        "4",
        "Setting β to a value only slightly higher than the threshold β₀ for the noiseless case thus ensures a "
        "partition "
        "that is consistent with the noiseless labeling, but that is robust to noise",
        larger({f"±{width:g}": boundary(uncertain_boundary.FITTED[0].label, width) for width in WIDTHS}, than=ALIKE),
        f"NMI of CEC-IB at β = {uncertain_boundary.SLIGHTLY_ABOVE} with the noiseless labels",
    ),
)
