"""Claims of section 5.6: six chemical classes from labels of two coarse ones."""

from __future__ import annotations

from typing import Any

from cecib.experiments.claims.terms import NO_LOSS, RIVALS, both, claim, gain, larger, similar, slight
from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.protocol.situations import FRACTIONS, LABELLED

_MUCH_NOISE = (0.2, 0.3)
_LINKED = "c-GMM, cannot-link"


def chemistry(label: str, **conditions: Any) -> Pick:
    """Return results on the compounds: correct labels of 10 to 30 % unless told."""
    return Pick("chemistry", {"variant": label, "dataset": "chem", "noise": 0.0, "fraction": LABELLED, **conditions})


def standardised(label: str, **conditions: Any) -> Pick:
    """Return the same with the fingerprints standardised before PCA."""
    return Pick("chemistry-scaled", {"variant": label, "noise": 0.0, "fraction": LABELLED, **conditions})


def is_six_or_seven(record: Record) -> float:
    """1 if a fit ended with six or seven clusters, else 0."""
    return float(record["n_clusters"] in (6, 7))


CLAIMS = (
    claim(
        "5.6",
        "CEC-IB₁ gave the highest score among all methods when the expert was always assigning the correct labels",
        larger(
            {f"CEC-IB₁ − {other}": chemistry("CEC-IB₁") - chemistry(other) for other in ("CEC-IB₀.₆", _LINKED, *RIVALS)}
        ),
        "NMI, 10 to 30 % labels",
    ),
    claim(
        "5.6",
        "it was only slightly better than CEC-IB₀.₆",
        slight({"CEC-IB₁ − CEC-IB₀.₆": chemistry("CEC-IB₁") - chemistry("CEC-IB₀.₆")}),
        "NMI, correct labels",
    ),
    claim(
        "5.6",
        "In the case of 20 % and 30 % of misspecified labels it was slightly better to use β = 0.6, although the "
        "differences "
        "were very small",
        slight(
            {"CEC-IB₀.₆ − CEC-IB₁": chemistry("CEC-IB₀.₆", noise=_MUCH_NOISE) - chemistry("CEC-IB₁", noise=_MUCH_NOISE)}
        ),
        "NMI, 20 and 30 % wrong labels",
    ),
    claim(
        "5.6",
        "CEC-IB terminated usually with 6 or 7 groups",
        larger({"share of fits": chemistry("CEC-IB₁", fraction=FRACTIONS).of(is_six_or_seven)}, than=0.5),
        "share of the fits without noise that end with 6 or 7",
    ),
    claim(
        "5.6",
        "CEC-IB terminated usually with 6 or 7 groups: fingerprints standardised before PCA",
        larger(
            {"share of fits": standardised("CEC-IB₁", fraction=FRACTIONS).of(is_six_or_seven)},
            than=0.5,
        ),
        "share of the fits without noise that end with 6 or 7",
    ),
    claim(
        "5.6",
        "CEC-IB₁ gave the highest score among all methods: fingerprints standardised before PCA",
        larger(
            {
                f"CEC-IB₁ − {other}": standardised("CEC-IB₁") - standardised(other)
                for other in ("CEC-IB₀.₆", _LINKED, *RIVALS)
            }
        ),
        "NMI, 10 to 30 % labels",
    ),
    claim(
        "5.6",
        "GMM with negative constraints: in the noiseless case, its results improved with the number of labeled "
        "data points",
        larger({f"{_LINKED}, 30 % − 0 %": gain(chemistry(_LINKED), 0.3)}),
        "NMI",
    ),
    claim(
        "5.6",
        "but not as much as with our method",
        larger({f"gain of CEC-IB₁ − of {_LINKED}": gain(chemistry("CEC-IB₁"), 0.3) - gain(chemistry(_LINKED), 0.3)}),
        "NMI, 30 % − 0 % labels, all correct",
    ),
    claim(
        "5.6",
        "In the noisy case, however, its performance dropped down",
        larger({f"{_LINKED}, 0 % − 30 %": gain(chemistry(_LINKED, noise=_MUCH_NOISE), 0.0, 0.3)}),
        "NMI, 20 and 30 % wrong labels",
    ),
    claim(
        "5.6",
        "k-means benefited from the side information in noiseless case, but deteriorated its performance when "
        "incorrect "
        "labels were introduced",
        both(
            larger({"correct: k-means, 30 % − 0 %": gain(chemistry("k-means"), 0.3)}),
            larger({"wrong: k-means, 0 % − 30 %": gain(chemistry("k-means", noise=_MUCH_NOISE), 0.0, 0.3)}),
        ),
        "NMI, all labels correct, and 20 or 30 % wrong",
    ),
    claim(
        "5.6",
        "GMM with positive and negative constraints, and fc-means were not able to use this type of knowledge to "
        "full effect",
        larger(
            {
                f"gain of CEC-IB₁ − of {other}": gain(chemistry("CEC-IB₁"), 0.3) - gain(chemistry(other), 0.3)
                for other in ("c-GMM", "fc-means")
            }
        ),
        "NMI, 30 % − 0 % labels, all correct",
    ),
    claim(
        "5.6",
        "the use of negative constraints only has no effect on spec, i.e. its results were almost identical for "
        "any number "
        "of labeled data",
        similar(
            {f"{share:.0%} − 0 %": gain(chemistry("spec, cannot-link"), share) for share in LABELLED},
            margin=NO_LOSS,
        ),
        "NMI",
    ),
    claim(
        "5.6",
        "The results of spec with both types of constraints led to some improvements, but its overall "
        "performance was quite "
        "low",
        both(
            larger({"spec, 30 % − 0 %": gain(chemistry("spec"), 0.3)}),
            larger({"CEC-IB₁ − spec": chemistry("CEC-IB₁") - chemistry("spec")}),
        ),
        "NMI, correct labels",
    ),
)
