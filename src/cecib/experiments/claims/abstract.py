"""Claims of the abstract and of the introduction."""

from __future__ import annotations

from cecib.experiments.claims.chemistry import chemistry
from cecib.experiments.claims.convergence import fewer_passes
from cecib.experiments.claims.counts import near_the_classes
from cecib.experiments.claims.terms import (
    ALL_RIVALS,
    GMMS,
    RIVALS,
    SIMILAR,
    as_good,
    claim,
    few,
    larger,
    loss,
    semi,
)

CLAIMS = (
    claim(
        "abstract",
        "CEC-IB has a performance comparable to Gaussian mixture models (GMM) in a classical semi-supervised scenario",
        as_good({f"CEC-IB₁ − {rival}": semi("CEC-IB₁") - semi(rival) for rival in GMMS}, margin=SIMILAR),
        "NMI, 10 to 30 % labels",
    ),
    claim(
        "abstract",
        "but is faster",
        fewer_passes("Hartigan CEC", "EM"),
        "passes of EM minus passes of CEC; the paper compares no times",
    ),
    claim(
        "abstract",
        "more robust to noisy labels",
        larger({f"{rival} − CEC-IB₁": loss(rival) - loss("CEC-IB₁") for rival in GMMS}),
        "NMI lost from 0 to 50 % wrong labels, by GMMs minus by CEC-IB at the β of the claim above",
    ),
    claim(
        "abstract",
        "automatically determines the optimal number of clusters",
        near_the_classes("CEC-IB₁", over="most sets"),
        "number of clusters minus number of classes",
    ),
    claim(
        "abstract",
        "performs well when not all classes are present in the side information",
        as_good({f"CEC-IB₁ − {rival}": few("CEC-IB₁") - few(rival) for rival in RIVALS}, margin=SIMILAR),
        "NMI with labels of two classes, not below any other method",
    ),
    claim(
        "abstract",
        "in contrast to other semi-supervised models, it can be successfully applied in discovering natural "
        "subgroups if "
        "the partition-level side information is derived from the top levels of a hierarchical clustering",
        larger(
            {f"CEC-IB₁ − {rival}": chemistry("CEC-IB₁") - chemistry(rival) for rival in ("c-GMM, cannot-link", *RIVALS)}
        ),
        "NMI on the compounds, correct labels",
    ),
    claim(
        "1",
        "CEC-IB is more robust to noisy side information than state-of-the-art approaches to semi-supervised "
        "clustering",
        larger({f"{rival} − CEC-IB₀": loss(rival) - loss("CEC-IB₀") for rival in ALL_RIVALS}),
        "NMI lost from 0 to 50 % wrong labels",
    ),
    claim(
        "1",
        "discovers natural chemical subgroups more reliably than other semi-supervised methods, even if some "
        "labels are "
        "misspecified by the expert (Figure 2)",
        larger(
            {
                f"CEC-IB₁ − {rival}": chemistry("CEC-IB₁", noise=0.1) - chemistry(rival, noise=0.1)
                for rival in ("c-GMM, cannot-link", "k-means", "fc-means")
            }
        ),
        "NMI on the compounds, a tenth of the labels wrong",
    ),
)
