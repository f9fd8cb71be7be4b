"""Claims of section 5.5: the influence of β."""

from __future__ import annotations

from typing import Any

from cecib.experiments.claims.terms import as_good, claim, gain, larger, similar
from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.paper.beta import BETAS
from cecib.experiments.protocol.variants import BETA_0


def weighed(beta: float, fraction: float, noise: float = 0.0, **conditions: Any) -> Pick:
    """CEC-IB at some β."""
    return Pick("beta", {"method": "CEC-IB", "beta": beta, "fraction": fraction, "noise": noise, **conditions})


CLAIMS = (
    claim(
        "5.5",
        "CEC-IB with β = β₀ run on 30 % labels performed similarly to CEC-IB with β = 1 run on 10 % labels",
        similar({"β₀ with 30 % − β = 1 with 10 %": weighed(BETA_0, 0.3) - weighed(1.0, 0.1)}),
        "NMI",
    ),
    claim(
        "5.5",
        "a larger value of β makes CEC-IB benefit more from a larger number of correctly labeled data points",
        larger({"gain at β = 1 − at β₀": gain(weighed(1.0, 0.3), 0.3, 0.1) - gain(weighed(BETA_0, 0.3), 0.3, 0.1)}),
        "NMI, 30 % − 10 % labels",
    ),
    claim(
        "5.5",
        "[with 10 % noise] NMI was almost always higher than in the unsupervised case (i.e., for β = 0), even "
        "for β = 1",
        larger(
            {f"β = {b:.2g} − 0": weighed(b, 0.3, 0.1) - weighed(0.0, 0.3, 0.1) for b in (BETA_0, 0.5, 1.0)}, "most sets"
        ),
        "NMI, 30 % labels, a tenth wrong",
    ),
    claim(
        "5.5",
        "For 50 % of incorrectly labeled data points, increasing β has a negative effect on the clustering performance",
        larger({"β = 0 − 1": weighed(0.0, 0.3, 0.5) - weighed(1.0, 0.3, 0.5)}),
        "NMI, 30 % labels, half wrong",
    ),
    claim(
        "5.5",
        "β = β₀ provided high robustness to the large amount of noisy labels and in most cases performed at "
        "least as well "
        "as the unsupervised scenario",
        as_good({"β₀ − β = 0": weighed(BETA_0, 0.3, 0.5) - weighed(0.0, 0.3, 0.5)}, "most sets"),
        "NMI, 30 % labels, half wrong",
    ),
    claim(
        "5.5",
        "where 30 % of labels were misspecified, choosing β < 0.6 seems to produce results at least as good as "
        "when no side "
        "information is available",
        as_good({f"β = {b:.2g} − 0": weighed(b, 0.3, 0.3) - weighed(0.0, 0.3, 0.3) for b in BETAS if 0 < b < 0.6}),
        "NMI",
    ),
)
