"""Claims of section 5.4: wrong labels."""

from __future__ import annotations

from cecib.experiments.claims.terms import claim, larger, loss, noisy, semi, similar
from cecib.experiments.machinery.contrast import Difference, Pick
from cecib.experiments.paper.rivals_under_noise import MIXMODS

_MANY = (0.3, 0.4, 0.5)
_OTHERS = ("CEC-IB₁", "mixmod", "c-GMM", "k-means", "fc-means", "spec")


def varied(label: str) -> Difference:
    """NMI that a variant of a rival loses from no to half wrong labels."""
    pick = Pick("rivals-under-noise", {"variant": label})
    return pick.where(noise=0.0) - pick.where(noise=0.5)


CLAIMS = (
    claim(
        "5.4",
        "CEC-IB₀ showed the highest robustness to noisy labels among all competing methods, i.e., the NMI deteriorated "
        "the least with increasing noise",
        larger({f"{other} − CEC-IB₀": loss(other) - loss("CEC-IB₀") for other in _OTHERS}),
        "NMI lost from 0 to 50 % wrong labels",
    ),
    claim(
        "5.4",
        "CEC-IB₁ achieved higher NMI than CEC-IB₀ for correctly labeled data",
        larger({"CEC-IB₁ − CEC-IB₀": noisy("CEC-IB₁", 0.0) - noisy("CEC-IB₀", 0.0)}),
        "NMI",
    ),
    claim(
        "5.4",
        "its performance is usually worse than CEC-IB₀ when at least 30 % of labels are misspecified",
        larger({"CEC-IB₀ − CEC-IB₁": noisy("CEC-IB₀", _MANY) - noisy("CEC-IB₁", _MANY)}, "most sets"),
        "NMI, 30 to 50 % wrong labels",
    ),
    claim(
        "5.4",
        "[mixmod and spec] on average cope with incorrect labels comparably to CEC-IB₁",
        similar({f"{rival} − CEC-IB₁": loss(rival) - loss("CEC-IB₁") for rival in ("mixmod", "spec")}),
        "NMI lost from 0 to 50 % wrong labels",
    ),
    claim(
        "5.4",
        "[mixmod] copes with incorrect labels comparably to CEC-IB₁: with labels used less than Rmixmod does",
        similar(
            {
                f"{label} − CEC-IB₁": varied(label) - varied("CEC-IB₁")
                for label in (variant.label for variant in MIXMODS[1:])
            }
        ),
        "NMI lost from 0 to 50 % wrong labels",
    ),
    claim(
        "5.4",
        "c-GMM, k-means and fc-means are very sensitive to noisy side information. Their performance falls drastically "
        "below the results returned for strictly unsupervised case",
        larger(
            {
                f"{label} without labels − half wrong": semi(label, fraction=0.0) - noisy(label, 0.5)
                for label in ("c-GMM", "k-means", "fc-means")
            }
        ),
        "NMI; the draws of sections 5.2 and 5.4 differ",
    ),
)
