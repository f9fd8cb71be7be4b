"""What an experiment is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.sections import place_of
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
    captions : mapping of str to str
        What the figures show, by the names of their files, beginning with the number that the paper gives them.
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
    captions: Mapping[str, str] = field(default_factory=dict)
    keeps_labels: bool = False

    @property
    def place(self) -> str:
        """Where it is in the paper."""
        return place_of(self.section)

    def caption(self, figure: str) -> str:
        """Say what a figure shows."""
        return self.captions.get(figure, f"{self.place}, {self.title}: {figure}")
