"""The words of the claims: which results they speak of, and what "similar" and "at least as good" mean."""

from __future__ import annotations

from typing import Any

from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.contrast import Contrast, Difference, Pick
from cecib.experiments.machinery.rule import Differences, Over, Rule, Together
from cecib.experiments.protocol.situations import LABELLED

SIMILAR = 0.05
"""NMI that is called similar or comparable differs by no more than this."""

NO_LOSS = 0.02
"""NMI that is called at least as good is not smaller by more than this."""

GMMS = ("mixmod", "c-GMM")
RIVALS = ("c-GMM", "k-means", "fc-means", "spec")
ALL_RIVALS = ("mixmod", *RIVALS)


def claim(section: str, quote: str, rule: Rule, note: str = "") -> Claim:
    """Return a claim whose rule says itself when it is held."""
    return Claim(section, quote, f"{note}: {rule}" if note else str(rule), rule)


def semi(label: str, **conditions: Any) -> Pick:
    """Section 5.2: correct labels of all classes; 10 to 30 % unless told."""
    return Pick("semi-supervised", {"variant": label, "start": "usual", "fraction": LABELLED, **conditions})


def few(label: str, **conditions: Any) -> Pick:
    """Section 5.3: labels of two classes; 10 to 30 % unless told."""
    return Pick("few-classes", {"variant": label, "fraction": LABELLED, **conditions})


def noisy(label: str, noise: float | tuple[float, ...]) -> Pick:
    """Section 5.4: 30 % labels, a share of them wrong."""
    return Pick("noisy-labels", {"variant": label, "noise": noise})


def loss(label: str) -> Difference:
    """NMI lost from no to half wrong labels."""
    return noisy(label, 0.0) - noisy(label, 0.5)


def gain(pick: Pick, more: float, less: float = 0.0) -> Difference:
    """NMI gained by a larger share of labels."""
    return pick.where(fraction=more) - pick.where(fraction=less)


def larger(contrasts: dict[str, Contrast], over: Over = "average", digits: int = 3, than: float = 0.0) -> Differences:
    """Each difference is clearly above a number."""
    return Differences(contrasts, than, "larger", over, digits)


def as_good(contrasts: dict[str, Contrast], over: Over = "average", margin: float = NO_LOSS) -> Differences:
    """No difference is below −margin."""
    return Differences(contrasts, -margin, "larger", over)


def similar(contrasts: dict[str, Contrast], over: Over = "average", margin: float = SIMILAR) -> Differences:
    """Each difference is within a margin."""
    return Differences(contrasts, margin, "near", over)


def slight(contrasts: dict[str, Contrast], margin: float = SIMILAR) -> Differences:
    """Each difference is above 0, and by a margin at most."""
    return Differences(contrasts, margin, "slight")


def both(*rules: Rule) -> Together:
    """All rules hold."""
    return Together(rules)
