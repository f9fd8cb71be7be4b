"""Rules that judge claims: a test of differences, on average or set by set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from cecib.experiments.machinery.contrast import Contrast
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.judging import (
    CLEAR,
    Answer,
    all_hold,
    any_holds,
    is_larger,
    is_near,
    is_slight,
    most_hold,
)
from cecib.experiments.machinery.sample import Estimate, Sample
from cecib.experiments.machinery.verdict import NOT_RUN, Verdict

Over = Literal["average", "most sets", "every set", "some set"]
_COMBINE: dict[Over, Callable[[list[Answer]], Answer]] = {
    "most sets": most_hold,
    "every set": all_hold,
    "some set": any_holds,
}
_TESTS: dict[str, Callable[[Estimate, float], Answer]] = {"near": is_near, "slight": is_slight, "larger": is_larger}


class Rule(Protocol):
    """Judges evidence; its text says when a claim is held."""

    def __call__(self, evidence: Evidence) -> Verdict:
        """Judge."""

    def renamed(self, names: Mapping[str, str]) -> Rule:
        """Return the same rule for other methods."""


@dataclass(frozen=True)
class Differences:
    """Each of several differences passes a test.

    Attributes
    ----------
    contrasts : mapping of str to Contrast
        The differences, by how they are called.
    margin : float
        For "near": how far from 0 counts as near. For "larger": what they have to exceed; −0.02 lets
        them be smaller by that.
    test : {"larger", "near", "slight"}
        Which test; "slight": larger than 0, and by the margin at most.
    over : {"average", "most sets", "every set", "some set"}
        Whether the average over sets is tested, or each set and then how many pass.
    digits : int
        Decimals shown.

    Examples
    --------
    >>> from cecib.experiments.machinery.contrast import Pick
    >>> from cecib.experiments.machinery.evidence import Evidence
    >>> from cecib.experiments.machinery.results import Results
    >>> from cecib.experiments.machinery.rule import Differences
    >>> rows = [{"dataset": "iris", "draw": i, "nmi": n} for i, n in enumerate((0.6, 0.7, 0.8))]
    >>> verdict = Differences({"NMI": Pick("few")}, margin=0.5)(Evidence({"few": Results(rows)}))
    >>> verdict.word, verdict.numbers
    ('held', 'NMI +0.700 ± 0.058')
    """

    contrasts: Mapping[str, Contrast]
    margin: float = 0.0
    test: Literal["larger", "near", "slight"] = "larger"
    over: Over = "average"
    digits: int = 3

    def __str__(self) -> str:
        """Say when a claim is held."""
        words = {"near": "within ±{:g}", "slight": "between 0 and {:g}", "larger": "above {:g}"}
        what = words[self.test].format(self.margin).replace("-", "−")
        each = "each " if len(self.contrasts) > 1 else ""
        where = "" if self.over == "average" else f", on {self.over}"
        return f"{each}{what} by {CLEAR:g} standard errors{where}"

    def __call__(self, evidence: Evidence) -> Verdict:
        """Judge."""
        samples = {name: contrast.sample(evidence) for name, contrast in self.contrasts.items()}
        if not samples or not all(len(sample) for sample in samples.values()):
            return NOT_RUN
        numbers = "; ".join(f"{name} {self._text(sample)}" for name, sample in samples.items())
        return Verdict(all_hold(self._answer(sample) for sample in samples.values()), numbers)

    def renamed(self, names: Mapping[str, str]) -> Differences:
        """Return the same rule for other methods."""
        contrasts = {_renamed(name, names): each.renamed(names) for name, each in self.contrasts.items()}
        return replace(self, contrasts=contrasts)

    def _tested(self, estimate: Estimate) -> Answer:
        return _TESTS[self.test](estimate, self.margin)

    def _answer(self, sample: Sample) -> Answer:
        if self.over == "average":
            return self._tested(sample.estimate())
        return _COMBINE[self.over](self._answers(sample))

    def _answers(self, sample: Sample) -> list[Answer]:
        return [self._tested(sample.of(name).estimate()) for name in sample.sets]

    def _text(self, sample: Sample) -> str:
        text = sample.estimate().text(self.digits)
        if self.over == "average":
            return text
        answers = self._answers(sample)
        return f"{text}, on {answers.count(True)} of {len(answers)} sets yes, on {answers.count(False)} no"


@dataclass(frozen=True)
class Together:
    """Several rules, all of which have to hold."""

    rules: Sequence[Rule]

    def __str__(self) -> str:
        """Say when a claim is held."""
        return "; ".join(str(rule) for rule in self.rules)

    def __call__(self, evidence: Evidence) -> Verdict:
        """Judge."""
        verdicts = [rule(evidence) for rule in self.rules]
        if not all(verdict.numbers for verdict in verdicts):
            return NOT_RUN
        return Verdict(all_hold(verdict.is_held for verdict in verdicts), "; ".join(v.numbers for v in verdicts))

    def renamed(self, names: Mapping[str, str]) -> Together:
        """Return the same rules for other methods."""
        return Together([rule.renamed(names) for rule in self.rules])


def _renamed(text: str, names: Mapping[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text
