"""Section 5.3: the labels cover only two of the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Table
from cecib.experiments.protocol.sets import uci_sets
from cecib.experiments.protocol.situations import FRACTIONS, two_class_situation
from cecib.experiments.protocol.summaries import average_table, panels, set_table
from cecib.experiments.protocol.variants import OURS, OURS_0, OURS_1, PAPER_0, PAPER_1, RIVALS
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "few-classes"


def jobs(plan: Plan) -> list[Job]:
    """All methods but mixmod, which needs labels of every class."""
    return plan.jobs(
        NAME,
        uci_sets(plan),
        (PAPER_1, PAPER_0, OURS, OURS_1, OURS_0, *RIVALS),
        [{"fraction": fraction} for fraction in FRACTIONS],
    )


def tables(results: Results, data: str | None) -> list[Table]:
    """Averages and all sets."""
    return [
        average_table(results, "fraction", "few-classes-average", "NMI, labels of two classes"),
        set_table(results, "fraction", "few-classes-sets", "NMI, labels of two classes, each set"),
    ]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per set."""
    return {NAME: curve_grid(panels(results, "fraction"), x_label="labelled")}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.3",
    title="Few labelled classes",
    summary="Only points of two classes, drawn among those that cover at least 30 % of the points, are "
    "labelled; the two classes are the same for all shares of labels.",
    sets=uci_sets,
    jobs=jobs,
    situation=two_class_situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "Figure 4 of the paper: NMI when the labels cover two classes. Bands are one standard error over draws.",
    },
)
