"""Claims of section 4: the weight β."""

from __future__ import annotations

import math

from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.judging import is_near
from cecib.experiments.machinery.sample import Sample
from cecib.experiments.machinery.verdict import NOT_RUN, Verdict
from cecib.experiments.paper.threshold import NAME, THRESHOLD, measured_thresholds

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


CLAIMS = (
    Claim(
        "4",
        "for a halved Gaussian E_β({X}) = E_β(Y) for β = β₀ ≈ 0.269",
        f"the measured threshold minus {THRESHOLD} is within ±{EXACT} by 2 standard errors",
        threshold_is_met,
    ),
)
