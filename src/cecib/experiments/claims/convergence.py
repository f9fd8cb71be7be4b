"""Claims of appendix C: how many passes the algorithms need."""

from __future__ import annotations

from cecib.experiments.claims.terms import claim
from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.machinery.rule import Differences, Over

AS_MANY = 1.0
"""Numbers of passes are called similar within one."""


def passes(label: str) -> Pick:
    """Count the passes of an algorithm from one start."""
    return Pick("convergence", {"variant": label}, "n_iter")


def fewer_passes(fast: str, slow: str, over: Over = "most sets") -> Differences:
    """One algorithm needs fewer passes than another."""
    return Differences({f"{slow} − {fast}": passes(slow) - passes(fast)}, over=over, digits=1)


CLAIMS = (
    claim(
        "1",
        "it usually requires less iterations than the expectation-maximization (EM) algorithm used for fitting GMMs",
        fewer_passes("Hartigan CEC", "EM"),
        "passes",
    ),
    claim(
        "C",
        "the Hartigan heuristic applied to the CEC cost function converges faster than EM does for fitting a GMM",
        fewer_passes("Hartigan CEC", "EM", "every set"),
        "passes",
    ),
    claim(
        "C",
        "The same holds when comparing the Hartigan algorithm with Lloyd's method applied to k-means",
        fewer_passes("Hartigan k-means", "Lloyd k-means", "every set"),
        "passes",
    ),
    claim(
        "C",
        "CEC-IB uses a similar number of iterations as CEC",
        Differences({"CEC-IB₁ − CEC": passes("CEC-IB₁") - passes("Hartigan CEC")}, AS_MANY, "near", digits=1),
        "passes, CEC-IB with 30 % labels",
    ),
)
