"""The methods as the figures of the paper show them: at β = 1, and at β₀."""

from __future__ import annotations

import math

from cecib.experiments.machinery.job import Variant

BETA_0 = 1 + math.log(math.sqrt(1 - 2 / math.pi)) / math.log(2)
"""The paper's threshold for a halved Gaussian, 0.269."""

SIDE_DRAWS = 1
"""Draws of variants that are neither the paper's nor our default."""

PAPER_1 = Variant("CEC-IB₁", "CEC-IB", {"beta": 1.0})
PAPER_0 = Variant("CEC-IB₀", "CEC-IB", {"beta": BETA_0})
OURS_1 = Variant("cecib₁", "cecib", {"beta": 1.0}, SIDE_DRAWS)
OURS_0 = Variant("cecib₀", "cecib", {"beta": BETA_0}, SIDE_DRAWS)
OURS = Variant("cecib", "cecib", {})
OURS_1_PAPER_LABELS = Variant("cecib₁ (β·n·h)", "cecib βnh", {"beta": 1.0}, SIDE_DRAWS)
OURS_0_PAPER_LABELS = Variant("cecib₀ (β·n·h)", "cecib βnh", {"beta": BETA_0}, SIDE_DRAWS)
MIXMOD = Variant("mixmod", "mixmod")
RIVALS = (
    Variant("c-GMM", "c-GMM"),
    Variant("k-means", "k-means"),
    Variant("fc-means", "fc-means"),
    Variant("spec", "spec"),
)
