"""The closing table: what the paper promised, what its method delivers, what the default of this library does."""

from __future__ import annotations

from cecib.experiments.claims.chemistry import chemistry
from cecib.experiments.claims.convergence import fewer_passes
from cecib.experiments.claims.counts import near_the_classes
from cecib.experiments.claims.terms import GMMS, NO_LOSS, RIVALS, SIMILAR, as_good, few, larger, loss, noisy, semi
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.rule import Rule
from cecib.experiments.machinery.table import Table
from cecib.experiments.machinery.verdict import Verdict

OURS = {"CEC-IB₁": "cecib", "CEC-IB₀.₆": "cecib", "CEC-IB₀": "cecib"}
"""The default takes the place of the paper's method at any β: it chooses β itself."""

_LINKED = "c-GMM, cannot-link"
PROMISES: tuple[tuple[str, Rule, bool], ...] = (
    (
        "comparable to Gaussian mixtures that are told the number of clusters (abstract)",
        as_good({f"CEC-IB₁ − {rival}": semi("CEC-IB₁") - semi(rival) for rival in GMMS}, margin=SIMILAR),
        True,
    ),
    ("faster: fewer passes than EM (abstract, appendix C)", fewer_passes("Hartigan CEC", "EM"), False),
    (
        "loses less by wrong labels than Gaussian mixtures (abstract)",
        larger({f"loss of {rival} − of CEC-IB₁": loss(rival) - loss("CEC-IB₁") for rival in GMMS}),
        True,
    ),
    (
        "finds the number of clusters, to one, on most sets (abstract)",
        near_the_classes("CEC-IB₁", over="most sets"),
        True,
    ),
    (
        "performs well when labels name two classes only: as good as any other method (abstract)",
        as_good({f"CEC-IB₁ − {rival}": few("CEC-IB₁") - few(rival) for rival in RIVALS}, margin=SIMILAR),
        True,
    ),
    (
        "finds chemical subgroups better than any other method (abstract)",
        larger({f"CEC-IB₁ − {rival}": chemistry("CEC-IB₁") - chemistry(rival) for rival in (_LINKED, *RIVALS)}),
        True,
    ),
    (
        "finds them also with a tenth of the labels wrong (section 1)",
        larger(
            {
                f"CEC-IB₁ − {rival}": chemistry("CEC-IB₁", noise=0.1) - chemistry(rival, noise=0.1)
                for rival in (_LINKED, *RIVALS)
            }
        ),
        True,
    ),
    (
        "with a β for noise, half of the labels wrong are no worse than no labels (conclusion)",
        as_good({"CEC-IB₀, half wrong − no labels": noisy("CEC-IB₀", 0.5) - semi("CEC-IB₀", fraction=0.0)}),
        True,
    ),
)
"""What was promised, the rule that judges it, and whether the default can be judged by the same rule."""


def closing_table(evidence: Evidence) -> Table:
    """Judge the promises for the paper's method and for the default, by the same rules."""
    rows = [
        [promise, _told(rule(evidence)), _told(rule.renamed(OURS)(evidence)) if is_shared else "–"]
        for promise, rule, is_shared in PROMISES
    ]
    note = (
        "Differences of NMI, or of numbers of clusters and passes, with standard errors. As good: clearly not worse by "
        f"more than {SIMILAR:g}; no worse: by more than {NO_LOSS:g}. The passes of the default do not compare: it also "
        "searches for β, for a space and for the number of clusters."
    )
    header = ["the paper promised", "its method, CEC-IB", "our default, cecib"]
    return Table("promises", "What was promised, and what came of it", header, rows, note)


def _told(verdict: Verdict) -> str:
    return f"{verdict.word}: {verdict.numbers}" if verdict.numbers else verdict.word
