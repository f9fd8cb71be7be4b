"""What an experiment is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Table
from cecib.experiments.machinery.trial import Situation

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Experiment:
    """A section of the paper.

    Attributes
    ----------
    name : str
        Name on the command line: that of its module, with hyphens for underscores.
    section : str
        Section of the paper.
    title, summary : str
        What it shows and how.
    sets : callable
        Data sets that a plan needs.
    jobs : callable
        All fits of a plan.
    situation : callable
        What a method is given in a job; called with the job and the data folder.
    tables, figures : callable
        Summaries of results; figures by the names of their files. Both get the data folder too.
    claims : tuple of Claim
        What the paper concludes from it.
    keeps_labels : bool
        Whether the clusters of each point are kept, not only the measures.
    """

    name: str
    section: str
    title: str
    summary: str
    sets: Callable[[Plan], tuple[str, ...]]
    jobs: Callable[[Plan], list[Job]]
    situation: Callable[[Job, str | None], Situation]
    tables: Callable[[Results, str | None], list[Table]]
    figures: Callable[[Results, str | None], dict[str, Figure]]
    claims: tuple[Claim, ...] = ()
    keeps_labels: bool = False

    @property
    def place(self) -> str:
        """Where it is in the paper."""
        return f"{'Appendix' if self.section.isalpha() else 'Section'} {self.section}"

    @property
    def order(self) -> tuple[bool, tuple[str, ...]]:
        """Sorts experiments as the paper does: sections by number, then appendices by letter."""
        return self.section.isalpha(), tuple(part.zfill(3) for part in self.section.split("."))
